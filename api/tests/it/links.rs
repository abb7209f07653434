//! Verification of addresses, and changes of passwords and addresses.

use std::time::{Duration, Instant};

use axum::http::StatusCode;
use serde_json::{Value, json};
use shared::config::ApiSettings;

use crate::{
    mails,
    world::{Account, PASSWORD, Reply, World, on_each, on_each_with, settings},
};

const VERIFY: &str = "Verify your email address";
const RESET: &str = "Choose a new password";

async fn post(world: &World, path: &str, body: Value) -> Reply {
    world.post(path, &body).send().await
}

async fn user(world: &World, account: &Account) -> Value {
    let reply = world.get("/api/auth/me").bearer(&account.token).send().await;
    reply.success(StatusCode::OK)["user"].clone()
}

/// Opens the link of a verification email in a session of the account.
async fn open(world: &World, account: &Account, token: &str) -> Reply {
    world.post("/api/auth/verify-email", &json!({"token": token})).bearer(&account.token).send().await
}

pub(crate) fn with_mail() -> ApiSettings {
    ApiSettings { sends_mail: true, ..settings() }
}

#[tokio::test]
async fn verification_link_works_once() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        assert_eq!(user(&world, &account).await["emailVerified"], json!(false));
        let token = mails::token(&world, "ada@example.com", VERIFY).await;
        open(&world, &account, &token).await.success(StatusCode::OK);
        assert_eq!(user(&world, &account).await["emailVerified"], json!(true));
        for token in [token.as_str(), "", "x"] {
            let reply = post(&world, "/api/auth/verify-email", json!({"token": token})).await;
            reply.problem(422, "invalid-request", &["/token"]);
        }
    })
    .await;
}

#[tokio::test]
async fn sign_in_requires_a_verified_address_where_mail_is_sent() {
    on_each_with(with_mail(), async |world| {
        world.register("ada@example.com").await;
        world.login("ada@example.com", "wrong").await.problem(401, "invalid-credentials", &[]);
        let refused = world.login("ada@example.com", PASSWORD).await;
        let body = refused.problem(403, "email-not-verified", &[]);
        assert!(body["message"].as_str().is_some_and(|text| text.contains("verify your email")), "{body}");
        assert_eq!(refused.header("set-cookie"), "");
        let sent = post(&world, "/api/auth/resend-verification", json!({"email": " ADA@example.com"})).await;
        let sent = sent.success(StatusCode::OK);
        let said = "Verification email sent! Please check your email and click the verification link.";
        assert_eq!(sent["message"], json!(said));
        assert_eq!(mails::count(&world, "ada@example.com").await, 2);
        let token = mails::token(&world, "ada@example.com", VERIFY).await;
        post(&world, "/api/auth/verify-email", json!({"token": token})).await.success(StatusCode::OK);
        world.login("ada@example.com", PASSWORD).await.success(StatusCode::OK);
        // A verified address receives no further email.
        post(&world, "/api/auth/resend-verification", json!({"email": "ada@example.com"})).await;
        assert_eq!(mails::count(&world, "ada@example.com").await, 2);
    })
    .await;
}

#[tokio::test]
async fn reset_request_does_not_reveal_accounts() {
    on_each(async |world| {
        world.register("ada@example.com").await;
        for path in ["/api/auth/forgot-password", "/api/auth/resend-verification"] {
            let mut seen = Vec::new();
            for email in ["ada@example.com", "nobody@example.com", "no address"] {
                let began = Instant::now();
                let body = post(&world, path, json!({"email": email})).await.success(StatusCode::OK);
                assert!(began.elapsed() >= Duration::from_millis(250), "{path} tells by its time");
                seen.push(body);
            }
            assert!(seen.windows(2).all(|two| two[0] == two[1]), "{seen:?}");
        }
        assert_eq!(mails::count(&world, "nobody@example.com").await, 0);
    })
    .await;
}

#[tokio::test]
async fn password_reset_works_once_and_ends_all_sessions() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        let second = Account::from(&world.login("ada@example.com", PASSWORD).await);
        post(&world, "/api/auth/forgot-password", json!({"email": "ada@example.com"})).await;
        let token = mails::token(&world, "ada@example.com", RESET).await;
        let reset = async |password: &str| {
            post(&world, "/api/auth/reset-password", json!({"token": token, "password": password})).await
        };
        reset("short").await.problem(422, "invalid-request", &["/password"]);
        reset("battery staple").await.success(StatusCode::OK);
        reset("another one").await.problem(422, "invalid-request", &["/token"]);
        for account in [&account, &second] {
            world.get("/api/auth/me").bearer(&account.token).send().await.problem(401, "not-authenticated", &[]);
            world.refresh(&account.refresh).await.problem(401, "not-authenticated", &[]);
        }
        world.login("ada@example.com", PASSWORD).await.problem(401, "invalid-credentials", &[]);
        let again = Account::from(&world.login("ada@example.com", "battery staple").await);
        assert_eq!(user(&world, &again).await["emailVerified"], json!(true), "the link came by mail");
        assert_eq!(mails::newest(&world, "ada@example.com").await.0, "Your password was changed");
    })
    .await;
}

#[tokio::test]
async fn link_expires_and_serves_one_purpose() {
    on_each(async |world| {
        world.register("ada@example.com").await;
        let verify = mails::token(&world, "ada@example.com", VERIFY).await;
        let body = json!({"token": verify, "password": "battery staple"});
        post(&world, "/api/auth/reset-password", body).await.problem(422, "invalid-request", &["/token"]);
        post(&world, "/api/auth/forgot-password", json!({"email": "ada@example.com"})).await;
        let reset = mails::token(&world, "ada@example.com", RESET).await;
        let as_verify = post(&world, "/api/auth/verify-email", json!({"token": reset})).await;
        as_verify.problem(422, "invalid-request", &["/token"]);
        let hash = api::auth::key::hash_token(&reset);
        let purpose = shared::domain::account_token::TokenPurpose::ResetPassword;
        let holds = async |minutes| {
            let at = shared::domain::now() + chrono::Duration::minutes(minutes);
            let found = shared::store::account_token::find(&world.state.db, &hash, purpose, at).await;
            found.expect("a look").is_some()
        };
        assert_eq!((holds(59).await, holds(61).await), (true, false));
    })
    .await;
}

#[tokio::test]
async fn password_change_requires_the_current_one_and_ends_other_sessions() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        let other = Account::from(&world.login("ada@example.com", PASSWORD).await);
        let change =
            async |body: Value| world.post("/api/auth/change-password", &body).bearer(&account.token).send().await;
        let to = "battery staple";
        let wrong = change(json!({"currentPassword": "wrong", "newPassword": to})).await;
        wrong.problem(422, "invalid-request", &["/currentPassword"]);
        change(json!({"newPassword": to})).await.problem(422, "invalid-request", &["/currentPassword"]);
        let short = change(json!({"currentPassword": PASSWORD, "newPassword": "short"})).await;
        short.problem(422, "invalid-request", &["/newPassword"]);
        change(json!({"currentPassword": PASSWORD, "newPassword": to})).await.success(StatusCode::OK);
        user(&world, &account).await;
        world.get("/api/auth/me").bearer(&other.token).send().await.problem(401, "not-authenticated", &[]);
        world.login("ada@example.com", to).await.success(StatusCode::OK);
    })
    .await;
}

#[tokio::test]
async fn email_change_takes_effect_after_verification_and_notifies_the_old_address() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        world.register("bob@example.com").await;
        let change = async |email: &str| {
            let body = json!({"newEmail": email, "password": PASSWORD});
            world.post("/api/auth/change-email", &body).bearer(&account.token).send().await
        };
        change("nonsense").await.problem(422, "invalid-request", &["/newEmail"]);
        change("bob@example.com").await.problem(409, "conflict", &["/newEmail"]);
        change(" New@example.com").await.success(StatusCode::OK);
        assert_eq!(user(&world, &account).await["email"], json!("ada@example.com"), "not before it is proved");
        assert!(mails::newest(&world, "ada@example.com").await.1.contains("new@example.com"));
        let token = mails::token(&world, "new@example.com", "Confirm your new email address").await;
        open(&world, &account, &token).await.success(StatusCode::OK);
        let changed = user(&world, &account).await;
        assert_eq!((&changed["email"], &changed["emailVerified"]), (&json!("new@example.com"), &json!(true)));
        assert!(mails::newest(&world, "ada@example.com").await.1.contains("is now new@example.com"));
        world.login("ada@example.com", PASSWORD).await.problem(401, "invalid-credentials", &[]);
        world.login("new@example.com", PASSWORD).await.success(StatusCode::OK);
    })
    .await;
}

#[tokio::test]
async fn email_change_to_a_used_address_fails() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        let body = json!({"newEmail": "new@example.com", "password": PASSWORD});
        let asked = world.post("/api/auth/change-email", &body).bearer(&account.token).send().await;
        asked.success(StatusCode::OK);
        let token = mails::token(&world, "new@example.com", "Confirm your new email address").await;
        world.register("new@example.com").await;
        open(&world, &account, &token).await.problem(409, "conflict", &["/token"]);
        assert_eq!(user(&world, &account).await["email"], json!("ada@example.com"));
    })
    .await;
}

#[tokio::test]
async fn link_requests_are_rate_limited_for_all_addresses() {
    on_each(async |world| {
        world.register("ada@example.com").await;
        for email in ["ada@example.com", "nobody@example.com"] {
            let asks = (0..11).map(|_| post(&world, "/api/auth/forgot-password", json!({"email": email})));
            let replies = futures::future::join_all(asks).await;
            let refused = replies.iter().filter(|reply| reply.status == StatusCode::TOO_MANY_REQUESTS).count();
            assert!(refused >= 1, "{email} gets as many mails as anybody wants");
        }
    })
    .await;
}
