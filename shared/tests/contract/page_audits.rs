//! Audits of pages: found only in their workspace, counted by fixes, the oldest deleted; search data of a keyword.

use serde_json::{Value, json};
use shared::{
    config::WorkspaceLimits,
    domain::{
        new_id, now,
        page_audit::NewPageAudit,
        run::{NewRun, Run, RunKind, RunStatus},
    },
    store::{
        import, page_audit,
        page_audit::PageAuditEnd,
        run::{self, Finish, Outcome},
    },
};
use uuid::Uuid;

use crate::{
    support::within,
    world::{World, on_each_database},
};

/// Audits of a workspace that are kept.
const KEPT: usize = 100;

/// Stores an audit with its run.
async fn started(world: &World, website_id: Option<Uuid>) -> (Uuid, Run) {
    let new = NewPageAudit {
        id: new_id(),
        website_id,
        url: "https://example.com/".to_owned(),
        keyword: "plumber".to_owned(),
    };
    let run = NewRun::new(world.workspace_id, world.user_id, RunKind::PageAudit, Value::Null);
    let inserted =
        within(&world.db, async |tx| page_audit::start(tx, WorkspaceLimits::default(), &new, run, now()).await).await;
    assert_eq!(inserted.run.payload.0, json!({"pageAuditId": new.id}));
    (new.id, inserted.run)
}

/// Ends the run of an audit with a report of two fixes.
async fn ended(world: &World, id: Uuid, run: &Run) {
    let run = world.claim(&[run.id], 200).await.runs.remove(0);
    let effects =
        vec![PageAuditEnd { page_audit_id: id, report: json!({"fixes": [{"key": "a"}, {"key": "b"}]}) }.into()];
    let finish = Finish { run, outcome: Outcome::Succeeded(json!({})), effects };
    run::finish(&world.db, &[finish], now()).await.expect("finish");
}

#[tokio::test]
async fn page_audit_is_found_in_its_workspace_with_the_number_of_its_fixes() {
    on_each_database(async |world| {
        let (website, stranger) = (new_id(), new_id());
        let (id, run) = started(&world, Some(website)).await;
        let before = page_audit::find(&world.db, world.workspace_id, id).await.expect("a query").expect("the audit");
        assert_eq!((before.fixes, before.status), (None, Some(RunStatus::Queued)), "{}", world.name);
        assert!(page_audit::report(&world.db, world.workspace_id, id).await.expect("a query").is_none());
        ended(&world, id, &run).await;
        let after = page_audit::find(&world.db, world.workspace_id, id).await.expect("a query").expect("the audit");
        assert_eq!((after.fixes, after.status), (Some(2), Some(RunStatus::Succeeded)), "{}", world.name);
        assert!(after.finished_at.is_some());
        assert!(page_audit::find(&world.db, stranger, id).await.expect("a query").is_none());
        assert!(page_audit::report(&world.db, stranger, id).await.expect("a query").is_none());
        let list = page_audit::list(&world.db, world.workspace_id, Some(website), None, 10).await.expect("a list");
        assert_eq!(list.items.len(), 1);
        let other = page_audit::list(&world.db, world.workspace_id, Some(new_id()), None, 10).await.expect("a list");
        assert!(other.items.is_empty());
        world
    })
    .await;
}

#[tokio::test]
async fn page_audits_beyond_the_latest_hundred_are_deleted() {
    on_each_database(async |world| {
        let (first, first_run) = started(&world, None).await;
        ended(&world, first, &first_run).await;
        let (mut last, mut last_run) = started(&world, None).await;
        for _ in 1..KEPT {
            (last, last_run) = started(&world, None).await;
        }
        let kept = page_audit::find(&world.db, world.workspace_id, first).await.expect("a query");
        assert!(kept.is_some(), "{}: nothing is deleted before an audit ends", world.name);
        ended(&world, last, &last_run).await;
        assert!(page_audit::find(&world.db, world.workspace_id, first).await.expect("a query").is_none());
        let list = page_audit::list(&world.db, world.workspace_id, None, None, 200).await.expect("a list");
        assert_eq!(list.items.len(), KEPT, "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn search_data_of_an_unknown_keyword_are_empty() {
    on_each_database(async |world| {
        let (ws, site) = (world.workspace_id, new_id());
        for text in ["100%_ \\", "plumber", "ＰＬＵＭＢＥＲ"] {
            let results = import::results_of_query(&world.db, ws, site, text, 10).await.expect("results");
            let pages = import::pages_with_text(&world.db, ws, site, text, 10).await.expect("pages");
            let keyword = shared::store::keyword::find(&world.db, ws, site, text).await.expect("a keyword");
            assert!(results.is_empty() && pages.is_empty() && keyword.is_none(), "{}: {text}", world.name);
        }
        world
    })
    .await;
}
