//! Health checks and metrics.

use axum::http::StatusCode;
use serde_json::json;
use shared::config::{ApiSettings, Secret};

use crate::world::{on_each, on_each_with, settings};

#[tokio::test]
async fn health_and_readiness_answer_200() {
    on_each(async |world| {
        world.get("/healthz").send().await.success(StatusCode::OK);
        world.get("/healthz").on_live_port().send().await.success(StatusCode::OK);
        let body = world.get("/readyz").send().await.success(StatusCode::OK);
        assert_eq!(body["checks"], json!({"database": "ok", "bus": "ok", "queue": "ok"}));
    })
    .await;
}

#[tokio::test]
async fn config_contains_the_browser_settings() {
    on_each(async |world| {
        let body = world.get("/config.json").send().await.json();
        let mode = if world.state.db.name() == "sqlite" { "embedded" } else { "distributed" };
        let expected = json!({
            "wsUrl": "http://127.0.0.1:3000", "livePort": 5001, "version": env!("CARGO_PKG_VERSION"), "googleSignIn": false, "mode": mode,
            "setupCodeRequired": false, "registration": "open",
        });
        assert_eq!(body, expected);
    })
    .await;
}

#[tokio::test]
async fn live_url_follows_the_requested_host() {
    let settings = ApiSettings { public_url: "https://lode.example".to_owned(), ..settings() };
    on_each_with(settings, async |world| {
        assert_eq!(world.get("/config.json").send().await.json()["wsUrl"], "http://127.0.0.1:3000");
    })
    .await;
}

#[tokio::test]
async fn configured_live_url_overrides_the_host() {
    for ws_url in ["wss://live.example", ""] {
        let settings = ApiSettings { ws_url: Some(ws_url.to_owned()), ..settings() };
        on_each_with(settings, async |world| {
            assert_eq!(world.get("/config.json").send().await.json()["wsUrl"], ws_url);
        })
        .await;
    }
}

#[tokio::test]
async fn metrics_require_loopback_or_the_token() {
    let settings = ApiSettings { metrics_token: Some(Secret::new("scrape me".to_owned())), ..settings() };
    on_each_with(settings, async |world| {
        // Metrics are not recorded here, so an authorised request receives an error.
        let get = || world.get("/metrics");
        get().send().await.problem(404, "not-found", &[]);
        get().by_peer("203.0.113.7").send().await.problem(403, "forbidden", &[]);
        get().header("x-forwarded-for", "203.0.113.7").send().await.problem(403, "forbidden", &[]);
        get().by_peer("203.0.113.7").bearer("scrape me").send().await.problem(404, "not-found", &[]);
        get().by_peer("203.0.113.7").bearer("scrape m").send().await.problem(403, "forbidden", &[]);
    })
    .await;
}

#[tokio::test]
async fn every_answer_has_its_security_headers() {
    on_each(async |world| {
        for path in ["/", "/api/none", "/healthz", "/api/docs/", "/config.json"] {
            let reply = world.get(path).send().await;
            assert_eq!(reply.header("x-content-type-options"), "nosniff", "{path}");
            assert_eq!(reply.header("x-frame-options"), "DENY");
            let policy = reply.header("content-security-policy");
            assert!(policy.starts_with("default-src 'self'; img-src 'self' data:;"), "{policy}");
            for source in ["ws://127.0.0.1:3000", "ws://127.0.0.1:5001", "ws://localhost:5001", "'self'"] {
                assert!(policy.contains(source), "{policy}");
            }
            assert_ne!(reply.header("x-request-id"), "");
        }
        assert_eq!(world.get("/api/auth/me").send().await.header("cache-control"), "no-store");
    })
    .await;
}

#[tokio::test]
async fn cors_allows_only_the_own_origin() {
    on_each(async |world| {
        let own = world.get("/healthz").header("origin", "http://127.0.0.1:3000").send().await;
        assert_eq!(own.header("access-control-allow-origin"), "http://127.0.0.1:3000");
        assert_eq!(own.header("access-control-allow-credentials"), "true");
        for origin in ["http://evil.example", "null", "http://127.0.0.1:3001", "https://127.0.0.1:3000"] {
            let reply = world.get("/healthz").header("origin", origin).send().await;
            assert_eq!(reply.header("access-control-allow-origin"), "", "{origin}");
        }
    })
    .await;
}

#[tokio::test]
async fn client_request_ids_are_replaced() {
    on_each(async |world| {
        let one = world.get("/healthz").header("x-request-id", "mine").send().await;
        let two = world.get("/healthz").header("x-request-id", "mine").send().await;
        assert_ne!(one.header("x-request-id"), "mine");
        assert_ne!(one.header("x-request-id"), two.header("x-request-id"));
    })
    .await;
}

#[tokio::test]
async fn health_window_excludes_probes() {
    on_each(async |world| {
        assert_eq!(world.state.traffic.figures().requests, 0);
        world.get("/healthz").send().await;
        world.get("/readyz").send().await;
        assert_eq!(world.state.traffic.figures().requests, 0);
        world.get("/api/auth/me").send().await;
        let figures = world.state.traffic.figures();
        assert_eq!((figures.requests, figures.error_rate), (1, 0.0));
        assert!(figures.p95_ms > 0.0);
    })
    .await;
}
