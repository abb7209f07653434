//! What holds when several workers build and deploy sites of one workspace at the same time: claims of texts, places of a day,
//! reviews, and builds that rentals ask for.

use serde_json::Value;
use shared::{
    domain::{
        new_id, now,
        release::Review,
        rental::{RentalDisclosure, RentalMove},
        run::{Run, RunError},
        site::SiteStatus,
    },
    store::{
        kill_switch::{self, Scope},
        release::{self, Approval, NewRelease},
        rental::{self, RentalDeed, RentalMoved},
        run::{self, Finish, Outcome},
        site::{self, Launch, PageSketch, SiteBuilt, SketchClaim, Started},
    },
};
use uuid::Uuid;

use crate::{
    rentals::rented,
    sites::{NO_LIMITS, add, build_of, built, claimed, deployed, finish, found, start_build, start_deploy},
    support::{count, execute, within},
    world::{World, on_each_database},
};

fn page(path: &str, byte: u8) -> PageSketch {
    PageSketch { path: path.to_owned(), sketch: vec![byte; 1_024], shingles: vec![byte; 16] }
}

async fn claim(world: &World, run: &Run, id: Uuid, since: i64, pages: &[PageSketch]) -> SketchClaim {
    site::claim_sketches(&world.db, run, id, since, pages).await.expect("claim")
}

async fn fail(world: &World, run: &Run) {
    let failed = Outcome::Failed(RunError::new("broken", "It broke."));
    let end = Finish { run: run.clone(), outcome: failed, effects: Vec::new() };
    run::finish(&world.db, &[end], now()).await.expect("finish");
}

#[tokio::test]
async fn second_of_two_builds_learns_what_the_first_one_claimed() {
    on_each_database(async |world| {
        let (db, ws) = (&world.db, world.workspace_id);
        let (first, second) = (add(&world, "first").await, add(&world, "second").await);
        let run_1 = claimed(&world, start_build(&world, first).await).await;
        let run_2 = claimed(&world, start_build(&world, second).await).await;
        let since = site::latest_claim(db, ws).await.expect("number");
        let held = claim(&world, &run_1, first, since, &[page("/a/", 1)]).await;
        assert!(matches!(held, SketchClaim::Held), "{}: {held:?}", world.name);
        let SketchClaim::Newer(number, pages) = claim(&world, &run_2, second, since, &[page("/a/", 1)]).await else {
            panic!("{}: it must see the first claim", world.name)
        };
        assert_eq!(
            pages.iter().map(|page| (page.website_id, page.path.as_str())).collect::<Vec<_>>(),
            [(first, "/a/")]
        );
        let seen = site::sketches(db, ws, second, 9).await.expect("sketches");
        assert_eq!(seen.len(), 1, "{}: a build that begins now sees it too", world.name);
        let shingles = site::shingles(db, ws, &[(first, "/a/".to_owned())]).await.expect("shingles");
        assert_eq!(shingles, [(first, "/a/".to_owned(), vec![1; 16])], "{}", world.name);
        // The first build ends before the second one claims again: nothing is forgotten.
        let build = SiteBuilt { sketches: vec![page("/a/", 1)], ..build_of(&world, first, &["one"], false) };
        assert!(finish(&world, &run_1, build).await, "{}", world.name);
        assert_eq!(count(db, "sketch_claims", "TRUE").await, 0, "{}", world.name);
        let again = claim(&world, &run_2, second, since, &[page("/a/", 1)]).await;
        assert!(matches!(again, SketchClaim::Newer(..)), "{}: {again:?}", world.name);
        let held = claim(&world, &run_2, second, number, &[page("/a/", 2)]).await;
        assert!(matches!(held, SketchClaim::Held), "{}: {held:?}", world.name);
        fail(&world, &run_2).await;
        assert_eq!(count(db, "sketch_claims", "TRUE").await, 0, "{}: a failed build gives its pages back", world.name);
        let late = claim(&world, &run_2, second, number, &[page("/a/", 2)]).await;
        assert!(matches!(late, SketchClaim::Gone), "{}: {late:?}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn blocked_build_keeps_no_other_site_from_its_texts() {
    on_each_database(async |world| {
        let (db, ws) = (&world.db, world.workspace_id);
        let (first, second) = (add(&world, "first").await, add(&world, "second").await);
        let run = claimed(&world, start_build(&world, second).await).await;
        assert!(finish(&world, &run, build_of(&world, second, &["two"], true)).await, "{}", world.name);
        assert!(site::sketches(db, ws, first, 9).await.expect("sketches").is_empty(), "{}", world.name);
        let others = site::others(db, ws, first).await.expect("others");
        assert_eq!(others.iter().map(|site| site.is_first).collect::<Vec<_>>(), [false], "{}: it is later", world.name);
        let others = site::others(db, ws, second).await.expect("others");
        assert_eq!(
            others.iter().map(|site| site.is_first).collect::<Vec<_>>(),
            [true],
            "{}: it is earlier",
            world.name
        );
        built(&world, second, &["two"]).await;
        assert_eq!(site::sketches(db, ws, first, 9).await.expect("sketches").len(), 1, "{}", world.name);
        assert!(site::others(db, ws, first).await.expect("others")[0].is_first, "{}: it may be deployed", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn two_workers_never_take_the_last_place_of_a_day() {
    on_each_database(async |world| {
        let mut runs = Vec::new();
        for slug in ["one", "two", "three", "four"] {
            let id = add(&world, slug).await;
            let release = built(&world, id, &[slug]).await.latest_release_id.expect("a release");
            crate::sites::approve(&world, release).await;
            runs.push((id, release, claimed(&world, start_deploy(&world, id, None).await).await));
        }
        let tasks: Vec<_> = runs
            .iter()
            .map(|(id, _, run)| {
                let (db, id, run) = (world.db.clone(), *id, run.clone());
                tokio::spawn(async move { site::take_launch(&db, &run, id, 2, now()).await.expect("take") })
            })
            .collect();
        let mut taken = Vec::new();
        for task in tasks {
            taken.push(task.await.expect("task"));
        }
        let allowed = taken.iter().filter(|launch| **launch == Launch::Allowed).count();
        assert_eq!(allowed, 2, "{}: {taken:?}", world.name);
        assert!(taken.iter().filter(|launch| **launch != Launch::Allowed).all(|launch| *launch == Launch::Full(2)));
        // A failed deployment gives its place back; one that is asked for again keeps it.
        let at = taken.iter().position(|launch| *launch == Launch::Allowed).expect("one");
        let (id, _, run) = &runs[at];
        let again = site::take_launch(&world.db, run, *id, 2, now()).await.expect("take");
        assert_eq!(again, Launch::Allowed, "{}", world.name);
        fail(&world, run).await;
        let at = taken.iter().position(|launch| *launch != Launch::Allowed).expect("one");
        let (id, _, run) = &runs[at];
        assert_eq!(site::take_launch(&world.db, run, *id, 2, now()).await.expect("take"), Launch::Allowed);
        world
    })
    .await;
}

#[tokio::test]
async fn kill_switch_stops_deployments_that_have_begun_and_the_run_keeps_its_attempts() {
    on_each_database(async |world| {
        let (db, ws) = (&world.db, world.workspace_id);
        let id = add(&world, "stopped").await;
        let release = built(&world, id, &["one"]).await.latest_release_id.expect("a release");
        crate::sites::approve(&world, release).await;
        let run = claimed(&world, start_deploy(&world, id, None).await).await;
        let take = async |run: &Run| site::take_launch(db, run, id, 9, now()).await.expect("take");
        for scope in [Scope::Workspace(ws), Scope::Operator] {
            within(db, async |tx| kill_switch::set(tx, scope, true, "", None, now()).await).await;
            assert_eq!(take(&run).await, Launch::Stopped, "{}: {scope:?}", world.name);
            within(db, async |tx| kill_switch::set(tx, scope, false, "", None, now()).await).await;
        }
        assert_eq!(count(db, "site_launches", "TRUE").await, 0, "{}: no place is taken meanwhile", world.name);
        let at = now() + chrono::Duration::minutes(5);
        let outcome = Outcome::Postponed { error: RunError::new("kill-switch", "It is on."), at };
        let end = Finish { run: run.clone(), outcome, effects: Vec::new() };
        let finished = run::finish(db, &[end], now()).await.expect("finish");
        assert_eq!(finished.waiting.len(), 1, "{}", world.name);
        let waiting = world.run(run.id).await;
        assert_eq!((waiting.status.as_str(), waiting.max_attempts), ("queued", run.max_attempts + 1), "{}", world.name);
        assert_eq!(waiting.error.map(|error| error.0.detail).as_deref(), Some("It is on."), "{}", world.name);
        assert!(world.claim(&[run.id], 9).await.runs.is_empty(), "{}: not due yet", world.name);
        assert_eq!(found(&world, id).await.status, SiteStatus::Deploying, "{}: it still waits", world.name);
        let due = run::claim(db, run.lane, &[run.id], new_id(), 9, at, at + chrono::Duration::minutes(1)).await;
        let again = due.expect("claim").runs.remove(0);
        assert_eq!(take(&again).await, Launch::Allowed, "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn release_of_a_regulated_trade_is_approved_and_deployed_only_with_a_review() {
    on_each_database(async |world| {
        let (db, ws, user) = (&world.db, world.workspace_id, world.user_id);
        let id = add(&world, "law").await;
        let run = claimed(&world, start_build(&world, id).await).await;
        let plain = build_of(&world, id, &["one"], false);
        let release = NewRelease { needs_review: true, ..plain.release.clone() };
        let release_id = release.id;
        assert!(finish(&world, &run, SiteBuilt { release, ..plain }).await, "{}", world.name);
        let refused = within(db, async |tx| release::approve(tx, (ws, release_id), user, None, now()).await).await;
        assert!(matches!(refused, Approval::Unreviewed), "{}: {refused:?}", world.name);
        assert_eq!(found(&world, id).await.status, SiteStatus::Waiting, "{}", world.name);
        let refused = start_deploy(&world, id, None).await;
        assert!(matches!(refused, Started::NotApproved), "{}: {refused:?}", world.name);
        let review = Review { name: "Jane Doe".to_owned(), credentials: "attorney in Oklahoma".to_owned() };
        let approved =
            within(db, async |tx| release::approve(tx, (ws, release_id), user, Some(&review), now()).await).await;
        let Approval::Approved(approved, _) = approved else { panic!("{}: {approved:?}", world.name) };
        assert_eq!((approved.reviewer_name.as_deref(), approved.reviewed_at.is_some()), (Some("Jane Doe"), true));
        // Another statement does not replace the record.
        let other = Review { name: "John Roe".to_owned(), ..review.clone() };
        within(db, async |tx| release::approve(tx, (ws, release_id), user, Some(&other), now()).await).await;
        let (recorded, _) = release::latest_review(db, ws, id).await.expect("find").expect("a review");
        assert_eq!(recorded, review, "{}", world.name);
        assert!(release::latest_review(db, new_id(), id).await.expect("find").is_none(), "{}: foreign", world.name);
        let started = start_deploy(&world, id, None).await;
        assert!(matches!(started, Started::Run(..)), "{}: {started:?}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn wanted_build_starts_once_and_waits_for_the_run_at_work() {
    on_each_database(async |world| {
        let db = &world.db;
        let id = add(&world, "wanted").await;
        let want = "UPDATE sites SET build_wanted_at = updated_at";
        execute(db, want).await;
        let start = async || site::start_wanted(db, NO_LIMITS, Some(id), 9, now()).await.expect("start");
        assert!(start().await.is_empty(), "{}: it was never built", world.name);
        built(&world, id, &["one"]).await;
        deployed(&world, id).await;
        let busy = claimed(&world, start_build(&world, id).await).await;
        execute(db, want).await;
        assert!(start().await.is_empty(), "{}: a run is at work", world.name);
        assert!(finish(&world, &busy, build_of(&world, id, &["two"], false)).await, "{}", world.name);
        let begun = start().await;
        assert_eq!(begun.len(), 1, "{}", world.name);
        assert!(start().await.is_empty(), "{}: once", world.name);
        let run = world.claim(&[begun[0].0.id], 10).await.runs.remove(0);
        site::take(db, &run, id, SiteStatus::Building, now()).await.expect("take");
        let end = Finish { run, outcome: Outcome::Succeeded(Value::Null), effects: Vec::new() };
        run::finish(db, &[end], now()).await.expect("finish");
        assert!(start().await.is_empty(), "{}: the build has read what it was started for", world.name);
        world
    })
    .await;
}

/// Builds and deploys a release that states the tenant of a rental; takes the build that was asked for.
async fn stated(world: &World, id: Uuid, text: &str, rental_id: Option<Uuid>) {
    let begun = site::start_wanted(&world.db, NO_LIMITS, Some(id), 9, now()).await.expect("start");
    let [(run, _)] = begun.as_slice() else { panic!("{}: no build: {begun:?}", world.name) };
    let run = world.claim(&[run.id], 100).await.runs.remove(0);
    site::take(&world.db, &run, id, SiteStatus::Building, now()).await.expect("take");
    let plain = build_of(world, id, &[text], false);
    let release = NewRelease { rental_id, ..plain.release.clone() };
    assert!(finish(world, &run, SiteBuilt { release, ..plain }).await, "{}", world.name);
}

#[tokio::test]
async fn leads_of_a_rented_site_follow_its_live_release() {
    on_each_database(async |world| {
        let (db, ws) = (&world.db, world.workspace_id);
        let id = add(&world, "rented").await;
        built(&world, id, &["one"]).await;
        deployed(&world, id).await;
        let receiver = async || {
            let mut tx = db.begin().await.expect("begin");
            rental::receiver(&mut tx, ws, id).await.expect("find").map(|rental| rental.id)
        };
        let rental_id = rented(&world, id, now()).await;
        let disclosure = async || rental::find(db, ws, rental_id).await.expect("find").expect("it").disclosure;
        assert_eq!((disclosure().await, receiver().await), (Some(RentalDisclosure::Pending), None), "{}", world.name);
        assert_eq!(found(&world, id).await.live_number, Some(1), "{}: the old release serves", world.name);
        stated(&world, id, "rented", Some(rental_id)).await;
        assert_eq!((disclosure().await, receiver().await), (Some(RentalDisclosure::Pending), None), "not approved");
        let named = deployed(&world, id).await.live_release_id;
        let now_stated = (Some(RentalDisclosure::Stated), Some(rental_id));
        assert_eq!((disclosure().await, receiver().await), now_stated, "{}", world.name);
        let end = rental::apply(db, (ws, rental_id), RentalMove::End, RentalDeed::default(), now()).await;
        assert!(matches!(end, Ok(RentalMoved::Done(_))), "{}: {end:?}", world.name);
        let ending = (Some(RentalDisclosure::Ending), Some(rental_id));
        assert_eq!((disclosure().await, receiver().await), ending, "{}: visitors still read of the tenant", world.name);
        stated(&world, id, "free", None).await;
        assert_eq!(receiver().await, Some(rental_id), "{}: not live yet", world.name);
        deployed(&world, id).await;
        assert_eq!((disclosure().await, receiver().await), (None, None), "{}", world.name);
        let back = start_deploy(&world, id, named).await;
        assert!(matches!(back, Started::TenantLeft), "{}: it would name the former tenant: {back:?}", world.name);
        world
    })
    .await;
}
