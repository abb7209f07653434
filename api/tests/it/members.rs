//! Workspaces and their members.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::{
    mails,
    world::{Account, Reply, World, on_each},
};

async fn call(world: &World, account: &Account, method: Method, path: &str, body: Value) -> Reply {
    world.call(method, path).json(&body).bearer(&account.token).send().await
}

async fn invite(world: &World, by: &Account, workspace: &str, email: &str, role: &str) -> Reply {
    let path = format!("/api/workspaces/{workspace}/invites");
    call(world, by, Method::POST, &path, json!({"email": email, "role": role})).await
}

async fn accept(world: &World, account: &Account, token: &str) -> Reply {
    call(world, account, Method::POST, "/api/invites/accept", json!({"token": token})).await
}

/// Creates a workspace of `owner` with `member` in it.
async fn shared_by(world: &World, owner: &Account, member: &Account, role: &str) -> String {
    let made = call(world, owner, Method::POST, "/api/workspaces", json!({"name": " Agency "})).await;
    let id = made.success(StatusCode::CREATED)["workspace"]["id"].as_str().expect("an id").to_owned();
    invite(world, owner, &id, &member.email, role).await.success(StatusCode::CREATED);
    accept(world, member, &invitation(world, &member.email).await).await.success(StatusCode::OK);
    id
}

async fn invitation(world: &World, email: &str) -> String {
    mails::token(world, email, "Invitation to a workspace").await
}

#[tokio::test]
async fn an_invitation_makes_a_member_once() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let bob = world.register("bob@example.com").await;
        let id = shared_by(&world, &ada, &bob, "editor").await;
        let again = accept(&world, &bob, &invitation(&world, "bob@example.com").await).await;
        again.problem(422, "invalid-request", &["/token"]);
        let path = format!("/api/workspaces/{id}/members");
        let members = world.get(&path).bearer(&bob.token).send().await.success(StatusCode::OK)["members"].clone();
        let roles: Vec<_> = members.as_array().expect("a list").iter().map(|m| (&m["email"], &m["role"])).collect();
        let (a, b) = (json!("ada@example.com"), json!("bob@example.com"));
        assert_eq!(roles, [(&a, &json!("owner")), (&b, &json!("editor"))]);
        let again = invite(&world, &ada, &id, "Bob@example.com", "viewer").await;
        again.problem(409, "conflict", &["/email"]);
        invite(&world, &ada, &id, "nonsense", "viewer").await.problem(422, "invalid-request", &["/email"]);
        invite(&world, &ada, &id, "x@example.com", "king").await.problem(422, "invalid-request", &["/role"]);
    })
    .await;
}

#[tokio::test]
async fn roles_are_enforced_and_non_members_find_nothing() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let bob = world.register("bob@example.com").await;
        let eve = world.register("eve@example.com").await;
        let id = shared_by(&world, &ada, &bob, "viewer").await;
        let path = format!("/api/workspaces/{id}");
        let member = format!("{path}/members/{}", ada.id);
        let asks = [
            (Method::PATCH, path.clone(), json!({"name": "Mine"})),
            (Method::DELETE, path.clone(), json!({})),
            (Method::PATCH, member.clone(), json!({"role": "viewer"})),
            (Method::DELETE, member, json!({})),
            (Method::POST, format!("{path}/invites"), json!({"email": "x@example.com", "role": "owner"})),
            (Method::DELETE, format!("{path}/invites/{id}"), json!({})),
        ];
        for (method, path, body) in asks {
            call(&world, &bob, method.clone(), &path, body.clone()).await.problem(403, "forbidden", &[]);
            call(&world, &eve, method, &path, body).await.problem(404, "not-found", &[]);
        }
        world.get(&format!("{path}/invites")).bearer(&bob.token).send().await.problem(403, "forbidden", &[]);
        world.get(&format!("{path}/members")).bearer(&eve.token).send().await.problem(404, "not-found", &[]);
        let site = async |account: &Account, url: &str| {
            let call = world.post("/api/websites", &json!({"url": url})).bearer(&account.token);
            call.header("x-workspace-id", &id).send().await
        };
        site(&bob, "example.com").await.problem(403, "forbidden", &[]);
        let promote = format!("{path}/members/{}", bob.id);
        call(&world, &ada, Method::PATCH, &promote, json!({"role": "editor"})).await.success(StatusCode::OK);
        site(&bob, "example.com").await.success(StatusCode::CREATED);
        call(&world, &ada, Method::DELETE, &promote, json!({})).await.success(StatusCode::OK);
        site(&bob, "second.example").await.problem(404, "not-found", &[]);
        call(&world, &ada, Method::DELETE, &promote, json!({})).await.problem(404, "not-found", &[]);
    })
    .await;
}

#[tokio::test]
async fn a_workspace_always_has_an_owner() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let bob = world.register("bob@example.com").await;
        let id = shared_by(&world, &ada, &bob, "editor").await;
        let of = |account: &Account| format!("/api/workspaces/{id}/members/{}", account.id);
        call(&world, &ada, Method::DELETE, &of(&ada), json!({})).await.problem(409, "conflict", &["/role"]);
        let demote = call(&world, &ada, Method::PATCH, &of(&ada), json!({"role": "viewer"})).await;
        demote.problem(409, "conflict", &["/role"]);
        call(&world, &ada, Method::PATCH, &of(&bob), json!({"role": "owner"})).await.success(StatusCode::OK);
        // Of two owners who leave at the same time, one remains.
        let (one, two) = futures::future::join(
            call(&world, &ada, Method::DELETE, &of(&ada), json!({})),
            call(&world, &bob, Method::DELETE, &of(&bob), json!({})),
        )
        .await;
        let mut statuses = [one.status.as_u16(), two.status.as_u16()];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409]);
        // The personal workspace keeps its owner.
        let own = format!("/api/workspaces/{}/members/{}", ada.workspace_id, ada.id);
        call(&world, &ada, Method::DELETE, &own, json!({})).await.problem(409, "conflict", &["/role"]);
    })
    .await;
}

#[tokio::test]
async fn invitation_can_be_revoked_and_replaced() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let bob = world.register("bob@example.com").await;
        let made = call(&world, &ada, Method::POST, "/api/workspaces", json!({"name": "Agency"})).await;
        let id = made.success(StatusCode::CREATED)["workspace"]["id"].as_str().expect("an id").to_owned();
        invite(&world, &ada, &id, "bob@example.com", "viewer").await.success(StatusCode::CREATED);
        let first = invitation(&world, "bob@example.com").await;
        let second = invite(&world, &ada, &id, "bob@example.com", "owner").await.success(StatusCode::CREATED);
        accept(&world, &bob, &first).await.problem(422, "invalid-request", &["/token"]);
        let path = format!("/api/workspaces/{id}/invites");
        let list = world.get(&path).bearer(&ada.token).send().await.success(StatusCode::OK);
        assert_eq!(list["invites"].as_array().map(Vec::len), Some(1));
        let path = format!("{path}/{}", second["invite"]["id"].as_str().expect("an id"));
        call(&world, &ada, Method::DELETE, &path, json!({})).await.success(StatusCode::OK);
        call(&world, &ada, Method::DELETE, &path, json!({})).await.problem(404, "not-found", &[]);
        let token = invitation(&world, "bob@example.com").await;
        accept(&world, &bob, &token).await.problem(422, "invalid-request", &["/token"]);
    })
    .await;
}

#[tokio::test]
async fn deleting_a_workspace_deletes_its_data() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let made = call(&world, &ada, Method::POST, "/api/workspaces", json!({"name": "Agency"})).await;
        let id = made.success(StatusCode::CREATED)["workspace"]["id"].as_str().expect("an id").to_owned();
        let path = format!("/api/workspaces/{id}");
        let named = call(&world, &ada, Method::PATCH, &path, json!({"name": "Studio"})).await;
        assert_eq!(named.success(StatusCode::OK)["workspace"]["name"], json!("Studio"));
        call(&world, &ada, Method::PATCH, &path, json!({"name": " "})).await.problem(
            422,
            "invalid-request",
            &["/name"],
        );
        let site = world.post("/api/websites", &json!({"url": "example.com"})).bearer(&ada.token);
        site.header("x-workspace-id", &id).send().await.success(StatusCode::CREATED);
        call(&world, &ada, Method::DELETE, &path, json!({})).await.success(StatusCode::OK);
        let gone = world.get("/api/websites").bearer(&ada.token).header("x-workspace-id", &id);
        gone.send().await.problem(404, "not-found", &[]);
        let own = format!("/api/workspaces/{}", ada.workspace_id);
        call(&world, &ada, Method::DELETE, &own, json!({})).await.problem(409, "conflict", &[""]);
    })
    .await;
}

#[tokio::test]
async fn invitation_is_valid_for_its_address_only() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let (bob, eve) = (world.register("bob@example.com").await, world.register("eve@example.com").await);
        let made = call(&world, &ada, Method::POST, "/api/workspaces", json!({"name": "Agency"})).await;
        let id = made.success(StatusCode::CREATED)["workspace"]["id"].as_str().expect("an id").to_owned();
        invite(&world, &ada, &id, "bob@example.com", "viewer").await.success(StatusCode::CREATED);
        let token = invitation(&world, "bob@example.com").await;
        let refused = accept(&world, &eve, &token).await.problem(409, "conflict", &["/token"]);
        let detail = refused["detail"].as_str().expect("a text");
        assert!(detail.contains("bob@example.com") && detail.contains("eve@example.com"), "{detail}");
        accept(&world, &bob, &token).await.success(StatusCode::OK);
    })
    .await;
}
