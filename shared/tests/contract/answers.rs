//! AI answers: append-only, read again, counted by day, erased with their website.

use serde_json::json;
use shared::{
    domain::{
        answer::{AnswerFinish, AnswerSettings, AnswerSurface, NewAnswer, ReadCitation, ReadMention, Reading, Rival},
        new_id,
    },
    store::{
        StoreError, Tx,
        answer::{self, AnswerFilter, NewPrompt},
        website::{self, Deletion},
    },
};
use uuid::Uuid;

use crate::{
    support::{add_website, at, try_within},
    world::{World, on_each_database},
};

async fn site(world: &World) -> Uuid {
    add_website(&world.db, world.workspace_id, "acme.test").await
}

fn new(world: &World, website_id: Uuid, slot: &str, day: &str) -> NewAnswer {
    NewAnswer {
        workspace_id: world.workspace_id,
        website_id,
        prompt_id: None,
        prompt_text: "Who?".to_owned(),
        run_id: new_id(),
        slot: slot.to_owned(),
        engine: "open_ai:m:api".to_owned(),
        provider: "open_ai".to_owned(),
        model: "m".to_owned(),
        model_version: "m-1".to_owned(),
        surface: AnswerSurface::Api,
        country: Some("US".to_owned()),
        city: None,
        language: None,
        asked_at: at(day),
        parameters: json!({"sample": 1}),
        cost_micros: 600,
        finish: AnswerFinish::Complete,
        text: "Acme".to_owned(),
        raw: vec![0, 1, 255],
        raw_sha256: vec![7; 32],
    }
}

fn reading(revision: i64, hosts: &[&str]) -> Reading {
    let cited = |host: &&str| ReadCitation {
        url: None,
        host: (*host).to_owned(),
        domain: (*host).to_owned(),
        title: Some("Ünï \"code\"".to_owned()),
        count: 2,
    };
    let mention = ReadMention { host: "acme.test".to_owned(), term: "Acme".to_owned(), first: 0, past: 4 };
    Reading { parser: 1, revision, citations: hosts.iter().map(cited).collect(), mentions: vec![mention] }
}

async fn store(world: &World, new: &NewAnswer, reading: &Reading) -> Option<Uuid> {
    let mut tx = world.db.begin().await.expect("begin");
    let id = answer::insert(&mut tx, new, reading, at("2026-11-02T00:00:00Z")).await.expect("insert");
    tx.commit().await.expect("commit");
    id
}

#[tokio::test]
async fn answers_are_append_only_and_a_slot_holds_one() {
    on_each_database(async |world| {
        let site = site(&world).await;
        let first = new(&world, site, "one", "2026-11-01T12:00:00Z");
        let id = store(&world, &first, &reading(0, &["blog.acme.test", "b.test"])).await.expect("a new answer");
        assert_eq!(store(&world, &first, &reading(0, &["c.test"])).await, None, "{}", world.name);
        let cited = answer::citations(&world.db, world.workspace_id, id).await.expect("citations");
        assert_eq!((cited.len(), cited[0].host.as_str(), cited[1].count), (2, "blog.acme.test", 2), "{}", world.name);
        assert_eq!(answer::citations(&world.db, new_id(), id).await.expect("none"), [], "another workspace");
        let changed = try_within(&world.db, async |tx| {
            let sql = "UPDATE answers SET text = 'x'";
            let done = match tx {
                Tx::Postgres(tx) => sqlx::query(sql).execute(&mut **tx).await.map(drop),
                Tx::Sqlite(tx) => sqlx::query(sql).execute(&mut **tx).await.map(drop),
            };
            done.map_err(StoreError::from)
        });
        let error = format!("{:?}", changed.await.expect_err("a refusal"));
        assert!(error.contains("append-only"), "{}: {error}", world.name);
        let found = answer::find(&world.db, world.workspace_id, id).await.expect("find").expect("the answer");
        assert_eq!((found.text.as_str(), found.parameters.0["sample"].as_i64()), ("Acme", Some(1)), "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn answers_are_read_again_for_other_names_and_counted_by_day() {
    on_each_database(async |world| {
        let (site, ws) = (site(&world).await, world.workspace_id);
        for (slot, day) in [("a", "2026-11-01T23:59:00Z"), ("b", "2026-11-02T00:01:00Z"), ("c", "2026-11-02T09:00:00Z")]
        {
            let hosts: &[&str] = if slot == "c" { &["disacme.test"] } else { &["blog.acme.test"] };
            store(&world, &new(&world, site, slot, day), &reading(0, hosts)).await.expect("a new answer");
        }
        let since = at("2026-10-01T00:00:00Z");
        let days = answer::days(&world.db, ws, site, None, "acme.test", since).await.expect("days");
        let figures: Vec<_> =
            days.iter().map(|row| (row.day.as_str(), row.answers, row.cited, row.mentioned)).collect();
        assert_eq!(figures, [("2026-11-01", 1, 1, 1), ("2026-11-02", 2, 1, 2)], "{}", world.name);

        let mut tx = world.db.begin().await.expect("begin");
        let mut settings = AnswerSettings { terms: vec!["Acme".to_owned()], ..AnswerSettings::default() };
        let now = at("2026-11-03T00:00:00Z");
        assert_eq!(answer::save_settings(&mut tx, ws, site, &settings, now).await.expect("settings").revision, 1);
        settings.budget_micros = 5;
        assert_eq!(answer::save_settings(&mut tx, ws, site, &settings, now).await.expect("settings").revision, 1);
        settings.rivals = vec![Rival { host: "rival.test".to_owned(), terms: Vec::new() }];
        assert_eq!(answer::save_settings(&mut tx, ws, site, &settings, now).await.expect("settings").revision, 2);
        let unread = answer::unread(&mut tx, ws, site, 1, 2, 10).await.expect("unread");
        assert_eq!((unread.len(), unread[0].raw.as_slice()), (3, &[0, 1, 255][..]), "{}", world.name);
        for row in &unread {
            answer::store_reading(&mut tx, row.id, &reading(2, &[]), now).await.expect("a reading");
        }
        assert!(answer::unread(&mut tx, ws, site, 1, 2, 10).await.expect("none").is_empty(), "{}", world.name);
        tx.commit().await.expect("commit");
        let cited = answer::citations_since(&world.db, ws, site, since).await.expect("citations");
        assert!(cited.is_empty(), "{}: replaced", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn answers_are_erased_with_their_website() {
    on_each_database(async |world| {
        let (site, ws) = (site(&world).await, world.workspace_id);
        store(&world, &new(&world, site, "a", "2026-11-01T00:00:00Z"), &reading(0, &["acme.test"])).await.expect("new");
        let mut tx = world.db.begin().await.expect("begin");
        let prompts = [NewPrompt { text: "Who?".to_owned(), ..NewPrompt::default() }];
        answer::insert_prompts(&mut tx, ws, site, &prompts, at("2026-11-01T00:00:00Z")).await.expect("prompts");
        assert_eq!(website::delete(&mut tx, ws, site).await.expect("delete"), Deletion::Deleted(Vec::new()));
        let left = answer::list(&mut tx, ws, None, &AnswerFilter::default(), None, 10).await.expect("list");
        assert!(left.items.is_empty(), "{}", world.name);
        assert!(answer::prompts(&mut tx, ws, site, true).await.expect("prompts").is_empty(), "{}", world.name);
        tx.commit().await.expect("commit");
        world
    })
    .await;
}
