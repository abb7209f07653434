//! From an upload to keyword opportunities.

use std::time::Duration;

use serde_json::{Value, json};
use shared::{
    domain::{
        import::ImportStatus,
        new_id, now,
        run::{NewRun, RunKind, RunStatus},
        website::WebsiteKind,
    },
    store::{
        import::{self, NewImport},
        insight, keyword, opportunity, run,
        website::{self, NewWebsite},
    },
    uploads::Uploads,
};
use uuid::Uuid;

use crate::installation::{Installation, in_each_mode};

const SAMPLE: &[u8] = include_bytes!("../../data/sample-site.zip");

async fn upload(at: &Installation, name: &str, bytes: &[u8]) -> Uuid {
    let id = new_id();
    let new = NewImport {
        id,
        workspace_id: at.world.workspace_id,
        website_id: None,
        user_id: at.world.user_id,
        file_name: name.to_owned(),
    };
    import::insert(&at.backends.db, &new, now()).await.expect("import");
    let uploads = Uploads::new(Some(at.uploads.clone()), &at.backends.db);
    let mut writer = uploads.writer(id).await.expect("writer");
    writer.append(bytes).await.expect("append");
    writer.finish().await.expect("finish");
    id
}

async fn run_import(at: &Installation, id: Uuid, kind: RunKind, website_id: Option<Uuid>) -> shared::domain::run::Run {
    let new =
        NewRun { website_id, ..NewRun::new(at.world.workspace_id, at.world.user_id, kind, json!({"importId": id})) };
    if let Some(website_id) = website_id.filter(|_| kind == RunKind::Import) {
        let mut tx = at.backends.db.begin().await.expect("a transaction");
        let begun = import::begin(&mut tx, at.world.workspace_id, id, website_id, new.id).await.expect("begin");
        assert!(begun.is_some());
        tx.commit().await.expect("commit");
    }
    at.enqueue(std::slice::from_ref(&new)).await;
    at.ended(new.id).await
}

async fn website(at: &Installation) -> Uuid {
    let mut tx = at.backends.db.begin().await.expect("a transaction");
    let new = NewWebsite {
        name: "Sample".into(),
        url: "https://sample.example/".into(),
        host: "sample.example".into(),
        kind: WebsiteKind::Sample,
    };
    let id = website::insert(&mut tx, at.world.workspace_id, &new, now()).await.expect("website");
    tx.commit().await.expect("commit");
    id
}

#[tokio::test(flavor = "multi_thread")]
async fn an_export_becomes_keywords_insights_and_opportunities_and_can_be_taken_out_again() {
    in_each_mode(|at| async {
        let worker = at.worker();
        let id = upload(&at, "sample-site.zip", SAMPLE).await;
        assert_eq!(run_import(&at, id, RunKind::ImportPreview, None).await.status, RunStatus::Succeeded);
        let previewed = import::find(&at.backends.db, at.world.workspace_id, id).await.expect("find").expect("it");
        assert!(previewed.preview["files"].as_array().is_some_and(|files| files.len() >= 5), "{}", previewed.preview.0);
        let site = website(&at).await;
        let ended = run_import(&at, id, RunKind::Import, Some(site)).await;
        assert_eq!(ended.status, RunStatus::Succeeded, "{}: {:?}", at.world.name, ended.error);
        let imported = import::find(&at.backends.db, at.world.workspace_id, id).await.expect("find").expect("it");
        assert_eq!((imported.status, imported.rejected), (ImportStatus::Imported, 0));
        assert!(imported.rows > 300);

        let analyse = NewRun {
            website_id: Some(site),
            engine_id: Some("keyword".into()),
            action: Some("analyse".into()),
            ..NewRun::new(at.world.workspace_id, at.world.user_id, RunKind::Engine, json!({"parameters": {}}))
        };
        at.enqueue(std::slice::from_ref(&analyse)).await;
        let ended = at.ended(analyse.id).await;
        assert_eq!(ended.status, RunStatus::Succeeded, "{}: {:?}", at.world.name, ended.error);
        let filter = filter(site);
        assert!(keyword::count(&at.backends.db, at.world.workspace_id, &filter).await.expect("count") > 200);
        let found = insight::list(&at.backends.db, at.world.workspace_id, None, None, None, 50).await.expect("list");
        assert!(!found.items.is_empty() && found.items.iter().all(|i| !i.body.falsifier.is_empty()));
        let wins = opportunity::list(&at.backends.db, at.world.workspace_id, Some(site), 50).await.expect("list");
        assert!(!wins.is_empty());
        let result: Value =
            run::result(&at.backends.db, at.world.workspace_id, analyse.id).await.expect("result").expect("one");
        assert!(result["totals"]["queries"].as_u64().is_some_and(|n| n > 200), "{}", result["totals"]);

        let undone = run_import(&at, id, RunKind::ImportUndo, Some(site)).await;
        assert_eq!(undone.status, RunStatus::Succeeded, "{:?}", undone.error);
        assert!(import::batches(&at.backends.db, at.world.workspace_id, site).await.expect("batches").is_empty());
        worker.stop().await;
        at
    })
    .await;
}

fn filter(website_id: Uuid) -> keyword::Filter {
    keyword::Filter {
        website_id,
        contains: None,
        intent: None,
        cluster_no: None,
        win: None,
        min_impressions: None,
        sort: keyword::Sort::Value,
        descending: true,
        offset: 0,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_is_no_export_fails_with_words_that_help() {
    in_each_mode(|at| async {
        let worker = at.worker();
        let picture = upload(&at, "Queries.csv", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR").await;
        let failed = run_import(&at, picture, RunKind::ImportPreview, None).await;
        assert_eq!(failed.status, RunStatus::Failed, "{}", at.world.name);
        assert!(failed.error.expect("an error").detail.len() > 20);
        let site = website(&at).await;
        let empty = upload(&at, "Queries.csv", b"Top queries,Clicks,Impressions,CTR,Position\n").await;
        let failed = run_import(&at, empty, RunKind::Import, Some(site)).await;
        assert_eq!(failed.status, RunStatus::Failed);
        let import = import::find(&at.backends.db, at.world.workspace_id, empty).await.expect("find").expect("it");
        assert_eq!(import.status, ImportStatus::Failed);
        assert!(import.error.is_some());
        tokio::time::sleep(Duration::from_millis(10)).await;
        worker.stop().await;
        at
    })
    .await;
}
