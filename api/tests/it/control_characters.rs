//! Control characters in requests: refused on both databases in the same way, with the field.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::world::{PASSWORD, World, on_each};

/// Sends a body with a zero character and expects the problem at each of `pointers`.
async fn refused(world: &World, token: &str, (method, path): (Method, &str), body: Value, pointers: &[&str]) {
    let reply = world.call(method, path).json(&body).bearer(token).send().await;
    reply.problem(422, "invalid-request", pointers);
}

#[tokio::test]
async fn text_with_a_zero_character_is_refused_with_its_field() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let site = world.post("/api/websites", &json!({"url": "example.com"})).bearer(&ada.token).send().await;
        let site = site.success(StatusCode::CREATED)["website"]["id"].as_str().expect("an id").to_owned();
        let website = format!("/api/websites/{site}");
        let nul = "a\0b";
        let post = |path| (Method::POST, path);
        let patch = |path| (Method::PATCH, path);
        for (call, body, pointers) in [
            (post("/api/auth/login"), json!({"email": "a\0@example.com", "password": PASSWORD}), vec!["/email"]),
            (post("/api/auth/forgot-password"), json!({"email": nul}), vec!["/email"]),
            (post("/api/auth/resend-verification"), json!({"email": nul}), vec!["/email"]),
            (post("/api/auth/verify-email"), json!({"token": nul}), vec!["/token"]),
            (post("/api/contact"), json!({"name": "Ada", "email": "a@b.co", "message": nul}), vec!["/message"]),
            (post("/api/user/api-keys"), json!({"name": nul, "scopes": ["read"]}), vec!["/name"]),
            (post("/api/workspaces"), json!({"name": nul}), vec!["/name"]),
            (post("/api/websites"), json!({"url": "other.example", "name": nul}), vec!["/name"]),
            (post("/api/opportunities"), json!({"title": nul, "category": nul}), vec!["/category", "/title"]),
            (patch("/api/user/profile"), json!({"name": nul}), vec!["/name"]),
            (
                patch("/api/user/preferences"),
                json!({"panes": {"left": [1, nul]}, "k\0": 1}),
                vec!["/k\0", "/panes/left/1"],
            ),
            (patch(&website), json!({"name": nul}), vec!["/name"]),
            (patch(&website), json!({"settings": {"brandTerms": ["x", nul]}}), vec!["/settings/brandTerms/1"]),
            ((Method::PUT, "/api/kill-switch"), json!({"isOn": true, "reason": nul}), vec!["/reason"]),
        ] {
            refused(&world, &ada.token, call, body, &pointers).await;
        }
    })
    .await;
}

#[tokio::test]
async fn every_control_character_but_line_breaks_and_tabs_is_refused() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        for odd in ["\u{1}", "\u{8}", "\u{b}", "\u{c}", "\u{1b}[31m", "\u{7f}", "\u{85}", "\u{9b}"] {
            let body = json!({"isOn": true, "reason": format!("a{odd}b")});
            refused(&world, &ada.token, (Method::PUT, "/api/kill-switch"), body, &["/reason"]).await;
        }
        let body = json!({"isOn": true, "reason": "one\ntwo\r\n\tthree"});
        let call = world.call(Method::PUT, "/api/kill-switch").json(&body).bearer(&ada.token);
        let body = call.send().await.success(StatusCode::OK);
        assert_eq!(body["workspace"]["reason"], json!("one\ntwo\r\n\tthree"));
    })
    .await;
}

#[tokio::test]
async fn control_characters_in_queries_and_paths_are_refused_with_the_parameter() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        for (path, pointer) in [
            ("/api/admin/users?search=a%00b", "/search"),
            ("/api/keywords?q=%00", "/q"),
            ("/api/keywords?q=a%7Fb", "/q"),
            ("/api/runs?x%00y=1", "/x\0y"),
            ("/api/intelligence-engines/key%00word", "/id"),
            ("/api/intelligence-engines/key%01word/history", "/id"),
            ("/api/websites/%00", "/id"),
        ] {
            let reply = world.get(path).bearer(&ada.token).send().await;
            reply.problem(422, "invalid-request", &[pointer]);
        }
    })
    .await;
}
