//! Websites, figures of a user, and what administrators see.

use axum::http::StatusCode;
use serde_json::json;
use shared::{
    domain::{
        new_id, now,
        run::{Lane, NewRun, RunKind},
    },
    store::{
        run,
        worker::{self, WorkerRow},
    },
};

use crate::world::on_each;

#[tokio::test]
async fn a_website_is_added_once_and_shown_whole() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        let post = |body| world.post("/api/websites", &body).bearer(&account.token);
        let body = post(json!({"url": "HTTPS://www.Example.com/shop?x=1"})).send().await.success(StatusCode::CREATED);
        insta::assert_json_snapshot!("website", body, {".**.id" => "[id]", ".**.createdAt" => "[time]"});
        let again = post(json!({"url": "http://example.com"})).send().await.success(StatusCode::OK);
        assert_eq!(again["website"]["id"], body["website"]["id"], "the existing one");
        post(json!({"url": "not a website"})).send().await.problem(422, "invalid-request", &["/url"]);
        post(json!({"name": "x"})).send().await.problem(422, "invalid-request", &["/url"]);
        let long = json!({"url": "second.example", "name": "x".repeat(201)});
        post(long).send().await.problem(422, "invalid-request", &["/name"]);
        post(json!({"url": "second.example", "name": " Second "})).send().await.success(StatusCode::CREATED);
        let list = async |query: &str| {
            let reply = world.get(&format!("/api/websites{query}")).bearer(&account.token).send().await;
            let body = reply.success(StatusCode::OK);
            body["websites"].as_array().expect("a list").iter().map(|site| site["name"].clone()).collect::<Vec<_>>()
        };
        assert_eq!(list("").await, [json!("example.com"), json!("Second")]);
        assert_eq!(list("?type=own").await.len(), 2);
        assert_eq!(list("?type=dominator").await.len(), 0);
    })
    .await;
}

#[tokio::test]
async fn a_users_figures_are_counted_from_what_there_is() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        let stats = async || {
            let reply = world.get("/api/auth/me").bearer(&account.token).send().await;
            reply.success(StatusCode::OK)["user"]["stats"].clone()
        };
        assert_eq!(stats().await, json!({"sites": 0, "leads": 0, "revenueCents": 0, "insights": 0, "streakDays": 1}));
        world.post("/api/websites", &json!({"url": "example.com"})).bearer(&account.token).send().await;
        assert_eq!(stats().await["sites"], json!(1));
    })
    .await;
}

#[tokio::test]
async fn administrators_see_workers_and_lanes() {
    on_each(async |world| {
        let admin = world.register("ada@example.com").await;
        let get = async |path: &str| world.get(path).bearer(&admin.token).send().await.success(StatusCode::OK);
        assert_eq!(get("/api/admin/workers").await["workers"], json!([]));
        let row = |id, heartbeat_at| WorkerRow {
            id,
            host: "mine".to_owned(),
            pid: 42,
            lanes: vec![Lane::Interactive, Lane::Batch],
            slots: 8,
            busy: 3,
            started_at: now(),
            heartbeat_at,
        };
        let alive = new_id();
        worker::heartbeat(&world.state.db, &row(alive, now())).await.expect("a heartbeat");
        let silent = now() - chrono::Duration::minutes(5);
        worker::heartbeat(&world.state.db, &row(new_id(), silent)).await.expect("a heartbeat");
        let workers = get("/api/admin/workers").await["workers"].clone();
        assert_eq!(workers.as_array().expect("a list").len(), 1);
        assert_eq!((&workers[0]["id"], &workers[0]["lanes"]), (&json!(alive), &json!(["interactive", "batch"])));

        let probe = NewRun::new(admin.workspace_id, admin.id, RunKind::Probe, json!({}));
        run::insert(&world.state.db, &probe).await.expect("a run");
        let lanes = get("/api/admin/queue").await["lanes"].clone();
        assert_eq!((&lanes[0]["lane"], &lanes[0]["queued"]), (&json!("interactive"), &json!(1)));
        assert_eq!((&lanes[1]["lane"], &lanes[1]["queued"]), (&json!("batch"), &json!(0)));
    })
    .await;
}
