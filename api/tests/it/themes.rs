//! Creation of themes from a page.

use axum::http::StatusCode;
use net::addresses::AddressGuard;
use serde_json::{Value, json};
use shared::config::{ApiSettings, OutsideSettings};

use crate::world::{Account, Reply, World, on_each, on_each_with, settings};

async fn ask(world: &World, account: &Account, url: &str) -> Reply {
    world.post("/api/themes/extract", &json!({"url": url})).bearer(&account.token).send().await
}

#[tokio::test]
async fn theme_extraction_starts_a_run() {
    on_each(async |world| {
        let (ada, bob) = (world.register("ada@example.com").await, world.register("bob@example.com").await);
        let body = ask(&world, &ada, " example.com/look ").await.success(StatusCode::ACCEPTED);
        let run = &body["run"];
        assert_eq!((&run["kind"], &run["status"]), (&json!("theme"), &json!("queued")));
        let path = format!("/api/runs/{}", run["id"].as_str().expect("an id"));
        assert_eq!(world.get(&path).bearer(&ada.token).send().await.status, StatusCode::OK);
        assert_eq!(world.get(&path).bearer(&bob.token).send().await.status, StatusCode::NOT_FOUND);
        let anybody = world.post("/api/themes/extract", &json!({"url": "https://example.com"})).send().await;
        anybody.problem(401, "not-authenticated", &[]);
    })
    .await;
}

#[tokio::test]
async fn theme_extraction_rejects_private_and_invalid_urls() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        for (url, word) in [
            ("", "Enter the URL"),
            ("https://", "not a URL"),
            ("javascript:alert(1)", "javascript:"),
            ("file:///etc/passwd", "file:"),
            ("https://ada:secret@example.com/", "password"),
            ("http://127.0.0.1:5432/", "own network"),
            ("http://[::ffff:169.254.169.254]/", "own network"),
            ("http://0x7f000001/", "own network"),
        ] {
            let reply = ask(&world, &ada, url).await;
            let body = reply.problem(422, "invalid-request", &["/url"]);
            assert!(body["detail"].as_str().is_some_and(|detail| detail.contains(word)), "{url}: {body}");
        }
        let runs: Value = world.get("/api/runs").bearer(&ada.token).send().await.success(StatusCode::OK);
        assert_eq!(runs["runs"], json!([]));
    })
    .await;
}

#[tokio::test]
async fn theme_extraction_can_be_disabled() {
    let outside = OutsideSettings { fetches_pages: false, guard: AddressGuard::default(), browser: None };
    on_each_with(ApiSettings { outside, ..settings() }, async |world| {
        let ada = world.register("ada@example.com").await;
        let body = ask(&world, &ada, "https://example.com").await.problem(501, "switched-off", &[]);
        assert_eq!(body["detail"], "Theme ripper not implemented yet");
    })
    .await;
}
