//! Validation of access tokens.

use api::auth::{self, TokenError};
use axum::http::StatusCode;
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use chrono::Duration;
use serde_json::{Value, json};
use shared::domain::{new_id, now};

use crate::world::{Account, World, on_each};

async fn me(world: &World, token: &str) -> crate::world::Reply {
    world.get("/api/auth/me").bearer(token).send().await
}

fn part(value: &Value) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(value.to_string())
}

fn read(part: &str) -> Value {
    serde_json::from_slice(&BASE64_URL_SAFE_NO_PAD.decode(part).expect("base64")).expect("JSON")
}

#[tokio::test]
async fn access_token_identifies_the_user() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        let body = me(&world, &account.token).await.success(StatusCode::OK);
        assert_eq!(body["user"], account.body["user"]);
        assert_eq!(body["data"]["user"], body["user"]);
        let claims = auth::verify_access(&world.state, &account.token, now()).await.expect("a valid token");
        assert_eq!(claims.sub, account.id);
        assert!(claims.exp - now() <= Duration::minutes(15));
    })
    .await;
}

#[tokio::test]
async fn forged_and_foreign_tokens_are_refused() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        let other = world.register("bob@example.com").await;
        let [head, body, signature] = account.token.split('.').collect::<Vec<_>>()[..] else { panic!("three parts") };
        let mut claims = read(body);
        claims["sub"] = json!(other.id);
        let none = part(&json!({"alg": "none", "typ": "JWT", "kid": read(head)["kid"]}));
        let hs512 = part(&json!({"alg": "HS512", "typ": "JWT", "kid": read(head)["kid"]}));
        let no_kid = part(&json!({"alg": "HS256", "typ": "JWT"}));
        let foreign = jsonwebtoken::encode(
            &jsonwebtoken::Header { kid: read(head)["kid"].as_str().map(str::to_owned), ..Default::default() },
            &read(body),
            &jsonwebtoken::EncodingKey::from_secret(b"another installation"),
        )
        .expect("a token");
        let forged = [
            format!("{head}.{}.{signature}", part(&claims)),
            format!("{none}.{body}."),
            format!("{none}.{body}.{signature}"),
            format!("{hs512}.{body}.{signature}"),
            format!("{no_kid}.{body}.{signature}"),
            format!("{head}.{body}"),
            format!("{head}.{body}.{}", "A".repeat(43)),
            foreign,
            String::new(),
            "x".repeat(20_000),
            account.refresh.clone(),
        ];
        for token in forged {
            let body = me(&world, &token).await.problem(401, "not-authenticated", &[]);
            assert_eq!(body["message"], "Not authenticated");
        }
    })
    .await;
}

#[tokio::test]
async fn tokens_expire_after_fifteen_minutes_and_keys_after_two_periods() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        let session = auth::verify_access(&world.state, &account.token, now()).await.expect("valid").session;
        let issue = |at| auth::issue_access(&world.state, account.id, session, at).expect("a token");
        let old = issue(now() - Duration::minutes(15) - Duration::seconds(1));
        me(&world, &old).await.problem(401, "not-authenticated", &[]);
        me(&world, &issue(now() - Duration::minutes(14))).await.success(StatusCode::OK);
        // After a key rotation the previous key is still accepted, older keys are not.
        let verify = async |token: &str, at| auth::verify_access(&world.state, token, at).await;
        let turn = chrono::DateTime::from_timestamp((now().timestamp() / 604_800 + 1) * 604_800, 0).expect("a time");
        let before = issue(turn - Duration::seconds(10));
        assert!(verify(&before, turn + Duration::seconds(10)).await.is_ok());
        let late = verify(&before, turn + Duration::days(7) + Duration::seconds(10)).await;
        assert!(matches!(late, Err(TokenError::Invalid)), "{late:?}");
        // A future key is not accepted either.
        let early = verify(&issue(turn + Duration::seconds(10)), turn - Duration::seconds(10)).await;
        assert!(matches!(early, Err(TokenError::Invalid)), "{early:?}");
    })
    .await;
}

#[tokio::test]
async fn token_without_a_matching_session_is_rejected() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        let other = world.register("bob@example.com").await;
        let session = auth::verify_access(&world.state, &account.token, now()).await.expect("valid").session;
        for (user, session) in [(account.id, new_id()), (other.id, session)] {
            let token = auth::issue_access(&world.state, user, session, now()).expect("a token");
            me(&world, &token).await.problem(401, "not-authenticated", &[]);
        }
    })
    .await;
}

#[tokio::test]
async fn role_is_read_from_the_database() {
    on_each(async |world| {
        let admin = world.register("ada@example.com").await;
        let second = world.register("bob@example.com").await;
        let workers = async |account: &Account| world.get("/api/admin/workers").bearer(&account.token).send().await;
        workers(&admin).await.success(StatusCode::OK);
        workers(&second).await.problem(403, "forbidden", &[]);
        let mut tx = world.state.db.begin().await.expect("a transaction");
        let free = shared::domain::user::Role::Free;
        shared::store::user::set_role(&mut tx, admin.id, free).await.expect("a change");
        tx.commit().await.expect("a commit");
        tokio::time::sleep(std::time::Duration::from_millis(1_100)).await;
        workers(&admin).await.problem(403, "forbidden", &[]);
    })
    .await;
}
