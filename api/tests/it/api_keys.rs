//! Personal API keys and their scopes.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::world::{Account, Reply, World, on_each};

pub(crate) async fn make(world: &World, account: &Account, scopes: &[&str]) -> (String, String) {
    let body = json!({"name": "A script", "scopes": scopes});
    let reply = world.post("/api/user/api-keys", &body).bearer(&account.token).send().await;
    let body = reply.success(StatusCode::CREATED);
    let text = |pointer: &str| body.pointer(pointer).and_then(Value::as_str).expect(pointer).to_owned();
    (text("/key"), text("/apiKey/id"))
}

async fn add_site(world: &World, token: &str) -> Reply {
    world.post("/api/websites", &json!({"url": "example.com"})).bearer(token).send().await
}

#[tokio::test]
async fn api_key_is_shown_once_and_stored_as_a_hash() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        let (key, _) = make(&world, &account, &["read"]).await;
        assert!(key.starts_with("ml_") && key.len() > 40, "{key}");
        let list = world.get("/api/user/api-keys").bearer(&account.token).send().await;
        assert!(!list.text().contains(&key));
        let body = list.success(StatusCode::OK);
        let kept = &body["apiKeys"][0];
        assert_eq!(
            (&kept["name"], &kept["scopes"], &kept["lastUsedAt"]),
            (&json!("A script"), &json!(["read"]), &Value::Null)
        );
        assert!(key.starts_with(kept["prefix"].as_str().expect("a prefix")));
        world.get("/api/auth/me").bearer(&key).send().await.success(StatusCode::OK);
        let body = world.get("/api/user/api-keys").bearer(&account.token).send().await.success(StatusCode::OK);
        assert!(body["apiKeys"][0]["lastUsedAt"].is_string());
    })
    .await;
}

#[tokio::test]
async fn api_key_is_limited_to_its_scopes() {
    on_each(async |world| {
        let admin = world.register("ada@example.com").await;
        let (read, _) = make(&world, &admin, &["read"]).await;
        let (write, _) = make(&world, &admin, &["write"]).await;
        let (both, _) = make(&world, &admin, &["read", "admin"]).await;
        let (only, _) = make(&world, &admin, &["admin"]).await;
        add_site(&world, &read).await.problem(403, "forbidden", &[]);
        add_site(&world, &write).await.success(StatusCode::CREATED);
        for key in [&read, &write, &both] {
            world.get("/api/websites").bearer(key).send().await.success(StatusCode::OK);
        }
        world.get("/api/websites").bearer(&only).send().await.problem(403, "forbidden", &[]);
        for key in [&read, &write] {
            world.get("/api/admin/outbox").bearer(key).send().await.problem(403, "forbidden", &[]);
        }
        world.get("/api/admin/outbox").bearer(&both).send().await.success(StatusCode::OK);
        // A scope does not extend the role of its user.
        let free = world.register("bob@example.com").await;
        let (key, _) = make(&world, &free, &["read", "admin"]).await;
        world.get("/api/admin/outbox").bearer(&key).send().await.problem(403, "forbidden", &[]);
    })
    .await;
}

#[tokio::test]
async fn api_key_cannot_change_credentials() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        let (key, id) = make(&world, &account, &["read", "write", "admin"]).await;
        for path in ["/api/auth/change-password", "/api/auth/change-email", "/api/user/api-keys"] {
            let body =
                json!({"newPassword": "battery staple", "newEmail": "x@example.com", "name": "x", "scopes": ["read"]});
            world.post(path, &body).bearer(&key).send().await.problem(403, "forbidden", &[]);
        }
        world.post("/api/auth/mfa/setup", &json!({})).bearer(&key).send().await.problem(403, "forbidden", &[]);
        world.get("/api/auth/sessions").bearer(&key).send().await.problem(403, "forbidden", &[]);
        let delete = world.call(Method::DELETE, &format!("/api/user/api-keys/{id}")).bearer(&key);
        delete.send().await.problem(403, "forbidden", &[]);
    })
    .await;
}

#[tokio::test]
async fn api_key_ends_by_deletion_and_expiry() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let bob = world.register("bob@example.com").await;
        let (key, id) = make(&world, &ada, &["read"]).await;
        let path = format!("/api/user/api-keys/{id}");
        let delete = async |account: &Account| world.call(Method::DELETE, &path).bearer(&account.token).send().await;
        delete(&bob).await.problem(404, "not-found", &[]);
        world.get("/api/auth/me").bearer(&key).send().await.success(StatusCode::OK);
        delete(&ada).await.success(StatusCode::OK);
        world.get("/api/auth/me").bearer(&key).send().await.problem(401, "not-authenticated", &[]);
        let at = shared::domain::now() + chrono::Duration::seconds(1);
        let short = json!({"name": "Short", "scopes": ["read"], "expiresAt": at});
        let made =
            world.post("/api/user/api-keys", &short).bearer(&ada.token).send().await.success(StatusCode::CREATED);
        tokio::time::sleep(std::time::Duration::from_millis(1_100)).await;
        let late = world.get("/api/auth/me").bearer(made["key"].as_str().expect("a key")).send().await;
        late.problem(401, "not-authenticated", &[]);
        let odd = json!({"name": " ", "scopes": [], "expiresAt": "2020-01-01T00:00:00Z"});
        let odd = world.post("/api/user/api-keys", &odd).bearer(&ada.token).send().await;
        odd.problem(422, "invalid-request", &["/name", "/scopes", "/expiresAt"]);
    })
    .await;
}

#[tokio::test]
async fn api_key_of_an_administrator_neither_releases_kill_switches_nor_changes_roles() {
    on_each(async |world| {
        let admin = world.register("ada@example.com").await;
        let bob = world.register("bob@example.com").await;
        let (key, _) = make(&world, &admin, &["read", "write", "admin"]).await;
        let set = async |path: &str, on: bool, token: &str| {
            world.call(Method::PUT, path).json(&json!({"isOn": on})).bearer(token).send().await
        };
        for path in ["/api/kill-switch", "/api/admin/kill-switch"] {
            set(path, true, &key).await.success(StatusCode::OK);
            set(path, false, &key).await.problem(403, "forbidden", &[]);
            let kept = world.get(path).bearer(&key).send().await.success(StatusCode::OK).to_string();
            assert!(kept.contains(r#""isOn":true"#), "{kept}");
            set(path, false, &admin.token).await.success(StatusCode::OK);
        }
        let path = format!("/api/admin/users/{}", bob.id);
        for body in [json!({"role": "admin"}), json!({"disabled": true}), json!({"plan": "free", "role": "free"})] {
            world.patch(&path, &body).bearer(&key).send().await.problem(403, "forbidden", &[]);
        }
        let body = world.patch(&path, &json!({"plan": "team"})).bearer(&key).send().await.success(StatusCode::OK);
        assert_eq!((&body["user"]["role"], &body["user"]["disabledAt"]), (&json!("free"), &Value::Null));
        let made = world.patch(&path, &json!({"role": "admin"})).bearer(&admin.token).send().await;
        made.success(StatusCode::OK);
    })
    .await;
}
