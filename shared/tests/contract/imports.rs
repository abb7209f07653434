//! Imports: rows count when their batch does.

use serde_json::json;
use shared::{
    domain::{
        import::ImportStatus, keyword::ToolKeyword, new_id, now, run::NewRun, run::RunKind, website::WebsiteKind,
    },
    store::{
        import::{self, ImportEnd, KeywordRow, NewImport},
        run::{self, Finish, Outcome},
        website::{self, NewWebsite},
    },
};
use uuid::Uuid;

use crate::{
    lines,
    world::{World, on_each_database},
};

async fn website(world: &World) -> Uuid {
    let mut tx = world.db.begin().await.expect("a transaction");
    let new = NewWebsite {
        name: "Example".into(),
        url: "https://example.com/".into(),
        host: "example.com".into(),
        kind: WebsiteKind::Own,
    };
    let id = website::insert(&mut tx, world.workspace_id, &new, now()).await.expect("website");
    tx.commit().await.expect("commit");
    id
}

async fn committed(world: &World, website_id: Uuid) -> (Uuid, NewRun) {
    let id = new_id();
    let new = NewImport {
        id,
        workspace_id: world.workspace_id,
        website_id: None,
        user_id: world.user_id,
        file_name: "Queries.csv".into(),
    };
    import::insert(&world.db, &new, now()).await.expect("import");
    let new = NewRun {
        website_id: Some(website_id),
        ..NewRun::new(world.workspace_id, world.user_id, RunKind::Import, json!({"importId": id}))
    };
    let mut tx = world.db.begin().await.expect("a transaction");
    let begun = import::begin(&mut tx, world.workspace_id, id, website_id, new.id).await.expect("begin");
    assert_eq!(begun.expect("it").status, ImportStatus::Importing);
    let again = import::begin(&mut tx, world.workspace_id, id, website_id, new.id).await.expect("begin");
    assert!(again.is_none(), "not twice");
    run::insert(&mut tx, &new).await.expect("run");
    tx.commit().await.expect("commit");
    (id, new)
}

const ROWS: &str = r#"[["query","current","roof repair",null,null,null,3,100,4.5],
    ["query","current","quote \" and \u0000é",null,null,null,0,7,null]]"#;

#[tokio::test]
async fn rows_count_from_the_end_of_the_run_until_they_are_undone() {
    on_each_database(|world| async {
        let site = website(&world).await;
        let (id, new) = committed(&world, site).await;
        let run = world.claim(&[new.id], 10).await.runs.remove(0);
        let batch = import::begin_batch(&world.db, id, site, run.attempt, now()).await.expect("batch");
        lines::insert(&world.db, batch, 0, ROWS).await;
        let tool = ToolKeyword { source: "ahrefs_keywords".into(), difficulty: Some(31.0), ..ToolKeyword::default() };
        import::insert_keyword_rows(&world.db, batch, 0, &[("roofer".into(), tool.clone())]).await.expect("rows");
        let seen = import::batches(&world.db, world.workspace_id, site).await.expect("batches");
        assert!(seen.is_empty(), "{}: nothing counts before the end", world.name);
        let end = ImportEnd {
            import_id: id,
            batch_id: batch,
            rows: 3,
            rejected: 0,
            kinds: vec!["gsc_queries".to_owned()],
            rejects: json!([]),
            totals: (2, 3, 107),
            observed: ("2026-01-01".parse().ok(), "2026-01-28".parse().ok()),
        };
        let finish = Finish { run, outcome: Outcome::Succeeded(json!({})), effects: vec![end.into()] };
        run::finish(&world.db, &[finish], now()).await.expect("finish");
        let batches = import::batches(&world.db, world.workspace_id, site).await.expect("batches");
        assert_eq!((batches.len(), batches[0].queries), (1, 2));
        let piece = import::search_rows(&world.db, batch, 0..10).await.expect("rows");
        let rows = piece.rows().expect("ours");
        assert_eq!((rows.len(), rows[0].clicks, rows[0].position, rows[1].position), (2, 3, Some(4.5), None));
        assert_eq!(&*rows[0].dimension, "query");
        assert_eq!(rows[1].query.as_deref(), Some("quote \" and é"));
        let second = import::search_rows(&world.db, batch, 1..10).await.expect("rows");
        assert_eq!(second.rows().expect("ours")[0].query.as_deref(), Some("quote \" and é"));
        let beyond = import::search_rows(&world.db, batch, 2..10).await.expect("rows");
        assert!(beyond.rows().expect("ours").is_empty());
        assert_eq!(import::count_search_rows(&world.db, batch).await.expect("count"), 2);
        let stored = import::keyword_rows(&world.db, batch, 0, 10).await.expect("rows");
        assert_eq!(stored, [KeywordRow { no: 0, keyword: "roofer".into(), tool }]);
        let site_now = website::find(&world.db, world.workspace_id, site).await.expect("find").expect("it");
        assert_eq!((site_now.queries, site_now.clicks, site_now.impressions), (Some(2), Some(3), Some(107)));
        assert!(site_now.last_import_at.is_some());
        assert!(import::batches(&world.db, new_id(), site).await.expect("batches").is_empty(), "nobody else's");

        import::hide(&world.db, id).await.expect("hide");
        import::delete_batch(&world.db, id, None).await.expect("delete");
        let gone = import::search_rows(&world.db, batch, 0..10).await.expect("rows");
        assert!(gone.rows().expect("ours").is_empty());
        assert_eq!(import::count_search_rows(&world.db, batch).await.expect("count"), 0);
        world
    })
    .await;
}

const PERIODS: [&str; 2] = ["current", "previous"];

#[tokio::test]
async fn many_rows_keep_their_order_and_their_fields() {
    on_each_database(|world| async {
        let site = website(&world).await;
        let (id, _) = committed(&world, site).await;
        let batch = import::begin_batch(&world.db, id, site, 1, now()).await.expect("batch");
        let line = |no: i64| {
            json!([
                "detail",
                PERIODS[usize::from(no % 3 == 0)],
                format!("search {no}"),
                "/a",
                "2026-01-02",
                "usa",
                no,
                7 * no,
                1.5
            ])
        };
        let table: Vec<_> = (0..1_203).map(line).collect();
        lines::insert(&world.db, batch, 0, &json!(table).to_string()).await;
        lines::insert(&world.db, batch, 1_203, "[]").await;
        assert_eq!(import::count_search_rows(&world.db, batch).await.expect("count"), 1_203, "{}", world.name);
        let piece = import::search_rows(&world.db, batch, 499..1_099).await.expect("rows");
        let rows = piece.rows().expect("ours");
        assert_eq!(rows.len(), 600);
        for (row, no) in rows.iter().zip(499..) {
            assert_eq!(row.query.as_deref(), Some(format!("search {no}").as_str()));
            assert_eq!(&*row.period, PERIODS[usize::from(no % 3 == 0)], "both periods of a comparison come in turn");
            assert_eq!((row.clicks, row.impressions, row.position), (no, 7 * no, Some(1.5)), "{}", world.name);
            assert_eq!((row.page.as_deref(), row.date.as_deref()), (Some("/a"), Some("2026-01-02")));
        }
        world
    })
    .await;
}

#[tokio::test]
async fn a_cancelled_import_can_be_committed_again() {
    on_each_database(|world| async {
        let site = website(&world).await;
        let (id, new) = committed(&world, site).await;
        run::cancel(&world.db, world.workspace_id, new.id, now()).await.expect("cancel");
        let cancelled = import::find(&world.db, world.workspace_id, id).await.expect("find").expect("it");
        assert_eq!(cancelled.status, ImportStatus::Failed, "{}", world.name);
        let mut tx = world.db.begin().await.expect("a transaction");
        let again = import::begin(&mut tx, world.workspace_id, id, site, new_id()).await.expect("begin");
        assert_eq!(again.expect("it").status, ImportStatus::Importing);
        world
    })
    .await;
}
