//! Scans for a website stay in its trade and country.

use serde_json::{Value, json};
use shared::{
    domain::{
        run::RunStatus,
        website_settings::{Market, WebsiteSettings},
    },
    store::website,
};
use uuid::Uuid;

use crate::{
    engine::{ask, website as new_website},
    installation::{Installation, in_each_mode},
};

async fn set_market(at: &Installation, site: Uuid, vertical: &str, place: &str, currency: &str) {
    let market = Some(Market { vertical: vertical.to_owned(), place: place.to_owned() });
    let settings = WebsiteSettings { market, currency: Some(currency.to_owned()), ..WebsiteSettings::default() };
    let mut tx = at.backends.db.begin().await.expect("a transaction");
    assert!(website::update(&mut tx, at.world.workspace_id, site, "Sample", &settings).await.expect("an update"));
    tx.commit().await.expect("a commit");
}

/// Scans without filters, or with these.
async fn scan(at: &Installation, site: Uuid, filters: Value) -> Result<Value, String> {
    let (ended, result) = ask(at, site, "local", "scan", json!({"input": {"filters": filters}})).await;
    match ended.status {
        RunStatus::Succeeded => Ok(result),
        _ => Err(ended.error.map(|error| error.0.r#type).unwrap_or_default()),
    }
}

fn verticals(result: &Value) -> Vec<&str> {
    let markets = result["markets"].as_array().map(Vec::as_slice).unwrap_or_default();
    let mut all: Vec<&str> = markets.iter().filter_map(|market| market["vertical"].as_str()).collect();
    all.sort_unstable();
    all.dedup();
    all
}

#[tokio::test(flavor = "multi_thread")]
async fn scan_stays_in_the_trade_and_country_of_its_website() {
    in_each_mode(|at| async {
        let (worker, name) = (at.worker(), at.world.name);
        let site = new_website(&at).await;
        set_market(&at, site, "Roofing", "Tulsa, OK", "USD").await;
        let own = scan(&at, site, json!({})).await.expect("markets");
        assert_eq!(verticals(&own), ["roofing"], "{name}");
        assert!(own["assumptions"].to_string().contains("the trade of the website"), "{name}: {}", own["assumptions"]);
        let asked = scan(&at, site, json!({"verticals": ["plumbing"]})).await.expect("markets");
        assert_eq!(verticals(&asked), ["plumbing"], "{name}: the caller names another trade");
        set_market(&at, site, "Disability services", "Perth, WA", "AUD").await;
        assert_eq!(scan(&at, site, json!({})).await, Err("unknown-trade".to_owned()), "{name}");
        set_market(&at, site, "Plumbing", "Perth, WA", "AUD").await;
        assert_eq!(scan(&at, site, json!({})).await, Err("unknown-place".to_owned()), "{name}");
        let asked = scan(&at, site, json!({"states": ["WA"]})).await;
        assert!(asked.is_ok(), "{name}: the caller names a state: {asked:?}");
        worker.stop().await;
        at
    })
    .await;
}
