//! Two-factor sign-in: setup, use, and loss of the device.

use api::auth::totp::Totp;
use axum::http::StatusCode;
use chrono::Duration;
use serde_json::{Value, json};
use shared::{domain::now, store::two_factor};

use crate::world::{Account, PASSWORD, Reply, World, on_each};

async fn post(world: &World, account: &Account, path: &str, body: Value) -> Reply {
    world.post(path, &body).bearer(&account.token).send().await
}

/// Returns the user's authenticator app.
async fn app(world: &World, account: &Account) -> Totp {
    let second = two_factor::find(&world.state.db, account.id).await.expect("a look").expect("a second factor");
    Totp::of(&world.state.keys, &second.nonce)
}

/// Enables two-factor sign-in with the code of the previous step, so that the current code remains valid; returns the
/// app and the recovery codes.
async fn enable(world: &World, account: &Account) -> (Totp, Vec<String>) {
    let setup = post(world, account, "/api/auth/mfa/setup", json!({"password": PASSWORD})).await;
    let setup = setup.success(StatusCode::OK);
    let app = app(world, account).await;
    assert_eq!(setup["secret"], json!(app.to_base32()));
    assert_eq!(setup["otpauthUrl"], json!(app.url(&account.email)));
    let code = app.code(now() - Duration::seconds(30));
    let body = post(world, account, "/api/auth/mfa/confirm", json!({"code": code})).await.success(StatusCode::OK);
    let codes = body["recoveryCodes"].as_array().expect("codes");
    (app, codes.iter().filter_map(|code| code.as_str().map(str::to_owned)).collect())
}

async fn challenge(world: &World) -> String {
    let reply = world.login("ada@example.com", PASSWORD).await;
    assert_eq!(reply.header("set-cookie"), "", "nobody is signed in yet");
    let body = reply.success(StatusCode::OK);
    assert_eq!(body["data"]["mfaRequired"], json!(true));
    assert!(body.get("user").is_none() && body["data"].get("tokens").is_none(), "{body}");
    body["data"]["challenge"].as_str().expect("a challenge").to_owned()
}

async fn answer(world: &World, challenge: &str, code: &str) -> Reply {
    world.post("/api/auth/mfa", &json!({"challenge": challenge, "code": code})).send().await
}

#[tokio::test]
async fn second_factor_is_enabled_by_a_code_and_disabled_by_password_and_code() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        let is_on = async || {
            let reply = world.get("/api/auth/mfa").bearer(&account.token).send().await;
            reply.success(StatusCode::OK)["enabled"] == json!(true)
        };
        let setup = post(&world, &account, "/api/auth/mfa/setup", json!({"password": "wrong"})).await;
        setup.problem(422, "invalid-request", &["/password"]);
        let early = post(&world, &account, "/api/auth/mfa/confirm", json!({"code": "000000"})).await;
        early.problem(409, "conflict", &[""]);
        post(&world, &account, "/api/auth/mfa/setup", json!({"password": PASSWORD})).await.success(StatusCode::OK);
        let wrong = post(&world, &account, "/api/auth/mfa/confirm", json!({"code": "abc"})).await;
        wrong.problem(422, "invalid-request", &["/code"]);
        assert!(!is_on().await);
        world.login("ada@example.com", PASSWORD).await.success(StatusCode::OK)["user"].as_object().expect("signed in");
        let (app, codes) = enable(&world, &account).await;
        assert!(is_on().await);
        let again = post(&world, &account, "/api/auth/mfa/setup", json!({"password": PASSWORD})).await;
        again.problem(409, "conflict", &[""]);
        let wrong = post(&world, &account, "/api/auth/mfa/disable", json!({"password": "wrong"})).await;
        wrong.problem(422, "invalid-request", &["/password"]);
        for code in [json!(null), json!("not a code"), json!(app.code(now() - Duration::minutes(5)))] {
            let body = json!({"password": PASSWORD, "code": code});
            let refused = post(&world, &account, "/api/auth/mfa/disable", body).await;
            refused.problem(422, "invalid-request", &["/code"]);
        }
        assert!(is_on().await, "the password alone does not turn it off");
        let body = json!({"password": PASSWORD, "code": app.code(now())});
        post(&world, &account, "/api/auth/mfa/disable", body).await.success(StatusCode::OK);
        assert!(!is_on().await);
        let (_, codes_of_another_setup) = enable(&world, &account).await;
        let body = |code: &str| json!({"password": PASSWORD, "code": code});
        let old = post(&world, &account, "/api/auth/mfa/disable", body(&codes[0])).await;
        old.problem(422, "invalid-request", &["/code"]);
        let lost = post(&world, &account, "/api/auth/mfa/disable", body(&codes_of_another_setup[0])).await;
        lost.success(StatusCode::OK);
        assert_eq!(Account::from(&world.login("ada@example.com", PASSWORD).await).id, account.id);
    })
    .await;
}

#[tokio::test]
async fn sign_in_requires_a_fresh_code() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        let (app, _) = enable(&world, &account).await;
        world.login("ada@example.com", "wrong").await.problem(401, "invalid-credentials", &[]);
        let first = challenge(&world).await;
        for wrong in ["", "000", "not a code", &app.code(now() - Duration::minutes(5))] {
            answer(&world, &first, wrong).await.problem(422, "invalid-request", &["/code"]);
        }
        answer(&world, "nonsense", &app.code(now())).await.problem(422, "invalid-request", &["/challenge"]);
        let code = app.code(now());
        let signed_in = Account::from(&answer(&world, &first, &code).await);
        assert_eq!(signed_in.id, account.id);
        assert!(signed_in.cookie.starts_with("motherlode_session="));
        answer(&world, &first, &code).await.problem(422, "invalid-request", &["/challenge"]);
        let second = challenge(&world).await;
        answer(&world, &second, &code).await.problem(422, "invalid-request", &["/code"]);
    })
    .await;
}

#[tokio::test]
async fn recovery_code_works_once_in_any_notation() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        let (_, codes) = enable(&world, &account).await;
        assert_eq!(codes.len(), 10);
        let typed = codes[0].to_lowercase().replace('-', " ");
        answer(&world, &challenge(&world).await, &typed).await.success(StatusCode::OK);
        answer(&world, &challenge(&world).await, &codes[0]).await.problem(422, "invalid-request", &["/code"]);
        let reply = world.get("/api/auth/mfa").bearer(&account.token).send().await;
        assert_eq!(reply.success(StatusCode::OK)["recoveryCodesLeft"], json!(9));
    })
    .await;
}

#[tokio::test]
async fn renewing_recovery_codes_requires_both_factors_and_voids_old_codes() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        let renew = async |password: &str, code: &str| {
            post(&world, &account, "/api/auth/mfa/recovery-codes", json!({"password": password, "code": code})).await
        };
        renew(PASSWORD, "000000").await.problem(409, "conflict", &[""]);
        let (app, old) = enable(&world, &account).await;
        renew("wrong", &app.code(now())).await.problem(422, "invalid-request", &["/password"]);
        renew(PASSWORD, "not a code").await.problem(422, "invalid-request", &["/code"]);
        answer(&world, &challenge(&world).await, &old[0]).await.success(StatusCode::OK);

        let body = renew(PASSWORD, &app.code(now())).await.success(StatusCode::OK);
        let new: Vec<&str> =
            body["recoveryCodes"].as_array().expect("codes").iter().filter_map(Value::as_str).collect();
        assert_eq!(new.len(), 10);
        assert!(new.iter().all(|code| !old.iter().any(|before| before == code)));
        answer(&world, &challenge(&world).await, &old[1]).await.problem(422, "invalid-request", &["/code"]);
        answer(&world, &challenge(&world).await, new[0]).await.success(StatusCode::OK);
        renew(PASSWORD, &old[2]).await.problem(422, "invalid-request", &["/code"]);
        let again = renew(PASSWORD, new[1]).await.success(StatusCode::OK);
        assert_ne!(again["recoveryCodes"], body["recoveryCodes"], "a code that is left is as good as the app's");
        let reply = world.get("/api/auth/mfa").bearer(&account.token).send().await;
        assert_eq!(reply.success(StatusCode::OK)["recoveryCodesLeft"], json!(10));
    })
    .await;
}

#[tokio::test]
async fn repeated_wrong_codes_are_rate_limited() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        let (app, _) = enable(&world, &account).await;
        let challenge = challenge(&world).await;
        let tries = (0..25).map(|_| answer(&world, &challenge, "000000"));
        let replies = futures::future::join_all(tries).await;
        assert!(replies.iter().any(|reply| reply.status == StatusCode::TOO_MANY_REQUESTS));
        answer(&world, &challenge, &app.code(now())).await.problem(429, "rate-limited", &[]);
    })
    .await;
}
