//! Opportunities: what runs find again and again, and what people make of it.

use chrono::{DateTime, Duration, Utc};
use serde_json::json;
use shared::{
    domain::{
        money::MoneyRange,
        new_id, now,
        opportunity::{Opportunity, OpportunityBody, OpportunityStatus as Status},
    },
    store::{Db, event::Audience, opportunity},
};
use uuid::Uuid;

use crate::{
    support::{add_website, at, hard_texts, opportunity as body, other_user, within},
    world::on_each_database,
};

async fn merge(db: &Db, ws: Uuid, found: &[(String, OpportunityBody)], now: DateTime<Utc>) -> (usize, Vec<String>) {
    let (fresh, events) = within(db, async |tx| opportunity::merge(tx, ws, None, found, now).await).await;
    let title = |event: shared::store::event::NewEvent| {
        assert_eq!((event.audience, event.r#type), (Audience::Workspace(ws), "opportunity:discovered"));
        event.payload["opportunity"]["title"].as_str().expect("a title").to_owned()
    };
    (fresh, events.into_iter().map(title).collect())
}

fn named(identity: &str, score: f64) -> (String, OpportunityBody) {
    (identity.to_owned(), body(identity, score))
}

async fn insert(db: &Db, ws: Uuid, site: Option<Uuid>, body: &OpportunityBody) -> Opportunity {
    within(db, async |tx| opportunity::insert(tx, ws, site, body, now()).await).await.expect("the row")
}

async fn list(db: &Db, ws: Uuid) -> Vec<Opportunity> {
    opportunity::list(db, ws, None, 1000).await.expect("list")
}

async fn titles(db: &Db, ws: Uuid) -> Vec<String> {
    list(db, ws).await.into_iter().map(|one| one.body.0.title).collect()
}

#[tokio::test]
async fn merge_adds_what_is_new_and_refreshes_what_is_known() {
    on_each_database(|world| async {
        let (db, ws) = (&world.db, world.workspace_id);
        let (first, second) = (at("2026-06-01T00:00:00Z"), at("2026-06-02T00:00:00.25Z"));
        assert_eq!(merge(db, ws, &[], first).await, (0, Vec::new()), "{}: nothing found", world.name);
        let (fresh, reported) = merge(db, ws, &[named("a", 10.0), named("b", 90.0)], first).await;
        assert_eq!((fresh, reported), (2, vec!["b".to_owned(), "a".to_owned()]), "best first");
        let id = list(db, ws).await[1].id;
        let a = list(db, ws).await[1].body.0.clone();
        within(db, async |tx| opportunity::update(tx, ws, id, Status::InReview, &a, first).await).await;
        let again = OpportunityBody { title: "a, better".to_owned(), ..body("a", 95.0) };
        let (fresh, reported) = merge(db, ws, &[("a".to_owned(), again), named("c", 1.0)], second).await;
        assert_eq!((fresh, reported), (1, vec!["c".to_owned()]), "only what is new is reported");
        assert_eq!(titles(db, ws).await, ["a, better", "b", "c"]);
        let known = opportunity::find(db, ws, id).await.expect("find").expect("the same row");
        assert_eq!((known.status, known.created_at, known.updated_at), (Status::InReview, first, second));
        world
    })
    .await;
}

#[tokio::test]
async fn merge_leaves_what_a_person_has_edited() {
    on_each_database(|world| async {
        let (db, ws) = (&world.db, world.workspace_id);
        merge(db, ws, &[named("a", 10.0), named("b", 20.0)], now()).await;
        let id = list(db, ws).await[1].id;
        let edited = OpportunityBody { edited: true, ..body("My words", 99.0) };
        within(db, async |tx| opportunity::update(tx, ws, id, Status::Discovered, &edited, now()).await).await;
        merge(db, ws, &[named("a", 50.0), named("b", 60.0)], now()).await;
        let scores: Vec<_> = list(db, ws).await.into_iter().map(|one| (one.body.0.title, one.body.0.score)).collect();
        assert_eq!(scores, [("My words".to_owned(), 99.0), ("b".to_owned(), 60.0)], "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn merge_reports_the_ten_best_and_stores_all() {
    on_each_database(|world| async {
        let (db, ws) = (&world.db, world.workspace_id);
        let found: Vec<_> = (0..250).map(|n| named(&format!("n{n}"), f64::from(n % 100))).collect();
        let (fresh, reported) = merge(db, ws, &found, now()).await;
        assert_eq!((fresh, reported.len(), list(db, ws).await.len()), (250, 10, 250), "{}", world.name);
        let mut best: Vec<&str> = reported[..4].iter().map(String::as_str).collect();
        best.sort_unstable();
        assert_eq!(best, ["n198", "n199", "n98", "n99"]);
        assert_eq!(opportunity::list(db, ws, None, 7).await.expect("list").len(), 7, "a limit");
        world
    })
    .await;
}

#[tokio::test]
async fn merge_of_the_same_identity_twice_in_one_batch_stores_it_once() {
    on_each_database(|world| async {
        let (db, ws) = (&world.db, world.workspace_id);
        let twice = [named("same", 10.0), named("other", 5.0), named("same", 30.0)];
        let (fresh, _) = merge(db, ws, &twice, now()).await;
        assert_eq!(fresh, 2, "{}", world.name);
        assert_eq!(list(db, ws).await.iter().map(|one| one.body.0.score).collect::<Vec<_>>(), [30.0, 5.0]);
        world
    })
    .await;
}

#[tokio::test]
async fn merge_by_two_runs_at_the_same_time_stores_each_identity_once() {
    on_each_database(|world| async {
        let (db, ws) = (&world.db, world.workspace_id);
        let found: Vec<_> = (0..20).map(|n| named(&format!("n{n:02}"), f64::from(n))).collect();
        let later = now() + Duration::seconds(1);
        let (a, b) = tokio::join!(merge(db, ws, &found, now()), merge(db, ws, &found, later));
        assert_eq!(a.0 + b.0, 20, "{}: each is new to one of the two", world.name);
        assert_eq!(list(db, ws).await.len(), 20);
        world
    })
    .await;
}

#[tokio::test]
async fn identity_is_unique_within_a_workspace_only() {
    on_each_database(|world| async {
        let (db, ws) = (&world.db, world.workspace_id);
        let (_, bobs) = other_user(&world, "bob@example.com").await;
        assert_eq!(merge(db, ws, &[named("a", 1.0)], now()).await.0, 1, "{}", world.name);
        assert_eq!(merge(db, bobs, &[named("a", 2.0)], now()).await.0, 1, "another workspace's own");
        let (mine, theirs) = (list(db, ws).await.remove(0), list(db, bobs).await.remove(0));
        assert_ne!(mine.id, theirs.id);
        assert!(opportunity::find(db, ws, theirs.id).await.expect("find").is_none());
        let stolen = body("Stolen", 0.0);
        let update = async |ws, id| {
            within(db, async |tx| opportunity::update(tx, ws, id, Status::Failed, &stolen, now()).await).await
        };
        assert!(update(ws, theirs.id).await.is_none());
        assert!(update(ws, new_id()).await.is_none());
        assert_eq!(titles(db, bobs).await, ["a"]);
        world
    })
    .await;
}

#[tokio::test]
async fn list_orders_by_score_and_then_by_age_and_filters_by_website() {
    on_each_database(|world| async {
        let (db, ws) = (&world.db, world.workspace_id);
        let site = add_website(db, ws, "site.example").await;
        for (title, score, about) in [
            ("half", 50.0, None),
            ("best", 99.5, Some(site)),
            ("half too", 50.0, Some(site)),
            ("zero", 0.0, None),
            ("negative", -3.0, None),
        ] {
            insert(db, ws, about, &body(title, score)).await;
        }
        assert_eq!(titles(db, ws).await, ["best", "half", "half too", "zero", "negative"], "{}", world.name);
        let of_site = opportunity::list(db, ws, Some(site), 10).await.expect("list");
        assert_eq!(of_site.iter().map(|one| one.body.0.title.as_str()).collect::<Vec<_>>(), ["best", "half too"]);
        assert!(opportunity::list(db, ws, Some(new_id()), 10).await.expect("list").is_empty());
        assert!(opportunity::list(db, ws, None, 0).await.expect("list").is_empty());
        world
    })
    .await;
}

#[tokio::test]
async fn body_comes_back_with_every_field_and_every_text() {
    on_each_database(|world| async {
        let (db, ws) = (&world.db, world.workspace_id);
        for text in hard_texts() {
            let full = OpportunityBody {
                difficulty: Some(0.1 + 0.2),
                engine_id: Some("keyword".to_owned()),
                keyword: Some(text.clone()),
                impact: Some(MoneyRange {
                    low_cents: i64::MIN,
                    mid_cents: 9_007_199_254_740_993,
                    high_cents: i64::MAX,
                    currency: "EUR".to_owned(),
                }),
                effort_minutes: Some(i32::MAX),
                quick_win: true,
                automated: true,
                evidence: json!([{"text": text, "n": 1.5e-7, "deep": {"list": [null, true]}}]),
                ..body(&text, 12.5)
            };
            let id = insert(db, ws, None, &full).await.id;
            let stored = opportunity::find(db, ws, id).await.expect("find").expect("it");
            assert_eq!(json!(stored.body.0), json!(full), "{}", world.name);
            let cents = stored.body.0.impact.expect("money");
            assert_eq!(cents.mid_cents, 9_007_199_254_740_993, "{}: beyond 2^53", world.name);
        }
        world
    })
    .await;
}

#[tokio::test]
async fn update_names_the_event_after_the_new_status() {
    on_each_database(|world| async {
        let (db, ws) = (&world.db, world.workspace_id);
        let row = insert(db, ws, None, &body("Do it", 5.0)).await;
        assert_eq!((row.status, row.created_at == row.updated_at), (Status::Discovered, true), "{}", world.name);
        for status in Status::ALL.iter().copied() {
            let (changed, event) =
                within(db, async |tx| opportunity::update(tx, ws, row.id, status, &row.body.0, now()).await)
                    .await
                    .expect("the row");
            let expected =
                if status == Status::Implemented { "opportunity:implemented" } else { "opportunity:updated" };
            assert_eq!((changed.status, event.r#type), (status, expected));
            assert_eq!(event.payload["opportunity"]["status"], status.as_str());
            assert_eq!(event.audience, Audience::Workspace(ws));
        }
        world
    })
    .await;
}
