//! Websites, figures of a user, and what administrators see.

use axum::http::StatusCode;
use serde_json::json;
use shared::{
    domain::{
        engine_version::PRIOR,
        new_id, now,
        run::{Lane, NewRun, RunKind},
    },
    store::{
        insight::NewInsights,
        run::{self, Effect, Outcome},
        worker::{self, WorkerRow},
    },
};

use crate::{engines, fleet, world::on_each};

#[tokio::test]
async fn adding_a_website_twice_returns_the_existing_one() {
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
async fn user_stats_count_stored_records_and_invent_no_leads_or_revenue() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        let stats = async || {
            let reply = world.get("/api/auth/me").bearer(&account.token).send().await;
            reply.success(StatusCode::OK)["user"]["stats"].clone()
        };
        let none = json!({
            "sites": 0, "runs": 0, "insights": 0, "opportunities": 0, "leads": null, "revenueCents": null,
            "streakDays": 1,
        });
        assert_eq!(stats().await, none);
        fleet::website(&world.state, &account, "example.com").await;
        let id = fleet::queued(&world.state, &account, RunKind::Probe).await;
        let run = fleet::claim(&world.state, id).await;
        let insights = vec![engines::insight("One")];
        let found = NewInsights { engine_id: "keyword".to_owned(), version: PRIOR.into(), insights };
        fleet::finish(&world.state, run, Outcome::Succeeded(json!({})), vec![Effect::from(found)]).await;
        let opportunity = world.post("/api/opportunities", &json!({"title": "One"})).bearer(&account.token);
        opportunity.send().await.success(StatusCode::CREATED);
        let bob = world.register("bob@example.com").await;
        fleet::website(&world.state, &bob, "other.example").await;
        let some = json!({
            "sites": 1, "runs": 1, "insights": 1, "opportunities": 1, "leads": null, "revenueCents": null,
            "streakDays": 1,
        });
        assert_eq!(stats().await, some, "the records of the user's workspaces alone");
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
