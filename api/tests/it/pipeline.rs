//! The pipeline over HTTP.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::world::{Account, World, on_each};

/// Tulsa.
const PLACE: &str = "4553433";

async fn get(world: &World, account: &Account, path: &str) -> Value {
    world.get(path).bearer(&account.token).send().await.success(StatusCode::OK)
}

async fn add(world: &World, account: &Account, vertical: &str) -> Value {
    let body = json!({"markets": [{"vertical": vertical, "place": PLACE}]});
    let reply = world.post("/api/dominator-pipeline/markets", &body).bearer(&account.token).send().await;
    reply.success(StatusCode::CREATED)
}

#[tokio::test]
async fn pipeline_markets_are_added_with_the_figures_of_the_search() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let bob = world.register("bob@example.com").await;
        let search = format!("/api/payout-data/search?vertical=plumbing&place={PLACE}");
        let expected = get(&world, &ada, &search).await["data"][0].clone();
        let added = add(&world, &ada, "plumbing").await;
        let market = &added["markets"][0];
        assert_eq!((&added["added"], &market["stage"], &market["city"]), (&json!(1), &json!("score"), &json!("Tulsa")));
        assert_eq!(market["profitCents"], expected["profitMonth"]["typicalCents"]);
        assert_eq!(market["tier"], expected["tier"]);
        assert_eq!(add(&world, &ada, "plumbing").await["added"], json!(0), "it is there already");
        let status = get(&world, &ada, "/api/dominator-pipeline/pipeline/status").await;
        assert_eq!(status["stages"], json!({"scan": 0, "score": 1, "build": 0, "deploy": 0, "revenue": 0}));
        assert_eq!(status["expected"][0]["profitCents"], market["profitCents"]);
        assert_eq!(status["opportunities"][0]["id"], market["id"]);
        let doubled = get(&world, &ada, "/api/api/dominator-pipeline/pipeline/status").await;
        assert_eq!(doubled, status);
        assert_eq!(get(&world, &bob, "/api/dominator-pipeline/markets").await["markets"], json!([]));
        let one = format!("/api/dominator-pipeline/markets/{}", market["id"].as_str().expect("an id"));
        world.call(Method::DELETE, &one).bearer(&bob.token).send().await.problem(404, "not-found", &[]);
        world.call(Method::DELETE, &one).bearer(&ada.token).send().await.success(StatusCode::OK);
        assert_eq!(get(&world, &ada, "/api/dominator-pipeline/markets").await["markets"], json!([]));
    })
    .await;
}

#[tokio::test]
async fn pipeline_market_without_demand_starts_in_scan() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let verticals = get(&world, &ada, "/api/payout-data/verticals").await["data"].clone();
        let all = verticals.as_array().expect("verticals");
        let unknown = all.iter().find(|one| one["searchesPer100k"].is_null()).expect("a vertical without demand");
        let added = add(&world, &ada, unknown["slug"].as_str().expect("a slug")).await;
        let market = &added["markets"][0];
        assert_eq!((&market["stage"], &market["score"]), (&json!("scan"), &Value::Null));
        assert_eq!((&market["tier"], &market["profitCents"]), (&Value::Null, &Value::Null));
    })
    .await;
}

#[tokio::test]
async fn pipeline_rejects_invalid_markets_and_stores_none() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let valid = json!({"vertical": "plumbing", "place": PLACE});
        let with = |other: Value| json!({"markets": [valid, other]});
        for (body, pointer) in [
            (json!({"markets": []}), "/markets"),
            (json!({"markets": vec![valid.clone(); 51]}), "/markets"),
            (with(json!({"vertical": "windmills", "place": PLACE})), "/markets/1/vertical"),
            (with(json!({"vertical": "plumbing", "place": "nowhere'; --"})), "/markets/1/place"),
            (with(json!({"vertical": "plumbing"})), "/markets/1/place"),
        ] {
            let reply = world.post("/api/dominator-pipeline/markets", &body).bearer(&ada.token).send().await;
            reply.problem(422, "invalid-request", &[pointer]);
        }
        assert_eq!(get(&world, &ada, "/api/dominator-pipeline/markets").await["markets"], json!([]));
    })
    .await;
}

#[tokio::test]
async fn high_value_opportunities_have_places_and_figures_about_calls() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let found = get(&world, &ada, "/api/dominator-pipeline/high-value-opportunities?limit=20").await;
        let top = found["topOpportunities"].as_array().expect("markets");
        assert_eq!(top.len(), 20);
        let places = found["goldmineLocations"].as_array().expect("places");
        let markets: u64 = places.iter().filter_map(|place| place["markets"].as_u64()).sum();
        assert_eq!(markets, 20, "each market is in one place");
        let sums: Vec<i64> = places.iter().filter_map(|place| place["profitCents"].as_i64()).collect();
        assert!(sums.is_sorted_by(|a, b| a >= b), "{sums:?}");
        let total: i64 = top.iter().filter_map(|one| one["profitMonth"]["typicalCents"].as_i64()).sum();
        assert_eq!(sums.iter().sum::<i64>(), total);
        let stats = &found["scraperStats"];
        assert_eq!((&stats["totalCalls"], &stats["successRate"]), (&json!(0), &Value::Null), "no call was made");
    })
    .await;
}

#[tokio::test]
async fn scans_are_listed_with_their_filters() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let bob = world.register("bob@example.com").await;
        let filters =
            json!({"verticals": ["plumbing"], "states": ["OK"], "minPopulation": 5000, "minPayoutCents": 2500});
        for (action, input) in [("scan", json!({"filters": filters})), ("scan", json!({})), ("score", json!({}))] {
            let body = json!({"action": action, "input": input});
            let call = world.post("/api/intelligence-engines/local/execute", &body).bearer(&ada.token);
            let reply = call.header("prefer", "wait=0").send().await;
            assert!(reply.status.is_success(), "{}", reply.text());
        }
        let scans = get(&world, &ada, "/api/dominator-pipeline/scans").await["scans"].clone();
        assert_eq!(scans.as_array().map(Vec::len), Some(2), "a score is no scan");
        assert_eq!(scans[0]["filters"]["verticals"], json!([]));
        let first = &scans[1]["filters"];
        assert_eq!((&first["verticals"], &first["states"]), (&json!(["plumbing"]), &json!(["OK"])));
        assert_eq!((&first["minPopulation"], &first["minPayoutCents"]), (&json!(5000.0), &json!(2500.0)));
        assert_eq!(scans[1]["run"]["action"], "scan");
        assert_eq!(get(&world, &bob, "/api/dominator-pipeline/scans").await["scans"], json!([]));
    })
    .await;
}
