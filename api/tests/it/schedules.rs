//! Schedules of engine runs.

use axum::http::{Method, StatusCode};
use chrono::{DateTime, Timelike, Utc};
use serde_json::{Value, json};

use crate::{
    fleet,
    world::{Account, World, on_each},
};

fn weekly() -> Value {
    json!({"name": " Mondays ", "engineId": "keyword", "action": "analyse", "cron": "weekly", "timeZone": "Europe/Berlin"})
}

async fn create(world: &World, account: &Account, body: &Value) -> crate::world::Reply {
    world.post("/api/schedules", body).bearer(&account.token).send().await
}

fn next(schedule: &Value) -> DateTime<Utc> {
    schedule["nextRunAt"].as_str().expect("a moment").parse().expect("a moment")
}

#[tokio::test]
async fn schedule_is_made_changed_paused_resumed_and_deleted() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let website = fleet::website_with_searches(&world.state, &ada, "example.com").await;
        let made = create(&world, &ada, &weekly()).await.success(StatusCode::CREATED)["schedule"].clone();
        assert_eq!((&made["name"], &made["cron"]), (&json!("Mondays"), &json!("0 6 * * 1")));
        assert_eq!((&made["websiteId"], &made["paused"]), (&json!(website), &json!(false)));
        let hour = next(&made).hour();
        assert!(hour == 4 || hour == 5, "six o'clock in Berlin, whatever the season: {made}");
        let path = format!("/api/schedules/{}", made["id"].as_str().expect("an id"));
        let change = async |body: Value| {
            world.patch(&path, &body).bearer(&ada.token).send().await.success(StatusCode::OK)["schedule"].clone()
        };
        let paused = change(json!({"paused": true})).await;
        assert_eq!((&paused["paused"], &paused["nextRunAt"]), (&json!(true), &json!(null)));
        let renamed = change(json!({"name": "Daily", "cron": "30 7 * * *", "timeZone": "UTC"})).await;
        assert_eq!(renamed["nextRunAt"], json!(null), "it stays paused");
        let resumed = change(json!({"paused": false})).await;
        assert_eq!((next(&resumed).hour(), next(&resumed).minute()), (7, 30));
        let list = world.get("/api/schedules").bearer(&ada.token).send().await.success(StatusCode::OK);
        assert_eq!(list["schedules"], json!([resumed]));
        world.call(Method::DELETE, &path).bearer(&ada.token).send().await.success(StatusCode::OK);
        world.get(&path).bearer(&ada.token).send().await.problem(404, "not-found", &[]);
    })
    .await;
}

#[tokio::test]
async fn schedule_refuses_what_cannot_run_and_names_the_field() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        fleet::website_with_searches(&world.state, &ada, "example.com").await;
        for (member, value, pointer) in [
            ("cron", json!("every day"), "/cron"),
            ("cron", json!("*/5 * * * *"), "/cron"),
            ("cron", json!("0 0 30 2 *"), "/cron"),
            ("timeZone", json!("Mars/Olympus"), "/timeZone"),
            ("engineId", json!("nobody"), "/engineId"),
            ("action", json!("dance"), "/action"),
            ("name", json!("x".repeat(101)), "/name"),
        ] {
            let mut body = weekly();
            body[member] = value;
            create(&world, &ada, &body).await.problem(422, "invalid-request", &[pointer]);
        }
    })
    .await;
}

#[tokio::test]
async fn workspace_has_at_most_fifty_schedules() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        fleet::website_with_searches(&world.state, &ada, "example.com").await;
        for _ in 0..50 {
            create(&world, &ada, &weekly()).await.success(StatusCode::CREATED);
        }
        let refused = create(&world, &ada, &weekly()).await;
        assert_eq!(refused.status, StatusCode::CONFLICT, "{}", refused.text());
    })
    .await;
}
