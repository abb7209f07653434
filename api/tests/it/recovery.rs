//! Recovery of an account that somebody else has used or prepared.

use axum::http::{Method, StatusCode};
use chrono::Duration;
use serde_json::{Value, json};
use shared::{domain::now, store::two_factor};

use crate::{
    api_keys, assistant_grants, mails,
    world::{Account, PASSWORD, Reply, World, on_each},
};

const VERIFY: &str = "Verify your email address";
const RESET: &str = "Choose a new password";
const CHANGE: &str = "Confirm your new email address";
const NEW_PASSWORD: &str = "battery staple";

async fn post(world: &World, path: &str, body: Value) -> Reply {
    world.post(path, &body).send().await
}

async fn as_account(world: &World, account: &Account, path: &str, body: Value) -> Reply {
    world.post(path, &body).bearer(&account.token).send().await
}

/// Opens the verification link in the account's own session.
async fn verify(world: &World, account: &Account) {
    let token = mails::token(world, &account.email, VERIFY).await;
    as_account(world, account, "/api/auth/verify-email", json!({"token": token})).await.success(StatusCode::OK);
}

/// Requests and uses a reset link; returns the response.
async fn reset(world: &World, email: &str) -> Value {
    post(world, "/api/auth/forgot-password", json!({"email": email})).await.success(StatusCode::OK);
    let token = mails::token(world, email, RESET).await;
    let body = json!({"token": token, "password": NEW_PASSWORD});
    post(world, "/api/auth/reset-password", body).await.success(StatusCode::OK)
}

async fn works(world: &World, key: &str) -> bool {
    world.get("/api/auth/me").bearer(key).send().await.status == StatusCode::OK
}

/// Returns the token of a pending change to `email`.
async fn pending_change(world: &World, account: &Account, email: &str) -> String {
    let body = json!({"newEmail": email, "password": PASSWORD});
    as_account(world, account, "/api/auth/change-email", body).await.success(StatusCode::OK);
    mails::token(world, email, CHANGE).await
}

#[tokio::test]
async fn password_reset_ends_a_pending_change_of_the_address_and_reports_it() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        verify(&world, &ada).await;
        let thief = Account::from(&world.login("ada@example.com", PASSWORD).await);
        let token = pending_change(&world, &thief, "thief@example.com").await;
        let body = reset(&world, "ada@example.com").await;
        assert_eq!((&body["ended"]["sessions"], &body["ended"]["emailChanges"]), (&json!(2), &json!(1)), "{body}");
        let message = body["message"].as_str().expect("a message");
        assert!(message.contains("2 sessions, 1 pending change of the email address"), "{message}");
        let (subject, text) = mails::newest(&world, "ada@example.com").await;
        assert_eq!(subject, "Your password was changed");
        assert!(text.contains("1 pending change of the email address"), "{text}");
        let ada = Account::from(&world.login("ada@example.com", NEW_PASSWORD).await);
        let late = as_account(&world, &ada, "/api/auth/verify-email", json!({"token": token})).await;
        late.problem(422, "invalid-request", &["/token"]);
    })
    .await;
}

#[tokio::test]
async fn password_change_ends_all_pending_links_and_keys_of_an_unverified_address() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let (key, _) = api_keys::make(&world, &ada, &["read"]).await;
        let verification = mails::token(&world, "ada@example.com", VERIFY).await;
        post(&world, "/api/auth/forgot-password", json!({"email": "ada@example.com"})).await;
        let forgotten = mails::token(&world, "ada@example.com", RESET).await;
        let change = pending_change(&world, &ada, "new@example.com").await;
        let other = Account::from(&world.login("ada@example.com", PASSWORD).await);
        let body = json!({"currentPassword": PASSWORD, "newPassword": NEW_PASSWORD});
        let body = as_account(&world, &ada, "/api/auth/change-password", body).await.success(StatusCode::OK);
        let ended = &body["ended"];
        let counts = ["sessions", "emailChanges", "links", "apiKeys", "members"].map(|name| ended[name].clone());
        assert_eq!(counts, [json!(1), json!(1), json!(2), json!(1), json!(0)], "{body}");
        assert!(!works(&world, &key).await && !works(&world, &other.token).await);
        assert!(works(&world, &ada.token).await, "the session that changed the password remains");
        for token in [&verification, &change] {
            let reply = as_account(&world, &ada, "/api/auth/verify-email", json!({"token": token})).await;
            reply.problem(422, "invalid-request", &["/token"]);
        }
        let late =
            post(&world, "/api/auth/reset-password", json!({"token": forgotten, "password": "another one"})).await;
        late.problem(422, "invalid-request", &["/token"]);
    })
    .await;
}

#[tokio::test]
async fn password_change_keeps_keys_that_were_created_after_the_verification() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let (early, _) = api_keys::make(&world, &ada, &["read"]).await;
        verify(&world, &ada).await;
        let (late, _) = api_keys::make(&world, &ada, &["read"]).await;
        assert!(works(&world, &early).await, "the person who registered has verified the address");
        let body = json!({"currentPassword": PASSWORD, "newPassword": NEW_PASSWORD});
        let body = as_account(&world, &ada, "/api/auth/change-password", body).await.success(StatusCode::OK);
        assert_eq!(body["ended"]["apiKeys"], json!(1));
        assert!(!works(&world, &early).await && works(&world, &late).await);
    })
    .await;
}

/// Access that an attacker sets up in an account with another person's address.
struct Prepared {
    key: String,
    workspace: String,
    invitation: String,
}

async fn prepare(world: &World, attacker: &Account, accomplice: &Account) -> Prepared {
    let (key, _) = api_keys::make(world, attacker, &["read", "write"]).await;
    assistant_grants::connected(world, attacker).await;
    let made = as_account(world, attacker, "/api/workspaces", json!({"name": "Agency"})).await;
    let workspace = made.success(StatusCode::CREATED)["workspace"]["id"].as_str().expect("an id").to_owned();
    for id in [&workspace, &attacker.workspace_id.to_string()] {
        let token = invite(world, attacker, id, &accomplice.email).await;
        as_account(world, accomplice, "/api/invites/accept", json!({"token": token})).await.success(StatusCode::OK);
    }
    let invitation = invite(world, attacker, &workspace, "third@example.com").await;
    let hook = json!({"url": "https://8.8.8.8/hook", "events": ["run:finished"]});
    as_account(world, attacker, "/api/webhooks", hook).await.success(StatusCode::CREATED);
    enable_second_factor(world, attacker).await;
    Prepared { key, workspace, invitation }
}

async fn invite(world: &World, by: &Account, workspace: &str, email: &str) -> String {
    let path = format!("/api/workspaces/{workspace}/invites");
    let body = json!({"email": email, "role": "owner"});
    as_account(world, by, &path, body).await.success(StatusCode::CREATED);
    mails::token(world, email, "Invitation to a workspace").await
}

async fn enable_second_factor(world: &World, account: &Account) {
    let body = json!({"password": PASSWORD});
    as_account(world, account, "/api/auth/mfa/setup", body).await.success(StatusCode::OK);
    let second = two_factor::find(&world.state.db, account.id).await.expect("a look").expect("a second factor");
    let code = api::auth::totp::Totp::of(&world.state.keys, &second.nonce).code(now() - Duration::seconds(30));
    as_account(world, account, "/api/auth/mfa/confirm", json!({"code": code})).await.success(StatusCode::OK);
}

async fn check_ended(world: &World, prepared: &Prepared, accomplice: &Account, victim: &Account) {
    assert!(!works(world, &prepared.key).await, "the key of the attacker");
    for id in [&prepared.workspace, &victim.workspace_id.to_string()] {
        let path = format!("/api/workspaces/{id}/members");
        world.get(&path).bearer(&accomplice.token).send().await.problem(404, "not-found", &[]);
        let members = world.get(&path).bearer(&victim.token).send().await.success(StatusCode::OK);
        assert_eq!(members["members"].as_array().map(Vec::len), Some(1), "{members}");
    }
    let third = world.register("third@example.com").await;
    let late = as_account(world, &third, "/api/invites/accept", json!({"token": prepared.invitation})).await;
    late.problem(422, "invalid-request", &["/token"]);
    let hooks = world.get("/api/webhooks").bearer(&victim.token).send().await.success(StatusCode::OK);
    assert_eq!(hooks["webhooks"], json!([]));
}

#[tokio::test]
async fn reset_of_an_unverified_address_ends_what_another_person_prepared() {
    on_each(async |world| {
        let attacker = world.register("victim@example.com").await;
        let accomplice = world.register("accomplice@example.com").await;
        let prepared = prepare(&world, &attacker, &accomplice).await;
        let body = reset(&world, "victim@example.com").await;
        let ended = json!({
            "sessions": 1, "emailChanges": 0, "links": 1, "apiKeys": 1, "assistants": 1, "members": 2, "invitations": 1,
            "webhooks": 1, "twoFactor": true,
        });
        assert_eq!(body["ended"], ended);
        let (_, text) = mails::newest(&world, "victim@example.com").await;
        assert!(text.contains("2 members of your workspaces, 1 invitation, 1 webhook, two-factor sign-in"), "{text}");
        let victim = Account::from(&world.login("victim@example.com", NEW_PASSWORD).await);
        check_ended(&world, &prepared, &accomplice, &victim).await;
        let log = world.get("/api/user/audit-log").bearer(&victim.token).send().await.success(StatusCode::OK);
        let removed = log["audit"].as_array().expect("lines").iter().filter(|line| line["action"] == "member.removed");
        assert_eq!(removed.count(), 2, "{log}");
    })
    .await;
}

#[tokio::test]
async fn verification_by_another_person_ends_what_was_prepared() {
    on_each(async |world| {
        let attacker = world.register("victim@example.com").await;
        let accomplice = world.register("accomplice@example.com").await;
        let prepared = prepare(&world, &attacker, &accomplice).await;
        let token = mails::token(&world, "victim@example.com", VERIFY).await;
        // The accomplice's session does not make the opener the person who registered.
        let opened = as_account(&world, &accomplice, "/api/auth/verify-email", json!({"token": token})).await;
        let body = opened.success(StatusCode::OK);
        assert_eq!((&body["ended"]["apiKeys"], &body["ended"]["members"]), (&json!(1), &json!(2)), "{body}");
        assert!(!works(&world, &attacker.token).await);
        let victim = Account::from(&world.login("victim@example.com", PASSWORD).await);
        check_ended(&world, &prepared, &accomplice, &victim).await;
    })
    .await;
}

#[tokio::test]
async fn verification_in_the_own_session_ends_nothing() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let (key, _) = api_keys::make(&world, &ada, &["read"]).await;
        let token = mails::token(&world, "ada@example.com", VERIFY).await;
        let call = world.post("/api/auth/verify-email", &json!({"token": token})).cookie(&ada.cookie);
        let body = call.send().await.success(StatusCode::OK);
        assert_eq!((&body["ended"]["apiKeys"], &body["ended"]["sessions"]), (&json!(0), &json!(0)));
        assert_eq!(body["message"], json!("Your email address is verified."));
        assert!(works(&world, &key).await && works(&world, &ada.token).await);
    })
    .await;
}

#[tokio::test]
async fn change_of_the_address_requires_a_session_of_the_account() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let bob = world.register("bob@example.com").await;
        let (key, _) = api_keys::make(&world, &ada, &["read", "write"]).await;
        let token = pending_change(&world, &ada, "stranger@example.com").await;
        let body = json!({"token": token});
        post(&world, "/api/auth/verify-email", body.clone()).await.problem(403, "forbidden", &[]);
        as_account(&world, &bob, "/api/auth/verify-email", body.clone()).await.problem(403, "forbidden", &[]);
        let by_key = world.post("/api/auth/verify-email", &body).bearer(&key).send().await;
        by_key.problem(403, "forbidden", &[]);
        as_account(&world, &ada, "/api/auth/verify-email", body).await.success(StatusCode::OK);
        let me = world.get("/api/auth/me").bearer(&ada.token).send().await.success(StatusCode::OK);
        assert_eq!(me["user"]["email"], json!("stranger@example.com"));
    })
    .await;
}

#[tokio::test]
async fn requests_during_a_reset_leave_no_access_behind() {
    on_each(async |world| {
        let thief = world.register("ada@example.com").await;
        post(&world, "/api/auth/forgot-password", json!({"email": "ada@example.com"})).await;
        let token = mails::token(&world, "ada@example.com", RESET).await;
        let body = json!({"token": token, "password": NEW_PASSWORD});
        let make = async |delay: u64| {
            tokio::time::sleep(std::time::Duration::from_millis(delay)).await;
            let body = json!({"name": "A script", "scopes": ["read"]});
            as_account(&world, &thief, "/api/user/api-keys", body).await
        };
        let keys = futures::future::join_all((0..40).map(|n| make(n * 5)));
        let (done, keys) = futures::future::join(post(&world, "/api/auth/reset-password", body), keys).await;
        done.success(StatusCode::OK);
        for reply in keys.iter().filter(|reply| reply.status == StatusCode::CREATED) {
            assert!(!works(&world, reply.json()["key"].as_str().expect("a key")).await);
        }
        let again = world.call(Method::GET, "/api/auth/me").bearer(&thief.token).send().await;
        again.problem(401, "not-authenticated", &[]);
    })
    .await;
}

/// Changes the verified address of an account with its session.
async fn move_to(world: &World, account: &Account, email: &str) {
    let token = pending_change(world, account, email).await;
    let body = json!({"token": token});
    world.post("/api/auth/verify-email", &body).bearer(&account.token).send().await.success(StatusCode::OK);
}

#[tokio::test]
async fn link_to_the_old_address_takes_the_account_back_from_a_thief() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let verify = mails::token(&world, "ada@example.com", "Verify your email address").await;
        world
            .post("/api/auth/verify-email", &json!({"token": verify}))
            .bearer(&ada.token)
            .send()
            .await
            .success(StatusCode::OK);
        let thief = Account::from(&world.login("ada@example.com", PASSWORD).await);
        move_to(&world, &thief, "thief@example.com").await;
        let undo = mails::token(&world, "ada@example.com", "The email address of your account").await;
        move_to(&world, &thief, "second@example.com").await;
        let (_, text) = mails::newest(&world, "thief@example.com").await;
        assert!(!text.contains("?token="), "the second change has no link: {text}");
        let change = json!({"currentPassword": PASSWORD, "newPassword": "another secret of theirs"});
        world.post("/api/auth/change-password", &change).bearer(&thief.token).send().await.success(StatusCode::OK);
        let key = json!({"name": "k", "scopes": ["read"]});
        world.post("/api/user/api-keys", &key).bearer(&thief.token).send().await.success(StatusCode::CREATED);

        let post = async |token: &str| world.post("/api/auth/undo-email-change", &json!({"token": token})).send().await;
        post("nonsense").await.problem(422, "invalid-request", &["/token"]);
        let undone = post(&undo).await.success(StatusCode::OK);
        assert_eq!(undone["ended"]["apiKeys"], json!(1), "{undone}");
        post(&undo).await.problem(422, "invalid-request", &["/token"]);
        world.get("/api/auth/me").bearer(&thief.token).send().await.problem(401, "not-authenticated", &[]);
        for email in ["ada@example.com", "second@example.com"] {
            for password in [PASSWORD, "another secret of theirs"] {
                world.login(email, password).await.problem(401, "invalid-credentials", &[]);
            }
        }
        let reset = mails::token(&world, "ada@example.com", "Choose a new password").await;
        let body = json!({"token": reset, "password": "a password of her own"});
        world.post("/api/auth/reset-password", &body).send().await.success(StatusCode::OK);
        world.login("ada@example.com", "a password of her own").await.success(StatusCode::OK);
        assert!(mails::newest(&world, "second@example.com").await.1.contains("is ada@example.com again"));
    })
    .await;
}

#[tokio::test]
async fn address_that_was_never_verified_gets_no_link_to_the_account() {
    on_each(async |world| {
        let ada = world.register("mistyped@example.com").await;
        move_to(&world, &ada, "ada@example.com").await;
        let (_, text) = mails::newest(&world, "mistyped@example.com").await;
        assert!(text.contains("is now ada@example.com") && !text.contains("?token="), "{text}");
    })
    .await;
}
