//! Who may create an account.

use axum::http::{Method, StatusCode};
use serde_json::json;
use shared::{
    config::{ApiSettings, Registration},
    domain::{new_id, now, workspace::MemberRole},
    store::{
        Tx,
        member::{self, NewInvite},
        user,
    },
};

use crate::{
    links::with_mail,
    world::{World, on_each_with, settings},
};

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

#[tokio::test]
async fn invitation_withdrawn_during_the_registration_by_mail_creates_no_account() {
    let settings = ApiSettings { registration: Registration::Invited, ..with_mail() };
    on_each_with(settings, async |world| {
        let ada = world.register("ada@example.com").await;
        let new = NewInvite {
            id: new_id(),
            workspace_id: ada.workspace_id,
            email: "bob@example.com",
            role: MemberRole::Viewer,
            token_hash: &[1; 32],
            invited_by: ada.id,
            expires_at: now() + chrono::Duration::days(1),
        };
        let mut tx = world.state.db.begin().await.expect("a transaction");
        member::insert_invite(&mut tx, &new, now()).await.expect("an invitation");
        tx.commit().await.expect("commit");
        // No account can be stored until this transaction ends.
        let mut withdrawal = world.state.db.begin().await.expect("a transaction");
        if let Tx::Postgres(tx) = &mut withdrawal {
            sqlx::query("LOCK TABLE users IN SHARE MODE").execute(&mut **tx).await.expect("a lock");
        }
        let registering = world.clone();
        let registration = tokio::spawn(async move {
            registering.post("/api/auth/register", &World::form("bob@example.com")).send().await
        });
        tokio::time::sleep(std::time::Duration::from_secs(1)).await;
        assert!(!registration.is_finished(), "the invitation was valid when it was checked first");
        assert!(member::delete_invite(&mut withdrawal, ada.workspace_id, new.id).await.expect("withdrawal"));
        withdrawal.commit().await.expect("commit");
        registration.await.expect("a reply").problem(403, "registration-closed", &[]);
        assert!(user::find_by_email(&world.state.db, "bob@example.com").await.expect("users").is_none());
    })
    .await;
}
