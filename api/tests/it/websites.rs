//! Websites: renaming, settings, archiving, restoring and deletion.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::{
    fleet,
    world::{Account, World, on_each},
};

async fn add(world: &World, account: &Account, host: &str) -> String {
    let reply = world.post("/api/websites", &json!({"url": host})).bearer(&account.token).send().await;
    reply.success(StatusCode::CREATED)["website"]["id"].as_str().expect("an id").to_owned()
}

async fn hosts(world: &World, account: &Account, query: &str) -> Vec<Value> {
    let reply = world.get(&format!("/api/websites{query}")).bearer(&account.token).send().await;
    let body = reply.success(StatusCode::OK);
    body["websites"].as_array().expect("a list").iter().map(|site| site["host"].clone()).collect()
}

#[tokio::test]
async fn update_renames_a_website_and_replaces_its_settings() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        let id = add(&world, &account, "example.com").await;
        let patch = |body: Value| world.patch(&format!("/api/websites/{id}"), &body).bearer(&account.token);
        let settings = json!({
            "valuePerLeadCents": 12_050, "currency": "eur", "conversionRate": 0.03, "conversionVisits": 900,
            "brandTerms": [" acme ", ""], "competitors": ["https://www.Rival.example/x", "rival.example", " "], "market": {"vertical": "Plumbing", "place": "Austin, TX"},
            "goals": [{"metric": "clicks", "target": 5000, "by": "2027-01-31"}],
        });
        let body = patch(json!({"name": " Shop ", "settings": settings})).send().await.success(StatusCode::OK);
        assert_eq!(body["website"]["name"], "Shop");
        let stored = json!({
            "valuePerLeadCents": 12_050, "currency": "EUR", "valuePerLeadSpread": null, "conversionRate": 0.03,
            "conversionVisits": 900, "brandTerms": ["acme"], "competitors": ["rival.example"],
            "market": {"vertical": "Plumbing", "place": "Austin, TX"},
            "goals": [{"metric": "clicks", "target": 5000.0, "by": "2027-01-31"}],
        });
        assert_eq!(body["website"]["settings"], stored);
        let renamed = patch(json!({"name": "Store"})).send().await.success(StatusCode::OK);
        assert_eq!((&renamed["website"]["name"], &renamed["website"]["settings"]), (&json!("Store"), &stored));
        for (settings, pointers) in [
            (json!({"valuePerLeadCents": 0}), &["/settings/valuePerLeadCents"][..]),
            (json!({"currency": "euros"}), &["/settings/currency"]),
            (json!({"conversionRate": 3}), &["/settings/conversionRate"]),
            (json!({"conversionVisits": 10}), &["/settings/conversionRate"]),
            (json!({"market": {"vertical": "", "place": "Austin"}}), &["/settings/market/vertical"]),
            (json!({"goals": [{"metric": "leads", "target": 0}]}), &["/settings/goals/0/target"]),
            (json!({"competitors": ["rival"]}), &["/settings/competitors"]),
            (json!({"competitors": ["a b.example"]}), &["/settings/competitors"]),
            (json!({"unknown": 1}), &["/settings/unknown"]),
        ] {
            patch(json!({"settings": settings})).send().await.problem(422, "invalid-request", pointers);
        }
        patch(json!({"name": " "})).send().await.problem(422, "invalid-request", &["/name"]);
    })
    .await;
}

#[tokio::test]
async fn archived_website_is_hidden_and_restored() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        let id = add(&world, &account, "example.com").await;
        let act = async |id: &str, what: &str| {
            world.call(Method::POST, &format!("/api/websites/{id}/{what}")).bearer(&account.token).send().await
        };
        let body = act(&id, "archive").await.success(StatusCode::OK);
        assert!(body["website"]["archivedAt"].is_string(), "{body}");
        assert_eq!(hosts(&world, &account, "").await, Vec::<Value>::new());
        assert_eq!(hosts(&world, &account, "?archived=true").await, [json!("example.com")]);
        let other = add(&world, &account, "example.com").await;
        act(&id, "restore").await.problem(409, "conflict", &[""]);
        act(&other, "archive").await.success(StatusCode::OK);
        let body = act(&id, "restore").await.success(StatusCode::OK);
        assert_eq!(body["website"]["archivedAt"], Value::Null);
        assert_eq!(hosts(&world, &account, "").await, [json!("example.com")]);
    })
    .await;
}

#[tokio::test]
async fn delete_requires_the_host_as_confirmation() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        let id = add(&world, &account, "example.com").await;
        let delete = |host: &str| {
            let body = json!({"host": host});
            world.call(Method::DELETE, &format!("/api/websites/{id}")).json(&body).bearer(&account.token)
        };
        delete("other.example").send().await.problem(422, "invalid-request", &["/host"]);
        assert_eq!(hosts(&world, &account, "").await.len(), 1, "still there");
        delete(" Example.com ").send().await.success(StatusCode::OK);
        assert_eq!(hosts(&world, &account, "").await.len(), 0);
        delete("example.com").send().await.problem(404, "not-found", &[]);
        add(&world, &account, "example.com").await;
    })
    .await;
}

#[tokio::test]
async fn totals_and_milestones_are_of_the_latest_search_report_and_not_of_a_keyword_list() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let site = fleet::website(&world.state, &ada, "example.com").await;
        let day = |text: &str| text.parse().ok();
        for (kinds, totals, observed) in [
            ("gsc_queries", (900, 68_403, 2_000_000), (day("2025-07-01"), day("2026-10-31"))),
            ("gsc_queries", (40, 500, 9_000), (day("2025-01-01"), day("2025-03-31"))),
            ("semrush_magic", (252, 0, 0), (None, None)),
        ] {
            fleet::import_with(&world.state, &ada, site, &[kinds], (totals, observed)).await;
        }
        let found = world.get(&format!("/api/websites/{site}")).bearer(&ada.token).send().await;
        let found = found.success(StatusCode::OK)["website"].clone();
        assert_eq!((&found["clicks"], &found["queries"]), (&json!(68_403), &json!(900)), "{found}");
        assert_eq!((&found["firstDay"], &found["lastDay"]), (&json!("2025-07-01"), &json!("2026-10-31")), "{found}");
        let path = format!("/api/performance/milestones?websiteId={site}");
        let milestones = world.get(&path).bearer(&ada.token).send().await.success(StatusCode::OK);
        let all = milestones["milestones"].as_array().expect("a list");
        let open = all.iter().find(|one| one["unit"] == "clicks" && one["status"] == "in_progress");
        assert_eq!(open.map(|one| &one["current"]), Some(&json!(68_403.0)), "{milestones}");
    })
    .await;
}
