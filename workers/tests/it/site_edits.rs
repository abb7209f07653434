//! Edits of sites that are built here: their changes go into a release, stay in later builds, and are refused by the checks.

use serde_json::json;
use shared::{
    domain::{
        edit::{EditStatus, EditStep, EditWay},
        now,
        run::RunStatus,
        site::SiteStatus,
    },
    store::{
        edit::{self, ReleaseStart},
        release, site,
    },
};
use uuid::Uuid;

use crate::{
    edits::{die, new_edit, prepared, reached, start, step},
    installation::{Installation, in_each_mode},
    sites::{
        NO_LIMITS, TULSA, approve, build, found, latest, new_site, operator, served, settings, start_deploy, stored,
    },
};

/// A live site that is built here.
async fn live_site(at: &Installation, slug: &str) -> Uuid {
    operator(at).await;
    let new = new_site(slug, TULSA);
    stored(at, &new).await;
    build(at, new.id).await;
    approve(at, latest(at, new.id).await.release.id).await;
    let run = at.ended(start_deploy(at, new.id, None).await).await;
    assert_eq!(run.status, RunStatus::Succeeded, "{}: {:?}", at.world.name, run.error);
    new.id
}

#[tokio::test(flavor = "multi_thread")]
async fn site_keeps_an_edit_in_later_builds_until_it_is_undone() {
    in_each_mode(|at| async {
        let worker = at.worker_with(settings(&at).await);
        let site_id = live_site(&at, "tulsa-edit").await;
        let (db, ws) = (&at.world.db, at.world.workspace_id);
        let title = "Plumbers in Tulsa: what to ask first";
        let changes = vec![json!({"kind": "set_title", "path": "/", "title": title})];
        let id = new_edit(&at, site_id, None, changes).await;
        assert_eq!(prepared(&at, id).await.way, Some(EditWay::Release), "{}", at.world.name);
        step(&at, id, EditStep::Apply).await;
        let edit = reached(&at, id, &[EditStatus::Applied, EditStatus::Failed, EditStatus::RolledBack]).await;
        assert_eq!(edit.status, EditStatus::Applied, "{}: {}", at.world.name, edit.detail);
        let live = found(&at, site_id).await;
        assert_eq!((live.live_number, live.live_release_id), (Some(2), edit.release_id), "{}", at.world.name);
        assert!(served(&at, site_id, "index.html").await.contains(title), "{}", at.world.name);
        let carried = release::find(db, ws, edit.release_id.expect("a release")).await.expect("find").expect("it");
        assert_eq!(carried.approved_by, Some(at.world.user_id), "{}", at.world.name);
        // A later build keeps it: nothing changed, so that there is no new release.
        let again = build(&at, site_id).await;
        assert_eq!((again.latest_number, again.status), (Some(2), SiteStatus::Live), "{}", at.world.name);
        step(&at, id, EditStep::Undo).await;
        let edit = reached(&at, id, &[EditStatus::Undone, EditStatus::Failed]).await;
        assert_eq!(edit.status, EditStatus::Undone, "{}: {}", at.world.name, edit.detail);
        assert!(!served(&at, site_id, "index.html").await.contains(title), "{}", at.world.name);
        assert_eq!(found(&at, site_id).await.live_number, Some(3), "{}", at.world.name);
        assert!(edit::page_changes(db, ws, site_id).await.expect("changes").is_empty(), "{}", at.world.name);
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn changed_page_that_the_checks_refuse_leaves_the_site_as_it_is() {
    in_each_mode(|at| async {
        let worker = at.worker_with(settings(&at).await);
        let site_id = live_site(&at, "tulsa-refused").await;
        let invented = json!({
            "@context": "https://schema.org", "@type": "LocalBusiness", "name": "Tulsa Plumbing Guide",
            "aggregateRating": {"@type": "AggregateRating", "ratingValue": "4.9", "reviewCount": "321"},
        });
        let change = json!({"kind": "set_structured_data", "path": "/", "json": invented});
        let id = new_edit(&at, site_id, None, vec![change]).await;
        prepared(&at, id).await;
        step(&at, id, EditStep::Apply).await;
        let edit = reached(&at, id, &[EditStatus::Applied, EditStatus::Failed, EditStatus::RolledBack]).await;
        assert_eq!(edit.status, EditStatus::Failed, "{}: {}", at.world.name, edit.detail);
        assert!(edit.detail.starts_with('G'), "{}: {}", at.world.name, edit.detail);
        let site = found(&at, site_id).await;
        assert_eq!((site.status, site.latest_number), (SiteStatus::Live, Some(1)), "{}", at.world.name);
        let kept = edit::page_changes(&at.world.db, at.world.workspace_id, site_id).await.expect("changes");
        assert!(kept.is_empty(), "{}: the next build is without it", at.world.name);
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn site_edit_of_a_dead_worker_starts_one_build() {
    in_each_mode(|at| async {
        let settings = settings(&at).await;
        let worker = at.worker_with(settings.clone());
        let site_id = live_site(&at, "tulsa-edit-killed").await;
        let changes = vec![json!({"kind": "set_title", "path": "/", "title": "Plumbers in Tulsa, compared"})];
        let id = new_edit(&at, site_id, None, changes).await;
        prepared(&at, id).await;
        worker.stop().await;
        let started = start(&at, id, EditStep::Apply).await;
        die(&at, started.id).await;
        let dead = at.world.run(started.id).await;
        let key = (id, EditStep::Apply);
        let begun = edit::begin_release(&at.world.db, NO_LIMITS, &dead, key, now()).await.expect("begin");
        let ReleaseStart::Begun(first, _) = begun else { panic!("{}: {begun:?}", at.world.name) };
        let worker = at.worker_with(settings);
        let edit = reached(&at, id, &[EditStatus::Applied, EditStatus::Failed, EditStatus::RolledBack]).await;
        assert_eq!(edit.status, EditStatus::Applied, "{}: {}", at.world.name, edit.detail);
        assert_eq!(at.world.run(first).await.status, RunStatus::Succeeded, "{}", at.world.name);
        let releases = release::list(&at.world.db, at.world.workspace_id, site_id, None, 10).await.expect("list");
        assert_eq!(releases.items.len(), 2, "{}: one release for the edit", at.world.name);
        assert!(
            site::live_by_slug(&at.world.db, "tulsa-edit-killed").await.expect("find").is_some(),
            "{}",
            at.world.name
        );
        worker.stop().await;
        at
    })
    .await;
}
