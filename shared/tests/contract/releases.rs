//! Builds and releases of sites: contents stored once, one run at a time, and a live release that failures leave alone.

use chrono::Duration;
use serde_json::{Value, json};
use shared::{
    domain::{
        new_id, now,
        run::{Run, RunError},
        site::SiteStatus,
    },
    store::{
        document::{self, NewVersion},
        release::{self, Approval},
        run::{self, Finish, Outcome},
        site::{self, Archived, PageText, Started, Taken},
        usage,
    },
};
use uuid::Uuid;

use crate::{
    sites::{add, approve, build_of, built, claimed, deployed, finish, found, hosted, sha, start_build, start_deploy},
    support::{count, is_conflict, within},
    world::on_each_database,
};

#[tokio::test]
async fn build_is_stored_once_and_equal_files_make_no_second_release() {
    on_each_database(async |world| {
        let (db, ws) = (&world.db, world.workspace_id);
        let id = add(&world, "once").await;
        let run = claimed(&world, start_build(&world, id).await).await;
        let late = build_of(&world, id, &["late"], false);
        assert!(finish(&world, &run, build_of(&world, id, &["one", "one", "two"], false)).await, "{}", world.name);
        assert!(!finish(&world, &run, late).await, "{}: the run has ended", world.name);
        let first = found(&world, id).await;
        assert_eq!((first.latest_number, first.pages), (Some(1), 3), "{}", world.name);
        assert_eq!(count(db, "site_blobs", "TRUE").await, 2, "{}: equal contents are stored once", world.name);
        let release = release::latest(db, ws, id).await.expect("latest").expect("a release");
        let full = release::find_full(db, ws, release.id).await.expect("find").expect("it");
        assert_eq!((full.manifest.len(), full.gate.0["passes"].clone()), (3, json!(true)), "{}", world.name);
        let blob = release::blob(db, release.id, &sha("two")).await.expect("blob").expect("it");
        assert_eq!((blob.bytes.as_slice(), blob.size), (b"two".as_slice(), 3), "{}", world.name);
        assert!(release::blob(db, new_id(), &sha("two")).await.expect("blob").is_none(), "of another release");
        assert_eq!(release::missing_blobs(db, release.id).await.expect("missing"), Vec::<String>::new());
        assert!(usage::storage(db, ws, now()).await.expect("usage") >= 6, "{}", world.name);
        let documents: Vec<Uuid> =
            site::pages(db, ws, id).await.expect("pages").iter().map(|p| p.document_id).collect();
        let run = claimed(&world, start_build(&world, id).await).await;
        let mut same = build_of(&world, id, &["one", "one", "two"], false);
        for (page, document) in same.pages.iter_mut().zip(&documents) {
            page.text = PageText::Unchanged(*document);
        }
        assert!(finish(&world, &run, same).await, "{}", world.name);
        let second = found(&world, id).await;
        assert_eq!((second.latest_number, second.status), (Some(1), SiteStatus::Waiting), "{}", world.name);
        // The same files that another site makes forbidden are another release: the verdict differs.
        let run = claimed(&world, start_build(&world, id).await).await;
        let mut blocked = build_of(&world, id, &["one", "one", "two"], true);
        blocked.pages.truncate(1);
        blocked.pages[0].text = PageText::Unchanged(documents[0]);
        assert!(finish(&world, &run, blocked).await, "{}", world.name);
        let third = found(&world, id).await;
        assert_eq!(
            (third.latest_number, third.status, third.pages),
            (Some(2), SiteStatus::Blocked, 1),
            "{}",
            world.name
        );
        assert_eq!(third.last_error.as_deref(), Some("G07: too thin. Write more."), "{}", world.name);
        assert!(
            document::find(db, ws, documents[2]).await.expect("find").is_some(),
            "documents of removed pages remain"
        );
        let blocked = third.latest_release_id.expect("a release");
        assert!(matches!(approve(&world, blocked).await, Approval::Blocked), "{}", world.name);
        assert!(matches!(start_deploy(&world, id, Some(blocked)).await, Started::Blocked), "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn rewritten_page_gets_a_version_and_a_stale_one_is_refused() {
    on_each_database(async |world| {
        let (db, ws) = (&world.db, world.workspace_id);
        let id = add(&world, "versions").await;
        built(&world, id, &["one"]).await;
        let document_id = site::pages(db, ws, id).await.expect("pages")[0].document_id;
        let rewritten = |base: i32, text: &str| {
            let mut build = build_of(&world, id, &[text], false);
            let PageText::New(_, new) = &build.pages[0].text else { unreachable!("a new page") };
            let version = NewVersion { draft: json!({"title": {"text": text}}), base, ..new.1.clone() };
            build.pages[0].text = PageText::Rewritten(document_id, base, Box::new(version));
            build
        };
        let run = claimed(&world, start_build(&world, id).await).await;
        assert!(finish(&world, &run, rewritten(1, "two")).await, "{}", world.name);
        let pages = site::page_texts(db, ws, id).await.expect("texts");
        assert_eq!((pages[0].version, &pages[0].draft.0["title"]["text"]), (2, &json!("two")), "{}", world.name);
        assert_eq!((pages[0].names.0.as_slice(), pages[0].is_generated), (["Tulsa".to_owned()].as_slice(), false));
        let run = claimed(&world, start_build(&world, id).await).await;
        let stale = Finish {
            run: run.clone(),
            outcome: Outcome::Succeeded(Value::Null),
            effects: vec![rewritten(1, "three").into()],
        };
        let refused = run::finish(db, &[stale], now()).await;
        assert!(is_conflict(&refused), "{}: {refused:?}", world.name);
        assert_eq!(found(&world, id).await.latest_number, Some(2), "{}: nothing of it is stored", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn failed_and_cancelled_runs_leave_the_live_release() {
    on_each_database(async |world| {
        let db = &world.db;
        let id = add(&world, "failing").await;
        built(&world, id, &["one"]).await;
        let live = deployed(&world, id).await;
        let first = live.live_release_id;
        let run = claimed(&world, start_build(&world, id).await).await;
        let error = RunError::new("broken", "It broke. Mend it.");
        let failed = Finish { run: run.clone(), outcome: Outcome::Failed(error), effects: Vec::new() };
        run::finish(db, &[failed], now()).await.expect("finish");
        let after = found(&world, id).await;
        assert_eq!((after.status, after.last_error.as_deref()), (SiteStatus::Failed, Some("It broke. Mend it.")));
        assert_eq!(after.live_release_id, first, "{}: visitors notice nothing", world.name);
        built(&world, id, &["two"]).await;
        let Started::Run(queued, _) = start_build(&world, id).await else { panic!("a run") };
        run::cancel(db, world.workspace_id, queued.id, now()).await.expect("cancel");
        let after = found(&world, id).await;
        assert_eq!((after.status, after.live_release_id), (SiteStatus::Waiting, first), "{}", world.name);
        // A rollback: the older release, which is approved, is deployed again.
        let second = deployed(&world, id).await;
        assert_eq!(second.live_number, Some(2), "{}", world.name);
        let run = claimed(&world, start_deploy(&world, id, first).await).await;
        assert!(finish(&world, &run, hosted(id, first.expect("a release"))).await, "{}", world.name);
        let back = found(&world, id).await;
        assert_eq!((back.status, back.live_number, back.latest_number), (SiteStatus::Live, Some(1), Some(2)));
        let midnight = now() - Duration::hours(1);
        let launched = site::launched_since(db, world.workspace_id, new_id(), midnight).await.expect("count");
        let pages = site::pages_since(db, world.workspace_id, id, midnight).await.expect("count");
        assert_eq!((launched, pages), (1, 2), "{}: a rollback launches nothing", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn one_run_works_on_a_site_at_a_time() {
    on_each_database(async |world| {
        let db = &world.db;
        let id = add(&world, "taken").await;
        let run = claimed(&world, start_build(&world, id).await).await;
        let taken = site::take(db, &run, id, SiteStatus::Building, now()).await.expect("take");
        assert!(matches!(taken, Taken::Site(..)), "{}: {taken:?}", world.name);
        let other = world.stored().await;
        let other = world.claim(&[other.id], 100).await.runs.remove(0);
        let busy = site::take(db, &other, id, SiteStatus::Deploying, now()).await.expect("take");
        assert!(matches!(busy, Taken::Busy(by) if by == run.id), "{}: {busy:?}", world.name);
        let lost = Run { attempt: run.attempt + 1, ..run.clone() };
        let gone = site::take(db, &lost, id, SiteStatus::Building, now()).await.expect("take");
        assert!(matches!(gone, Taken::Gone), "{}: an attempt that does not hold its run", world.name);
        let archived = within(db, async |tx| site::archive(tx, world.workspace_id, id, now()).await).await;
        assert!(matches!(archived, Archived::Busy(by) if by == run.id), "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn old_releases_and_unused_contents_are_deleted() {
    on_each_database(async |world| {
        let (db, ws) = (&world.db, world.workspace_id);
        let id = add(&world, "old").await;
        built(&world, id, &["first", "shared"]).await;
        let live = deployed(&world, id).await;
        for no in 0..22 {
            built(&world, id, &[&format!("text {no}"), "shared"]).await;
        }
        assert_eq!(release::delete_old(db, 100).await.expect("delete"), 2, "{}: 23 releases, one approved", world.name);
        let left = release::list(db, ws, id, None, 99).await.expect("list").items;
        assert_eq!(left.len(), 21, "{}", world.name);
        assert_eq!(left.last().map(|release| release.id), live.live_release_id, "{}: the live one stays", world.name);
        let recent = release::delete_unused_blobs(db, now() - Duration::days(1), 100).await.expect("delete");
        assert_eq!(recent, 0, "{}: a build may be using them", world.name);
        let unused = release::delete_unused_blobs(db, now() + Duration::seconds(1), 100).await.expect("delete");
        assert_eq!(unused, 2, "{}: of the deleted releases", world.name);
        for release in &left {
            assert!(release::missing_blobs(db, release.id).await.expect("missing").is_empty(), "{}", world.name);
            let files = release::manifest(db, release.id).await.expect("manifest").expect("it");
            for file in files {
                assert!(release::blob(db, release.id, &file.sha256).await.expect("blob").is_some(), "{}", world.name);
            }
        }
        world
    })
    .await;
}

#[tokio::test]
async fn sketches_are_replaced_at_each_build_and_offline_sites_do_not_count() {
    on_each_database(async |world| {
        let (db, ws) = (&world.db, world.workspace_id);
        let (first, second) = (add(&world, "sketched").await, add(&world, "reader").await);
        built(&world, first, &["one", "two"]).await;
        let paths = async || -> Vec<String> {
            let found = site::sketches(db, ws, second, 99).await.expect("sketches");
            found.into_iter().map(|row| row.path).collect()
        };
        assert_eq!(paths().await, ["/p0/", "/p1/"], "{}", world.name);
        assert!(site::sketches(db, ws, first, 99).await.expect("sketches").is_empty(), "{}: its own", world.name);
        let wanted = [(first, "/p1/".to_owned()), (first, "/none/".to_owned())];
        let shingles = site::shingles(db, ws, &wanted).await.expect("shingles");
        assert_eq!(shingles, [(first, "/p1/".to_owned(), vec![2; 16])], "{}", world.name);
        let run = claimed(&world, start_build(&world, first).await).await;
        let mut smaller = build_of(&world, first, &["three"], false);
        smaller.pages.clear();
        assert!(finish(&world, &run, smaller).await);
        assert_eq!(paths().await, ["/p0/"], "{}", world.name);
        assert_eq!(site::others(db, ws, second).await.expect("others").len(), 1, "{}", world.name);
        within(db, async |tx| site::take_offline(tx, ws, first, now()).await).await;
        assert!(paths().await.is_empty() && site::others(db, ws, second).await.expect("others").is_empty());
        world
    })
    .await;
}
