//! Who may create an account.

use axum::http::{Method, StatusCode};
use serde_json::json;
use shared::config::{ApiSettings, Registration};

use crate::world::{World, on_each_with, settings};

#[tokio::test]
async fn closed_registration_accepts_only_the_first_account() {
    let settings = ApiSettings { registration: Registration::Closed, ..settings() };
    on_each_with(settings, async |world| {
        assert_eq!(world.get("/config.json").send().await.json()["registration"], "open", "for the first account");
        let ada = world.register("ada@example.com").await;
        assert_eq!(ada.body["user"]["role"], "admin");
        assert_eq!(world.get("/config.json").send().await.json()["registration"], "closed");
        let reply = world.post("/api/auth/register", &World::form("bob@example.com")).send().await;
        reply.problem(403, "registration-closed", &[]);
        assert_eq!(shared::store::user::list(&world.state.db).await.expect("users").len(), 1);
    })
    .await;
}

#[tokio::test]
async fn registration_by_invitation_accepts_invited_addresses() {
    let settings = ApiSettings { registration: Registration::Invited, ..settings() };
    on_each_with(settings, async |world| {
        let ada = world.register("ada@example.com").await;
        assert_eq!(world.get("/config.json").send().await.json()["registration"], "invited");
        let register = async |email: &str| world.post("/api/auth/register", &World::form(email)).send().await;
        register("bob@example.com").await.problem(403, "registration-closed", &[]);
        let path = format!("/api/workspaces/{}/invites", ada.workspace_id);
        let invite = world.post(&path, &json!({"email": "Bob@example.com", "role": "viewer"})).bearer(&ada.token);
        let invited = invite.send().await.success(StatusCode::CREATED);
        register(" BOB@example.com").await.success(StatusCode::CREATED);
        register("eve@example.com").await.problem(403, "registration-closed", &[]);
        let id = invited["invite"]["id"].as_str().expect("an id");
        let revoke = world.call(Method::DELETE, &format!("{path}/{id}")).bearer(&ada.token);
        revoke.send().await.success(StatusCode::OK);
        register("bob@example.com").await.problem(403, "registration-closed", &[]);
    })
    .await;
}
