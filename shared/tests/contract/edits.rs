//! Edits: out of reach of other workspaces, written only by the attempt that holds the run, and cleared after they end.

use chrono::Duration;
use serde_json::json;
use shared::{
    domain::{
        annotation::AnnotationKind,
        edit::{AccessKind, EditFileStage, EditStatus, EditStep, EditWay, WebsiteAccess},
        new_id, now,
        release::Blob,
        run::{Lane, Run},
        website::WebsiteKind,
    },
    store::{
        edit::{self, EditBody, EditEnded, EditFilter, EditPrepared, EditStart, MayWrite, NewEdit, NewEditFile},
        kill_switch::{self, Scope},
        run::{self, Effect, Finish, Outcome},
        website::{self, NewWebsite},
        website_access,
    },
};
use uuid::Uuid;

use crate::{
    sites::NO_LIMITS,
    support::{other_user, within},
    world::{World, on_each_database},
};

async fn website_of(world: &World) -> Uuid {
    let new = NewWebsite {
        name: "Old site".to_owned(),
        url: "https://example.com/".to_owned(),
        host: "example.com".to_owned(),
        kind: WebsiteKind::Own,
    };
    within(&world.db, async |tx| website::insert(tx, world.workspace_id, &new, now()).await).await
}

async fn new_edit(world: &World, website_id: Uuid) -> Uuid {
    let changes = vec![json!({"kind": "set_title", "path": "/a/", "title": "New"})];
    let body = EditBody { title: "Titles".to_owned(), reason: String::new(), changes, is_measured: true };
    let new = NewEdit { id: new_id(), website_id, opportunity_id: None, undoes_id: None, body };
    within(&world.db, async |tx| edit::insert(tx, world.workspace_id, world.user_id, &new, now()).await).await;
    new.id
}

/// Starts a step and claims its run.
async fn begun(world: &World, id: Uuid, step: EditStep) -> Run {
    let key = (world.workspace_id, id);
    let started = within(&world.db, async |tx| edit::start(tx, NO_LIMITS, key, world.user_id, step, now()).await).await;
    let EditStart::Run(run, _) = started else { panic!("{}: {started:?}", world.name) };
    claimed(world, run.id).await
}

async fn claimed(world: &World, id: Uuid) -> Run {
    let lease = now() + Duration::seconds(60);
    let claim = run::claim(&world.db, Lane::Interactive, &[id], new_id(), 10, now(), lease).await.expect("claim");
    claim.runs.into_iter().next().expect("a queued run")
}

async fn end(world: &World, run: Run, effect: impl Into<Effect>) {
    let done = Finish { run, outcome: Outcome::Succeeded(json!({})), effects: vec![effect.into()] };
    run::finish(&world.db, std::slice::from_ref(&done), now()).await.expect("finish");
}

fn blob(sha256: &str) -> Blob {
    Blob { sha256: sha256.to_owned(), bytes: vec![1, 2, 3], size: 3 }
}

async fn prepare(world: &World, id: Uuid) {
    let run = begun(world, id, EditStep::Prepare).await;
    let file = |path: &str, is_canary: bool| NewEditFile {
        path: path.to_owned(),
        url: None,
        before_sha256: Some("before".to_owned()),
        after_sha256: "after".to_owned(),
        is_canary,
    };
    let effect = EditPrepared {
        id,
        way: EditWay::Access,
        preview: json!({"files": []}),
        checked: vec![json!({"isApplied": false})],
        problem: None,
        files: vec![file("a/index.html", true), file("b/index.html", false)],
        blobs: vec![blob("before"), blob("after")],
    };
    end(world, run, effect).await;
}

fn ended(id: Uuid, status: EditStatus) -> EditEnded {
    EditEnded {
        id,
        status,
        detail: String::new(),
        checked: None,
        kind: AnnotationKind::Title,
        pages: vec!["https://example.com/a/".to_owned()],
        next: None,
    }
}

#[tokio::test]
async fn edit_and_access_are_out_of_reach_of_other_workspaces() {
    on_each_database(async |world| {
        let (db, ws) = (&world.db, world.workspace_id);
        let (_, other) = other_user(&world, "eve@example.com").await;
        let website_id = website_of(&world).await;
        let id = new_edit(&world, website_id).await;
        prepare(&world, id).await;
        assert_eq!(edit::find(db, ws, id).await.expect("find").map(|edit| edit.files), Some(2), "{}", world.name);
        assert!(edit::find(db, other, id).await.expect("find").is_none(), "{}", world.name);
        assert!(edit::list(db, other, &EditFilter::default(), 10).await.expect("list").items.is_empty());
        assert!(edit::files(db, other, id).await.expect("files").is_empty(), "{}", world.name);
        assert!(edit::blob(db, other, id, "before").await.expect("blob").is_none(), "{}", world.name);
        assert!(edit::blob(db, ws, id, "before").await.expect("blob").is_some(), "{}", world.name);
        let started =
            within(db, async |tx| edit::start(tx, NO_LIMITS, (other, id), world.user_id, EditStep::Apply, now()).await);
        assert!(matches!(started.await, EditStart::NotFound), "{}", world.name);
        assert!(!within(db, async |tx| edit::delete(tx, other, id).await).await, "{}", world.name);
        let access = WebsiteAccess {
            website_id,
            workspace_id: other,
            kind: AccessKind::Folder,
            settings: json!({"path": "/srv"}).into(),
            sealed_secret: None,
            base_url: "https://example.com/".to_owned(),
            tested_at: None,
            created_at: now(),
            updated_at: now(),
        };
        assert!(!website_access::put(db, &access).await.expect("put"), "{}: of another workspace", world.name);
        let own = WebsiteAccess { workspace_id: ws, ..access };
        assert!(website_access::put(db, &own).await.expect("put"), "{}", world.name);
        assert!(website_access::find(db, other, website_id).await.expect("find").is_none(), "{}", world.name);
        let stored = website_access::find(db, ws, website_id).await.expect("find").expect("it");
        let settings = json!({"path": "/srv", "hostKey": "x"});
        assert!(website_access::set_tested(db, &stored, Some(&settings), now()).await.expect("set"), "{}", world.name);
        let tested = website_access::find(db, ws, website_id).await.expect("find").expect("it");
        assert_eq!((tested.tested_at.is_some(), tested.settings.0), (true, settings), "{}", world.name);
        assert!(!website_access::delete(db, other, website_id).await.expect("delete"), "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn only_the_attempt_that_holds_the_run_writes() {
    on_each_database(async |world| {
        let (db, ws) = (&world.db, world.workspace_id);
        let website_id = website_of(&world).await;
        let id = new_edit(&world, website_id).await;
        prepare(&world, id).await;
        let run = begun(&world, id, EditStep::Apply).await;
        assert_eq!(edit::may_write(db, &run, id, now()).await.expect("may"), MayWrite::Yes, "{}", world.name);
        let lost = Run { attempt: run.attempt - 1, ..run.clone() };
        assert_eq!(edit::may_write(db, &lost, id, now()).await.expect("may"), MayWrite::Lost, "{}", world.name);
        let canary = EditFileStage::Canary;
        assert!(!edit::advance(db, &lost, id, "a/index.html", canary).await.expect("advance"), "{}", world.name);
        assert!(edit::advance(db, &run, id, "a/index.html", canary).await.expect("advance"), "{}", world.name);
        assert!(!edit::keep_failure(db, &lost, id, "x").await.expect("keep"), "{}", world.name);
        let switch = async |is_on: bool| {
            within(db, async |tx| kill_switch::set(tx, Scope::Workspace(ws), is_on, "", None, now()).await).await;
        };
        switch(true).await;
        assert_eq!(edit::may_write(db, &run, id, now()).await.expect("may"), MayWrite::Stopped, "{}", world.name);
        switch(false).await;
        for reason in ["It failed.", "Another reason."] {
            assert!(edit::keep_failure(db, &run, id, reason).await.expect("keep"), "{}", world.name);
        }
        let restore = MayWrite::Restore("It failed.".to_owned());
        assert_eq!(edit::may_write(db, &run, id, now()).await.expect("may"), restore, "{}: the first", world.name);
        let failed = Outcome::Failed(shared::domain::run::RunError::new("x", "The server is gone."));
        let done = Finish { run, outcome: failed, effects: Vec::new() };
        run::finish(db, std::slice::from_ref(&done), now()).await.expect("finish");
        let edit = edit::find(db, ws, id).await.expect("find").expect("it");
        assert_eq!((edit.status, edit.failure.clone()), (EditStatus::Failed, None), "{}", world.name);
        assert_eq!(edit.detail, "The server is gone. 1 of 2 files are changed. Undo the edit to restore them.");
        assert!(edit.can_be_undone(), "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn applied_edit_is_recorded_once_and_contents_of_undone_ones_are_deleted() {
    on_each_database(async |world| {
        let (db, ws) = (&world.db, world.workspace_id);
        let website_id = website_of(&world).await;
        let id = new_edit(&world, website_id).await;
        prepare(&world, id).await;
        let run = begun(&world, id, EditStep::Apply).await;
        end(&world, run, ended(id, EditStatus::Applied)).await;
        let applied = edit::find(db, ws, id).await.expect("find").expect("it");
        assert!(applied.annotation_id.is_some() && applied.experiment_id.is_some(), "{}: {applied:?}", world.name);
        let run = begun(&world, id, EditStep::Check).await;
        end(&world, run, ended(id, EditStatus::Applied)).await;
        let checked = edit::find(db, ws, id).await.expect("find").expect("it");
        assert_eq!((checked.annotation_id, checked.applied_at), (applied.annotation_id, applied.applied_at));
        let soon = now() + Duration::seconds(1);
        assert_eq!(edit::delete_old_files(db, soon, 10).await.expect("delete"), 0, "{}: it can be undone", world.name);
        assert_eq!(edit::delete_unused_blobs(db, soon, 10).await.expect("delete"), 0, "{}", world.name);
        let run = begun(&world, id, EditStep::Undo).await;
        end(&world, run, ended(id, EditStatus::Undone)).await;
        let soon = now() + Duration::seconds(1);
        assert_eq!(edit::delete_old_files(db, soon, 10).await.expect("delete"), 2, "{}", world.name);
        assert_eq!(edit::delete_unused_blobs(db, soon, 10).await.expect("delete"), 2, "{}", world.name);
        let undone = edit::find(db, ws, id).await.expect("find").expect("it");
        assert_eq!((undone.status, undone.can_be_undone()), (EditStatus::Undone, false), "{}", world.name);
        let gone = within(db, async |tx| website::delete(tx, ws, website_id).await).await;
        assert!(matches!(gone, website::Deletion::Deleted(_)), "{}: {gone:?}", world.name);
        assert!(edit::find(db, ws, id).await.expect("find").is_none(), "{}", world.name);
        world
    })
    .await;
}
