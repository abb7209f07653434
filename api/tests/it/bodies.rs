//! Every invalid request receives a problem document in JSON.

use std::time::Duration;

use axum::{
    body::Body,
    http::{Method, StatusCode},
};
use serde_json::json;

use crate::world::on_each;

#[tokio::test]
async fn problem_document_has_every_member() {
    on_each(async |world| {
        let reply = world.post("/api/auth/login", &json!({"email": 7})).send().await;
        let body = reply.problem(422, "invalid-request", &["/email"]);
        insta::assert_json_snapshot!("problem", body, {".requestId" => "[id]"});
        assert_eq!(reply.header("cache-control"), "no-store");
    })
    .await;
}

#[tokio::test]
async fn invalid_json_is_rejected_as_malformed() {
    on_each(async |world| {
        let deep = format!("{}1{}", r#"{"a":"#.repeat(5_000), "}".repeat(5_000));
        let broken = br#"{"email": "\xff"}"#.to_vec();
        let bodies: Vec<Vec<u8>> =
            vec![vec![], b"{".to_vec(), b"{} {}".to_vec(), b"null,".to_vec(), broken, vec![0; 9], deep.into_bytes()];
        for body in bodies {
            let text = String::from_utf8_lossy(&body[..body.len().min(30)]).into_owned();
            let reply = world.call(Method::POST, "/api/auth/login").raw("application/json", body).send().await;
            assert_eq!(reply.status, StatusCode::BAD_REQUEST, "{text}");
            reply.problem(400, "malformed-json", &[]);
        }
    })
    .await;
}

#[tokio::test]
async fn wrong_type_is_reported_with_a_pointer() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        let read = |body| world.post("/api/notifications/read", &body).bearer(&account.token);
        read(json!({"ids": ["x"]})).send().await.problem(422, "invalid-request", &["/ids/0"]);
        read(json!({"ids": {}})).send().await.problem(422, "invalid-request", &["/ids"]);
        read(json!({"all": "yes"})).send().await.problem(422, "invalid-request", &["/all"]);
        read(json!(null)).send().await.problem(422, "invalid-request", &[""]);
        read(json!({})).send().await.problem(422, "invalid-request", &["/ids"]);
    })
    .await;
}

#[tokio::test]
async fn other_content_types_are_rejected() {
    on_each(async |world| {
        let form = r#"{"email": "a@b.co", "password": "12345678"}"#;
        for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", "application/jsonp"]
        {
            let reply = world.call(Method::POST, "/api/auth/login").raw(kind, form).send().await;
            reply.problem(415, "not-json", &[]);
        }
        for kind in ["application/json; charset=utf-8", "APPLICATION/JSON", "application/merge-patch+json"] {
            let reply = world.call(Method::POST, "/api/auth/login").raw(kind, form).send().await;
            reply.problem(401, "invalid-credentials", &[]);
        }
    })
    .await;
}

#[tokio::test]
async fn body_over_one_mebibyte_is_rejected() {
    on_each(async |world| {
        let body = format!(r#"{{"email": "{}"}}"#, "x".repeat(1 << 20));
        let reply = world.call(Method::POST, "/api/auth/login").raw("application/json", body.clone()).send().await;
        reply.problem(413, "too-large", &[]);
        // The same without a Content-Length.
        let chunks =
            body.into_bytes().chunks(60_000).map(|chunk| Ok::<_, std::io::Error>(chunk.to_vec())).collect::<Vec<_>>();
        let stream = Body::from_stream(futures::stream::iter(chunks));
        let reply = world.call(Method::POST, "/api/auth/login").raw("application/json", stream).send().await;
        reply.problem(413, "too-large", &[]);
    })
    .await;
}

#[tokio::test]
async fn interrupted_body_changes_nothing() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        let parts = vec![Ok(br#"{"url": "exa"#.to_vec()), Err(std::io::Error::other("gone"))];
        let stream = Body::from_stream(futures::stream::iter(parts));
        let call = world.call(Method::POST, "/api/websites").bearer(&account.token);
        call.raw("application/json", stream).send().await.problem(400, "broken-body", &[]);
        let body = world.get("/api/websites").bearer(&account.token).send().await.success(StatusCode::OK);
        assert_eq!(body["websites"], json!([]));
    })
    .await;
}

#[tokio::test]
async fn slow_body_times_out() {
    // The one case that waits for as long as a client may: ten seconds.
    let state = crate::world::offline();
    let router = api::router::main_router(&state, &api::live::Live::start(&state));
    let never = Body::from_stream(futures::stream::pending::<Result<Vec<u8>, std::io::Error>>());
    let mut request = axum::http::Request::post("/api/auth/login");
    request = request.header("host", "127.0.0.1").header("content-type", "application/json");
    let waiting = tower::ServiceExt::oneshot(router, request.body(never).expect("a request"));
    let reply = tokio::time::timeout(Duration::from_secs(20), waiting).await.expect("an answer in time");
    let reply = crate::world::Reply::read(reply.expect("routers do not fail")).await;
    reply.problem(408, "body-timed-out", &[]);
}

#[tokio::test]
async fn unknown_paths_and_methods_return_problem_documents() {
    on_each(async |world| {
        for path in ["/api", "/api/", "/api/none", "/api/auth/none", "/api/websites/", "/assets/none.js", "/none.txt"] {
            world.get(path).send().await.problem(404, "unknown-path", &[]);
        }
        let reply = world.call(Method::DELETE, "/api/auth/login").send().await;
        reply.problem(405, "method-not-allowed", &[]);
        assert_eq!(reply.header("allow"), "POST");
        world.call(Method::POST, "/dashboard").send().await.problem(405, "method-not-allowed", &[]);
        world.call(Method::POST, "/api/none").send().await.problem(404, "unknown-path", &[]);
        world.get("/none").on_live_port().send().await.problem(404, "unknown-path", &[]);
    })
    .await;
}

#[tokio::test]
async fn doubled_api_prefix_reaches_the_same_call() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        world
            .post("/api/api/websites", &json!({"url": "example.com"}))
            .bearer(&account.token)
            .send()
            .await
            .success(StatusCode::CREATED);
        let once = world.get("/api/websites?type=own").bearer(&account.token).send().await.success(StatusCode::OK);
        let twice = world.get("/api/api/websites?type=own").bearer(&account.token).send().await.success(StatusCode::OK);
        assert_eq!(once, twice);
        let problem = world.get("/api/api/none").send().await.problem(404, "unknown-path", &[]);
        assert_eq!(problem["instance"], "/api/none");
    })
    .await;
}

#[tokio::test]
async fn unknown_query_parameters_are_rejected_by_name() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        let get = |path: &str| world.get(path).bearer(&account.token);
        get("/api/notifications?colour=red").send().await.problem(422, "invalid-request", &["/colour"]);
        get("/api/notifications?limit=0").send().await.problem(422, "invalid-request", &["/limit"]);
        get("/api/notifications?limit=ten").send().await.problem(422, "invalid-request", &["/limit"]);
        get("/api/notifications?cursor=x").send().await.problem(422, "invalid-request", &["/cursor"]);
        get("/api/notifications?limit=&cursor=").send().await.success(StatusCode::OK);
        get("/api/websites?colour=red").send().await.success(StatusCode::OK);
        get("/api/websites?type=castle").send().await.problem(422, "invalid-request", &["/type"]);
    })
    .await;
}

#[tokio::test]
async fn panic_returns_a_problem_without_internals() {
    let state = crate::world::offline();
    let boom = axum::Router::new().route("/boom", axum::routing::get(boom));
    let router = api::router::dress(&state, boom);
    let request = axum::http::Request::get("/boom").header("host", "127.0.0.1").body(Body::empty()).expect("a request");
    let reply = tower::ServiceExt::oneshot(router, request).await.expect("routers do not fail");
    let reply = crate::world::Reply::read(reply).await;
    let body = reply.problem(500, "internal", &[]);
    assert!(!body.to_string().contains("secret"), "{body}");
}

async fn boom() {
    panic!("the secret is 42");
}

#[tokio::test]
async fn slow_handler_times_out() {
    let state = crate::world::offline();
    let slow = axum::Router::new()
        .route("/slow", axum::routing::get(std::future::pending::<&'static str>))
        .layer(axum::middleware::from_fn_with_state(Duration::from_millis(50), api::layer::deadline::limit));
    let router = api::router::dress(&state, slow);
    let request = axum::http::Request::get("/slow").header("host", "127.0.0.1").body(Body::empty()).expect("a request");
    let reply = tower::ServiceExt::oneshot(router, request).await.expect("routers do not fail");
    crate::world::Reply::read(reply).await.problem(504, "timed-out", &[]);
}

#[tokio::test]
async fn unavailable_database_returns_503_without_internals() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        world.state.db.close().await;
        let reply = world.get("/api/websites").bearer(&account.token).send().await;
        let body = reply.problem(503, "unavailable", &[]);
        assert!(!body.to_string().to_lowercase().contains("pool"), "{body}");
        assert_eq!(reply.header("retry-after"), "2");
        let body = world.get("/readyz").send().await.problem(503, "not-ready", &["/database"]);
        assert_eq!(body["errors"][0]["detail"], "The database does not respond.");
        world.get("/healthz").send().await.success(StatusCode::OK);
    })
    .await;
}
