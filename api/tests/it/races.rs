//! Limits that count stored records hold for concurrent requests.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::{
    fleet,
    world::{Account, World, on_each},
};

/// Sends `times` requests at the same time; returns how many were accepted. The others must be conflicts.
async fn accepted(world: &World, account: &Account, path: &str, body: impl Fn(usize) -> Value, times: usize) -> usize {
    let post = async |n: usize| world.post(path, &body(n)).bearer(&account.token).send().await;
    let replies = futures::future::join_all((0..times).map(post)).await;
    for reply in replies.iter().filter(|reply| reply.status != StatusCode::CREATED) {
        assert_eq!(reply.status, StatusCode::CONFLICT, "{}", reply.text());
    }
    replies.iter().filter(|reply| reply.status == StatusCode::CREATED).count()
}

#[tokio::test]
async fn concurrent_requests_create_at_most_fifty_api_keys() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let key = |_| json!({"name": "A script", "scopes": ["read"]});
        assert_eq!(accepted(&world, &ada, "/api/user/api-keys", key, 60).await, 50);
    })
    .await;
}

#[tokio::test]
async fn concurrent_requests_create_at_most_fifty_schedules() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        fleet::website_with_searches(&world.state, &ada, "example.com").await;
        let weekly = |_| json!({"engineId": "keyword", "action": "analyse", "cron": "weekly"});
        assert_eq!(accepted(&world, &ada, "/api/schedules", weekly, 60).await, 50);
    })
    .await;
}

#[tokio::test]
async fn concurrent_requests_create_at_most_twenty_webhooks() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let hook = |_| json!({"url": "https://8.8.8.8/hook", "events": ["run:finished"]});
        assert_eq!(accepted(&world, &ada, "/api/webhooks", hook, 30).await, 20);
    })
    .await;
}

#[tokio::test]
async fn concurrent_requests_create_at_most_three_challengers() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let version = |n| json!({"name": format!("wide-{n}"), "parameters": {"intervalWidth": 1.5}});
        assert_eq!(accepted(&world, &ada, "/api/intelligence-engines/predictive/versions", version, 12).await, 3);
    })
    .await;
}

#[tokio::test]
async fn concurrent_requests_create_at_most_two_hundred_workspaces() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let named = |n| json!({"name": format!("Workspace {n}")});
        for _ in 0..19 {
            assert_eq!(accepted(&world, &ada, "/api/workspaces", named, 10).await, 10);
        }
        assert_eq!(accepted(&world, &ada, "/api/workspaces", named, 20).await, 9, "with the personal one 200");
    })
    .await;
}
