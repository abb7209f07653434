//! Limits of the operator for each workspace.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};
use shared::config::{ApiSettings, WorkspaceLimits};

use crate::world::{Account, Reply, World, on_each, on_each_with, settings};

fn limited(workspace: WorkspaceLimits) -> ApiSettings {
    ApiSettings { workspace, ..settings() }
}

async fn probe(world: &World, account: &Account) -> Reply {
    world.post("/api/runs", &json!({"kind": "probe"})).bearer(&account.token).send().await
}

async fn usage(world: &World, account: &Account) -> Value {
    let path = format!("/api/workspaces/{}/usage", account.workspace_id);
    world.get(&path).bearer(&account.token).send().await.success(StatusCode::OK)["usage"].clone()
}

#[tokio::test]
async fn runs_over_the_limit_of_the_day_are_refused_until_midnight() {
    let limits = WorkspaceLimits { runs_per_day: Some(3), ..WorkspaceLimits::default() };
    on_each_with(limited(limits), async |world| {
        let ada = world.register("ada@example.com").await;
        let replies = futures::future::join_all((0..8).map(|_| probe(&world, &ada))).await;
        let (started, refused): (Vec<Reply>, Vec<Reply>) =
            replies.into_iter().partition(|reply| reply.status == StatusCode::ACCEPTED);
        assert_eq!((started.len(), refused.len()), (3, 5));
        let problem = refused[0].problem(429, "runs-limit", &[]);
        assert_eq!((&problem["limit"]["name"], &problem["limit"]["used"]), (&json!("runs"), &json!(3)));
        assert_eq!(problem["limit"]["most"], json!(3));
        let detail = problem["detail"].as_str().expect("a text");
        assert!(detail.contains("3 of 3 runs today") && detail.contains("00:00 UTC"), "{detail}");
        let seconds: u64 = refused[0].header("retry-after").parse().expect("seconds");
        assert!((1..=86_400).contains(&seconds), "{seconds}");
        let usage = usage(&world, &ada).await;
        assert_eq!((&usage["runsToday"], &usage["mostRunsPerDay"]), (&json!(3), &json!(3)));
        assert_eq!(usage["resetsAt"], problem["limit"]["freesAt"]);
        assert_eq!(usage["mostStorageBytes"], json!(null));
        let id = started[0].json()["run"]["id"].as_str().expect("an id").to_owned();
        world
            .post(&format!("/api/runs/{id}/cancel"), &json!({}))
            .bearer(&ada.token)
            .send()
            .await
            .success(StatusCode::OK);
        let retry = world.post(&format!("/api/runs/{id}/retry"), &json!({})).bearer(&ada.token).send().await;
        retry.problem(429, "runs-limit", &[]);
    })
    .await;
}

#[tokio::test]
async fn upload_over_the_storage_limit_is_refused_and_not_kept() {
    let limits = WorkspaceLimits { storage_bytes: Some(20_000), ..WorkspaceLimits::default() };
    on_each_with(limited(limits), async |world| {
        let ada = world.register("ada@example.com").await;
        let line = "a-line-that-is-in-no-file";
        let head = "content-disposition: form-data; name=\"file\"; filename=\"Queries.csv\"";
        let body = format!("--{line}\r\n{head}\r\n\r\n{}\r\n--{line}--\r\n", "query,1\n".repeat(4_000));
        let call = world.call(Method::POST, "/api/imports").bearer(&ada.token);
        let reply = call.raw(&format!("multipart/form-data; boundary={line}"), body).send().await;
        let problem = reply.problem(413, "storage-limit", &[]);
        assert_eq!((&problem["limit"]["used"], &problem["limit"]["most"]), (&json!(0), &json!(20_000)));
        assert_eq!(problem["limit"]["freesAt"], json!(null));
        assert_eq!(usage(&world, &ada).await["storageBytes"], json!(0), "the upload is deleted");
        let sample = world.post("/api/imports/sample", &json!({})).bearer(&ada.token).send().await;
        sample.problem(413, "storage-limit", &[]);
    })
    .await;
}

#[tokio::test]
async fn invitations_over_the_limit_of_the_day_are_refused() {
    let limits = WorkspaceLimits { emails_per_day: Some(2), ..WorkspaceLimits::default() };
    on_each_with(limited(limits), async |world| {
        let ada = world.register("ada@example.com").await;
        let path = format!("/api/workspaces/{}/invites", ada.workspace_id);
        let invite = async |n: usize| {
            let body = json!({"email": format!("guest{n}@example.com"), "role": "viewer"});
            world.post(&path, &body).bearer(&ada.token).send().await
        };
        let replies = futures::future::join_all((0..5).map(invite)).await;
        let refused: Vec<&Reply> = replies.iter().filter(|reply| reply.status != StatusCode::CREATED).collect();
        assert_eq!(refused.len(), 3);
        refused[0].problem(429, "emails-limit", &[]);
        assert_eq!(usage(&world, &ada).await["emailsToday"], json!(2));
    })
    .await;
}

#[tokio::test]
async fn without_limits_nothing_is_refused_and_the_use_states_no_maximum() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        for _ in 0..5 {
            probe(&world, &ada).await.success(StatusCode::ACCEPTED);
        }
        let usage = usage(&world, &ada).await;
        for most in ["mostStorageBytes", "mostRunsPerDay", "mostEmailsPerDay", "mostCrawlUrls"] {
            assert_eq!(usage[most], json!(null), "{usage}");
        }
        let eve = world.register("eve@example.com").await;
        let path = format!("/api/workspaces/{}/usage", ada.workspace_id);
        let foreign = world.get(&path).bearer(&eve.token).send().await;
        assert!(
            foreign.status == StatusCode::NOT_FOUND || foreign.status == StatusCode::FORBIDDEN,
            "{}",
            foreign.text()
        );
    })
    .await;
}
