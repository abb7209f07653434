//! Websites: settings, archiving, and deletion with all their data.

use serde_json::json;
use shared::{
    domain::{
        annotation::AnnotationKind,
        new_id, now,
        observation::ObservationKind,
        opportunity::OpportunityBody,
        run::{NewRun, RunKind},
        website::WebsiteKind,
        website_settings::{Goal, GoalMetric, Market, WebsiteSettings},
    },
    store::{
        annotation::{self, AnnotationBody},
        import::{self, NewImport},
        opportunity, run,
        website::{self, Deletion, NewWebsite},
    },
};
use uuid::Uuid;

use crate::world::{World, on_each_database};

async fn add(world: &World, host: &str) -> Uuid {
    let new = NewWebsite {
        name: host.to_owned(),
        url: format!("https://{host}/"),
        host: host.to_owned(),
        kind: WebsiteKind::Own,
    };
    let mut tx = world.db.begin().await.expect("a transaction");
    let id = website::insert(&mut tx, world.workspace_id, &new, now()).await.expect("website");
    tx.commit().await.expect("commit");
    id
}

/// Gives a website an import with a batch, an annotation, an opportunity and a queued run.
async fn fill(world: &World, site: Uuid) -> Uuid {
    let (db, ws, user) = (&world.db, world.workspace_id, world.user_id);
    let import_id = new_id();
    let new = NewImport {
        id: import_id,
        workspace_id: ws,
        website_id: Some(site),
        user_id: user,
        file_name: "a.csv".to_owned(),
    };
    import::insert(db, &new, now()).await.expect("import");
    import::set_preview(db, import_id, 1, &json!({})).await.expect("preview");
    import::begin_batch(db, import_id, site, 1, now()).await.expect("batch");
    let note = AnnotationBody {
        website_id: Some(site),
        day: "2026-09-01".parse().expect("a day"),
        at: None,
        kind: AnnotationKind::Edit,
        title: "Title".to_owned(),
        detail: String::new(),
        pages: Vec::new(),
    };
    annotation::insert(db, ws, user, &note, now()).await.expect("note");
    let mut tx = db.begin().await.expect("a transaction");
    opportunity::insert(&mut tx, ws, Some(site), &body(), now()).await.expect("opportunity");
    tx.commit().await.expect("commit");
    let waiting = NewRun { website_id: Some(site), ..NewRun::new(ws, user, RunKind::Engine, json!({})) };
    run::insert(db, &waiting).await.expect("run");
    waiting.id
}

fn body() -> OpportunityBody {
    OpportunityBody {
        title: "Do it".to_owned(),
        category: "manual".to_owned(),
        difficulty: None,
        score: 50.0,
        engine_id: None,
        keyword: None,
        impact: None,
        effort_minutes: None,
        quick_win: false,
        automated: false,
        edited: false,
        evidence: json!([]),
    }
}

/// Returns the numbers of imports, annotations and opportunities of a website.
async fn counts(world: &World, site: Uuid) -> (usize, usize, usize) {
    let (db, ws) = (&world.db, world.workspace_id);
    let imports = import::list(db, ws, None, 99).await.expect("imports").items;
    let notes = annotation::Filter { website_id: Some(site), ..annotation::Filter::default() };
    (
        imports.iter().filter(|one| one.website_id == Some(site)).count(),
        annotation::list(db, ws, &notes, 99).await.expect("notes").items.len(),
        opportunity::list(db, ws, Some(site), 99).await.expect("opportunities").len(),
    )
}

async fn delete(world: &World, workspace_id: Uuid, site: Uuid) -> Deletion {
    let mut tx = world.db.begin().await.expect("a transaction");
    let deletion = website::delete(&mut tx, workspace_id, site).await.expect("delete");
    match deletion {
        Deletion::Deleted(_) => tx.commit().await.expect("commit"),
        Deletion::Busy | Deletion::NotFound => drop(tx),
    }
    deletion
}

#[tokio::test]
async fn rows_of_a_deleted_website_are_invisible_at_once_and_follow_in_pieces() {
    on_each_database(|world| async {
        let (db, ws) = (&world.db, world.workspace_id);
        let (gone, stays) = (add(&world, "gone.example").await, add(&world, "stays.example").await);
        let mut batches = Vec::new();
        for site in [gone, stays] {
            fill(&world, site).await;
            let imports = import::list(db, ws, None, 9).await.expect("imports").items;
            let import_id = imports.iter().find(|one| one.website_id == Some(site)).expect("an import").id;
            let batch_id = import::begin_batch(db, import_id, site, 2, now()).await.expect("batch");
            let row = |no: usize| json!(["rank", format!("keyword {no}"), "2026-09-01", {}]);
            let rows: serde_json::Value = (0..6_000).map(row).collect();
            import::insert_observations(db, batch_id, 0, &rows.to_string()).await.expect("rows");
            batches.push(batch_id);
        }
        let rows = async |batch_id: i64| {
            let found = import::observation_rows(db, batch_id, ObservationKind::Rank, 0, 9_999).await;
            found.expect("rows").len()
        };
        assert!(matches!(delete(&world, ws, gone).await, Deletion::Deleted(_)), "{}", world.name);
        assert!(website::find(db, ws, gone).await.expect("find").is_none(), "{}", world.name);
        assert_eq!(rows(batches[0]).await, 6_000, "{}: no long transaction", world.name);
        // The website's other batch is in front.
        while rows(batches[0]).await == 6_000 {
            assert!(import::sweep_dropped(db).await.expect("sweep"), "{}", world.name);
        }
        assert_eq!(rows(batches[0]).await, 1_000, "{}: a piece", world.name);
        while import::sweep_dropped(db).await.expect("sweep") {}
        assert_eq!((rows(batches[0]).await, rows(batches[1]).await), (0, 6_000), "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn delete_takes_everything_about_the_website_and_nothing_else() {
    on_each_database(|world| async {
        let (gone, stays) = (add(&world, "gone.example").await, add(&world, "stays.example").await);
        let run_id = fill(&world, gone).await;
        let other_run = fill(&world, stays).await;
        assert_eq!(delete(&world, new_id(), gone).await, Deletion::NotFound, "another workspace's");
        assert_eq!(counts(&world, gone).await, (1, 1, 1), "{}", world.name);
        let Deletion::Deleted(imports) = delete(&world, world.workspace_id, gone).await else {
            panic!("{}: not deleted", world.name)
        };
        assert_eq!(imports.len(), 1, "its upload is named");
        let (db, ws) = (&world.db, world.workspace_id);
        assert!(website::find(db, ws, gone).await.expect("find").is_none());
        assert_eq!(counts(&world, gone).await, (0, 0, 0), "{}", world.name);
        assert!(run::find(db, ws, run_id).await.expect("find").is_none());
        assert!(import::batches(db, ws, gone).await.expect("batches").is_empty());
        assert!(website::find(db, ws, stays).await.expect("find").is_some());
        assert_eq!(counts(&world, stays).await, (1, 1, 1), "{}", world.name);
        assert!(run::find(db, ws, other_run).await.expect("find").is_some());
        world
    })
    .await;
}

#[tokio::test]
async fn delete_while_a_worker_has_a_run_changes_nothing() {
    on_each_database(|world| async {
        let site = add(&world, "busy.example").await;
        let run_id = fill(&world, site).await;
        let claim = world.claim(&[run_id], 10).await;
        assert_eq!(claim.runs.len(), 1);
        assert_eq!(delete(&world, world.workspace_id, site).await, Deletion::Busy);
        assert_eq!(counts(&world, site).await, (1, 1, 1), "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn settings_and_archive_are_stored_by_the_websites_workspace_alone() {
    on_each_database(|world| async {
        let (db, ws, site) = (&world.db, world.workspace_id, add(&world, "kept.example").await);
        let settings = WebsiteSettings {
            value_per_lead_cents: Some(12_050),
            currency: Some("EUR".to_owned()),
            conversion_rate: Some(0.031),
            brand_terms: vec!["Käse \"& Co\"".to_owned()],
            market: Some(Market { vertical: "Plumbing".to_owned(), place: "Austin, TX".to_owned() }),
            goals: vec![Goal { metric: GoalMetric::Revenue, target: 500_000.0, by: "2027-01-31".parse().ok() }],
            ..WebsiteSettings::default()
        };
        let mut tx = db.begin().await.expect("a transaction");
        assert!(!website::update(&mut tx, new_id(), site, "Theirs", &settings).await.expect("update"));
        assert!(website::update(&mut tx, ws, site, "Mine", &settings).await.expect("update"));
        assert!(!website::set_archived(&mut tx, new_id(), site, Some(now())).await.expect("archive"));
        tx.commit().await.expect("commit");
        let found = website::find(db, ws, site).await.expect("find").expect("it");
        assert_eq!((found.name.as_str(), &found.settings.0), ("Mine", &settings), "{}", world.name);
        assert_eq!(found.archived_at, None);
        let archive = async |at| {
            let mut tx = db.begin().await.expect("a transaction");
            assert!(website::set_archived(&mut tx, ws, site, at).await.expect("archive"));
            tx.commit().await.expect("commit");
            let active = website::list(db, ws, None).await.expect("list").len();
            (active, website::list_archived(db, ws).await.expect("list").len())
        };
        assert_eq!(archive(Some(now())).await, (0, 1), "{}", world.name);
        assert_eq!(archive(None).await, (1, 0), "{}", world.name);
        world
    })
    .await;
}
