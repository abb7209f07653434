//! Market data over HTTP.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::world::{Account, World, on_each};

async fn get(world: &World, account: &Account, path: &str) -> Value {
    world.get(path).bearer(&account.token).send().await.success(StatusCode::OK)
}

async fn post(world: &World, account: &Account, path: &str, body: Value) -> Value {
    world.post(path, &body).bearer(&account.token).send().await.success(StatusCode::OK)
}

/// Payout of plumbing in Tulsa: typical cents, and the id of its first source.
async fn payout(world: &World, account: &Account) -> (Value, Value) {
    let found = get(world, account, "/api/payout-data/search?vertical=plumbing&place=4553433").await;
    let payout = &found["data"][0]["payout"];
    (payout["typical"].clone(), payout["sources"][0]["id"].clone())
}

#[tokio::test]
async fn search_returns_markets_with_sourced_figures() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let found =
            get(&world, &ada, "/api/payout-data/search?text=plumbing&state=OK&limit=3&unknownParameter=1").await;
        assert_eq!((found["data"].as_array().expect("rows").len(), &found["page"]), (3, &json!(1)));
        let first = &found["data"][0];
        assert_eq!((&first["place"]["state"], &first["payout"]["grade"]), (&json!("OK"), &json!("B")));
        assert_eq!(first["payout"]["sources"][0]["id"], "S_LDPLUMB");
        assert!(first["payout"]["low"].as_f64() < first["payout"]["high"].as_f64());
        assert!(first["competition"]["codes"][0]["establishments"].is_u64());
        assert!(found["attribution"].as_str().expect("a text").contains("GeoNames"));
        let second = get(&world, &ada, "/api/payout-data/search?text=plumbing&state=OK&limit=3&page=2").await;
        assert_ne!(second["data"][0]["place"]["id"], first["place"]["id"]);
        let place = "/api/payout-data/search?text=plumbing&tier=all&location=Tulsa,%20OK";
        let of_place = get(&world, &ada, place).await;
        let cities: Vec<&Value> =
            of_place["data"].as_array().expect("rows").iter().map(|one| &one["place"]["name"]).collect();
        assert!(!cities.is_empty() && cities.iter().all(|city| *city == "Tulsa"), "{cities:?}");
        for (parameter, pointer) in [
            ("vertical=windmills", "/vertical"),
            ("state=QQ", "/state"),
            ("place=nowhere", "/place"),
            ("tier=tier9", "/tier"),
            ("kind=gift", "/kind"),
            ("minPayout=-1", "/minPayout"),
            ("page=0", "/page"),
            ("limit=201", "/limit"),
            ("sort=luck", "/sort"),
            ("currency=usd", "/currency"),
        ] {
            let reply = world.get(&format!("/api/payout-data/search?{parameter}")).bearer(&ada.token).send().await;
            reply.problem(422, "invalid-request", &[pointer]);
        }
        for (parameter, detail) in [
            ("vertical=windmills", "vertical contains `windmills`, which is not a vertical."),
            ("limit=many", "limit must be a whole number in digits, such as 25."),
            ("minPayout=much", "minPayout must be a number, such as 2.5."),
        ] {
            let reply = world.get(&format!("/api/payout-data/search?{parameter}")).bearer(&ada.token).send().await;
            assert_eq!(reply.json()["detail"], json!(detail));
        }
    })
    .await;
}

#[tokio::test]
async fn goldmines_are_the_best_scored_markets() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let found = get(&world, &ada, "/api/payout-data/goldmines?limit=4").await;
        let rows = found["data"].as_array().expect("rows");
        let profits: Vec<i64> = rows.iter().filter_map(|row| row["profit12"]["typicalCents"].as_i64()).collect();
        assert_eq!(profits.len(), 4);
        assert!(profits.is_sorted_by(|a, b| a >= b), "{profits:?}");
        assert_eq!(found["total"], found["scored"]);
        assert_eq!(get(&world, &ada, "/api/payout-data/goldmines").await["data"].as_array().map(Vec::len), Some(50));
    })
    .await;
}

#[tokio::test]
async fn verticals_locations_places_and_sources_are_listed() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let verticals = get(&world, &ada, "/api/payout-data/verticals").await["data"].clone();
        let all = verticals.as_array().expect("verticals");
        assert_eq!(all.len(), 106);
        assert!(all.iter().any(|one| one["searchesPer100k"].is_null()), "unknown is null");
        assert!(all.iter().all(|one| one["searchesPer100k"]["typical"] != json!(0.0)));
        let places = get(&world, &ada, "/api/payout-data/locations").await["data"].clone();
        assert_eq!(places["states"].as_array().map(Vec::len), Some(51));
        assert_eq!(places["topCities"][0]["name"], "New York City");
        let best = get(&world, &ada, "/api/payout-data/locations?vertical=plumbing").await["data"]["topCities"].clone();
        assert!(best[0]["profitMonth"]["typicalCents"].is_i64());
        let page = get(&world, &ada, "/api/payout-data/places?state=OK&limit=2").await;
        assert_eq!((&page["places"][0]["name"], &page["nextCursor"]), (&json!("Oklahoma City"), &json!("2")));
        let sources = get(&world, &ada, "/api/payout-data/sources").await;
        assert!(sources["sources"].as_array().expect("sources").iter().any(|one| one["id"] == "S_GEONAMES"));
    })
    .await;
}

#[tokio::test]
async fn own_values_override_and_are_undone() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let eve = world.register("eve@example.com").await;
        let before = payout(&world, &ada).await;
        assert_eq!(before, (json!(7250.0), json!("S_LDPLUMB")));
        let value = json!({"kind": "payout", "vertical": "plumbing", "place": "Tulsa", "state": "OK", "typical": 12_000, "source": "Buyer A"});
        let reply = world.post("/api/market-values", &json!({"values": [value]})).bearer(&ada.token).send().await;
        let change = reply.success(StatusCode::CREATED)["changeId"].as_str().expect("an id").to_owned();
        assert_eq!(payout(&world, &ada).await, (json!(12000.0), json!("own")));
        assert_eq!(payout(&world, &eve).await, before, "another workspace keeps the reference data");
        let values = get(&world, &ada, "/api/market-values?kind=payout").await["values"].clone();
        assert_eq!((&values[0]["value"]["city"], &values[0]["setBy"]), (&json!("4553433"), &json!("Ada Lovelace")));
        let undo = format!("/api/market-changes/{change}/undo");
        assert!(post(&world, &ada, &undo, json!({})).await["change"]["undoneAt"].is_string());
        assert_eq!(payout(&world, &ada).await, before);
        world.post(&undo, &json!({})).bearer(&ada.token).send().await.problem(409, "conflict", &["/id"]);
        world.post(&undo, &json!({})).bearer(&eve.token).send().await.problem(404, "not-found", &[]);
        post(&world, &ada, &format!("/api/market-changes/{change}/redo"), json!({})).await;
        assert_eq!(payout(&world, &ada).await.1, "own");
        post(&world, &ada, "/api/market-values/remove", json!({"kind": "payout", "key": values[0]["key"]})).await;
        assert_eq!(payout(&world, &ada).await, before);
        assert_eq!(get(&world, &ada, "/api/market-changes").await["changes"].as_array().map(Vec::len), Some(2));
    })
    .await;
}

#[tokio::test]
async fn own_values_name_the_field_at_fault() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        for (value, pointer) in [
            (json!({"kind": "payout", "vertical": "windmills", "typical": 1}), "/values/0/vertical"),
            (json!({"kind": "payout", "vertical": "plumbing", "place": "Nowhere", "typical": 1}), "/values/0/place"),
            (json!({"kind": "payout", "vertical": "plumbing", "typical": 0}), "/values/0/typical"),
            (json!({"kind": "payout", "vertical": "plumbing", "typical": 5, "low": 6}), "/values/0/low"),
            (json!({"kind": "cpc", "vertical": "plumbing", "typical": 5, "state": "OK"}), "/values/0/place"),
            (json!({"kind": "demand", "vertical": "plumbing", "typical": 5, "state": "OK"}), "/values/0/place"),
            (json!({"kind": "tiers", "tier1Cents": 5, "tier2Cents": 6}), "/values/0/tier2Cents"),
            (json!({"kind": "place", "name": "Toronto", "country": "Canada", "population": 5}), "/values/0/country"),
        ] {
            let reply = world.post("/api/market-values", &json!({"values": [value]})).bearer(&ada.token).send().await;
            reply.problem(422, "invalid-request", &[pointer]);
        }
    })
    .await;
}

#[tokio::test]
async fn files_import_rates_and_places_and_name_wrong_lines() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let import = async |text: &str, skip: bool| {
            let body = json!({"fileName": "mine.csv", "text": text, "skipWrongRows": skip});
            post(&world, &ada, "/api/market-values/import", body).await
        };
        let places = "name,region,country,latitude,longitude,population,households\nToronto,ON,CA,43.7,-79.4,2794356,1160892\nNowhere,ON,CA,91,0,5,\n";
        let wrong = import(places, false).await;
        assert_eq!((&wrong["changeId"], &wrong["values"], &wrong["wrongRows"][0]["line"]), (&json!(null), &json!(0), &json!(3)));
        assert!(wrong["wrongRows"][0]["detail"].as_str().expect("a text").contains("latitude"));
        assert_eq!(import(places, true).await["values"], 1);
        let rates = "vertical,service,state,city,unit,amount,low,high,currency,source\nplumbing,drains,ON,Toronto,lead,55.50,20,90,USD,Network\nplumbing,,,,cpc,12,,,USD,\n";
        assert_eq!(import(rates, false).await["values"], 2);
        let found = get(&world, &ada, "/api/payout-data/goldmines?vertical=plumbing&state=ON").await;
        assert_eq!((&found["data"][0]["place"]["name"], &found["data"][0]["payout"]["typical"]), (&json!("Toronto"), &json!(5550.0)));
        let locations = get(&world, &ada, "/api/payout-data/locations").await["data"]["states"].clone();
        assert!(locations.as_array().expect("states").iter().any(|one| one["country"] == "CA" && one["state"] == "ON"));
        for text in ["", "a,b\n1,2\n", "name,country,population\n\"x"] {
            let body = json!({"fileName": "x.csv", "text": text});
            let reply = world.post("/api/market-values/import", &body).bearer(&ada.token).send().await;
            reply.problem(422, "invalid-request", &["/text"]);
        }
    })
    .await;
}
