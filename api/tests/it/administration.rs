//! Trials, and administration of accounts.

use axum::http::{Method, StatusCode};
use chrono::Duration;
use serde_json::{Value, json};
use shared::{
    domain::now,
    store::{event, subscription},
};

use crate::{
    mails,
    world::{Account, PASSWORD, Reply, World, on_each},
};

async fn changes(world: &World, account: &Account) -> Vec<Value> {
    let events = event::since(&world.state.db, account.id, 0, 100).await.expect("events");
    let told = events.iter().filter(|event| event.r#type == "user:subscription");
    told.map(|event| event.payload["change"].clone()).collect()
}

async fn update(world: &World, by: &Account, who: &Account, body: Value) -> Reply {
    world.call(Method::PATCH, &format!("/api/admin/users/{}", who.id)).json(&body).bearer(&by.token).send().await
}

async fn me(world: &World, account: &Account) -> Reply {
    world.get("/api/auth/me").bearer(&account.token).send().await
}

#[tokio::test]
async fn trial_publishes_each_stage_once() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        let advance = async |days, seconds| {
            let at = now() + Duration::days(days) + Duration::seconds(seconds);
            subscription::advance(&world.state.db, at).await.expect("a round").len()
        };
        assert_eq!(advance(10, 0).await, 0);
        // Two concurrent rounds, as in two replicas, create one event and one notification.
        let (one, two) = futures::future::join(advance(11, 5), advance(11, 5)).await;
        assert_eq!(one + two, 2);
        assert_eq!(advance(13, 0).await, 0);
        assert_eq!(advance(14, 5).await, 2);
        assert_eq!(advance(400, 0).await, 0);
        let told = [json!("trial_started"), json!("trial_ending"), json!("trial_ended")];
        assert_eq!(changes(&world, &account).await, told);
        let user = me(&world, &account).await.success(StatusCode::OK);
        assert_eq!(user["user"]["subscription"]["plan"], json!("free"));
    })
    .await;
}

#[tokio::test]
async fn late_check_of_a_trial_publishes_only_its_end() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        subscription::advance(&world.state.db, now() + Duration::days(30)).await.expect("a round");
        assert_eq!(changes(&world, &account).await, [json!("trial_started"), json!("trial_ended")]);
    })
    .await;
}

#[tokio::test]
async fn plan_change_by_an_administrator_notifies_the_user() {
    on_each(async |world| {
        let admin = world.register("ada@example.com").await;
        let user = world.register("bob@example.com").await;
        update(&world, &user, &user, json!({"plan": "agency"})).await.problem(403, "forbidden", &[]);
        let body = update(&world, &admin, &user, json!({"plan": "agency"})).await.success(StatusCode::OK);
        assert_eq!(body["user"]["subscription"]["plan"], json!("agency"));
        assert_eq!(changes(&world, &user).await, [json!("trial_started"), json!("changed")]);
        assert_eq!(
            subscription::advance(&world.state.db, now() + Duration::days(30)).await.expect("a round").len(),
            2,
            "the administrator's own trial ends, the plan does not"
        );
        update(&world, &admin, &user, json!({"plan": "A plan"})).await.problem(422, "invalid-request", &["/plan"]);
        update(&world, &admin, &user, json!({"rol": "admin"})).await.problem(422, "invalid-request", &["/rol"]);
        let again = json!({"plan": "trial", "trialEndsAt": now() + Duration::days(2)});
        update(&world, &admin, &user, again).await.success(StatusCode::OK);
        subscription::advance(&world.state.db, now()).await.expect("a round");
        assert_eq!(changes(&world, &user).await.last(), Some(&json!("trial_ending")));
    })
    .await;
}

#[tokio::test]
async fn disabling_a_user_ends_access_and_spares_the_last_administrator() {
    on_each(async |world| {
        let admin = world.register("ada@example.com").await;
        let user = world.register("bob@example.com").await;
        update(&world, &admin, &admin, json!({"disabled": true})).await.problem(409, "conflict", &["/disabled"]);
        update(&world, &admin, &admin, json!({"role": "free"})).await.problem(409, "conflict", &["/role"]);
        update(&world, &admin, &user, json!({"disabled": true})).await.success(StatusCode::OK);
        me(&world, &user).await.problem(401, "not-authenticated", &[]);
        world.refresh(&user.refresh).await.problem(401, "not-authenticated", &[]);
        world.login("bob@example.com", "wrong").await.problem(401, "invalid-credentials", &[]);
        world.login("bob@example.com", PASSWORD).await.problem(403, "account-disabled", &[]);
        let before = mails::count(&world, "bob@example.com").await;
        world.post("/api/auth/forgot-password", &json!({"email": "bob@example.com"})).send().await;
        assert_eq!(mails::count(&world, "bob@example.com").await, before);
        update(&world, &admin, &user, json!({"disabled": false, "role": "admin"})).await.success(StatusCode::OK);
        let user = Account::from(&world.login("bob@example.com", PASSWORD).await);
        update(&world, &user, &admin, json!({"role": "free"})).await.success(StatusCode::OK);
        update(&world, &user, &user, json!({"role": "free"})).await.problem(409, "conflict", &["/role"]);
    })
    .await;
}

#[tokio::test]
async fn account_search_matches_parts_of_name_and_address() {
    on_each(async |world| {
        let admin = world.register("ada@example.com").await;
        for email in ["bob@example.com", "b_b@example.com", "eve@other.example"] {
            world.register(email).await;
        }
        let list = async |query: &str| {
            let reply = world.get(&format!("/api/admin/users{query}")).bearer(&admin.token).send().await;
            reply.success(StatusCode::OK)
        };
        let emails = |body: &Value| -> Vec<String> {
            let users = body["users"].as_array().expect("a list").clone();
            users.iter().filter_map(|user| user["email"].as_str().map(str::to_owned)).collect()
        };
        assert_eq!(emails(&list("?search=OTHER").await), ["eve@other.example"]);
        assert_eq!(emails(&list("?search=b_b").await), ["b_b@example.com"]);
        assert_eq!(emails(&list("?search=lovelace").await).len(), 4);
        let first = list("?limit=3").await;
        let next = list(&format!("?limit=3&cursor={}", first["nextCursor"].as_str().expect("a cursor"))).await;
        assert_eq!((emails(&first).len(), emails(&next)), (3, vec!["ada@example.com".to_owned()]));
        assert_eq!(next["nextCursor"], Value::Null);
    })
    .await;
}

#[tokio::test]
async fn administrators_read_the_audit_log_of_every_account() {
    on_each(async |world| {
        let admin = world.register("ada@example.com").await;
        let user = world.register("bob@example.com").await;
        world.login("bob@example.com", "wrong").await;
        world.get("/api/admin/audit-log").bearer(&user.token).send().await.problem(403, "forbidden", &[]);
        let read = async |query: &str| {
            let reply = world.get(&format!("/api/admin/audit-log{query}")).bearer(&admin.token).send().await;
            reply.success(StatusCode::OK)["audit"].clone()
        };
        let own = read(&format!("?userId={}", user.id)).await;
        let actions: Vec<_> = own.as_array().expect("a list").iter().map(|line| line["action"].clone()).collect();
        assert_eq!(actions, [json!("session.refused"), json!("account.registered")]);
        assert_eq!(own[0]["userId"], json!(user.id));
        assert_eq!(read("").await.as_array().map(Vec::len), Some(3));
    })
    .await;
}
