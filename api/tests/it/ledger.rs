//! The ledger over HTTP: entries by hand, and their reversal.

use axum::http::StatusCode;
use serde_json::{Value, json};
use shared::domain::now;

use crate::{
    leads::{buyer, get, moved, received, start},
    world::on_each,
};

#[tokio::test]
async fn entries_by_hand_are_posted_once_for_their_key() {
    on_each(async |world| {
        let (ada, website) = start(&world).await;
        let rent = json!({"reason": "rent", "amountCents": 90_000, "websiteId": website, "note": "November"});
        let post = async |key: &str, body: &Value| {
            let call = world.post("/api/ledger", body).bearer(&ada.token);
            call.header("idempotency-key", key).send().await
        };
        let first = post("rent-11", &rent).await.success(StatusCode::CREATED);
        let again = post("rent-11", &rent).await.success(StatusCode::OK);
        assert_eq!((&first["isNew"], &again["isNew"]), (&json!(true), &json!(false)));
        assert_eq!(first["transaction"]["id"], again["transaction"]["id"]);
        let others = [("amountCents", json!(90_001)), ("note", json!("December")), ("currency", json!("EUR"))];
        for (field, value) in others.into_iter().chain([("occurredAt", json!("2026-11-01T00:00:00Z"))]) {
            let mut other = rent.clone();
            other[field] = value;
            post("rent-11", &other).await.problem(409, "conflict", &["/idempotency-key"]);
        }
        let cost = json!({"reason": "hosting", "amountCents": 30_000});
        post("hosting", &cost).await.success(StatusCode::CREATED);
        let metrics = get(&world, &ada, "/api/dominator-pipeline/revenue").await["metrics"].clone();
        assert_eq!((&metrics["totalRevenueCents"], &metrics["totalCostsCents"]), (&json!(90_000), &json!(30_000)));
        assert_eq!((&metrics["roi"], &metrics["revenueByVertical"]["other"]), (&json!(2.0), &json!(900.0)));
        let costs = get(&world, &ada, "/api/connections/stats").await["costTracking"].clone();
        assert_eq!(costs["costPerRevenue"], json!(0.0), "nothing was spent for 900 dollars");
        let wrong = json!({"reason": "refund", "amountCents": -1, "occurredAt": now() + chrono::Duration::days(9)});
        post("x", &wrong).await.problem(422, "invalid-request", &["/reason", "/occurredAt", "/amountCents"]);
        post("", &rent).await.problem(422, "invalid-request", &["/idempotency-key"]);
    })
    .await;
}

#[tokio::test]
async fn entry_by_hand_is_reversed_once_and_lead_entries_are_not() {
    on_each(async |world| {
        let (ada, website) = start(&world).await;
        let wrong = json!({"reason": "rent", "amountCents": 900_000, "websiteId": website, "note": "November",
            "vertical": "roofing"});
        let made = world.post("/api/ledger", &wrong).bearer(&ada.token).send().await.success(StatusCode::CREATED);
        let entry = &made["transaction"];
        assert_eq!((&entry["isByHand"], &entry["reversalId"]), (&json!(true), &json!(null)));
        let reverse = async |id: &Value| {
            let path = format!("/api/ledger/{}/reverse", id.as_str().expect("an id"));
            world.post(&path, &json!({})).bearer(&ada.token).send().await
        };
        let first = reverse(&entry["id"]).await.success(StatusCode::CREATED);
        let inverse = &first["transaction"];
        assert_eq!((&inverse["debited"], &inverse["credited"]), (&json!("rent_revenue"), &json!("receivable")));
        assert_eq!((&inverse["amountCents"], &inverse["websiteId"]), (&json!(900_000), &json!(website)));
        assert!(inverse["note"].as_str().is_some_and(|note| note.ends_with(": November")), "{inverse}");
        let again = reverse(&entry["id"]).await.success(StatusCode::OK);
        assert_eq!((&again["isNew"], &again["transaction"]["id"]), (&json!(false), &inverse["id"]));
        reverse(&inverse["id"]).await.problem(409, "conflict", &["/id"]);
        let metrics = get(&world, &ada, "/api/dominator-pipeline/revenue").await["metrics"].clone();
        assert_eq!(metrics["totalRevenueCents"], json!(0));
        let accounts = get(&world, &ada, "/api/ledger/summary").await["accounts"].clone();
        let balanced = |one: &Value| one["debitCents"] == json!(900_000) && one["creditCents"] == json!(900_000);
        assert!(accounts.as_array().is_some_and(|all| all.len() == 2 && all.iter().all(balanced)), "{accounts}");
        let listed = get(&world, &ada, "/api/ledger").await["transactions"].clone();
        assert_eq!((&listed[1]["reversalId"], &listed[0]["isByHand"]), (&inverse["id"], &json!(false)));

        buyer(&world, &ada).await;
        let lead = received(&world, &ada, &website).await;
        moved(&world, &ada, &lead, json!({"move": "accept"})).await.success(StatusCode::OK);
        let accepted = get(&world, &ada, "/api/ledger").await["transactions"][0].clone();
        assert_eq!(accepted["isByHand"], json!(false));
        reverse(&accepted["id"]).await.problem(409, "conflict", &["/id"]);
        reverse(&json!(website)).await.problem(404, "not-found", &[]);
        let bo = world.register("bo@example.com").await;
        let path = format!("/api/ledger/{}/reverse", entry["id"].as_str().expect("an id"));
        world.post(&path, &json!({})).bearer(&bo.token).send().await.problem(404, "not-found", &[]);
    })
    .await;
}

#[tokio::test]
async fn latest_day_is_listed_first_on_all_pages() {
    on_each(async |world| {
        let (ada, _) = start(&world).await;
        for (note, day) in [("second", "2026-03-02"), ("fourth", "2026-01-09"), ("third", "2026-02-01"), ("first", "2026-03-02")]
        {
            let cost = json!({"reason": "hosting", "amountCents": 100, "note": note, "occurredAt": format!("{day}T12:00:00Z")});
            world.post("/api/ledger", &cost).bearer(&ada.token).send().await.success(StatusCode::CREATED);
        }
        let notes = |page: &Value| -> Vec<String> {
            let all = page["transactions"].as_array().expect("transactions").iter();
            all.map(|one| one["note"].as_str().expect("a note").to_owned()).collect()
        };
        let first = get(&world, &ada, "/api/ledger?limit=3").await;
        assert_eq!(notes(&first), ["first", "second", "third"]);
        let cursor = first["nextCursor"].as_str().expect("a cursor");
        let second = get(&world, &ada, &format!("/api/ledger?limit=3&cursor={cursor}")).await;
        assert_eq!((notes(&second), &second["nextCursor"]), (vec!["fourth".to_owned()], &Value::Null));
    })
    .await;
}
