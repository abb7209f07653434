//! Digests of ranks over HTTP. Workers send them.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};
use shared::{
    config::{ApiSettings, WorkspaceLimits},
    domain::{now, rank::RankTopic, workspace::MemberRole},
    store::workspace,
};

use crate::{
    fleet,
    links::with_mail,
    mails, ranks,
    world::{Account, PASSWORD, Reply, World, on_each, on_each_with},
};

/// Registers an account, verifies its address and signs in.
async fn confirmed(world: &World, email: &str) -> Account {
    world.post("/api/auth/register", &World::form(email)).send().await;
    let token = mails::token(world, email, "Verify your email address").await;
    world.post("/api/auth/verify-email", &json!({"token": token})).send().await.success(StatusCode::OK);
    Account::from(&world.login(email, PASSWORD).await)
}

async fn put(world: &World, account: &Account, path: &str, body: Value) -> Reply {
    world.call(Method::PUT, path).json(&body).bearer(&account.token).send().await
}

async fn get(world: &World, account: &Account, path: &str) -> Value {
    world.get(path).bearer(&account.token).send().await.success(StatusCode::OK)
}

const DIGEST: &str = "/api/ranks/digest";
const ALERTS: &str = "/api/ranks/alerts/subscription";

#[tokio::test]
async fn digest_is_scheduled_changed_and_switched_off() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let site = fleet::website(&world.state, &ada, "example.com").await;
        let path = format!("{DIGEST}?websiteId={site}");
        let none = get(&world, &ada, &path).await;
        assert_eq!((&none["frequency"], &none["nextAt"], &none["last"]), (&json!("off"), &json!(null), &json!(null)));
        let body = json!({"websiteId": site, "frequency": "weekly", "weekday": 5, "timeZone": "Europe/Berlin",
            "sendsEmpty": false});
        let saved = put(&world, &ada, DIGEST, body).await.success(StatusCode::OK);
        let schedules = get(&world, &ada, "/api/schedules").await;
        let one = &schedules["schedules"][0];
        assert_eq!((&one["cron"], &one["timeZone"]), (&json!("0 7 * * 5"), &json!("Europe/Berlin")));
        assert_eq!((&saved["frequency"], &saved["weekday"]), (&json!("weekly"), &json!(5)));
        assert_eq!((&saved["sendsEmpty"], &saved["nextAt"]), (&json!(false), &one["nextRunAt"]));
        let daily = put(&world, &ada, DIGEST, json!({"websiteId": site, "frequency": "daily"})).await;
        assert_eq!(daily.success(StatusCode::OK)["timeZone"], "UTC");
        let schedules = get(&world, &ada, "/api/schedules").await;
        assert_eq!(schedules["schedules"].as_array().expect("a list").len(), 1, "it is changed");
        assert_eq!(schedules["schedules"][0]["cron"], "0 7 * * *");
        let id = schedules["schedules"][0]["id"].as_str().expect("an id");
        world.call(Method::DELETE, &format!("/api/schedules/{id}")).bearer(&ada.token).send().await;
        assert_eq!(get(&world, &ada, &path).await["frequency"], "off", "its schedule was deleted");
        put(&world, &ada, DIGEST, json!({"websiteId": site, "frequency": "daily"})).await.success(StatusCode::OK);
        put(&world, &ada, DIGEST, json!({"websiteId": site, "frequency": "off"})).await.success(StatusCode::OK);
        assert_eq!(get(&world, &ada, "/api/schedules").await["schedules"], json!([]));
    })
    .await;
}

#[tokio::test]
async fn wrong_digest_settings_name_their_field() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let site = fleet::website(&world.state, &ada, "example.com").await;
        for (body, pointer) in [
            (json!({"frequency": "hourly"}), "/frequency"),
            (json!({"frequency": "weekly", "weekday": 7}), "/weekday"),
            (json!({"frequency": "weekly", "weekday": -1}), "/weekday"),
            (json!({"frequency": "daily", "timeZone": "Mars/Base"}), "/timeZone"),
        ] {
            let mut body = body;
            body["websiteId"] = json!(site);
            put(&world, &ada, DIGEST, body).await.problem(422, "invalid-request", &[pointer]);
        }
        let subscribe = json!({"websiteId": site, "isSubscribed": true});
        let refused = put(&world, &ada, "/api/ranks/digest/subscription", subscribe).await;
        let problem = refused.problem(409, "conflict", &["/isSubscribed"]);
        assert!(problem.to_string().contains("This server sends no email."), "{problem}");
    })
    .await;
}

#[tokio::test]
async fn member_subscribes_gets_a_copy_and_unsubscribes_with_the_link() {
    let limits = WorkspaceLimits { emails_per_day: Some(1), ..WorkspaceLimits::default() };
    on_each_with(ApiSettings { workspace: limits, ..with_mail() }, async |world| {
        let ada = confirmed(&world, "ada@example.com").await;
        let eve = confirmed(&world, "eve@example.com").await;
        let site = fleet::website(&world.state, &ada, "example.com").await;
        ranks::tracked(&world, &ada, &site.to_string()).await;
        let mut tx = world.state.db.begin().await.expect("begin");
        workspace::insert_member(&mut tx, ada.workspace_id, eve.id, MemberRole::Viewer, now()).await.expect("eve");
        tx.commit().await.expect("commit");
        let of_ada = format!("workspaceId={}", ada.workspace_id);
        let subscription = format!("/api/ranks/digest/subscription?{of_ada}");
        let subscribed = put(&world, &eve, &subscription, json!({"websiteId": site, "isSubscribed": true})).await;
        let subscribed = subscribed.success(StatusCode::OK);
        assert_eq!((&subscribed["isSubscribed"], &subscribed["subscribers"]), (&json!(true), &json!(1)));
        let settings = json!({"websiteId": site, "frequency": "daily"});
        put(&world, &eve, &format!("{DIGEST}?{of_ada}"), settings).await.problem(403, "forbidden", &[]);

        let preview = get(&world, &ada, &format!("/api/ranks/digest/preview?websiteId={site}")).await;
        assert_eq!(
            preview["sections"][0]["lines"][0],
            "None of the 2 keywords was checked in this period, so changes are unknown."
        );
        let send =
            async || world.post("/api/ranks/digest/send", &json!({"websiteId": site})).bearer(&ada.token).send().await;
        assert_eq!(send().await.success(StatusCode::ACCEPTED)["recipient"], "ada@example.com");
        let (subject, text) = mails::newest(&world, "ada@example.com").await;
        assert_eq!(json!(subject), preview["subject"]);
        assert!(text.contains("None of the 2 keywords was checked") && !text.contains("nsubscribe"), "{text}");
        send().await.problem(429, "emails-limit", &[]);

        let all = shared::store::rank::subscribers(&world.state.db, ada.workspace_id, site, RankTopic::Digest).await;
        let token = all.expect("subscribers").remove(0).token;
        let unsubscribe = format!("/api/ranks/digest/unsubscribe?token={token}");
        for _ in 0..2 {
            let ended = world.post(&unsubscribe, &json!({})).send().await.success(StatusCode::OK);
            assert_eq!(ended["message"], "You no longer get these emails.");
        }
        let path = format!("{DIGEST}?websiteId={site}&{of_ada}");
        assert_eq!(get(&world, &eve, &path).await["isSubscribed"], false);
    })
    .await;
}

#[tokio::test]
async fn member_subscribes_to_alerts_apart_from_the_digest() {
    on_each_with(with_mail(), async |world| {
        let ada = confirmed(&world, "ada@example.com").await;
        let site = fleet::website(&world.state, &ada, "example.com").await;
        let path = format!("{ALERTS}?websiteId={site}");
        assert_eq!(get(&world, &ada, &path).await["isSubscribed"], false);
        let subscribe = json!({"websiteId": site, "isSubscribed": true});
        let subscribed = put(&world, &ada, ALERTS, subscribe.clone()).await.success(StatusCode::OK);
        assert_eq!((&subscribed["isSubscribed"], &subscribed["subscribers"]), (&json!(true), &json!(1)));
        assert_eq!(get(&world, &ada, &format!("{DIGEST}?websiteId={site}")).await["isSubscribed"], false);
        let bob = confirmed(&world, "bob@example.com").await;
        put(&world, &bob, ALERTS, subscribe).await.problem(404, "not-found", &[]);
        let end = json!({"websiteId": site, "isSubscribed": false});
        assert_eq!(put(&world, &ada, ALERTS, end).await.success(StatusCode::OK)["subscribers"], 0);
    })
    .await;
}

#[tokio::test]
async fn unconfirmed_address_gets_no_digest() {
    on_each_with(with_mail(), async |world| {
        let ada = Account::from(&world.post("/api/auth/register", &World::form("ada@example.com")).send().await);
        let site = fleet::website(&world.state, &ada, "example.com").await;
        let subscribe = json!({"websiteId": site, "isSubscribed": true});
        put(&world, &ada, ALERTS, subscribe.clone()).await.problem(409, "conflict", &["/isSubscribed"]);
        let refused = put(&world, &ada, "/api/ranks/digest/subscription", subscribe).await;
        let problem = refused.problem(409, "conflict", &["/isSubscribed"]);
        assert!(problem.to_string().contains("Confirm your email address first."), "{problem}");
        let sent = world.post("/api/ranks/digest/send", &json!({"websiteId": site})).bearer(&ada.token).send().await;
        sent.problem(409, "conflict", &["/email"]);
    })
    .await;
}
