//! Installations that send email: verified addresses, equal responses, and limits of mail.

use std::time::{Duration, Instant};

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::{
    links::with_mail,
    mails,
    world::{Account, PASSWORD, Reply, World, on_each_with},
};

async fn register(world: &World, email: &str) -> Reply {
    world.post("/api/auth/register", &World::form(email)).send().await
}

async fn verify(world: &World, email: &str) {
    let token = mails::token(world, email, "Verify your email address").await;
    world.post("/api/auth/verify-email", &json!({"token": token})).send().await.success(StatusCode::OK);
}

/// Registers an account, verifies its address and signs in.
async fn member(world: &World, email: &str) -> Account {
    register(world, email).await;
    verify(world, email).await;
    Account::from(&world.login(email, PASSWORD).await)
}

#[tokio::test]
async fn registration_responds_the_same_for_known_and_unknown_addresses() {
    on_each_with(with_mail(), async |world| {
        let first = register(&world, "admin@example.com").await;
        first.success(StatusCode::CREATED);
        member(&world, "known@example.com").await;
        let mut bodies = Vec::new();
        for email in ["known@example.com", "unknown@example.com", "admin@example.com"] {
            let began = Instant::now();
            let mut form = World::form(email);
            form["password"] = json!("another password");
            let reply = world.post("/api/auth/register", &form).send().await;
            assert!(began.elapsed() >= Duration::from_millis(250), "{email} is revealed by the time");
            assert_eq!(reply.header("set-cookie"), "");
            bodies.push(reply.success(StatusCode::ACCEPTED));
        }
        assert!(bodies.windows(2).all(|two| two[0] == two[1]), "{bodies:?}");
        let (subject, text) = mails::newest(&world, "known@example.com").await;
        assert_eq!(subject, "You already have an account");
        assert!(text.contains("http://127.0.0.1:3000/forgot-password") && !text.contains("token="), "{text}");
        assert_eq!(mails::newest(&world, "unknown@example.com").await.0, "Verify your email address");
        world.login("known@example.com", PASSWORD).await.success(StatusCode::OK);
        world.login("unknown@example.com", "another password").await.problem(403, "email-not-verified", &[]);
    })
    .await;
}

#[tokio::test]
async fn concurrent_registrations_of_an_address_create_one_account() {
    on_each_with(with_mail(), async |world| {
        register(&world, "admin@example.com").await;
        let both = (0..4).map(|_| register(&world, "ada@example.com"));
        for reply in futures::future::join_all(both).await {
            reply.success(StatusCode::ACCEPTED);
        }
        assert_eq!(shared::store::user::list(&world.state.db).await.expect("users").len(), 2);
        assert_eq!(mails::count(&world, "ada@example.com").await, 4);
    })
    .await;
}

#[tokio::test]
async fn change_of_the_address_responds_the_same_for_known_and_unknown_addresses() {
    on_each_with(with_mail(), async |world| {
        let ada = Account::from(&register(&world, "ada@example.com").await);
        member(&world, "known@example.com").await;
        let mut bodies = Vec::new();
        for email in ["known@example.com", "unknown@example.com"] {
            let began = Instant::now();
            let body = json!({"newEmail": email, "password": PASSWORD});
            let reply = world.post("/api/auth/change-email", &body).bearer(&ada.token).send().await;
            assert!(began.elapsed() >= Duration::from_millis(250), "{email} is revealed by the time");
            bodies.push(reply.success(StatusCode::OK));
        }
        assert_eq!(bodies[0], bodies[1]);
        let (subject, text) = mails::newest(&world, "known@example.com").await;
        assert_eq!(subject, "This email address already has an account");
        assert!(!text.contains("token="), "{text}");
        assert_eq!(mails::newest(&world, "unknown@example.com").await.0, "Confirm your new email address");
        let own = json!({"newEmail": "ada@example.com", "password": PASSWORD});
        let own = world.post("/api/auth/change-email", &own).bearer(&ada.token).send().await;
        own.problem(409, "conflict", &["/newEmail"]);
    })
    .await;
}

#[tokio::test]
async fn unverified_account_can_neither_invite_nor_create_api_keys() {
    on_each_with(with_mail(), async |world| {
        let ada = Account::from(&register(&world, "ada@example.com").await);
        let invites = format!("/api/workspaces/{}/invites", ada.workspace_id);
        let asks = [
            (invites.as_str(), json!({"email": "bob@example.com", "role": "viewer"})),
            ("/api/user/api-keys", json!({"name": "A script", "scopes": ["read"]})),
        ];
        let post = async |path: &str, body: &Value| world.post(path, body).bearer(&ada.token).send().await;
        for (path, body) in &asks {
            post(path, body).await.problem(403, "forbidden", &[]);
        }
        assert_eq!(mails::count(&world, "bob@example.com").await, 0);
        let token = mails::token(&world, "ada@example.com", "Verify your email address").await;
        post("/api/auth/verify-email", &json!({"token": token})).await.success(StatusCode::OK);
        for (path, body) in &asks {
            post(path, body).await.success(StatusCode::CREATED);
        }
    })
    .await;
}

#[tokio::test]
async fn registrations_count_as_emails_of_the_client_and_to_the_address() {
    on_each_with(with_mail(), async |world| {
        register(&world, "admin@example.com").await;
        let refused =
            |replies: Vec<Reply>| replies.iter().filter(|reply| reply.status == StatusCode::TOO_MANY_REQUESTS).count();
        for known in ["admin@example.com", "unknown@example.com"] {
            let same = futures::future::join_all((0..11).map(|_| register(&world, known))).await;
            assert!(refused(same) >= 1, "{known} gets as many emails as anybody wants");
        }
        let emails: Vec<String> = (0..61).map(|n| format!("user{n}@example.com")).collect();
        let many = futures::future::join_all(emails.iter().map(|email| register(&world, email))).await;
        assert!(refused(many) >= 1, "one client causes as many emails as it wants");
    })
    .await;
}

#[tokio::test]
async fn subjects_have_no_text_of_strangers() {
    on_each_with(with_mail(), async |world| {
        let mut form = World::form("ada@example.com");
        form["firstName"] = json!("You have won");
        form["lastName"] = json!("a prize");
        let ada = Account::from(&world.post("/api/auth/register", &form).send().await);
        let token = mails::token(&world, "ada@example.com", "Verify your email address").await;
        let post = async |path: &str, body: Value| world.post(path, &body).bearer(&ada.token).send().await;
        post("/api/auth/verify-email", json!({"token": token})).await.success(StatusCode::OK);
        let made = post("/api/workspaces", json!({"name": "Click here"})).await.success(StatusCode::CREATED);
        let path = format!("/api/workspaces/{}/invites", made["workspace"]["id"].as_str().expect("an id"));
        let body = json!({"email": "bob@example.com", "role": "viewer"});
        post(&path, body).await.success(StatusCode::CREATED);
        let message = json!({"name": "Your invoice", "email": "eve@example.com", "message": "Hello"});
        world.post("/api/contact", &message).send().await.success(StatusCode::CREATED);
        let mails = shared::store::mail::list(&world.state.db, None, 100).await.expect("mails").items;
        assert_eq!(mails.len(), 3);
        for mail in mails {
            let strange = ["won", "prize", "Click", "invoice"].iter().any(|word| mail.subject.contains(word));
            assert!(!strange, "{}", mail.subject);
        }
    })
    .await;
}
