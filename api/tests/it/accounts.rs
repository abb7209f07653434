//! Registration and sign-in.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};
use shared::store::{audit, event};

use crate::world::{Account, World, on_each, on_each_with, settings};

#[tokio::test]
async fn registration_answers_with_the_whole_user_and_tokens() {
    on_each(async |world| {
        let form = json!({
            "email": "  Ada@Example.COM ", "password": "correct horse", "confirmPassword": "correct horse",
            "firstName": " Ada ", "lastName": "Lovelace", "company": "Engines Ltd",
        });
        let reply = world.post("/api/auth/register", &form).send().await;
        let body = reply.success(StatusCode::CREATED);
        insta::assert_json_snapshot!("registration", body, {
            ".**.id" => "[id]", ".**.createdAt" => "[time]", ".**.trialEndsAt" => "[time]",
            ".data.tokens.accessToken" => "[jwt]", ".data.tokens.refreshToken" => "[opaque]", ".data.token" => "[jwt]",
        });
        assert_eq!(body["data"]["user"], body["user"]);
        assert_eq!(body["data"]["token"], body["data"]["tokens"]["accessToken"]);
        let cookie = reply.header("set-cookie");
        for part in ["HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=2592000"] {
            assert!(cookie.contains(part), "{cookie}");
        }
        assert!(!cookie.contains("Secure"), "{cookie}");
    })
    .await;
}

#[tokio::test]
async fn session_cookie_is_secure_behind_https() {
    let settings = shared::config::ApiSettings { public_url: "https://lode.example".to_owned(), ..settings() };
    on_each_with(settings, async |world| {
        let code = world.state.setup_code.clone();
        let mut form = World::form("ada@example.com");
        form["setupCode"] = json!(code);
        let reply = world.post("/api/auth/register", &form).send().await;
        reply.success(StatusCode::CREATED);
        assert!(reply.header("set-cookie").contains("; Secure"));
        assert!(reply.header("strict-transport-security").contains("max-age"));
    })
    .await;
}

#[tokio::test]
async fn registration_starts_a_trial_of_fourteen_days() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        let at = |pointer: &str| -> chrono::DateTime<chrono::Utc> {
            account.body.pointer(pointer).and_then(Value::as_str).expect(pointer).parse().expect("a time")
        };
        assert_eq!(at("/user/subscription/trialEndsAt") - at("/user/createdAt"), chrono::Duration::days(14));
        let events = event::since(&world.state.db, account.id, 0, 10).await.expect("events");
        assert_eq!(events.len(), 1);
        assert_eq!(events[0].r#type, "user:subscription");
        assert_eq!(events[0].payload["trialEndsAt"], account.body["user"]["subscription"]["trialEndsAt"]);
    })
    .await;
}

#[tokio::test]
async fn concurrent_first_registrations_create_one_administrator() {
    on_each(async |world| {
        let emails: Vec<String> = (0..6).map(|n| format!("user{n}@example.com")).collect();
        let accounts = futures::future::join_all(emails.iter().map(|email| world.register(email))).await;
        let admins = accounts.iter().filter(|account| account.body["user"]["role"] == "admin").count();
        assert_eq!(admins, 1);
    })
    .await;
}

#[tokio::test]
async fn invalid_registration_lists_every_field_and_stores_nothing() {
    on_each(async |world| {
        let form = json!({"email": "ada@", "password": "short", "firstName": " ", "lastName": ""});
        let reply = world.post("/api/auth/register", &form).send().await;
        reply.problem(422, "invalid-request", &["/firstName", "/lastName", "/email", "/password"]);
        let mut form = World::form("ada@example.com");
        form["password"] = json!("1234567");
        let body = world.post("/api/auth/register", &form).send().await.problem(422, "invalid-request", &["/password"]);
        assert_eq!(body["message"], "Password must be at least 8 characters long");
        for missing in ["email", "password", "firstName", "lastName"] {
            let mut form = World::form("ada@example.com");
            form.as_object_mut().expect("a form").remove(missing);
            let pointer = format!("/{missing}");
            world.post("/api/auth/register", &form).send().await.problem(422, "invalid-request", &[&pointer]);
        }
        assert!(shared::store::user::none_yet(&world.state.db).await.expect("a count"));
    })
    .await;
}

#[tokio::test]
async fn registration_rejects_a_used_address_in_any_case() {
    on_each(async |world| {
        world.register("ada@example.com").await;
        for email in ["ada@example.com", " ADA@Example.com"] {
            let reply = world.post("/api/auth/register", &World::form(email)).send().await;
            reply.problem(409, "conflict", &["/email"]);
        }
        assert_eq!(shared::store::user::list(&world.state.db).await.expect("users").len(), 1);
    })
    .await;
}

#[tokio::test]
async fn sign_in_requires_the_correct_password() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        let reply = world.login(" ADA@example.com ", "correct horse").await;
        reply.success(StatusCode::OK);
        let again = Account::from(&reply);
        assert_eq!(again.id, account.id);
        assert_ne!(again.refresh, account.refresh);
        let mut bodies = Vec::new();
        for (email, password) in
            [("ada@example.com", "Correct horse"), ("ada@example.com", ""), ("nobody@example.com", "correct horse")]
        {
            let reply = world.login(email, password).await;
            let mut body = reply.problem(401, "invalid-credentials", &[]);
            assert_eq!(body["message"], "Invalid credentials");
            assert_eq!(reply.header("set-cookie"), "");
            body["requestId"] = json!("");
            bodies.push(body);
        }
        assert!(bodies.windows(2).all(|pair| pair[0] == pair[1]), "known and unknown addresses get the same answer");
    })
    .await;
}

#[tokio::test]
async fn security_events_are_in_the_audit_log() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        world.login(&account.email, "wrong password").await;
        let again = Account::from(&world.login(&account.email, "correct horse").await);
        world.call(Method::POST, "/api/auth/logout").bearer(&again.token).send().await.success(StatusCode::OK);
        let body = world.get("/api/user/audit-log").bearer(&account.token).send().await.success(StatusCode::OK);
        let actions: Vec<&str> =
            body["audit"].as_array().expect("lines").iter().filter_map(|line| line["action"].as_str()).collect();
        let expected = ["session.signed_out", "session.signed_in", "session.refused", "account.registered"];
        assert_eq!(actions, expected);
        assert_eq!(body["audit"][0]["address"], json!(world.address.to_string()));
        let page = audit::list(&world.state.db, None, None, 10).await.expect("lines");
        assert!(page.items.iter().all(|line| !line.detail.to_string().contains("correct horse")));
    })
    .await;
}

#[tokio::test]
async fn remote_first_registration_requires_the_setup_code() {
    let settings = shared::config::ApiSettings { listen: "0.0.0.0".parse().expect("an address"), ..settings() };
    on_each_with(settings, async |world| {
        let config = world.get("/config.json").send().await.json();
        assert_eq!(config["setupCodeRequired"], json!(true));
        let form = World::form("ada@example.com");
        world.post("/api/auth/register", &form).send().await.problem(403, "setup-code", &["/setupCode"]);
        let mut wrong = form.clone();
        wrong["setupCode"] = json!("AAAAAAAAAAAA");
        world.post("/api/auth/register", &wrong).send().await.problem(403, "setup-code", &["/setupCode"]);
        let code = world.state.setup_code.clone();
        let mut right = form.clone();
        right["setupCode"] = json!(format!(" {}-{}", &code[..6].to_lowercase(), &code[6..]));
        let body = world.post("/api/auth/register", &right).send().await.success(StatusCode::CREATED);
        assert_eq!(body["user"]["role"], "admin");
        assert_eq!(world.get("/config.json").send().await.json()["setupCodeRequired"], json!(false));
        let second = world.register("bob@example.com").await;
        assert_eq!(second.body["user"]["role"], "free");
    })
    .await;
}

#[tokio::test]
async fn onboarding_completes_once() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        let status = async || {
            let reply = world.get("/api/user/onboarding-status").bearer(&account.token).send().await;
            reply.success(StatusCode::OK)["data"]["needsOnboarding"].clone()
        };
        assert_eq!(status().await, json!(true));
        for _ in 0..2 {
            let reply = world.call(Method::POST, "/api/user/onboarding/complete").bearer(&account.token).send().await;
            assert_eq!(reply.success(StatusCode::OK)["data"]["needsOnboarding"], json!(false));
        }
        assert_eq!(status().await, json!(false));
    })
    .await;
}

#[tokio::test]
async fn preferences_are_merged_and_kept_small() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        let patch = async |body: Value| {
            world.call(Method::PATCH, "/api/user/preferences").bearer(&account.token).json(&body).send().await
        };
        patch(json!({"theme": "cyberpunk", "panes": {"left": true, "right": 3}})).await.success(StatusCode::OK);
        let body = patch(json!({"theme": null, "panes": {"right": null, "top": [1]}})).await.success(StatusCode::OK);
        assert_eq!(body["preferences"], json!({"panes": {"left": true, "top": [1]}}));
        patch(json!(["theme"])).await.problem(422, "invalid-request", &[""]);
        patch(json!({"big": "x".repeat(70_000)})).await.problem(422, "invalid-request", &[""]);
        let kept = world.get("/api/user/preferences").bearer(&account.token).send().await.success(StatusCode::OK);
        assert_eq!(kept["preferences"], json!({"panes": {"left": true, "top": [1]}}));
    })
    .await;
}

#[tokio::test]
async fn display_name_follows_first_and_last_name_until_set() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        let patch = async |body: Value| {
            world.call(Method::PATCH, "/api/user/profile").bearer(&account.token).json(&body).send().await
        };
        assert_eq!(patch(json!({"lastName": "King"})).await.success(StatusCode::OK)["name"], "Ada King");
        assert_eq!(patch(json!({"name": "Countess"})).await.success(StatusCode::OK)["name"], "Countess");
        let body = patch(json!({"firstName": "Augusta"})).await.success(StatusCode::OK);
        assert_eq!((&body["name"], &body["user"]["firstName"]), (&json!("Countess"), &json!("Augusta")));
        patch(json!({"name": "", "lastName": "x".repeat(101)})).await.problem(
            422,
            "invalid-request",
            &["/name", "/lastName"],
        );
    })
    .await;
}

#[tokio::test]
async fn sign_in_failure_takes_the_same_time_for_unknown_addresses() {
    on_each(async |world| {
        world.register("ada@example.com").await;
        world.login("nobody@example.com", "wrong password").await;
        let fastest = async |email: &str| {
            let mut fastest = std::time::Duration::MAX;
            for _ in 0..5 {
                let started = std::time::Instant::now();
                world.login(email, "wrong password").await.problem(401, "invalid-credentials", &[]);
                fastest = fastest.min(started.elapsed());
            }
            fastest
        };
        let (known, unknown) = (fastest("ada@example.com").await, fastest("nobody@example.com").await);
        assert!(unknown > known / 3 && known > unknown / 3, "known {known:?}, unknown {unknown:?}");
    })
    .await;
}

#[tokio::test]
async fn common_password_is_refused_after_its_length() {
    on_each(async |world| {
        let register = async |password: &str| {
            let mut form = World::form("ada@example.com");
            form["password"] = json!(password);
            world.post("/api/auth/register", &form).send().await
        };
        let short = register("abc123").await.problem(422, "invalid-request", &["/password"]);
        assert_eq!(short["message"], json!("Password must be at least 8 characters long"));
        for common in ["password", "Passw0rd!", "qwerty123", "12345678", "iloveyou2", "motherlode"] {
            let body = register(common).await.problem(422, "invalid-request", &["/password"]);
            assert!(body["message"].as_str().is_some_and(|text| text.contains("attacker")), "{common}: {body}");
        }
        register("correct horse").await.success(StatusCode::CREATED);
        let account = Account::from(&world.login("ada@example.com", "correct horse").await);
        let body = json!({"currentPassword": "correct horse", "newPassword": "Sunshine2026"});
        let change = world.post("/api/auth/change-password", &body).bearer(&account.token).send().await;
        change.problem(422, "invalid-request", &["/newPassword"]);
    })
    .await;
}
