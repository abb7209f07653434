//! Refresh tokens, cookies, and the end of sessions.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};
use shared::{domain::now, store::session};

use crate::world::{Account, Reply, World, on_each};

fn tokens(reply: &Reply) -> (String, String) {
    let body = reply.success(StatusCode::OK);
    let text = |pointer: &str| body.pointer(pointer).and_then(Value::as_str).expect(pointer).to_owned();
    assert_eq!(body["data"]["token"], body["data"]["tokens"]["accessToken"]);
    (text("/data/tokens/accessToken"), text("/data/tokens/refreshToken"))
}

async fn me(world: &World, token: &str) -> Reply {
    world.get("/api/auth/me").bearer(token).send().await
}

/// Makes the exchange of a token look older.
async fn age(world: &World, token: &str, seconds: i64) {
    let hash = api::auth::key::hash_token(token);
    let used_at = now() - chrono::Duration::seconds(seconds);
    let sql = "UPDATE refresh_tokens SET used_at = $2 WHERE token_hash = $1";
    let changed = match &world.state.db {
        shared::store::Db::Postgres(pool) => {
            sqlx::query(sql).bind(&hash).bind(used_at).execute(pool).await.expect("a change").rows_affected()
        }
        shared::store::Db::Sqlite(sqlite) => {
            sqlx::query(sql).bind(&hash).bind(used_at).execute(sqlite.reader()).await.expect("a change").rows_affected()
        }
    };
    assert_eq!(changed, 1);
}

#[tokio::test]
async fn refresh_rotates_both_tokens() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        let (access, second) = tokens(&world.refresh(&account.refresh).await);
        assert_ne!(second, account.refresh);
        me(&world, &access).await.success(StatusCode::OK);
        let (_, third) = tokens(&world.refresh(&second).await);
        assert_ne!(third, second);
    })
    .await;
}

#[tokio::test]
async fn concurrent_refreshes_return_the_same_successor() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        let replies = futures::future::join_all((0..5).map(|_| world.refresh(&account.refresh))).await;
        let successors: Vec<String> = replies.iter().map(|reply| tokens(reply).1).collect();
        assert!(successors.iter().all(|successor| *successor == successors[0]), "{successors:?}");
        tokens(&world.refresh(&successors[0]).await);
    })
    .await;
}

#[tokio::test]
async fn reused_refresh_token_ends_its_family() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        let other = Account::from(&world.login(&account.email, "correct horse").await);
        let (access, second) = tokens(&world.refresh(&account.refresh).await);
        // The successor was used, so a repeated use of the first token indicates theft.
        let (_, third) = tokens(&world.refresh(&second).await);
        world.refresh(&account.refresh).await.problem(401, "not-authenticated", &[]);
        world.refresh(&third).await.problem(401, "not-authenticated", &[]);
        me(&world, &access).await.problem(401, "not-authenticated", &[]);
        let cookie = world.get("/api/auth/session").cookie(&account.cookie).send().await;
        cookie.problem(401, "not-authenticated", &[]);
        me(&world, &other.token).await.success(StatusCode::OK);
        let body = world.get("/api/user/audit-log").bearer(&other.token).send().await.success(StatusCode::OK);
        assert_eq!(body["audit"][0]["action"], "session.refresh_reused");
    })
    .await;
}

#[tokio::test]
async fn refresh_after_twenty_seconds_counts_as_reuse() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        let (_, second) = tokens(&world.refresh(&account.refresh).await);
        age(&world, &account.refresh, 19).await;
        assert_eq!(tokens(&world.refresh(&account.refresh).await).1, second);
        age(&world, &account.refresh, 21).await;
        world.refresh(&account.refresh).await.problem(401, "not-authenticated", &[]);
        world.refresh(&second).await.problem(401, "not-authenticated", &[]);
    })
    .await;
}

#[tokio::test]
async fn refresh_rejects_access_tokens() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        let cookie = account.cookie.split('=').next_back().expect("a value").to_owned();
        for token in ["", "x", &account.token, &cookie, &world.state.keys.successor(&account.refresh)] {
            world.refresh(token).await.problem(401, "not-authenticated", &[]);
        }
        let reply = world.post("/api/auth/refresh", &json!({})).send().await;
        reply.problem(422, "invalid-request", &["/refreshToken"]);
        tokens(&world.refresh(&account.refresh).await);
    })
    .await;
}

#[tokio::test]
async fn session_cookie_changes_data_only_from_the_own_origin() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        let body = world.get("/api/auth/session").cookie(&account.cookie).send().await.success(StatusCode::OK);
        assert_eq!(body["user"]["id"], json!(account.id));
        assert_eq!(body["data"]["user"], body["user"]);
        world.get("/api/websites").cookie(&account.cookie).send().await.success(StatusCode::OK);
        let site = json!({"url": "example.com"});
        let post = || world.post("/api/websites", &site).cookie(&account.cookie);
        post().send().await.problem(403, "foreign-origin", &[]);
        post().header("origin", "https://evil.example").send().await.problem(403, "foreign-origin", &[]);
        post().header("sec-fetch-site", "cross-site").send().await.problem(403, "foreign-origin", &[]);
        post().header("sec-fetch-site", "same-site").send().await.problem(403, "foreign-origin", &[]);
        post().on_own_page().send().await.success(StatusCode::CREATED);
        world
            .post("/api/websites", &json!({"url": "other.example"}))
            .bearer(&account.token)
            .send()
            .await
            .success(StatusCode::CREATED);
    })
    .await;
}

#[tokio::test]
async fn session_without_a_cookie_answers_that_nobody_is_signed_in() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        let session = |cookie: &str| world.get("/api/auth/session").cookie(cookie);
        for cookie in ["", "motherlode_session=", "other=1"] {
            let reply = session(cookie).send().await;
            assert_eq!((reply.status, reply.json()), (StatusCode::OK, json!({"success": false, "user": null})));
        }
        session("motherlode_session=x").send().await.problem(401, "not-authenticated", &[]);
        let many = format!("a=b; {}; c=d", account.cookie);
        session(&many).send().await.success(StatusCode::OK);
    })
    .await;
}

#[tokio::test]
async fn sign_out_ends_the_session_and_clears_the_cookie() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        let reply =
            world.call(Method::POST, "/api/auth/logout").bearer(&account.token).cookie(&account.cookie).send().await;
        reply.success(StatusCode::OK);
        assert!(reply.header("set-cookie").starts_with("motherlode_session=;"));
        assert!(reply.header("set-cookie").contains("Max-Age=0"));
        me(&world, &account.token).await.problem(401, "not-authenticated", &[]);
        world.refresh(&account.refresh).await.problem(401, "not-authenticated", &[]);
        world.get("/api/auth/session").cookie(&account.cookie).send().await.problem(401, "not-authenticated", &[]);
        world.call(Method::POST, "/api/auth/logout").bearer(&account.token).send().await.success(StatusCode::OK);
        world.get("/api/logout").cookie(&account.cookie).send().await.success(StatusCode::OK);
    })
    .await;
}

#[tokio::test]
async fn sign_out_from_another_origin_is_rejected() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        let post = world.call(Method::POST, "/api/auth/logout").cookie(&account.cookie);
        post.header("origin", "https://evil.example").send().await.problem(403, "foreign-origin", &[]);
        let get = world.get("/api/logout").cookie(&account.cookie);
        get.header("sec-fetch-site", "cross-site").send().await.problem(403, "foreign-origin", &[]);
        world.get("/api/auth/session").cookie(&account.cookie).send().await.success(StatusCode::OK);
        world.get("/api/logout").cookie(&account.cookie).send().await.success(StatusCode::OK);
        world.get("/api/auth/session").cookie(&account.cookie).send().await.problem(401, "not-authenticated", &[]);
    })
    .await;
}

#[tokio::test]
async fn sessions_are_listed_and_ended_by_their_user_alone() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        let phone = Account::from(&world.login(&account.email, "correct horse").await);
        let other = world.register("bob@example.com").await;
        let list = async |account: &Account| {
            let reply = world.get("/api/auth/sessions").bearer(&account.token).send().await;
            reply.success(StatusCode::OK)["sessions"].as_array().expect("a list").clone()
        };
        let sessions = list(&account).await;
        assert_eq!(sessions.iter().map(|s| s["current"].clone()).collect::<Vec<_>>(), [json!(false), json!(true)]);
        let path = format!("/api/auth/sessions/{}", sessions[0]["id"].as_str().expect("an id"));
        let delete = |account: &Account| world.call(Method::DELETE, &path).bearer(&account.token);
        delete(&other).send().await.problem(404, "not-found", &[]);
        me(&world, &phone.token).await.success(StatusCode::OK);
        delete(&account).send().await.success(StatusCode::OK);
        me(&world, &phone.token).await.problem(401, "not-authenticated", &[]);
        delete(&account).send().await.problem(404, "not-found", &[]);
        assert_eq!(list(&account).await.len(), 1);
    })
    .await;
}

#[tokio::test]
async fn a_session_ended_by_another_process_is_refused_within_two_seconds() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        me(&world, &account.token).await.success(StatusCode::OK);
        let mut tx = world.state.db.begin().await.expect("a transaction");
        assert_eq!(session::revoke_others(&mut tx, account.id, None, now()).await.expect("a change").len(), 1);
        tx.commit().await.expect("a commit");
        tokio::time::sleep(std::time::Duration::from_millis(1_900)).await;
        me(&world, &account.token).await.problem(401, "not-authenticated", &[]);
    })
    .await;
}

#[tokio::test]
async fn ended_sessions_are_deleted_after_retention() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        let phone = Account::from(&world.login(&account.email, "correct horse").await);
        world.call(Method::POST, "/api/auth/logout").bearer(&phone.token).send().await.success(StatusCode::OK);
        let hour = chrono::Duration::hours(1);
        assert_eq!(session::delete_ended(&world.state.db, now() - hour).await.expect("a change"), 0);
        assert_eq!(session::delete_ended(&world.state.db, now() + hour).await.expect("a change"), 1);
        me(&world, &account.token).await.success(StatusCode::OK);
        world.refresh(&phone.refresh).await.problem(401, "not-authenticated", &[]);
    })
    .await;
}

#[tokio::test]
async fn used_session_is_extended_and_logged_once_a_day() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        let id = api::auth::verify_access(&world.state, &account.token, now()).await.expect("valid").session;
        let mut tx = world.state.db.begin().await.expect("a transaction");
        let yesterday = now() - chrono::Duration::days(1);
        session::touch(&mut tx, id, yesterday, now() + chrono::Duration::days(2)).await.expect("a change");
        tx.commit().await.expect("a commit");
        world.state.sessions.forget(id);
        for _ in 0..3 {
            me(&world, &account.token).await.success(StatusCode::OK);
        }
        let body = world.get("/api/auth/sessions").bearer(&account.token).send().await.success(StatusCode::OK);
        let expires: chrono::DateTime<chrono::Utc> =
            body["sessions"][0]["expiresAt"].as_str().expect("a time").parse().expect("a time");
        assert!(expires > now() + chrono::Duration::days(29));
        let body = world.get("/api/user/audit-log").bearer(&account.token).send().await.success(StatusCode::OK);
        let seen = body["audit"].as_array().expect("lines").iter().filter(|line| line["action"] == "session.seen");
        assert_eq!(seen.count(), 1);
    })
    .await;
}
