//! Content documents: versions that are only added, revisions, filters, effects of runs.

use serde_json::{Value, json};
use shared::{
    config::WorkspaceLimits,
    domain::{
        document::{DocumentStatus, VersionOrigin, VersionScore},
        new_id, now,
        run::RunStatus,
    },
    store::{
        StoreError, Tx,
        document::{self, Appended, DocumentBody, DocumentFilter, DocumentWritten, NewVersion},
        run::{self, Effect, Finish, Outcome},
        usage, website,
    },
};
use uuid::Uuid;

use crate::{
    support::{add_website, other_user, try_within, within},
    world::{World, on_each_database},
};

fn body(title: &str) -> DocumentBody {
    DocumentBody {
        website_id: None,
        title: title.to_owned(),
        query: "roof repair tulsa".to_owned(),
        vertical: Some("roofing".to_owned()),
        place: Some("Tulsa, OK".to_owned()),
        geoname_id: Some(4_553_433),
        intent: Some("local".to_owned()),
        brief: json!({"questions": ["How much?"]}),
        status: DocumentStatus::Draft,
        archived_at: None,
    }
}

fn version(world: &World, base: i32, text: &str) -> NewVersion {
    NewVersion {
        base,
        origin: VersionOrigin::Edited,
        draft: json!({"title": {"text": text}}),
        cited: json!([{"id": "a", "text": "Ünï \"code\""}]),
        score: None,
        words: 3,
        run_id: None,
        user_id: world.user_id,
        prompts: None,
        model: None,
        cost_micros: 0,
        note: "a note".to_owned(),
    }
}

async fn stored(world: &World, body: &DocumentBody) -> Uuid {
    let id = new_id();
    within(&world.db, async |tx| document::insert(tx, world.workspace_id, world.user_id, id, body, now()).await).await;
    id
}

async fn append(world: &World, id: Uuid, expected: Option<i32>, new: &NewVersion) -> Appended {
    within(&world.db, async |tx| document::append(tx, world.workspace_id, id, expected, new, now()).await).await
}

#[tokio::test]
async fn version_is_added_once_and_only_to_the_current_one() {
    on_each_database(async |world| {
        let (db, ws) = (&world.db, world.workspace_id);
        let id = stored(&world, &body("Roof repair")).await;
        let first = version(&world, 0, "One");
        assert_eq!(append(&world, id, Some(0), &first).await, Appended::New(1), "{}", world.name);
        assert_eq!(append(&world, id, Some(0), &first).await, Appended::Stale(1), "{}", world.name);
        assert_eq!(append(&world, id, Some(1), &first).await, Appended::Same(1), "{}", world.name);
        let second = NewVersion { origin: VersionOrigin::Restored, ..version(&world, 1, "Two") };
        assert_eq!(append(&world, id, None, &second).await, Appended::New(2), "{}", world.name);
        assert_eq!(append(&world, new_id(), None, &second).await, Appended::Missing, "{}", world.name);
        let page = document::versions(db, ws, id, None, 1).await.expect("versions");
        let newest = &page.items[0];
        assert_eq!((newest.number, newest.base, newest.origin), (2, 1, VersionOrigin::Restored), "{}", world.name);
        assert_eq!((newest.user_name.is_some(), newest.note.as_str(), newest.words), (true, "a note", 3));
        let older = document::versions(db, ws, id, Some(2), 5).await.expect("versions");
        assert_eq!((page.next_cursor.as_deref(), older.items.len(), older.next_cursor), (Some("2"), 1, None));
        let found = document::version(db, ws, id, 1).await.expect("find").expect("version 1");
        assert_eq!((&found.draft.0, &found.cited.0), (&first.draft, &first.cited), "{}", world.name);
        let row = document::find(db, ws, id).await.expect("find").expect("the document");
        assert_eq!((row.version, row.revision, row.words), (2, 1, Some(3)), "{}: a version is no revision", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn concurrent_saves_add_one_version_each_or_report_a_stale_one() {
    on_each_database(async |world| {
        let id = stored(&world, &body("Roof repair")).await;
        let new: Vec<NewVersion> = (0..8).map(|at| version(&world, 0, &format!("Text {at}"))).collect();
        let all = futures::future::join_all(new.iter().map(|new| append(&world, id, Some(0), new))).await;
        assert_eq!(all.iter().filter(|one| **one == Appended::New(1)).count(), 1, "{}: {all:?}", world.name);
        assert_eq!(all.iter().filter(|one| **one == Appended::Stale(1)).count(), 7, "{}: {all:?}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn versions_refuse_changes() {
    on_each_database(async |world| {
        let id = stored(&world, &body("Roof repair")).await;
        append(&world, id, None, &version(&world, 0, "One")).await;
        let changed = try_within(&world.db, async |tx| {
            let sql = "UPDATE document_versions SET note = 'x'";
            let done = match tx {
                Tx::Postgres(tx) => sqlx::query(sql).execute(&mut **tx).await.map(drop),
                Tx::Sqlite(tx) => sqlx::query(sql).execute(&mut **tx).await.map(drop),
            };
            done.map_err(StoreError::from)
        });
        let error = format!("{:?}", changed.await.expect_err("a refusal"));
        assert!(error.contains("append-only"), "{}: {error}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn document_with_as_many_versions_as_possible_takes_no_more() {
    on_each_database(async |world| {
        let id = stored(&world, &body("Roof repair")).await;
        let set = async |tx: &mut Tx| {
            let sql = "UPDATE documents SET version = 1000";
            match tx {
                Tx::Postgres(tx) => sqlx::query(sql).execute(&mut **tx).await.map(drop),
                Tx::Sqlite(tx) => sqlx::query(sql).execute(&mut **tx).await.map(drop),
            }
            .map_err(StoreError::from)
        };
        within(&world.db, set).await;
        assert_eq!(append(&world, id, None, &version(&world, 0, "One")).await, Appended::Full, "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn update_requires_the_current_revision() {
    on_each_database(async |world| {
        let (db, ws) = (&world.db, world.workspace_id);
        let site = add_website(db, ws, "acme.test").await;
        let id = stored(&world, &body("Roof repair")).await;
        let changed = DocumentBody { website_id: Some(site), status: DocumentStatus::Ready, ..body("New title") };
        assert!(document::update(db, ws, (id, 1), &changed, now()).await.expect("update"), "{}", world.name);
        assert!(!document::update(db, ws, (id, 1), &changed, now()).await.expect("update"), "{}", world.name);
        assert!(!document::update(db, new_id(), (id, 2), &changed, now()).await.expect("update"), "another workspace");
        let row = document::find(db, ws, id).await.expect("find").expect("the document");
        assert_eq!((row.title.as_str(), row.revision, row.status), ("New title", 2, DocumentStatus::Ready));
        assert_eq!((row.website_id, row.geoname_id, row.brief.0), (Some(site), Some(4_553_433), changed.brief));
        within(db, async |tx| website::delete(tx, ws, site).await).await;
        let row = document::find(db, ws, id).await.expect("find").expect("the document");
        assert_eq!(row.website_id, None, "{}: it outlives its website", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn list_filters_documents_of_the_workspace() {
    on_each_database(async |world| {
        let (db, ws) = (&world.db, world.workspace_id);
        let site = add_website(db, ws, "acme.test").await;
        let first = stored(&world, &body("100% roofs_!")).await;
        let second = stored(&world, &DocumentBody { website_id: Some(site), vertical: None, ..body("Gutters") }).await;
        let old = stored(&world, &DocumentBody { archived_at: Some(now()), ..body("Old") }).await;
        let ids = async |filter: DocumentFilter| {
            let page = document::list(db, ws, &filter, 10).await.expect("list");
            page.items.iter().map(|row| row.id).collect::<Vec<_>>()
        };
        let all = DocumentFilter::default();
        assert_eq!(ids(all.clone()).await, [second, first], "{}", world.name);
        assert_eq!(ids(DocumentFilter { is_archived: true, ..all.clone() }).await, [old]);
        assert_eq!(ids(DocumentFilter { website_id: Some(site), ..all.clone() }).await, [second]);
        assert_eq!(ids(DocumentFilter { vertical: Some("roofing".into()), ..all.clone() }).await, [first]);
        let contains = |text: &str| DocumentFilter { contains: Some(text.to_owned()), ..DocumentFilter::default() };
        assert_eq!(ids(contains("100% roofs_!")).await, [first], "{}: no wildcard", world.name);
        assert_eq!(ids(contains("0_ roofs")).await, [] as [Uuid; 0]);
        assert_eq!(ids(contains("repair tulsa")).await, [second, first], "the query counts too");
        assert_eq!(ids(DocumentFilter { status: Some(DocumentStatus::Ready), ..all.clone() }).await, [] as [Uuid; 0]);
        assert_eq!(ids(DocumentFilter { before: Some(second), ..all }).await, [first]);
        let (_, other) = other_user(&world, "bob@example.com").await;
        let page = document::list(db, other, &DocumentFilter::default(), 10).await.expect("list");
        assert!(page.items.is_empty() && document::find(db, other, first).await.expect("find").is_none());
        assert!(!document::delete(db, other, first).await.expect("delete"), "{}", world.name);
        assert_eq!(document::count(db, ws).await.expect("count"), 3);
        world
    })
    .await;
}

/// Ends a run of the document with its version; returns whether it counted.
async fn end(world: &World, id: Uuid, expected: Option<i32>, text: &str) -> Result<bool, StoreError> {
    let stored = world.stored().await;
    let claimed = world.claim(&[stored.id], 10).await.runs.remove(0);
    let score =
        VersionScore { score: 95, passes: true, blocking: 0, warnings: 1, reading_ease: Some(61.5), cited: 1.0 };
    let version = NewVersion {
        origin: VersionOrigin::Composed,
        run_id: Some(claimed.id),
        score: Some(score),
        prompts: Some(json!({"system": "Write."})),
        model: Some("m-1".to_owned()),
        cost_micros: 1_200,
        ..version(world, 0, text)
    };
    let effects = vec![Effect::from(DocumentWritten { document_id: id, expected, version })];
    let outcome = Finish { run: claimed.clone(), outcome: Outcome::Succeeded(Value::Null), effects };
    let first = run::finish(&world.db, std::slice::from_ref(&outcome), now()).await?;
    let again = run::finish(&world.db, &[outcome], now()).await?;
    assert!(again.accepted.is_empty(), "{}: the outcome counts once", world.name);
    Ok(first.accepted.contains(&claimed.id))
}

#[tokio::test]
async fn effect_of_a_run_adds_its_version_exactly_once() {
    on_each_database(async |world| {
        let (db, ws) = (&world.db, world.workspace_id);
        let id = stored(&world, &body("Roof repair")).await;
        assert!(end(&world, id, None, "Composed").await.expect("an end"), "{}", world.name);
        let row = document::find(db, ws, id).await.expect("find").expect("the document");
        assert_eq!((row.version, row.score.map(|score| score.score)), (1, Some(95)), "{}", world.name);
        let found = document::version(db, ws, id, 1).await.expect("find").expect("the version");
        assert_eq!((found.info.model.as_deref(), found.info.cost_micros), (Some("m-1"), 1_200));
        assert_eq!(found.prompts.map(|prompts| prompts.0), Some(json!({"system": "Write."})));
        let stale = end(&world, id, Some(0), "A part").await;
        assert!(matches!(stale, Err(StoreError::Conflict { .. })), "{}: {stale:?}", world.name);
        assert_eq!(document::find(db, ws, id).await.expect("find").expect("it").version, 1, "nothing is overwritten");
        document::delete(db, ws, id).await.expect("delete");
        assert!(end(&world, id, None, "Late").await.expect("an end"), "{}: a deleted document needs none", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn run_that_writes_is_shown_with_its_document() {
    on_each_database(async |world| {
        let (db, ws) = (&world.db, world.workspace_id);
        let id = stored(&world, &body("Roof repair")).await;
        let run = world.stored().await;
        within(db, async |tx| document::begin(tx, ws, id, run.id).await).await;
        let row = document::find(db, ws, id).await.expect("find").expect("the document");
        assert_eq!((row.run_id, row.run_status), (Some(run.id), Some(RunStatus::Queued)), "{}", world.name);
        assert!(row.is_being_written());
        world
    })
    .await;
}

#[tokio::test]
async fn siblings_are_current_texts_of_the_same_website() {
    on_each_database(async |world| {
        let (db, ws) = (&world.db, world.workspace_id);
        let site = add_website(db, ws, "acme.test").await;
        let of_site = |title: &str| DocumentBody { website_id: Some(site), ..body(title) };
        let own = stored(&world, &of_site("Own")).await;
        let other = stored(&world, &of_site("Other")).await;
        stored(&world, &of_site("Without a text")).await;
        stored(&world, &body("Elsewhere")).await;
        append(&world, other, None, &version(&world, 0, "One")).await;
        append(&world, other, None, &version(&world, 1, "Two")).await;
        let found = document::siblings(db, ws, site, own, 10).await.expect("siblings");
        let found: Vec<_> = found.iter().map(|one| (one.title.as_str(), &one.draft.0)).collect();
        assert_eq!(found, [("Other", &json!({"title": {"text": "Two"}}))], "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn versions_count_as_storage() {
    on_each_database(async |world| {
        let id = stored(&world, &body("Roof repair")).await;
        let new = version(&world, 0, &"word ".repeat(1_000));
        append(&world, id, None, &new).await;
        let used = usage::storage(&world.db, world.workspace_id, now()).await.expect("storage");
        assert_eq!(used, new.size_bytes(), "{}", world.name);
        assert!(used > 5_000);
        let limits = WorkspaceLimits { storage_bytes: Some(used + 100), ..WorkspaceLimits::default() };
        let room = usage::room(&world.db, limits, world.workspace_id, now()).await.expect("room");
        assert!(room.check(100).is_ok() && room.check(101).is_err(), "{}", world.name);
        world
    })
    .await;
}
