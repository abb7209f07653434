//! The analysis of sites over HTTP: every amount is a sum over the ledger.

use std::collections::BTreeMap;

use axum::http::StatusCode;
use chrono::{Datelike, Days, NaiveDate, Utc};
use serde_json::{Value, json};
use shared::store::{Db, Tx};
use uuid::Uuid;

use crate::{
    sites,
    world::{Account, World, on_each},
};

const PATH: &str = "/api/dominator-pipeline/analysis";

/// Runs a statement of the test's own, for times that no call sets.
async fn execute(db: &Db, sql: String) {
    let sql = sqlx::AssertSqlSafe(sql);
    let mut tx = db.begin().await.expect("a transaction");
    let rows = match &mut tx {
        Tx::Postgres(tx) => sqlx::query(sql).execute(&mut **tx).await.expect("the statement").rows_affected(),
        Tx::Sqlite(tx) => sqlx::query(sql).execute(&mut **tx).await.expect("the statement").rows_affected(),
    };
    assert_eq!(rows, 1);
    tx.commit().await.expect("a commit");
}

fn literal(db: &Db, id: Uuid) -> String {
    match db {
        Db::Postgres(_) => format!("'{id}'"),
        Db::Sqlite(_) => format!("x'{}'", id.simple()),
    }
}

fn days_ago(days: u64) -> NaiveDate {
    Utc::now().date_naive().checked_sub_days(Days::new(days)).expect("a day")
}

/// Months from one day's month to another's.
fn months(from: NaiveDate, to: NaiveDate) -> i32 {
    let number = |day: NaiveDate| day.year() * 12 + day.month().cast_signed();
    number(to) - number(from)
}

/// A site that went live some days ago.
async fn launched(world: &World, by: &Account, vertical: &str, days: u64) -> Uuid {
    let (site, ..) = sites::live_with(world, by, vertical, &sites::FILES).await;
    let (db, at) = (&world.state.db, days_ago(days));
    let time = format!("{at}T12:00:00.000000Z");
    let sql = format!("UPDATE releases SET first_deployed_at = '{time}' WHERE website_id = {}", literal(db, site));
    execute(db, sql).await;
    site
}

async fn post(world: &World, by: &Account, entry: Value) {
    world.post("/api/ledger", &entry).bearer(&by.token).send().await.success(StatusCode::CREATED);
}

fn entry(reason: &str, cents: i64, days: u64, site: Option<Uuid>) -> Value {
    let at = format!("{}T12:00:00Z", days_ago(days));
    json!({"reason": reason, "amountCents": cents, "occurredAt": at, "websiteId": site})
}

fn sum(value: &Value) -> (i64, i64) {
    (value["revenueCents"].as_i64().expect("revenue"), value["costCents"].as_i64().expect("costs"))
}

fn total<'a>(parts: impl IntoIterator<Item = &'a Value>) -> (i64, i64) {
    parts.into_iter().map(sum).fold((0, 0), |all, one| (all.0 + one.0, all.1 + one.1))
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).expect("a list")
}

/// A site that earns, one that only costs, one that never went live, and transactions about none of them.
async fn portfolio(world: &World, ada: &Account) -> [Uuid; 3] {
    sites::operator(world, ada).await;
    let earns = launched(world, ada, "plumbing", 400).await;
    let costs = launched(world, ada, "roofing", 200).await;
    let (draft, _) = sites::created(world, ada, "hvac", sites::PLACE).await;
    let draft = sites::id(&draft["id"]);
    for (vertical, set) in [
        ("plumbing", "tier = 'tier1', profit_low_cents = 10000"),
        ("roofing", "tier = NULL, profit_low_cents = NULL"),
        ("hvac", "tier = NULL, profit_low_cents = 1"),
    ] {
        execute(&world.state.db, format!("UPDATE pipeline_markets SET {set} WHERE vertical = '{vertical}'")).await;
    }
    for entry in [
        entry("domain", 1_200, 410, Some(earns)),
        entry("rent", 30_000, 300, Some(earns)),
        entry("rent", 20_000, 10, Some(earns)),
        entry("hosting", 2_500, 30, Some(costs)),
        entry("domain", 1_100, 5, Some(draft)),
    ] {
        post(world, ada, entry).await;
    }
    let mut other = entry("rent", 5_000, 3, None);
    other["vertical"] = json!("plumbing");
    post(world, ada, other).await;
    // A payment moves money that was earned before.
    post(world, ada, entry("payment", 50_000, 2, Some(earns))).await;
    let mut euros = entry("rent", 9_999, 20, Some(earns));
    euros["currency"] = json!("EUR");
    post(world, ada, euros).await;
    [earns, costs, draft]
}

#[tokio::test]
async fn analysis_adds_up_to_the_ledger() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let [earns, costs, draft] = portfolio(&world, &ada).await;
        let found = sites::get(&world, &ada, PATH).await;
        assert_eq!((&found["currency"], &found["currencies"]), (&json!("USD"), &json!(["USD", "EUR"])));
        assert_eq!((&found["firstDay"], &found["days"]), (&json!(days_ago(410)), &json!(411)));
        assert_eq!(sum(&found["totals"]), (55_000, 4_800));
        let revenue = sites::get(&world, &ada, "/api/dominator-pipeline/revenue").await["metrics"].clone();
        assert_eq!(sum(&found["totals"]).0, revenue["totalRevenueCents"].as_i64().expect("revenue"));
        assert_eq!(sum(&found["totals"]).1, revenue["totalCostsCents"].as_i64().expect("costs"));
        assert_eq!(revenue["revenueByVertical"], json!({"plumbing": 550.0, "roofing": 0.0, "hvac": 0.0}), "as here");
        assert_eq!(revenue["revenueByTier"], json!({"tier1": 500.0, "tier2": 0.0, "tier3": 0.0, "untiered": 50.0}));

        assert_eq!((sum(&found["other"]), sum(&found["unlaunched"])), ((5_000, 0), (0, 1_100)));
        assert_eq!(found["unlaunched"]["sites"], 1);
        let parts = list(&found["cohorts"]).iter().chain([&found["other"], &found["unlaunched"]]);
        assert_eq!(total(parts), (55_000, 4_800));
        assert_eq!(total(list(&found["tiers"])), (55_000, 4_800));
        assert_eq!(total(list(&found["verticals"])), (55_000, 4_800));
        assert_eq!(total(list(&found["sites"]).iter().chain([&found["other"], &found["moreSites"]])), (55_000, 4_800));

        let tiers: Vec<_> = list(&found["tiers"]).iter().map(|one| (&one["tier"], &one["sites"], sum(one))).collect();
        assert_eq!(tiers, [(&json!("tier1"), &json!(1), (50_000, 1_200)), (&Value::Null, &json!(2), (5_000, 3_600))]);
        let verticals: BTreeMap<_, _> = list(&found["verticals"])
            .iter()
            .map(|one| (one["vertical"].as_str().unwrap_or(""), (one["sites"].as_i64(), sum(one))))
            .collect();
        assert_eq!(verticals["plumbing"], (Some(1), (55_000, 1_200)));
        assert_eq!((verticals["roofing"], verticals["hvac"]), ((Some(1), (0, 2_500)), (Some(1), (0, 1_100))));
        assert_eq!(found["verticals"][0]["vertical"], "plumbing", "the highest revenue is first");

        let sites: Vec<_> = list(&found["sites"]).iter().map(|one| (sites::id(&one["id"]), sum(one))).collect();
        assert_eq!(sites, [(earns, (50_000, 1_200)), (draft, (0, 1_100)), (costs, (0, 2_500))]);
        let first = &found["sites"][0];
        assert_eq!(
            (&first["tier"], &first["ageDays"], &first["status"]),
            (&json!("tier1"), &json!(400), &json!("live"))
        );
        assert_eq!((&found["sites"][1]["launchedAt"], &found["sites"][1]["ageDays"]), (&Value::Null, &Value::Null));

        let euros = sites::get(&world, &ada, &format!("{PATH}?currency=EUR")).await;
        assert_eq!((sum(&euros["totals"]), sum(&euros["sites"][0])), ((9_999, 0), (9_999, 0)));
        assert_eq!(euros["firstDay"], json!(days_ago(400)), "the launch is earlier than the transaction");
    })
    .await;
}

#[tokio::test]
async fn cohorts_have_a_row_for_each_month_since_the_launch() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        portfolio(&world, &ada).await;
        let found = sites::get(&world, &ada, PATH).await;
        let (old, new) = (days_ago(400), days_ago(200));
        let cohorts = list(&found["cohorts"]);
        let names: Vec<_> = cohorts.iter().map(|one| one["month"].as_str().unwrap_or("").to_owned()).collect();
        assert_eq!(names, [old.format("%Y-%m").to_string(), new.format("%Y-%m").to_string()]);
        for (cohort, launch) in cohorts.iter().zip([old, new]) {
            let ages: Vec<_> = list(&cohort["ages"]).iter().filter_map(|one| one["age"].as_i64()).collect();
            let last = i64::from(months(launch, days_ago(0)));
            assert_eq!(ages, (0..=last).collect::<Vec<_>>());
            assert_eq!(total(list(&cohort["ages"])), sum(cohort));
            assert_eq!(cohort["sites"], 1);
        }
        let at = |cohort: usize, from: NaiveDate, day: NaiveDate| {
            let age = usize::try_from(months(from, day)).expect("an age");
            sum(&cohorts[cohort]["ages"][age])
        };
        assert_eq!(at(0, old, old), (0, 1_200), "the domain was paid before the launch");
        assert_eq!(at(0, old, days_ago(300)), (30_000, 0));
        assert_eq!(at(1, new, days_ago(30)), (0, 2_500));
    })
    .await;
}

#[tokio::test]
async fn sites_to_give_up_have_their_reasons() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let [earns, costs, _] = portfolio(&world, &ada).await;
        let found = sites::get(&world, &ada, PATH).await;
        let prune = list(&found["prune"]);
        assert_eq!((prune.len(), &found["pruneTotal"]), (2, &json!(2)));
        assert_eq!((sites::id(&prune[0]["siteId"]), sites::id(&prune[1]["siteId"])), (costs, earns));
        assert_eq!(prune[0]["reasons"], json!(["no_leads", "loses_money"]));
        let recent = |one: &Value| (one["recentRevenueCents"].as_i64(), one["recentCostCents"].as_i64());
        assert_eq!((recent(&prune[0]), &prune[0]["lowForecastCents"]), ((Some(0), Some(2_500)), &Value::Null));
        assert_eq!(prune[1]["reasons"], json!(["below_forecast"]));
        assert_eq!((recent(&prune[1]), &prune[1]["lowForecastCents"]), ((Some(20_000), Some(0)), &json!(30_000)));
        post(&world, &ada, entry("rent", 10_000, 1, Some(earns))).await;
        let offline = format!("/api/sites/{costs}/offline");
        let run = sites::post(&world, &ada, &offline, json!({})).await;
        assert!(run.status.is_success(), "{}", run.text());
        let status =
            format!("UPDATE sites SET status = 'offline' WHERE website_id = {}", literal(&world.state.db, costs));
        execute(&world.state.db, status).await;
        let found = sites::get(&world, &ada, PATH).await;
        assert_eq!((&found["prune"], &found["pruneTotal"]), (&json!([]), &json!(0)));
        assert_eq!(sum(&found["totals"]), (65_000, 4_800), "an offline site keeps its sums");
    })
    .await;
}

#[tokio::test]
async fn analysis_without_data_is_empty_and_shows_nothing_of_other_workspaces() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let bob = world.register("bob@example.com").await;
        portfolio(&world, &ada).await;
        let found = sites::get(&world, &bob, PATH).await;
        assert_eq!((&found["days"], &found["firstDay"], &found["currency"]), (&json!(0), &Value::Null, &json!("USD")));
        assert_eq!(sum(&found["totals"]), (0, 0));
        for part in ["currencies", "cohorts", "tiers", "verticals", "sites", "prune"] {
            assert_eq!(found[part], json!([]), "{part}");
        }
        for query in ["currency=usd", "currency=US", "currency=USDT"] {
            let reply = world.get(&format!("{PATH}?{query}")).bearer(&bob.token).send().await;
            reply.problem(422, "invalid-request", &["/currency"]);
        }
        assert_eq!(world.get(PATH).send().await.status, StatusCode::UNAUTHORIZED);
    })
    .await;
}
