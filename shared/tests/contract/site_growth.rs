//! Growth of sites: planned pages follow on later days, within the number of a day, under the approval of the launch; and they
//! wait for a person where something else must be seen.

use chrono::{DateTime, Duration, Utc};
use serde_json::{Value, json};
use shared::{
    domain::{
        new_id, now,
        run::{Lane, Run, RunKind},
        site::{Site, SiteKind, SiteStatus},
        site_growth::{ComingPage, GrowthStatus, PageLeftOut, SiteGrowth, next_time},
    },
    store::{
        annotation,
        kill_switch::{self, Scope},
        release::{self, NewRelease},
        run::{self, Effect, Finish, Outcome},
        site::{self, GrowthPlanned, GrowthStep, NewSite, SiteBody, SiteBuilt, Started},
    },
};
use uuid::Uuid;

use crate::{
    sites::{NO_LIMITS, approve, build_of, found, hosted, new_site, start_build, start_deploy},
    support::{at, other_user, within},
    world::{World, on_each_database},
};

const PER_DAY: u32 = 10;

async fn growth(world: &World, id: Uuid) -> SiteGrowth {
    let found = site::growth(&world.db, world.workspace_id, &[id]).await.expect("growth");
    found.into_iter().next().expect("the growth of the site")
}

async fn claim(world: &World, lane: Lane, id: Uuid) -> Run {
    let at = now();
    let claim = run::claim(&world.db, lane, &[id], new_id(), 100, at, at + Duration::seconds(60)).await;
    claim.expect("claim").runs.remove(0)
}

async fn finish(world: &World, run: &Run, effects: Vec<Effect>, at: DateTime<Utc>) {
    let done = Finish { run: run.clone(), outcome: Outcome::Succeeded(Value::Null), effects };
    let finished = run::finish(&world.db, &[done], at).await.expect("finish");
    assert!(finished.accepted.contains(&run.id), "{}", world.name);
}

/// A build with a text of its own and this number of new pages.
fn build(world: &World, id: Uuid, text: &str, new_pages: i32) -> SiteBuilt {
    let built = build_of(world, id, &[text], false);
    SiteBuilt { release: NewRelease { pages: (45 + new_pages, new_pages), ..built.release }, ..built }
}

fn coming(count: usize) -> Vec<ComingPage> {
    (0..count).map(|no| ComingPage { path: format!("/areas/{no}/"), label: format!("Place {no}") }).collect()
}

fn planned(site_id: Uuid, later: usize, step: Option<GrowthStep>) -> GrowthPlanned {
    GrowthPlanned { site_id, coming: coming(later), left_out: Vec::new(), step }
}

/// A site that was launched with 15 pages to follow.
async fn launched(world: &World, slug: &str, at: DateTime<Utc>) -> Uuid {
    let new = NewSite { kind: SiteKind::Dominator, ..new_site(slug) };
    within(&world.db, async |tx| {
        site::insert(tx, world.workspace_id, world.user_id, std::slice::from_ref(&new), at).await
    })
    .await;
    by_hand(world, new.id, &format!("launch of {slug}"), 45, at).await;
    new.id
}

/// Builds, approves and deploys a site as a person does.
async fn by_hand(world: &World, id: Uuid, text: &str, new_pages: i32, at: DateTime<Utc>) {
    let run = started(world, start_build(world, id).await).await;
    finish(world, &run, vec![build(world, id, text, new_pages).into(), planned(id, 15, None).into()], at).await;
    let release_id = found(world, id).await.latest_release_id.expect("a release");
    approve(world, release_id).await;
    let run = started(world, start_deploy(world, id, None).await).await;
    finish(world, &run, vec![hosted(id, release_id).into()], at).await;
}

async fn started(world: &World, started: Started) -> Run {
    let Started::Run(run, _) = started else { panic!("{}: {started:?}", world.name) };
    claim(world, run.lane, run.id).await
}

async fn start(world: &World, id: Uuid, at: DateTime<Utc>) -> Option<Run> {
    let key = (world.workspace_id, id);
    let begun = site::start_growth(&world.db, NO_LIMITS, PER_DAY, key, at).await.expect("start");
    begun.map(|(run, events)| {
        assert!(events.iter().any(|event| event.r#type == "site:updated"), "{}", world.name);
        run
    })
}

async fn due(world: &World, at: DateTime<Utc>) -> Vec<Uuid> {
    let due = site::due_growth(&world.db, at, 9).await.expect("due");
    due.into_iter()
        .map(|(workspace_id, id)| {
            assert_eq!(workspace_id, world.workspace_id, "{}", world.name);
            id
        })
        .collect()
}

/// What a build for the next pages adds to the live release.
fn step(site: &Site, at: DateTime<Utc>, is_alone: bool) -> Option<GrowthStep> {
    let base_release_id = site.live_release_id.expect("live");
    Some(GrowthStep { day: at.date_naive(), base_release_id, is_alone, new_pages: 10 })
}

/// Ends the build of the next pages of a site.
async fn grown(
    world: &World, id: Uuid, run: &Run, (text, later): (&str, usize), is_alone: bool, at: DateTime<Utc>,
) -> Site {
    let step = step(&found(world, id).await, at, is_alone);
    let run = claim(world, Lane::Batch, run.id).await;
    finish(world, &run, vec![build(world, id, text, 10).into(), planned(id, later, step).into()], at).await;
    found(world, id).await
}

fn status(growth: &SiteGrowth, site: &Site) -> GrowthStatus {
    growth.status(site, false).0
}

#[tokio::test]
async fn planned_pages_follow_on_each_day_under_the_approval_of_the_launch() {
    on_each_database(async |world| {
        let (db, ws) = (&world.db, world.workspace_id);
        let first = at("2026-03-01T12:00:00Z");
        let id = launched(&world, "grows", first).await;
        let live = found(&world, id).await;
        let before = growth(&world, id).await;
        assert_eq!((before.live_pages, before.later, before.next_at), (Some(90), 15, Some(next_time(id, first))));
        assert_eq!(status(&before, &live), GrowthStatus::Growing, "{}", world.name);
        assert_eq!(
            start(&world, id, first).await.map(|run| run.id),
            None,
            "{}: not on the day of the launch",
            world.name
        );
        let second = next_time(id, first);
        assert!(due(&world, second - Duration::seconds(1)).await.is_empty(), "{}", world.name);
        assert_eq!(due(&world, second).await, [id], "{}", world.name);
        let run = start(&world, id, second).await.expect("a run");
        assert_eq!(
            (run.kind, &run.payload.0["growthDay"], found(&world, id).await.status),
            (RunKind::SiteBuild, &json!("2026-03-02"), SiteStatus::Building)
        );
        assert!(
            due(&world, second).await.is_empty() && start(&world, id, second).await.is_none(),
            "{}: once",
            world.name
        );
        let site = grown(&world, id, &run, ("ten more", 5), true, second).await;
        assert_eq!((site.status, site.latest_number), (SiteStatus::Deploying, Some(2)), "{}", world.name);
        let release = release::latest(db, ws, id).await.expect("find").expect("a release");
        assert_eq!((release.approved_by, release.approved_at), (Some(world.user_id), Some(second)), "{}", world.name);
        let deploy = claim(&world, Lane::Batch, site.run_id.expect("a run")).await;
        assert_eq!(
            (&deploy.payload.0["releaseId"], &deploy.payload.0["newPages"]),
            (&json!(release.id), &json!(10)),
            "{}",
            world.name
        );
        finish(&world, &deploy, vec![hosted(id, release.id).into()], second).await;
        let notes = annotation::list(db, ws, &annotation::Filter::default(), 9).await.expect("annotations").items;
        assert!(notes.iter().any(|note| note.title == "Added 10 planned pages"), "{}: {notes:?}", world.name);
        let after = growth(&world, id).await;
        assert_eq!((after.later, after.release_id, after.next_at), (5, None, Some(next_time(id, second))));
        // A person releases ten pages before the next time: the day has no room, and the next one has.
        let third = next_time(id, second);
        by_hand(&world, id, "by hand", 10, third - Duration::milliseconds(1)).await;
        assert!(start(&world, id, third + Duration::hours(1)).await.is_none(), "{}", world.name);
        let fourth = next_time(id, third);
        let run = start(&world, id, fourth).await.expect("a run");
        let site = grown(&world, id, &run, ("the last", 0), true, fourth).await;
        let deploy = claim(&world, Lane::Batch, site.run_id.expect("a run")).await;
        finish(&world, &deploy, vec![hosted(id, site.latest_release_id.expect("it")).into()], fourth).await;
        let (site, end) = (found(&world, id).await, growth(&world, id).await);
        assert_eq!((status(&end, &site), end.next_at), (GrowthStatus::Complete, None), "{}", world.name);
        assert!(due(&world, fourth + Duration::days(9)).await.is_empty(), "{}", world.name);
        world
    })
    .await;
}

async fn set_paused(world: &World, id: Uuid, is_paused: bool, at: DateTime<Utc>) -> bool {
    let ws = world.workspace_id;
    within(&world.db, async |tx| site::set_growth_paused(tx, ws, id, is_paused, at).await).await.is_some()
}

async fn set_kill_switch(world: &World, scope: Scope, is_on: bool) {
    within(&world.db, async |tx| kill_switch::set(tx, scope, is_on, "", None, now()).await).await;
}

async fn set_tenant(world: &World, id: Uuid, tenant: Option<Value>) {
    let site = found(world, id).await;
    let body = SiteBody {
        name: site.name,
        theme: site.theme,
        phone: site.phone,
        phone_is_owned: site.phone_is_owned,
        phone_is_recorded: site.phone_is_recorded,
        target_id: site.target_id,
        tenant,
    };
    assert!(within(&world.db, async |tx| site::update(tx, world.workspace_id, id, &body, now()).await).await);
}

#[tokio::test]
async fn no_page_follows_while_a_site_is_paused_offline_rented_blocked_or_stopped() {
    on_each_database(async |world| {
        let (db, ws) = (&world.db, world.workspace_id);
        let first = at("2026-03-01T12:00:00Z");
        let id = launched(&world, "stops", first).await;
        let then = next_time(id, first);
        let check = async |expected: GrowthStatus, is_due: bool| {
            let (site, growth) = (found(&world, id).await, growth(&world, id).await);
            let is_stopped =
                kill_switch::find(db, Scope::Workspace(ws)).await.expect("find").is_some_and(|one| one.is_on);
            assert_eq!(growth.status(&site, is_stopped).0, expected, "{}: {growth:?}", world.name);
            assert_eq!(due(&world, then).await.contains(&id), is_due, "{}: {expected}", world.name);
            if !is_due {
                assert!(start(&world, id, then).await.is_none(), "{}: {expected}", world.name);
            }
        };
        check(GrowthStatus::Growing, true).await;
        assert!(set_paused(&world, id, true, then).await, "{}", world.name);
        check(GrowthStatus::Paused, false).await;
        assert!(set_paused(&world, id, false, then).await, "{}", world.name);
        check(GrowthStatus::Growing, true).await;
        set_tenant(&world, id, Some(json!({"name": "Acme"}))).await;
        check(GrowthStatus::Stopped, false).await;
        set_tenant(&world, id, None).await;
        for scope in [Scope::Workspace(ws), Scope::Operator] {
            set_kill_switch(&world, scope, true).await;
            assert!(due(&world, then).await.is_empty() && start(&world, id, then).await.is_none(), "{}", world.name);
            set_kill_switch(&world, scope, false).await;
        }
        check(GrowthStatus::Growing, true).await;
        // A release that waits for a person, one that is blocked, and a site that is offline.
        let run = started(&world, start_build(&world, id).await).await;
        finish(&world, &run, vec![build(&world, id, "edited", 0).into(), planned(id, 15, None).into()], then).await;
        check(GrowthStatus::Stopped, false).await;
        let run = started(&world, start_build(&world, id).await).await;
        finish(&world, &run, vec![build_of(&world, id, &["blocked"], true).into()], then).await;
        check(GrowthStatus::Stopped, false).await;
        by_hand(&world, id, "mended", 0, first).await;
        check(GrowthStatus::Growing, true).await;
        within(db, async |tx| site::take_offline(tx, ws, id, then).await).await;
        check(GrowthStatus::Stopped, false).await;
        // Sites whose launch had room for all pages have nothing to pause, and others' cannot be reached.
        let (_, other) = other_user(&world, "eve@example.com").await;
        assert!(site::growth(db, other, &[id]).await.expect("growth").is_empty(), "{}", world.name);
        assert!(within(db, async |tx| site::set_growth_paused(tx, other, id, true, then).await).await.is_none());
        world
    })
    .await;
}

#[tokio::test]
async fn new_pages_with_other_changes_or_of_regulated_trades_wait_for_a_person() {
    on_each_database(async |world| {
        let first = at("2026-03-01T12:00:00Z");
        let (edited, regulated) = (launched(&world, "edited", first).await, launched(&world, "regulated", first).await);
        let then = next_time(edited, first).max(next_time(regulated, first));
        let run = start(&world, edited, then).await.expect("a run");
        let site = grown(&world, edited, &run, ("ten more, and an edit", 5), false, then).await;
        assert_eq!((site.status, site.live_number), (SiteStatus::Waiting, Some(1)), "{}", world.name);
        let run = start(&world, regulated, then).await.expect("a run");
        let step = step(&found(&world, regulated).await, then, true);
        let built = build(&world, regulated, "ten more about the law", 10);
        let built = SiteBuilt { release: NewRelease { needs_review: true, ..built.release }, ..built };
        let run = claim(&world, Lane::Batch, run.id).await;
        finish(&world, &run, vec![built.into(), planned(regulated, 5, step).into()], then).await;
        let site = found(&world, regulated).await;
        assert_eq!((site.status, site.latest_approved_at), (SiteStatus::Waiting, None), "{}", world.name);
        for id in [edited, regulated] {
            let (site, growth) = (found(&world, id).await, growth(&world, id).await);
            let (status, detail) = growth.status(&site, false);
            assert!(
                status == GrowthStatus::Stopped && detail.is_some_and(|text| text.contains("Release 2")),
                "{}",
                world.name
            );
        }
        assert!(due(&world, then + Duration::days(9)).await.is_empty(), "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn pages_that_were_built_while_the_kill_switch_came_on_follow_on_the_next_day() {
    on_each_database(async |world| {
        let (db, ws) = (&world.db, world.workspace_id);
        let first = at("2026-03-01T12:00:00Z");
        let id = launched(&world, "late", first).await;
        let then = next_time(id, first);
        let run = start(&world, id, then).await.expect("a run");
        set_kill_switch(&world, Scope::Workspace(ws), true).await;
        let site = grown(&world, id, &run, ("ten more", 0), true, then).await;
        assert_eq!((site.status, site.latest_approved_at), (SiteStatus::Waiting, None), "{}", world.name);
        let next = next_time(id, then);
        assert!(due(&world, next).await.is_empty(), "{}", world.name);
        set_kill_switch(&world, Scope::Workspace(ws), false).await;
        assert_eq!(due(&world, next).await, [id], "{}", world.name);
        let run = start(&world, id, next).await.expect("a run");
        let site = grown(&world, id, &run, ("ten more", 0), true, next).await;
        assert_eq!(
            (site.status, site.latest_number),
            (SiteStatus::Deploying, Some(2)),
            "{}: the same release",
            world.name
        );
        let release = release::latest(db, ws, id).await.expect("find").expect("it");
        assert!(release.is_approved(), "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn pages_that_no_build_could_write_are_stored_with_their_reasons() {
    on_each_database(async |world| {
        let first = at("2026-03-01T12:00:00Z");
        let id = launched(&world, "short", first).await;
        let left_out = vec![PageLeftOut {
            path: "/areas/o'brien/".to_owned(),
            label: "O\"Brien".to_owned(),
            reason: "Too few figures.".to_owned(),
        }];
        let run = started(&world, start_build(&world, id).await).await;
        let plan = GrowthPlanned { site_id: id, coming: coming(14), left_out: left_out.clone(), step: None };
        finish(&world, &run, vec![build(&world, id, "again", 0).into(), plan.into()], first).await;
        let growth = growth(&world, id).await;
        assert_eq!((growth.later, growth.left_out.0), (14, left_out), "{}", world.name);
        let listed = site::coming_pages(&world.db, world.workspace_id, id).await.expect("list");
        assert_eq!(listed, coming(14), "{}", world.name);
        let (_, other) = other_user(&world, "eve@example.com").await;
        assert_eq!(site::coming_pages(&world.db, other, id).await.expect("list"), [], "{}", world.name);
        world
    })
    .await;
}
