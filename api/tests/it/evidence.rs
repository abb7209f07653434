//! Stored responses of data providers over HTTP.

use std::io::Write;

use axum::http::StatusCode;
use chrono::{DateTime, Duration, Utc};
use flate2::{Compression, write::GzEncoder};
use serde_json::{Value, json};
use shared::{
    domain::{connection::Settlement, now},
    store::connection::{self, NewCall, NewEvidence},
};
use uuid::Uuid;

use crate::{
    connections,
    world::{Account, World, on_each},
};

/// Stores a response of a provider.
async fn store(world: &World, by: &Account, provider: &str, body: &str, fetched_at: DateTime<Utc>) -> Uuid {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(body.as_bytes()).expect("compressed");
    let packed = encoder.finish().expect("compressed");
    let new = NewEvidence {
        workspace_id: by.workspace_id,
        provider,
        operation: "search",
        sha256: &[7; 32],
        size_bytes: i64::try_from(body.len()).expect("a size"),
        body: &packed,
        fetched_at,
        expires_at: fetched_at + Duration::days(30),
    };
    connection::insert_evidence(&world.state.db, &new).await.expect("evidence")
}

/// A stored response; returns its id.
pub(crate) async fn stored(world: &World, by: &Account) -> String {
    store(world, by, "serper", "{\"organic\": []}", now()).await.to_string()
}

/// Makes the call that has fetched a response.
async fn call(world: &World, by: &Account, connection_id: Uuid, evidence: Uuid) {
    let db = &world.state.db;
    let new = NewCall {
        workspace_id: by.workspace_id,
        connection_id,
        operation: "search".to_owned(),
        run: None,
        estimate_micros: 1_000,
        run_budget_micros: None,
        most_per_minute: None,
    };
    let id = connection::reserve(db, &new, now()).await.expect("reserve").expect("a call");
    let settled = Settlement { is_success: true, cost_micros: 900, latency_ms: 1, error: None };
    let mut tx = db.begin().await.expect("the store");
    connection::settle(&mut tx, by.workspace_id, id, &settled, now()).await.expect("settle");
    tx.commit().await.expect("the store");
    connection::attach_evidence(db, by.workspace_id, id, Some(evidence), None).await.expect("attach");
}

async fn list(world: &World, by: &Account, query: &str) -> Value {
    world.get(&format!("/api/evidence?{query}")).bearer(&by.token).send().await.success(StatusCode::OK)
}

fn ids(list: &Value) -> Vec<String> {
    let all = list["evidence"].as_array().expect("a list");
    all.iter().map(|one| one["id"].as_str().expect("an id").to_owned()).collect()
}

#[tokio::test]
async fn responses_are_listed_with_their_calls_and_filtered() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let serper: Uuid = connections::serper(&world, &ada).await.parse().expect("an id");
        let old = store(&world, &ada, "data_for_seo", "{}", now() - Duration::days(9)).await.to_string();
        let newer = store(&world, &ada, "serper", "{\"a\": 1}", now()).await;
        store(&world, &ada, "serper", "{}", now() - Duration::days(31)).await;
        call(&world, &ada, serper, newer).await;
        let until = now() + Duration::hours(12);
        let db = &world.state.db;
        connection::remember(db, ada.workspace_id, serper, "f", newer, until).await.expect("remember");
        let newer = newer.to_string();

        let all = list(&world, &ada, "").await;
        assert_eq!(ids(&all), [newer.clone(), old.clone()], "the expired one is gone");
        assert_eq!(all["keptDays"], 30);
        let (first, second) = (&all["evidence"][0], &all["evidence"][1]);
        assert_eq!((&first["providerName"], &first["operationName"]), (&json!("Serper"), &json!("Search results")));
        assert_eq!((&first["status"], &first["costMicros"]), (&json!("succeeded"), &json!(900)));
        assert_eq!((&first["sizeBytes"], first["cachedUntil"].is_string()), (&json!(8), true));
        assert_eq!((&second["status"], &second["cachedUntil"]), (&json!(null), &json!(null)));

        let page = list(&world, &ada, "limit=1").await;
        let cursor = page["nextCursor"].as_str().expect("a cursor");
        assert_eq!(ids(&list(&world, &ada, &format!("limit=1&cursor={cursor}")).await), std::slice::from_ref(&old));
        let week = (now() - Duration::days(7)).date_naive();
        for (query, expected) in [
            ("provider=serper".to_owned(), vec![newer.clone()]),
            (format!("from={week}"), vec![newer.clone()]),
            (format!("to={week}"), vec![old.clone()]),
            ("provider=serp_api".to_owned(), vec![]),
        ] {
            assert_eq!(ids(&list(&world, &ada, &query).await), expected, "{query}");
        }
        for (query, pointer) in [("provider=nobody", "/provider"), ("from=2026-02-01&to=2026-01-01", "/from")] {
            let reply = world.get(&format!("/api/evidence?{query}")).bearer(&ada.token).send().await;
            reply.problem(422, "invalid-request", &[pointer]);
        }
        let csv = world.get("/api/evidence/export?provider=serper").bearer(&ada.token).send().await.text();
        assert!(csv.lines().count() == 2 && csv.contains(&newer), "{csv}");
    })
    .await;
}

#[tokio::test]
async fn response_is_a_file_that_no_browser_runs() {
    on_each(async |world| {
        let (ada, eve) = (world.register("ada@example.com").await, world.register("eve@example.com").await);
        let get =
            async |by: &Account, id: &str| world.get(&format!("/api/evidence/{id}")).bearer(&by.token).send().await;
        for (body, kind, ending) in [
            ("{\"organic\": [1]}", "application/json", "json"),
            ("<html><script>alert(1)</script></html>", "text/plain; charset=utf-8", "txt"),
            ("", "text/plain; charset=utf-8", "txt"),
        ] {
            let id = store(&world, &ada, "serper", body, now()).await.to_string();
            let reply = get(&ada, &id).await;
            assert_eq!((reply.status, reply.text().as_str()), (StatusCode::OK, body));
            assert_eq!((reply.header("content-type"), reply.header("x-content-type-options")), (kind, "nosniff"));
            let name = format!("attachment; filename=\"serper-search-{id}.{ending}\"");
            assert_eq!(reply.header("content-disposition"), name);
            assert!(reply.header("content-security-policy").contains("sandbox"));
            get(&eve, &id).await.problem(404, "not-found", &[]);
        }
        assert_eq!(ids(&list(&world, &eve, "").await), Vec::<String>::new());
        let expired = store(&world, &ada, "serper", "{}", now() - Duration::days(30)).await.to_string();
        get(&ada, &expired).await.problem(404, "not-found", &[]);
    })
    .await;
}
