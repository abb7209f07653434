//! Runs over HTTP.

use std::time::Duration;

use axum::http::StatusCode;
use serde_json::json;
use shared::{domain::run::RunKind, store};

use crate::{
    fleet,
    world::{World, on_each},
};

async fn two(world: &World) -> (crate::world::Account, crate::world::Account) {
    (world.register("ada@example.com").await, world.register("bob@example.com").await)
}

#[tokio::test]
async fn runs_are_listed_newest_first_and_paged() {
    on_each(async |world| {
        let (ada, bob) = two(&world).await;
        let mut ids = Vec::new();
        for _ in 0..5 {
            ids.push(json!(fleet::queued(&world.state, &ada, RunKind::Probe).await));
        }
        fleet::queued(&world.state, &bob, RunKind::Probe).await;
        let mut seen = Vec::new();
        let mut path = "/api/runs?limit=2".to_owned();
        loop {
            let page = world.get(&path).bearer(&ada.token).send().await.success(StatusCode::OK);
            seen.extend(page["runs"].as_array().unwrap().iter().map(|run| run["id"].clone()));
            let Some(cursor) = page["nextCursor"].as_str() else { break };
            path = format!("/api/runs?limit=2&cursor={cursor}");
        }
        ids.reverse();
        assert_eq!(seen, ids);
        let none = world.get("/api/runs?kind=engine").bearer(&ada.token).send().await.success(StatusCode::OK);
        assert_eq!(none["runs"], json!([]));
    })
    .await;
}

#[tokio::test]
async fn invalid_filter_is_reported() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let cases = [
            ("kind=dance", "/kind"),
            ("status=x", "/status"),
            ("limit=0", "/limit"),
            ("limit=9999", "/limit"),
            ("cursor=x", "/cursor"),
            ("websiteId=1", "/websiteId"),
            ("colour=red", "/colour"),
        ];
        for (query, pointer) in cases {
            let reply = world.get(&format!("/api/runs?{query}")).bearer(&ada.token).send().await;
            reply.problem(422, "invalid-request", &[pointer]);
        }
    })
    .await;
}

#[tokio::test]
async fn runs_of_other_workspaces_are_not_found() {
    on_each(async |world| {
        let (ada, bob) = two(&world).await;
        let run = fleet::queued(&world.state, &ada, RunKind::Probe).await;
        for path in ["", "/result", "/children", "/log"] {
            let reply = world.get(&format!("/api/runs/{run}{path}")).bearer(&bob.token).send().await;
            reply.problem(404, "not-found", &[]);
        }
        for verb in ["cancel", "retry", "pause", "resume"] {
            let path = format!("/api/runs/{run}/{verb}");
            world.post(&path, &json!({})).bearer(&bob.token).send().await.problem(404, "not-found", &[]);
            world.post(&path, &json!({})).send().await.problem(401, "not-authenticated", &[]);
        }
        let mine = world.get(&format!("/api/runs/{run}")).bearer(&ada.token).send().await.success(StatusCode::OK);
        assert_eq!(mine["run"]["status"], json!("queued"));
    })
    .await;
}

#[tokio::test]
async fn run_is_cancelled_and_retried() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let run = fleet::queued(&world.state, &ada, RunKind::Probe).await;
        let call = async |verb: &str| {
            world.post(&format!("/api/runs/{run}/{verb}"), &json!({})).bearer(&ada.token).send().await
        };
        call("retry").await.problem(409, "conflict", &["/status"]);
        assert_eq!(call("cancel").await.success(StatusCode::OK)["run"]["status"], json!("cancelled"));
        assert_eq!(call("cancel").await.success(StatusCode::OK)["run"]["status"], json!("cancelled"));
        assert_eq!(call("retry").await.success(StatusCode::OK)["run"]["status"], json!("queued"));
        fleet::fail(&world.state, run, "No luck.").await;
        let failed = world.get(&format!("/api/runs/{run}")).bearer(&ada.token).send().await.success(StatusCode::OK);
        assert_eq!(failed["run"]["error"], json!({"type": "no-luck", "detail": "No luck."}));
        let log = world.get(&format!("/api/runs/{run}/log")).bearer(&ada.token).send().await.success(StatusCode::OK);
        let events: Vec<_> = log["log"].as_array().unwrap().iter().map(|line| line["event"].clone()).collect();
        assert_eq!(events, [json!("cancelled"), json!("retried"), json!("failed")]);
        call("pause").await.problem(409, "conflict", &["/children"]);
        call("resume").await.problem(409, "conflict", &["/status"]);
    })
    .await;
}

#[tokio::test]
async fn result_is_available_after_success() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let run = fleet::queued(&world.state, &ada, RunKind::Probe).await;
        let path = format!("/api/runs/{run}/result");
        assert_eq!(world.get(&path).bearer(&ada.token).send().await.success(StatusCode::OK)["result"], json!(null));
        fleet::succeed(&world.state, run, json!({"answer": 42})).await;
        let found = world.get(&path).bearer(&ada.token).send().await.success(StatusCode::OK);
        assert_eq!((&found["result"]["answer"], &found["run"]["status"]), (&json!(42), &json!("succeeded")));
    })
    .await;
}

#[tokio::test]
async fn probe_runs_require_an_administrator() {
    on_each(async |world| {
        let (ada, bob) = two(&world).await;
        let probe = json!({"kind": "probe", "payload": {"echo": 1}});
        world.post("/api/runs", &probe).bearer(&bob.token).send().await.problem(403, "forbidden", &[]);
        let run = world.post("/api/runs", &probe).bearer(&ada.token).send().await.success(StatusCode::ACCEPTED);
        assert_eq!(run["run"]["status"], json!("queued"));
        for (body, pointer) in [
            (json!({"kind": "import"}), "/kind"),
            (json!({"kind": "dance"}), "/kind"),
            (json!({"kind": "probe", "payload": 7}), "/payload"),
            (json!({"kind": "probe", "children": 0}), "/children"),
            (json!({"kind": "probe", "children": 100_001}), "/children"),
            (json!({"kind": "probe", "colour": 1}), "/colour"),
        ] {
            let reply = world.post("/api/runs", &body).bearer(&ada.token).send().await;
            reply.problem(422, "invalid-request", &[pointer]);
        }
    })
    .await;
}

#[tokio::test]
async fn repeated_idempotency_key_returns_the_same_run() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let start = async |key: &str, echo: i32| {
            let body = json!({"kind": "probe", "payload": {"echo": echo}});
            world.post("/api/runs", &body).bearer(&ada.token).header("idempotency-key", key).send().await
        };
        let first = start("a", 1).await.success(StatusCode::ACCEPTED)["run"]["id"].clone();
        assert_eq!(start("a", 1).await.success(StatusCode::ACCEPTED)["run"]["id"], first);
        assert_ne!(start("b", 1).await.success(StatusCode::ACCEPTED)["run"]["id"], first);
        start("a", 2).await.problem(409, "conflict", &["/Idempotency-Key"]);
        start(&"x".repeat(201), 1).await.problem(422, "invalid-request", &["/Idempotency-Key"]);
        let both = futures::future::join_all((0..8).map(|_| start("c", 1))).await;
        let ids: Vec<_> = both.iter().map(|reply| reply.success(StatusCode::ACCEPTED)["run"]["id"].clone()).collect();
        assert!(ids.iter().all(|id| *id == ids[0]), "{ids:?}");
    })
    .await;
}

#[tokio::test]
async fn prefer_wait_returns_the_finished_run() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let other = world.clone();
        let account = ada.clone();
        let worker = tokio::spawn(async move {
            loop {
                tokio::time::sleep(Duration::from_millis(150)).await;
                let filter = store::run::Filter::default();
                let page = store::run::list(&other.state.db, account.workspace_id, &filter, 1).await.unwrap();
                if let Some(run) = page.items.first() {
                    tokio::time::sleep(Duration::from_millis(300)).await;
                    return fleet::succeed(&other.state, run.id, json!({})).await;
                }
            }
        });
        let begun = std::time::Instant::now();
        let call = world.post("/api/runs", &json!({"kind": "probe"})).bearer(&ada.token).header("prefer", "wait=20");
        let reply = call.send().await;
        assert_eq!(reply.header("preference-applied"), "wait=20");
        assert_eq!(reply.success(StatusCode::OK)["run"]["status"], json!("succeeded"));
        assert!(
            begun.elapsed() < Duration::from_secs(3),
            "told of by event, not found by looking: {:?}",
            begun.elapsed()
        );
        worker.await.unwrap();
        let call = world.post("/api/runs", &json!({"kind": "probe"})).bearer(&ada.token).header("prefer", "wait=1");
        assert_eq!(call.send().await.success(StatusCode::ACCEPTED)["run"]["status"], json!("queued"));
    })
    .await;
}

#[tokio::test]
async fn parent_run_controls_its_children() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let body = json!({"kind": "probe", "children": 3, "lane": "batch"});
        let parent = world.post("/api/runs", &body).bearer(&ada.token).send().await.success(StatusCode::ACCEPTED);
        assert_eq!(parent["run"]["children"], json!({"total": 3, "done": 0, "failed": 0}));
        let id = parent["run"]["id"].as_str().unwrap();
        let children = async |state: &str| {
            let path = format!("/api/runs/{id}/children");
            let page = world.get(&path).bearer(&ada.token).send().await.success(StatusCode::OK);
            let runs = page["runs"].as_array().unwrap().clone();
            assert!(runs.len() == 3 && runs.iter().all(|run| run["status"] == json!(state)), "{runs:?}");
        };
        let call = async |verb: &str| {
            let reply = world.post(&format!("/api/runs/{id}/{verb}"), &json!({})).bearer(&ada.token).send().await;
            reply.success(StatusCode::OK)["run"]["status"].clone()
        };
        children("queued").await;
        assert_eq!(call("pause").await, json!("paused"));
        children("paused").await;
        assert_eq!(call("resume").await, json!("running"));
        children("queued").await;
        assert_eq!(call("cancel").await, json!("cancelled"));
        children("cancelled").await;
        assert_eq!(call("retry").await, json!("running"));
        children("queued").await;
    })
    .await;
}
