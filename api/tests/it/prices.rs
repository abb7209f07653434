//! Prices of data providers that the operator replaces.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::{
    connections, fleet,
    world::{Account, Reply, World, on_each},
};

async fn set(world: &World, by: &Account, body: Value) -> Reply {
    world.call(Method::PUT, "/api/admin/provider-prices").json(&body).bearer(&by.token).send().await
}

fn one<'a>(answer: &'a Value, provider: &str, subject: &str, unit: &str) -> &'a Value {
    let is_it = |one: &&Value| one["provider"] == provider && one["subject"] == subject && one["unit"] == unit;
    answer["prices"].as_array().expect("prices").iter().find(is_it).expect("the price")
}

#[tokio::test]
async fn replaced_price_is_used_by_estimates_until_it_is_reset() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let site = fleet::website(&world.state, &ada, "example.com").await;
        let serper = connections::serper(&world, &ada).await;
        let cost = async |path: &str, pointer: &str| {
            let answer = world.get(path).bearer(&ada.token).send().await.success(StatusCode::OK);
            answer.pointer(pointer).cloned()
        };
        let keywords = format!("/api/keyword-data/estimate?websiteId={site}&given=1");
        let ranks = format!("/api/ranks/estimate?websiteId={site}");
        assert_eq!(cost(&keywords, "/costMicros").await, Some(json!(75_000)));
        assert_eq!(cost(&ranks, "/estimate/checkMicros").await, Some(json!(2_000)), "{serper}");

        let body = json!({"provider": "data_for_seo", "subject": "search_volume", "unit": "call", "micros": 50_000});
        let changed = set(&world, &ada, body.clone()).await.success(StatusCode::OK);
        let price = one(&changed, "data_for_seo", "search_volume", "call");
        assert_eq!((&price["builtInMicros"], &price["ownMicros"]), (&json!(75_000), &json!(50_000)));
        assert_eq!((&price["notedOn"], &price["unitName"]), (&json!("2026-11-23"), &json!("call")));
        assert!(price["changedAt"].is_string());
        let free = json!({"provider": "serper", "subject": "search", "unit": "call", "micros": 0});
        set(&world, &ada, free).await.success(StatusCode::OK);
        assert_eq!(cost(&keywords, "/costMicros").await, Some(json!(50_000)));
        assert_eq!(cost(&ranks, "/estimate/checkMicros").await, Some(json!(0)), "zero is a price");

        let mut reset = body;
        reset["micros"] = Value::Null;
        let changed = set(&world, &ada, reset).await.success(StatusCode::OK);
        assert_eq!(one(&changed, "data_for_seo", "search_volume", "call")["ownMicros"], json!(null));
        assert_eq!(cost(&keywords, "/costMicros").await, Some(json!(75_000)));
        let log = world.get("/api/admin/audit-log").bearer(&ada.token).send().await.text();
        assert_eq!(log.matches("price.changed").count(), 3, "{log}");
    })
    .await;
}

#[tokio::test]
async fn wrong_price_names_its_field_and_changes_nothing() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let price = |changes: Value| {
            let mut body = json!({"provider": "open_ai", "subject": "gpt-4o", "unit": "input_tokens", "micros": 1});
            for (name, value) in changes.as_object().expect("fields") {
                body[name] = value.clone();
            }
            body
        };
        for (changes, pointer) in [
            (json!({"micros": -1}), "/micros"),
            (json!({"micros": 1_000_000_001}), "/micros"),
            (json!({"micros": 0.5}), "/micros"),
            (json!({"provider": "nobody"}), "/provider"),
            (json!({"provider": "anthropic"}), "/subject"),
            (json!({"subject": "gpt-4o-2024-08-06"}), "/subject"),
            (json!({"unit": "call"}), "/unit"),
        ] {
            set(&world, &ada, price(changes)).await.problem(422, "invalid-request", &[pointer]);
        }
        let all = world.get("/api/admin/provider-prices").bearer(&ada.token).send().await.success(StatusCode::OK);
        assert!(all["prices"].as_array().expect("prices").iter().all(|one| one["ownMicros"].is_null()));
        assert_eq!(all["mostMicros"], 1_000_000_000);
        let top = price(json!({"micros": 1_000_000_000}));
        let changed = set(&world, &ada, top).await.success(StatusCode::OK);
        assert_eq!(one(&changed, "open_ai", "gpt-4o", "input_tokens")["ownMicros"], 1_000_000_000);
        assert_eq!(one(&changed, "open_ai", "gpt-4o", "output_tokens")["ownMicros"], json!(null));
    })
    .await;
}

#[tokio::test]
async fn prices_are_for_administrators() {
    on_each(async |world| {
        world.register("ada@example.com").await;
        let eve = world.register("eve@example.com").await;
        world.get("/api/admin/provider-prices").bearer(&eve.token).send().await.problem(403, "forbidden", &[]);
        let body = json!({"provider": "serper", "subject": "search", "unit": "call", "micros": 0});
        set(&world, &eve, body).await.problem(403, "forbidden", &[]);
    })
    .await;
}
