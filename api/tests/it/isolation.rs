//! Isolation: nobody can read or change data of other users.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};
use shared::{
    domain::{
        new_id,
        notification::{NewNotification, NotificationKind},
        now,
        workspace::MemberRole,
    },
    store::{notification, workspace},
};

use crate::world::{Account, World, on_each};

async fn site(world: &World, account: &Account, url: &str) -> String {
    let reply = world.post("/api/websites", &json!({"url": url})).bearer(&account.token).send().await;
    reply.success(StatusCode::CREATED)["website"]["id"].as_str().expect("an id").to_owned()
}

async fn join(world: &World, workspace_id: uuid::Uuid, user: &Account, role: MemberRole) {
    let mut tx = world.state.db.begin().await.expect("a transaction");
    workspace::insert_member(&mut tx, workspace_id, user.id, role, now()).await.expect("a member");
    tx.commit().await.expect("a commit");
}

/// Returns all operations that require authentication, by method and path, with ids that do not exist.
fn closed_calls() -> Vec<(Method, String)> {
    let text = api::openapi::document_text().expect("a document");
    let document: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let mut closed = Vec::new();
    for (path, item) in document["paths"].as_object().expect("paths") {
        let methods = ["get", "post", "put", "patch", "delete"];
        for (method, call) in methods.iter().filter_map(|method| Some((method, item.get(method)?))) {
            let is_open = call["security"].as_array().is_some_and(|ways| ways.iter().all(|way| way == &json!({})));
            // Signing out and asking for the session require no sign-in.
            let is_for_all = path.ends_with("/logout") || path == "/api/auth/session";
            if path.starts_with("/api/") && !is_open && !is_for_all {
                closed.push((method.to_uppercase().parse().expect("a method"), with_ids(path)));
            }
        }
    }
    closed
}

/// Returns the path with an id for each parameter.
fn with_ids(path: &str) -> String {
    let after = |part: &str| part.split_once('}').map_or(part.to_owned(), |(_, rest)| format!("{}{rest}", new_id()));
    path.split('{').map(after).collect()
}

#[tokio::test]
async fn calls_without_sign_in_are_rejected() {
    on_each(async |world| {
        let closed = closed_calls();
        assert!(closed.len() > 100, "{} calls", closed.len());
        for (method, path) in closed {
            let call = world.call(method.clone(), &path);
            let reply = if method == Method::GET { call.send().await } else { call.json(&json!({})).send().await };
            assert_eq!(reply.status, StatusCode::UNAUTHORIZED, "{method} {path}: {}", reply.text());
            reply.problem(401, "not-authenticated", &[]);
            assert_eq!(reply.header("www-authenticate"), "Bearer", "{method} {path}");
        }
    })
    .await;
}

#[tokio::test]
async fn website_of_another_workspace_is_not_found() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let bob = world.register("bob@example.com").await;
        let id = site(&world, &ada, "example.com").await;
        let path = format!("/api/websites/{id}");
        world.get(&path).bearer(&ada.token).send().await.success(StatusCode::OK);
        let foreign = world.get(&path).bearer(&bob.token).send().await.problem(404, "not-found", &[]);
        let missing = format!("/api/websites/{}", new_id());
        let missing = world.get(&missing).bearer(&bob.token).send().await.problem(404, "not-found", &[]);
        assert_eq!(foreign["detail"], missing["detail"], "they cannot be told apart");
        for id in ["x", "0", "..%2f.."] {
            world.get(&format!("/api/websites/{id}")).bearer(&bob.token).send().await.problem(404, "not-found", &[]);
        }
        let odd = world.get("/api/websites/%00").bearer(&bob.token).send().await;
        odd.problem(422, "invalid-request", &["/id"]);
        let list = world.get("/api/websites").bearer(&bob.token).send().await.success(StatusCode::OK);
        assert_eq!(list["websites"], json!([]));
    })
    .await;
}

#[tokio::test]
async fn workspace_of_another_user_is_not_found() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let bob = world.register("bob@example.com").await;
        let id = site(&world, &ada, "example.com").await;
        let workspace = ada.workspace_id.to_string();
        for path in ["/api/websites".to_owned(), format!("/api/websites/{id}")] {
            let by_header = world.get(&path).bearer(&bob.token).header("x-workspace-id", &workspace);
            by_header.send().await.problem(404, "not-found", &[]);
            let by_query = world.get(&format!("{path}?workspaceId={workspace}")).bearer(&bob.token);
            by_query.send().await.problem(404, "not-found", &[]);
        }
        let post = world.post("/api/websites", &json!({"url": "bob.example"})).bearer(&bob.token);
        post.header("x-workspace-id", &workspace).send().await.problem(404, "not-found", &[]);
        for name in ["x", "", " "] {
            let odd = world.get("/api/websites").bearer(&bob.token).header("x-workspace-id", name);
            odd.send().await.problem(404, "not-found", &[]);
        }
        let own = world.get(&format!("/api/websites?workspaceId={workspace}")).bearer(&ada.token);
        assert_eq!(own.send().await.success(StatusCode::OK)["websites"][0]["id"], json!(id));
    })
    .await;
}

#[tokio::test]
async fn member_roles_limit_calls() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let viewer = world.register("vic@example.com").await;
        let editor = world.register("eve@example.com").await;
        join(&world, ada.workspace_id, &viewer, MemberRole::Viewer).await;
        join(&world, ada.workspace_id, &editor, MemberRole::Editor).await;
        let id = site(&world, &ada, "example.com").await;
        let workspace = ada.workspace_id.to_string();
        let path = format!("/api/websites/{id}");
        for member in [&viewer, &editor] {
            let reply = world.get(&path).bearer(&member.token).header("x-workspace-id", &workspace).send().await;
            reply.success(StatusCode::OK);
        }
        let add = |member: &Account| {
            let call = world.post("/api/websites", &json!({"url": "second.example"})).bearer(&member.token);
            call.header("x-workspace-id", &workspace)
        };
        add(&viewer).send().await.problem(403, "forbidden", &[]);
        add(&editor).send().await.success(StatusCode::CREATED);
        // The default workspace is the user's own, never that of another user.
        world.get(&path).bearer(&editor.token).send().await.problem(404, "not-found", &[]);
        let body = world.get("/api/workspaces").bearer(&viewer.token).send().await.success(StatusCode::OK);
        let list = body["workspaces"].as_array().expect("a list");
        assert_eq!((&list[0]["personal"], &list[0]["role"]), (&json!(true), &json!("owner")));
        assert_eq!((&list[1]["id"], &list[1]["role"]), (&json!(ada.workspace_id), &json!("viewer")));
    })
    .await;
}

#[tokio::test]
async fn notifications_are_visible_to_their_user_only() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let bob = world.register("bob@example.com").await;
        let mut tx = world.state.db.begin().await.expect("a transaction");
        for n in 0..3 {
            let new = NewNotification::new(NotificationKind::Notice, "info", format!("No. {n}"), "Read me.".to_owned());
            notification::insert(&mut tx, ada.id, &new, now()).await.expect("a notification");
        }
        tx.commit().await.expect("a commit");
        let list = async |account: &Account, query: &str| {
            let reply = world.get(&format!("/api/notifications{query}")).bearer(&account.token).send().await;
            reply.success(StatusCode::OK)
        };
        let first = list(&ada, "?limit=2").await;
        assert_eq!((&first["notifications"][0]["title"], &first["unread"]), (&json!("No. 2"), &json!(3)));
        let next = format!("?limit=2&cursor={}", first["nextCursor"].as_str().expect("a cursor"));
        let second = list(&ada, &next).await;
        assert_eq!((&second["notifications"][0]["title"], &second["nextCursor"]), (&json!("No. 0"), &json!(null)));
        assert_eq!(list(&bob, "").await["notifications"], json!([]));

        let id = &first["notifications"][0]["id"];
        let read = async |account: &Account, body| {
            world.post("/api/notifications/read", &body).bearer(&account.token).send().await.success(StatusCode::OK)
        };
        assert_eq!(read(&bob, json!({"ids": [id]})).await["unread"], json!(0));
        assert_eq!(list(&ada, "").await["unread"], json!(3), "another cannot read them away");
        assert_eq!(read(&ada, json!({"ids": [id]})).await["unread"], json!(2));
        assert_eq!(read(&ada, json!({"all": true})).await["unread"], json!(0));
    })
    .await;
}

#[tokio::test]
async fn administration_calls_require_an_administrator() {
    on_each(async |world| {
        let admin = world.register("ada@example.com").await;
        let other = world.register("bob@example.com").await;
        for path in ["/api/admin/workers", "/api/admin/queue"] {
            world.get(path).bearer(&other.token).send().await.problem(403, "forbidden", &[]);
            world.get(path).bearer(&admin.token).send().await.success(StatusCode::OK);
        }
    })
    .await;
}

/// Calls that do not change a workspace: they change the caller's account, or need an administrator.
fn is_of_the_workspace(path: &str) -> bool {
    let own = [
        "/api/auth/",
        "/api/user/",
        "/api/admin/",
        "/api/assistants",
        "/api/contact",
        "/api/notifications/",
        "/api/invites/",
    ];
    // The caller's own subscriptions to emails.
    let subscription =
        ["/api/ranks/alerts/subscription", "/api/ranks/digest/subscription", "/api/ranks/digest/unsubscribe"];
    let is_own = path == "/api/workspaces" || subscription.contains(&path);
    path.starts_with("/api/") && !is_own && !own.iter().any(|start| path.starts_with(start))
}

/// All changing calls of the API on a workspace.
fn changes(workspace: &str) -> Vec<(Method, String)> {
    let text = api::openapi::document_text().expect("a document");
    let document: Value = serde_json::from_str(&text).expect("JSON");
    let mut calls = Vec::new();
    for (path, item) in document["paths"].as_object().expect("paths") {
        let filled = path.split('/').map(|part| match part {
            "{id}" if path.starts_with("/api/workspaces/") => workspace.to_owned(),
            "{id}" if path.starts_with("/api/intelligence-engines/{id}/") => "keyword".to_owned(),
            part if part.starts_with('{') => new_id().to_string(),
            part => part.to_owned(),
        });
        let filled = filled.collect::<Vec<_>>().join("/");
        for method in [Method::POST, Method::PUT, Method::PATCH, Method::DELETE] {
            if is_of_the_workspace(path) && item.get(method.as_str().to_lowercase()).is_some() {
                calls.push((method, filled.clone()));
            }
        }
    }
    calls
}

#[tokio::test]
async fn viewer_is_refused_by_every_call_that_changes_the_workspace() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let viewer = world.register("vic@example.com").await;
        join(&world, ada.workspace_id, &viewer, MemberRole::Viewer).await;
        let workspace = ada.workspace_id.to_string();
        let calls = changes(&workspace);
        assert!(calls.len() > 40, "{calls:?}");
        for (method, path) in calls {
            let call = world.call(method.clone(), &path).bearer(&viewer.token).header("x-workspace-id", &workspace);
            let body = match path.strip_prefix("/api/workspaces/") {
                Some(rest) if rest.ends_with("/invites") => json!({"email": "eve@example.com", "role": "viewer"}),
                Some(rest) if rest.contains("/members/") => json!({"role": "viewer"}),
                Some(_) => json!({"name": "Another"}),
                None => json!({}),
            };
            let reply = call.json(&body).send().await;
            assert_eq!(reply.status, StatusCode::FORBIDDEN, "{method} {path}: {}", reply.text());
        }
    })
    .await;
}
