//! Connections to data providers over HTTP. What a test of a connection finds is tested with the workers.

use std::collections::HashMap;

use axum::http::{Method, StatusCode};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use net::addresses::AddressGuard;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use shared::{
    config::{ApiSettings, GoogleSettings, OutsideSettings, Secret},
    domain::{
        connection::{ConnectionStatus, Settlement},
        new_id, now,
    },
    store::connection::{self, NewCall},
};
use url::Url;
use uuid::Uuid;

use crate::{
    fleet,
    world::{Account, Reply, World, on_each, on_each_with, settings},
};

const KEY: &str = "very-secret-key-0123456789";

async fn connect(world: &World, by: &Account, body: Value) -> Reply {
    world.post("/api/connections", &body).bearer(&by.token).send().await
}

/// Connects Serper; returns the id.
pub(crate) async fn serper(world: &World, by: &Account) -> String {
    let body = json!({"provider": "serper", "credentials": {"key": KEY}});
    let made = connect(world, by, body).await.success(StatusCode::CREATED);
    made["connection"]["id"].as_str().expect("an id").to_owned()
}

/// Connects a language model; returns the id.
pub(crate) async fn model(world: &World, by: &Account) -> String {
    let body = json!({"provider": "open_ai", "credentials": {"key": KEY}});
    let made = connect(world, by, body).await.success(StatusCode::CREATED);
    made["connection"]["id"].as_str().expect("an id").to_owned()
}

async fn change(world: &World, by: &Account, id: &str, body: Value) -> Reply {
    world.patch(&format!("/api/connections/{id}"), &body).bearer(&by.token).send().await
}

async fn get(world: &World, by: &Account, path: &str) -> Value {
    world.get(path).bearer(&by.token).send().await.success(StatusCode::OK)
}

/// Returns the decrypted field of a stored connection.
async fn stored(world: &World, by: &Account, id: &str, field: &str) -> Option<String> {
    let id: Uuid = id.parse().expect("an id");
    let found = connection::find(&world.state.db, by.workspace_id, id).await.expect("find").expect("a connection");
    let opened = world.state.vault.open(by.workspace_id, id, &found.credentials.expect("sealed")).expect("opened");
    opened.get(field).map(|secret| secret.reveal().to_owned())
}

#[tokio::test]
async fn connection_is_created_changed_tested_and_disconnected_without_showing_its_key() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let body = json!({
            "provider": "serper", "name": " Rankings ", "credentials": {"key": format!(" {KEY}\n")},
            "dayBudgetMicros": 500_000,
        });
        let reply = connect(&world, &ada, body).await;
        let made = reply.success(StatusCode::CREATED)["connection"].clone();
        assert!(!reply.text().contains("very-secret"), "{}", reply.text());
        assert_eq!((&made["name"], &made["status"]), (&json!("Rankings"), &json!("untested")));
        assert_eq!((&made["isTesting"], &made["dayBudgetMicros"]), (&json!(true), &json!(500_000)));
        let id = made["id"].as_str().expect("an id");
        assert_eq!(stored(&world, &ada, id, "key").await.as_deref(), Some(KEY), "trimmed and sealed");

        let runs = get(&world, &ada, "/api/runs?kind=connection_test").await;
        assert_eq!(runs["runs"].as_array().map(Vec::len), Some(1));
        let body = json!({"name": "Ranks", "dayBudgetMicros": null, "monthBudgetMicros": 9});
        let changed = change(&world, &ada, id, body).await.success(StatusCode::OK)["connection"].clone();
        assert_eq!((&changed["name"], &changed["dayBudgetMicros"]), (&json!("Ranks"), &json!(null)));
        assert_eq!(changed["monthBudgetMicros"], 9);
        change(&world, &ada, id, json!({"credentials": {"key": "another-key-0123"}})).await.success(StatusCode::OK);
        assert_eq!(stored(&world, &ada, id, "key").await.as_deref(), Some("another-key-0123"));
        let test = world.post(&format!("/api/connections/{id}/test"), &json!({})).bearer(&ada.token).send().await;
        assert_eq!(test.success(StatusCode::ACCEPTED)["run"]["kind"], "connection_test");

        let path = format!("/api/connections/{id}");
        let delete = world.call(Method::DELETE, &path).json(&json!({})).bearer(&ada.token);
        delete.send().await.success(StatusCode::OK);
        world.get(&path).bearer(&ada.token).send().await.problem(404, "not-found", &[]);
        assert_eq!(get(&world, &ada, "/api/connections").await["connections"], json!([]));
        let db = &world.state.db;
        assert!(connection::with_credentials(db).await.expect("a list").is_empty(), "the key is erased");
    })
    .await;
}

#[tokio::test]
async fn wrong_fields_of_a_connection_are_named() {
    on_each(async |world| {
        world.register("root@example.com").await;
        let ada = world.register("ada@example.com").await;
        for (body, pointer) in [
            (json!({"provider": "yahoo"}), "/provider"),
            (json!({"provider": "search_console"}), "/provider"),
            (json!({"provider": "serper"}), "/credentials/key"),
            (json!({"provider": "serper", "credentials": {"key": " "}}), "/credentials/key"),
            (json!({"provider": "serper", "credentials": {"key": "a\nb"}}), "/credentials/key"),
            (json!({"provider": "serper", "credentials": {"key": "k".repeat(4_001)}}), "/credentials/key"),
            (json!({"provider": "serper", "credentials": {"key": "k", "login": "x"}}), "/credentials/login"),
            (json!({"provider": "data_for_seo", "credentials": {"login": "x"}}), "/credentials/password"),
            (json!({"provider": "open_ai"}), "/credentials/key"),
            (json!({"provider": "page_speed", "name": "n".repeat(101)}), "/name"),
            (json!({"provider": "page_speed", "dayBudgetMicros": -1}), "/dayBudgetMicros"),
            (json!({"provider": "page_speed", "settings": {"property": "x"}}), "/settings/property"),
            (json!({"provider": "page_speed", "settings": {"websiteId": Uuid::now_v7()}}), "/settings/websiteId"),
            (json!({"provider": "page_speed", "settings": {"color": "red"}}), "/settings/color"),
            (json!({"provider": "page_speed", "baseUrl": "https://8.8.8.8"}), "/baseUrl"),
            (json!({"provider": "open_ai", "baseUrl": "ftp://8.8.8.8"}), "/baseUrl"),
            (json!({"provider": "open_ai", "baseUrl": "http://127.0.0.1:11434"}), "/baseUrl"),
            (json!({"provider": "open_ai", "baseUrl": "https://8.8.8.8/?key=1"}), "/baseUrl"),
        ] {
            connect(&world, &ada, body).await.problem(422, "invalid-request", &[pointer]);
        }
        let put = world.call(Method::PUT, "/api/connections/budget").json(&json!({"monthBudgetMicros": -5}));
        put.bearer(&ada.token).send().await.problem(422, "invalid-request", &["/monthBudgetMicros"]);
        let calls = world.get("/api/connections/calls?from=2026-02-01&to=2026-01-01").bearer(&ada.token);
        calls.send().await.problem(422, "invalid-request", &["/from"]);
    })
    .await;
}

#[tokio::test]
async fn stored_key_is_not_sent_to_another_address() {
    on_each(async |world| {
        let admin = world.register("root@example.com").await;
        let ada = world.register("ada@example.com").await;
        let id = serper(&world, &admin).await;
        let elsewhere = json!({"baseUrl": "https://8.8.8.8/"});
        change(&world, &admin, &id, elsewhere).await.problem(422, "invalid-request", &["/credentials"]);
        let with_key = json!({"baseUrl": "https://8.8.8.8/", "credentials": {"key": "new-key"}});
        let moved = change(&world, &admin, &id, with_key).await.success(StatusCode::OK);
        assert_eq!(moved["connection"]["baseUrl"], "https://8.8.8.8");
        // Servers of one's own need no administrator, and no key.
        let own = json!({"provider": "open_ai", "baseUrl": "https://8.8.8.8/v1"});
        let own = connect(&world, &ada, own).await.success(StatusCode::CREATED);
        let id = own["connection"]["id"].as_str().expect("an id");
        let to_default = change(&world, &ada, id, json!({"baseUrl": ""})).await.success(StatusCode::OK);
        assert_eq!(to_default["connection"]["baseUrl"], json!(null));
    })
    .await;
}

#[tokio::test]
async fn property_must_be_one_of_the_account() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let site = fleet::website(&world.state, &ada, "example.com").await;
        let body = json!({"provider": "bing_webmaster", "credentials": {"key": KEY}});
        let made = connect(&world, &ada, body).await.success(StatusCode::CREATED);
        let id = made["connection"]["id"].as_str().expect("an id");
        let run = get(&world, &ada, "/api/runs?kind=connection_test").await["runs"][0]["id"].clone();
        let claimed = fleet::claim(&world.state, run.as_str().expect("an id").parse().expect("an id")).await;
        let tested = connection::ConnectionTested {
            connection_id: id.parse().expect("an id"),
            status: ConnectionStatus::Connected,
            message: Some("The account has 1 sites.".to_owned()),
            account: Some(json!({"properties": ["https://example.com/"]})),
            credentials: None,
        };
        fleet::finish(&world.state, claimed, shared::store::run::Outcome::Succeeded(json!({})), vec![tested.into()])
            .await;
        let found = get(&world, &ada, &format!("/api/connections/{id}")).await["connection"].clone();
        assert_eq!((&found["status"], &found["isTesting"]), (&json!("connected"), &json!(false)));
        assert_eq!(found["account"]["properties"][0]["value"], "https://example.com/");
        let other = json!({"settings": {"site": "https://other.example/", "websiteId": site}});
        change(&world, &ada, id, other).await.problem(422, "invalid-request", &["/settings/site"]);
        let chosen = json!({"settings": {"site": "https://example.com/", "websiteId": site}});
        let changed = change(&world, &ada, id, chosen.clone()).await.success(StatusCode::OK);
        assert_eq!(changed["connection"]["settings"], chosen["settings"]);
        let schedules = get(&world, &ada, "/api/schedules").await["schedules"].clone();
        assert_eq!((&schedules[0]["kind"], &schedules[0]["websiteId"]), (&json!("sync"), &json!(site)));
        change(&world, &ada, id, json!({"settings": {}})).await.success(StatusCode::OK);
        assert_eq!(get(&world, &ada, "/api/schedules").await["schedules"], json!([]), "nothing to fetch for");
    })
    .await;
}

async fn call(world: &World, by: &Account, id: &str, is_success: bool, cost_micros: i64) {
    let db = &world.state.db;
    let new = NewCall {
        workspace_id: by.workspace_id,
        connection_id: id.parse().expect("an id"),
        operation: "search".to_owned(),
        run: None,
        estimate_micros: 1_000,
        run_budget_micros: None,
        most_per_minute: None,
    };
    let call = connection::reserve(db, &new, now()).await.expect("reserve").expect("a call");
    let error = (!is_success).then(|| "=1+1 refused".to_owned());
    let settled = Settlement { is_success, cost_micros, latency_ms: 120, error };
    let mut tx = db.begin().await.expect("the store");
    connection::settle(&mut tx, by.workspace_id, call, &settled, now()).await.expect("settle");
    tx.commit().await.expect("the store");
}

#[tokio::test]
async fn calls_are_listed_filtered_exported_and_added_up() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let id = serper(&world, &ada).await;
        let none = get(&world, &ada, "/api/connections/stats").await;
        assert_eq!(none["scraperStats"]["totalCalls"], 0);
        assert_eq!(none["scraperStats"]["successRate"], json!(null));
        for (is_success, cost) in [(true, 1_000), (true, 1_000), (false, 0)] {
            call(&world, &ada, &id, is_success, cost).await;
        }
        let all = get(&world, &ada, "/api/connections/calls?limit=2").await;
        assert_eq!(all["calls"][0]["status"], "failed");
        assert_eq!(all["calls"][0]["operationName"], "Search results");
        assert_eq!(all["calls"][0]["connectionName"], "Serper");
        let cursor = all["nextCursor"].as_str().expect("a cursor");
        let rest = get(&world, &ada, &format!("/api/connections/calls?limit=2&cursor={cursor}")).await;
        assert_eq!(rest["calls"].as_array().map(Vec::len), Some(1));
        for (query, count) in [
            (format!("connectionId={id}"), 3),
            (format!("connectionId={}", new_id()), 0),
            ("status=failed".to_owned(), 1),
            ("operation=search".to_owned(), 3),
            ("operation=places".to_owned(), 0),
            ("from=2026-01-01".to_owned(), 3),
            ("to=2026-01-01".to_owned(), 0),
        ] {
            let found = get(&world, &ada, &format!("/api/connections/calls?{query}")).await;
            assert_eq!(found["calls"].as_array().map(Vec::len), Some(count), "{query}");
        }
        let csv = world.get("/api/connections/calls/export?status=failed").bearer(&ada.token).send().await.text();
        assert_eq!(csv.lines().count(), 2, "{csv}");
        assert!(csv.contains("'=1+1 refused"), "no formula: {csv}");
        let stats = get(&world, &ada, "/api/connections/stats").await;
        let scraper = &stats["scraperStats"];
        assert_eq!((&scraper["totalCalls"], &scraper["dailySpend"]), (&json!(3), &json!(0.002)));
        assert_eq!(scraper["avgResponseTime"], 120.0);
        let costs = &stats["costTracking"];
        assert_eq!((&costs["dailyCosts"][0]["calls"], &costs["monthlyCosts"][0]["failed"]), (&json!(3), &json!(1)));
        assert_eq!((&costs["yearlyProjection"], &costs["costPerRevenue"]), (&json!(null), &json!(null)));

        let body = json!({"monthBudgetMicros": 2_500});
        let put = world.call(Method::PUT, "/api/connections/budget").json(&body).bearer(&ada.token);
        let budget = put.send().await.success(StatusCode::OK)["budget"].clone();
        assert_eq!((&budget["monthBudgetMicros"], &budget["spentMonthMicros"]), (&json!(2_500), &json!(2_000)));
        assert_eq!(get(&world, &ada, "/api/connections/budget").await["budget"], budget);
        let listed = get(&world, &ada, "/api/connections").await;
        assert_eq!(listed["connections"][0]["spentTodayMicros"], 2_000);
        let delete = world.call(Method::DELETE, &format!("/api/connections/{id}")).json(&json!({}));
        delete.bearer(&ada.token).send().await.success(StatusCode::OK);
        let kept = get(&world, &ada, "/api/connections/calls").await;
        assert_eq!(kept["calls"][0]["connectionName"], "Serper", "the ledger stays");
    })
    .await;
}

#[tokio::test]
async fn providers_list_what_they_ask_for_and_which_engines_read_them() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let list = get(&world, &ada, "/api/connections/providers").await;
        let of = |id: &str| {
            let all = list["providers"].as_array().expect("providers");
            all.iter().find(|one| one["id"] == id).expect("the provider").clone()
        };
        assert_eq!(of("data_for_seo")["fields"][1]["name"], "password");
        assert_eq!(
            (&of("search_console")["signsIn"], &of("search_console")["isAvailable"]),
            (&json!(true), &json!(false))
        );
        assert_eq!((&of("search_console")["isFree"], &of("serper")["isFree"]), (&json!(true), &json!(false)));
        assert_eq!(of("serper")["prices"][0]["priceMicros"], 1_000);
        assert!(of("serper")["engines"].as_array().expect("engines").contains(&json!("competitive")));
        assert_eq!(of("page_speed")["engines"], json!(["content"]));
        let without = get(&world, &ada, "/api/connections/recommendations").await;
        let first = &without["recommendations"][0];
        assert_eq!(first["provider"], "search_console", "free, and delivers most");
        assert!(!first["engines"][0]["unlocks"].as_array().expect("actions").is_empty());
        let all = without["recommendations"].as_array().expect("recommendations");
        let advised = |id: &str| all.iter().find(|one| one["provider"] == id).expect("a recommendation");
        assert_eq!(advised("serper")["data"], json!(["serp_snapshots", "rank_history"]), "no queries of the own site");
        assert_eq!(advised("anthropic")["data"], json!(["ai_answers"]));
        let paid = advised("data_for_seo");
        let has = |kind: &str| paid["data"].as_array().expect("kinds").contains(&json!(kind));
        assert!(has("keyword_volumes") && has("backlinks"), "{paid}");
        let reasons = paid["reasons"].to_string();
        assert!(reasons.contains("Measured volumes") && reasons.contains("Without backlinks"), "{reasons}");
        assert_eq!(advised("bing_webmaster")["data"], json!(["bing_queries"]));
        assert!(of("anthropic")["engines"].as_array().expect("engines").contains(&json!("semantic")));
    })
    .await;
}

fn with_google() -> ApiSettings {
    let google = GoogleSettings {
        client_id: "lode".to_owned(),
        client_secret: Secret::new("client-secret".to_owned()),
        consent_url: "http://127.0.0.1:9".to_owned(),
        token_url: "http://127.0.0.1:9".to_owned(),
        api_url: Some("http://127.0.0.1:9".to_owned()),
    };
    let outside = OutsideSettings { fetches_pages: true, guard: AddressGuard::default(), browser: None };
    ApiSettings { google: Some(google), outside, ..settings() }
}

/// Asks for consent; returns the parameters of Google's page and the cookie.
async fn ask(world: &World, by: &Account, body: &Value) -> (HashMap<String, String>, String) {
    let reply = world.post("/api/connections/google", body).bearer(&by.token).send().await;
    let url: Url = reply.success(StatusCode::OK)["url"].as_str().expect("a URL").parse().expect("a URL");
    assert!(url.as_str().starts_with("http://127.0.0.1:9/o/oauth2/v2/auth?"), "{url}");
    (url.query_pairs().into_owned().collect(), reply.cookie())
}

/// Returns where the app shows the result.
async fn back(world: &World, query: &str, cookies: &[&str]) -> String {
    let path = format!("/api/connections/google/callback?{query}");
    let reply = world.get(&path).cookie(&cookies.join("; ")).send().await;
    assert_eq!(reply.status, StatusCode::SEE_OTHER, "{}", reply.text());
    assert!(reply.cookie().ends_with('='), "the cookie is cleared");
    reply.header("location").to_owned()
}

#[tokio::test]
async fn consent_of_google_stores_the_code_with_its_verifier() {
    on_each_with(with_google(), async |world| {
        let ada = world.register("ada@example.com").await;
        let (asked, cookie) = ask(&world, &ada, &json!({"provider": "search_console"})).await;
        assert_eq!((asked["access_type"].as_str(), asked["prompt"].as_str()), ("offline", "consent"));
        assert_eq!(asked["scope"], "https://www.googleapis.com/auth/webmasters.readonly");
        assert_eq!(asked["redirect_uri"], "http://127.0.0.1:3000/api/connections/google/callback");
        let query = format!("state={}&code=4/the-code", asked["state"]);
        let location = back(&world, &query, &[&ada.cookie, &cookie]).await;
        let id = location.strip_prefix("/settings?tab=connections&connected=").expect("a connection").to_owned();
        assert_eq!(stored(&world, &ada, &id, "code").await.as_deref(), Some("4/the-code"));
        let verifier = stored(&world, &ada, &id, "verifier").await.expect("a verifier");
        assert_eq!(BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(verifier)), asked["code_challenge"]);
        let found = get(&world, &ada, &format!("/api/connections/{id}")).await["connection"].clone();
        assert_eq!((&found["isTesting"], &found["baseUrl"]), (&json!(true), &json!("http://127.0.0.1:9")));

        // The same redirect again adds nothing.
        let again = back(&world, &query, &[&ada.cookie, &cookie]).await;
        assert!(again.contains("refused=This+account+is+connected+already"), "{again}");
        let renew = json!({"provider": "search_console", "connectionId": id});
        let (asked, cookie) = ask(&world, &ada, &renew).await;
        let query = format!("state={}&code=second", asked["state"]);
        assert!(back(&world, &query, &[&ada.cookie, &cookie]).await.ends_with(&id), "the same connection");
        assert_eq!(stored(&world, &ada, &id, "code").await.as_deref(), Some("second"));
        let other = json!({"provider": "google_analytics", "connectionId": id});
        let other = world.post("/api/connections/google", &other).bearer(&ada.token).send().await;
        other.problem(422, "invalid-request", &["/connectionId"]);
    })
    .await;
}

#[tokio::test]
async fn refused_consent_and_foreign_redirects_connect_nothing() {
    on_each_with(with_google(), async |world| {
        let ada = world.register("ada@example.com").await;
        let eve = world.register("eve@example.com").await;
        let (asked, cookie) = ask(&world, &ada, &json!({"provider": "google_analytics"})).await;
        let (other, others) = ask(&world, &eve, &json!({"provider": "google_analytics"})).await;
        assert_eq!(asked["scope"], "https://www.googleapis.com/auth/analytics.readonly");
        let own = format!("state={}", asked["state"]);
        let whole = format!("{own}&code=c");
        let foreign = format!("state={}&code=c", other["state"]);
        let (mine, theirs) = (ada.cookie.as_str(), eve.cookie.as_str());
        for (query, cookies, text) in [
            (format!("{own}&error=access_denied"), vec![mine, &cookie], "You+did+not+allow+access"),
            (format!("{own}&error=%3Cb%3Einvalid_scope"), vec![mine, &cookie], "binvalid_scope"),
            (own.clone(), vec![mine, &cookie], "Google+sent+no+code"),
            (whole.clone(), vec![mine], "another+browser"),
            (foreign, vec![mine, &cookie], "another+browser"),
            ("code=c".to_owned(), vec![mine, &cookie], "another+browser"),
            (whole.clone(), vec![theirs, &cookie], "Another+user"),
            (whole, vec![&cookie], "signed+out"),
        ] {
            let location = back(&world, &query, &cookies).await;
            assert!(location.starts_with("/settings?tab=connections&refused="), "{location}");
            assert!(location.contains(text), "{text}: {location}");
        }
        assert_ne!(others, cookie);
        for account in [&ada, &eve] {
            assert_eq!(get(&world, account, "/api/connections").await["connections"], json!([]));
        }
    })
    .await;
}

#[tokio::test]
async fn google_without_a_client_is_switched_off() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let body = json!({"provider": "search_console"});
        let reply = world.post("/api/connections/google", &body).bearer(&ada.token).send().await;
        reply.problem(501, "switched-off", &[]);
    })
    .await;
}
