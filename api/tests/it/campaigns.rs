//! Campaigns over HTTP: rules of requests, statuses, who may launch, dry runs and forecasts.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};
use shared::{domain::run::RunKind, store::run};

use crate::{
    api_keys, fleet,
    sites::{created, get, operator, post},
    world::{Account, Reply, World, on_each},
};

const CAMPAIGNS: &str = "/api/campaigns";
const DRY_RUN: &str = "/api/campaigns/dry-run";
const FORECAST: &str = "/api/campaigns/forecast";
const TULSA: &str = "4553433";
const BOISE: &str = "5586437";

/// A campaign for two markets of plumbing.
pub(crate) fn body() -> Value {
    json!({
        "name": "Plumbers of the  plains",
        "goal": {"kind": "monthly_revenue", "target": 500_000},
        "targets": {
            "kind": "markets",
            "markets": [{"vertical": "plumbing", "place": TULSA}, {"vertical": "plumbing", "place": BOISE}],
        },
        "site": {"kind": "goldmine"},
        "rules": {"minScore": 0, "minConfidence": 0, "sitesPerDay": 1, "sitesTotal": 5},
        "budget": {"totalCents": 100_000},
    })
}

/// The campaign with a value at a pointer.
fn with(pointer: &str, value: Value) -> Value {
    let mut body = body();
    let (parent, field) = pointer.rsplit_once('/').expect("a pointer");
    body.pointer_mut(parent).expect("the parent")[field] = value;
    body
}

/// Stores a draft; returns its id.
pub(crate) async fn draft(world: &World, by: &Account) -> String {
    let made = post(world, by, CAMPAIGNS, body()).await.success(StatusCode::CREATED);
    made["campaign"]["id"].as_str().expect("an id").to_owned()
}

async fn act(world: &World, by: &Account, id: &str, verb: &str) -> Reply {
    post(world, by, &format!("{CAMPAIGNS}/{id}/{verb}"), json!({})).await
}

async fn change(world: &World, by: &Account, id: &str, body: Value) -> Reply {
    world.call(Method::PATCH, &format!("{CAMPAIGNS}/{id}")).json(&body).bearer(&by.token).send().await
}

async fn campaign(world: &World, by: &Account, id: &str) -> Value {
    get(world, by, &format!("{CAMPAIGNS}/{id}")).await["campaign"].clone()
}

async fn switch(world: &World, by: &Account, is_on: bool) {
    let call = world.call(Method::PUT, "/api/kill-switch").json(&json!({"isOn": is_on})).bearer(&by.token);
    call.send().await.success(StatusCode::OK);
}

#[tokio::test]
async fn campaign_is_created_launched_paused_resumed_and_stopped() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let id = draft(&world, &ada).await;
        let stored = campaign(&world, &ada, &id).await;
        assert_eq!((&stored["name"], &stored["status"]), (&json!("Plumbers of the plains"), &json!("draft")));
        assert_eq!(stored["budget"]["costPerSiteCents"], json!(38_000), "that of the market model");
        assert_eq!(
            (&stored["sites"]["total"], &stored["spentCents"], &stored["roi"]),
            (&json!(0), &json!(0), &Value::Null)
        );
        act(&world, &ada, &id, "launch").await.problem(409, "conflict", &["/operator"]);
        operator(&world, &ada).await;
        for verb in ["pause", "resume", "stop"] {
            act(&world, &ada, &id, verb).await.problem(409, "conflict", &["/status"]);
        }
        let launched = act(&world, &ada, &id, "launch").await.success(StatusCode::OK)["campaign"].clone();
        assert_eq!((&launched["status"], &launched["nextStepAt"]), (&json!("active"), &Value::Null));
        assert_eq!(launched["approvedBy"], json!(ada.id));
        let run_id = crate::sites::id(&launched["runId"]);
        let started = run::find(&world.state.db, ada.workspace_id, run_id).await.expect("the store").expect("the run");
        assert_eq!((started.kind, started.payload.0["campaignId"].clone()), (RunKind::Campaign, json!(id)));
        act(&world, &ada, &id, "launch").await.problem(409, "conflict", &["/status"]);
        change(&world, &ada, &id, json!({"rules": {"sitesPerDay": 9}})).await.problem(409, "conflict", &["/status"]);
        let renamed = change(&world, &ada, &id, json!({"name": "Plumbers"})).await.success(StatusCode::OK);
        assert_eq!(renamed["campaign"]["name"], "Plumbers");
        let delete = || world.call(Method::DELETE, &format!("{CAMPAIGNS}/{id}")).bearer(&ada.token);
        delete().send().await.problem(409, "conflict", &["/status"]);
        let paused = act(&world, &ada, &id, "pause").await.success(StatusCode::OK)["campaign"].clone();
        assert_eq!((&paused["status"], &paused["pauseReason"]), (&json!("paused"), &json!("A person paused it.")));
        change(&world, &ada, &id, json!({"budget": {"totalCents": 200_000, "costPerSiteCents": 4_000}}))
            .await
            .success(StatusCode::OK);
        let resumed = act(&world, &ada, &id, "resume").await.success(StatusCode::OK)["campaign"].clone();
        assert_eq!(
            (&resumed["status"], &resumed["runId"]),
            (&json!("active"), &launched["runId"]),
            "the step is at work"
        );
        fleet::fail(&world.state, run_id, "The data were not there.").await;
        let failed = campaign(&world, &ada, &id).await;
        assert!(failed["nextStepAt"].is_string(), "another run follows: {failed}");
        let stopped = act(&world, &ada, &id, "stop").await.success(StatusCode::OK)["campaign"].clone();
        assert_eq!((&stopped["status"], &stopped["nextStepAt"]), (&json!("stopped"), &Value::Null));
        for verb in ["launch", "pause", "resume", "stop"] {
            act(&world, &ada, &id, verb).await.problem(409, "conflict", &["/status"]);
        }
        let log = get(&world, &ada, "/api/user/audit-log").await.to_string();
        for action in ["campaign.launched", "campaign.resumed", "campaign.stopped"] {
            assert_eq!(log.matches(action).count(), 1, "{action}");
        }
        let path = format!("{CAMPAIGNS}/{id}/actions");
        assert_eq!(get(&world, &ada, &path).await["actions"], json!([]));
        delete().send().await.success(StatusCode::OK);
        world.get(&path).bearer(&ada.token).send().await.problem(404, "not-found", &[]);
        assert_eq!(get(&world, &ada, CAMPAIGNS).await["campaigns"], json!([]));
    })
    .await;
}

#[tokio::test]
async fn api_key_cannot_launch_or_resume() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        operator(&world, &ada).await;
        let (key, _) = api_keys::make(&world, &ada, &["write"]).await;
        let made = world.post(CAMPAIGNS, &body()).bearer(&key).send().await.success(StatusCode::CREATED);
        let id = made["campaign"]["id"].as_str().expect("an id").to_owned();
        let call = async |verb: &str| {
            let path = format!("{CAMPAIGNS}/{id}/{verb}");
            world.post(&path, &json!({})).bearer(&key).send().await
        };
        call("launch").await.problem(403, "forbidden", &[]);
        assert_eq!(campaign(&world, &ada, &id).await["status"], "draft");
        act(&world, &ada, &id, "launch").await.success(StatusCode::OK);
        // A key may always hold it back, and cannot undo that.
        call("pause").await.success(StatusCode::OK);
        call("resume").await.problem(403, "forbidden", &[]);
        assert_eq!(campaign(&world, &ada, &id).await["status"], "paused");
        call("stop").await.success(StatusCode::OK);
    })
    .await;
}

#[tokio::test]
async fn kill_switch_stops_launches() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        operator(&world, &ada).await;
        let id = draft(&world, &ada).await;
        switch(&world, &ada, true).await;
        act(&world, &ada, &id, "launch").await.problem(409, "conflict", &["/killSwitch"]);
        assert_eq!(campaign(&world, &ada, &id).await["killSwitchIsOn"], json!(true));
        switch(&world, &ada, false).await;
        act(&world, &ada, &id, "launch").await.success(StatusCode::OK);
        act(&world, &ada, &id, "pause").await.success(StatusCode::OK);
        switch(&world, &ada, true).await;
        act(&world, &ada, &id, "resume").await.problem(409, "conflict", &["/killSwitch"]);
    })
    .await;
}

#[tokio::test]
async fn faults_of_a_campaign_are_named_by_their_field() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let market = json!({"vertical": "plumbing", "place": TULSA});
        let filter = json!({"kind": "filter", "verticals": ["plumbing"], "states": ["OK"]});
        let cases = [
            (with("/name", json!("n".repeat(101))), "/name"),
            (with("/goal/target", json!(0)), "/goal/target"),
            (with("/goal/target", json!(i64::MAX)), "/goal/target"),
            (with("/goal/kind", json!("fame")), "/goal/kind"),
            (with("/goal/by", json!("2026-02-30")), "/goal/by"),
            (with("/targets/kind", json!("all")), "/targets/kind"),
            (with("/targets/markets", json!([])), "/targets/markets"),
            (with("/targets/markets", json!(vec![market.clone(); 1_001])), "/targets/markets"),
            (with("/targets/verticals", json!(["plumbing"])), "/targets/verticals"),
            (
                with("/targets/markets", json!([market, {"vertical": "windmills", "place": TULSA}])),
                "/targets/markets/1/vertical",
            ),
            (with("/targets/markets", json!([{"vertical": "plumbing", "place": "0"}])), "/targets/markets/0/place"),
            (with("/targets/markets", json!([{"vertical": "plumbing", "place": ""}])), "/targets/markets/0/place"),
            (with("/targets", json!({"kind": "filter", "states": ["ZZ"]})), "/targets/states"),
            (with("/targets", json!({"kind": "filter", "verticals": ["windmills"]})), "/targets/verticals"),
            (with("/targets", json!({"kind": "filter", "minPopulation": -1})), "/targets/minPopulation"),
            (with("/targets", json!({"kind": "filter", "tiers": ["tier9"]})), "/targets/tiers/0"),
            (with("/site/kind", json!("own")), "/site/kind"),
            (with("/site/theme", json!("neon")), "/site/theme"),
            (with("/rules/minScore", json!(100.5)), "/rules/minScore"),
            (with("/rules/minConfidence", json!(-0.1)), "/rules/minConfidence"),
            (with("/rules/minPayoutCents", json!(-1)), "/rules/minPayoutCents"),
            (with("/rules/sitesPerDay", json!(0)), "/rules/sitesPerDay"),
            (with("/rules/sitesTotal", json!(1_001)), "/rules/sitesTotal"),
            (with("/rules/bypassGate", json!(true)), "/rules/bypassGate"),
            (with("/budget/totalCents", json!(0)), "/budget/totalCents"),
            (with("/budget/costPerSiteCents", json!(0)), "/budget/costPerSiteCents"),
            (with("/budget/providerCents", json!(100_001)), "/budget/providerCents"),
            (with("/budget/totalCents", json!("much")), "/budget/totalCents"),
        ];
        for path in [CAMPAIGNS, DRY_RUN, FORECAST] {
            for (body, pointer) in &cases {
                let reply = post(&world, &ada, path, body.clone()).await;
                reply.problem(422, "invalid-request", &[pointer]);
            }
        }
        for name in [json!(null), json!(" ")] {
            post(&world, &ada, CAMPAIGNS, with("/name", name)).await.problem(422, "invalid-request", &["/name"]);
        }
        let target = with("/site/targetId", json!(shared::domain::new_id()));
        post(&world, &ada, CAMPAIGNS, target).await.problem(404, "not-found", &[]);
        post(&world, &ada, CAMPAIGNS, with("/targets", filter)).await.success(StatusCode::CREATED);
        assert_eq!(get(&world, &ada, CAMPAIGNS).await["campaigns"].as_array().map(Vec::len), Some(1));
    })
    .await;
}

#[tokio::test]
async fn campaigns_of_other_workspaces_are_not_found() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let bob = world.register("bob@example.com").await;
        operator(&world, &bob).await;
        let id = draft(&world, &ada).await;
        for verb in ["launch", "pause", "resume", "stop"] {
            act(&world, &bob, &id, verb).await.problem(404, "not-found", &[]);
        }
        for path in [format!("{CAMPAIGNS}/{id}"), format!("{CAMPAIGNS}/{id}/actions")] {
            world.get(&path).bearer(&bob.token).send().await.problem(404, "not-found", &[]);
        }
        change(&world, &bob, &id, json!({"name": "Mine"})).await.problem(404, "not-found", &[]);
        let delete = world.call(Method::DELETE, &format!("{CAMPAIGNS}/{id}")).bearer(&bob.token);
        delete.send().await.problem(404, "not-found", &[]);
        assert_eq!(get(&world, &bob, CAMPAIGNS).await["campaigns"], json!([]));
        assert_eq!(campaign(&world, &ada, &id).await["status"], "draft");
    })
    .await;
}

#[tokio::test]
async fn dry_run_replays_thirty_days_and_writes_nothing() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let mut body = with("/budget", json!({"totalCents": 8_500, "costPerSiteCents": 4_000}));
        let replayed = post(&world, &ada, DRY_RUN, body.clone()).await.success(StatusCode::OK);
        let days = replayed["days"].as_array().expect("days");
        assert_eq!(days.len(), 2, "the budget pays for two sites: {replayed}");
        assert_eq!((&replayed["totals"]["sites"], &replayed["totals"]["spentCents"]), (&json!(2), &json!(8_000)));
        assert_eq!(replayed["stoppedBy"], "budget");
        assert_eq!(replayed["stopReason"], "The budget is used up: $5 left, a site costs $40.");
        let first = &days[0]["decisions"];
        assert_eq!((&first[0]["decision"], &first[0]["costCents"]), (&json!("deployed"), &json!(4_000)));
        assert_eq!((&first[0]["source"], &days[0]["scanId"]), (&json!("reference"), &Value::Null));
        assert_eq!((&first[1]["decision"], &first[1]["reason"]), (&json!("waiting"), &json!("1 of 1 sites today")));
        let profit = &replayed["totals"]["expectedMonthlyProfitCents"];
        let cents = |name: &str| profit[name].as_i64().expect(name);
        assert!(cents("p10") < cents("p50") && cents("p50") < cents("p90"), "{profit}");
        assert!(cents("p10") < cents("mean") && cents("mean") < cents("p90"), "{profit}");
        body["budget"]["totalCents"] = json!(1_000_000);
        let long = post(&world, &ada, DRY_RUN, body).await.success(StatusCode::OK);
        assert_eq!((long["days"].as_array().map(Vec::len), &long["stoppedBy"]), (Some(30), &Value::Null));
        assert_eq!(long["totals"]["sites"], json!(2));
        for (path, list) in [
            (CAMPAIGNS, "campaigns"),
            ("/api/sites", "sites"),
            ("/api/deployments", "deployments"),
            ("/api/dominator-pipeline/markets", "markets"),
        ] {
            assert_eq!(get(&world, &ada, path).await[list], json!([]), "{path}");
        }
        let runs = get(&world, &ada, "/api/runs").await;
        assert_eq!(runs["runs"], json!([]), "no run was started");
    })
    .await;
}

#[tokio::test]
async fn rules_that_nobody_changed_let_the_best_markets_through() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let mut body = body();
        body["targets"] = json!({"kind": "filter", "verticals": ["plumbing"], "states": ["OK"]});
        body["rules"] = json!({});
        let replayed = post(&world, &ada, DRY_RUN, body).await.success(StatusCode::OK);
        // $1,000 pay for two sites, one a day.
        assert_eq!(replayed["totals"]["sites"], json!(2), "{replayed}");
        let first = |day: usize| replayed["days"][day]["decisions"][0].clone();
        assert_eq!(
            (&first(0)["place"], &first(0)["decision"], &first(1)["place"]),
            (&json!("Tulsa, OK"), &json!("deployed"), &json!("Oklahoma City, OK"))
        );
    })
    .await;
}

#[tokio::test]
async fn dry_run_uses_figures_of_saved_scans_and_says_so() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let asked = json!({"action": "scan", "input": {"filters": {"verticals": ["plumbing"], "states": ["OK"]}}});
        let made = world.post("/api/intelligence-engines/local/execute", &asked);
        let started = made.bearer(&ada.token).header("prefer", "wait=0").send().await;
        let run = started.json()["run"]["id"].as_str().expect("a run").parse().expect("an id");
        fleet::succeed(&world.state, run, scan(90.5)).await;
        let body = with("/targets/markets", json!([{"vertical": "plumbing", "place": TULSA}]));
        let replayed = post(&world, &ada, DRY_RUN, body.clone()).await.success(StatusCode::OK);
        let days = replayed["days"].as_array().expect("days");
        let last = days.last().expect("a day");
        assert_eq!((&last["scanId"], &last["fromScan"]), (&json!(run), &json!(1)), "{last}");
        assert_eq!(days[0]["scanId"], Value::Null, "the scan was not known then");
        assert_eq!(replayed["daysWithScan"], json!(1));
        // A rule that only the figures of the scan fulfil.
        let mut strict = body;
        strict["rules"]["minScore"] = json!(90.5);
        let replayed = post(&world, &ada, DRY_RUN, strict).await.success(StatusCode::OK);
        let days = replayed["days"].as_array().expect("days");
        let decision = &days.last().expect("a day")["decisions"][0];
        assert_eq!((&decision["decision"], &decision["source"]), (&json!("deployed"), &json!("scan")), "{decision}");
        assert!(days[0]["decisions"][0]["reason"].as_str().is_some_and(|text| text.ends_with("is below 90.5")));
    })
    .await;
}

/// The result of a scan with one market.
fn scan(score: f64) -> Value {
    let own = engines::local::catalog::OwnData::default();
    let day = markets::day(shared::domain::now().date_naive());
    let keys = [markets::Key { vertical: "plumbing".to_owned(), place: TULSA.to_owned() }];
    let params = engines::local::Parameters::default().check().expect("defaults");
    let found = markets::find(&own, &keys, day, &params).expect("the engine").expect("the market");
    let mut market = serde_json::to_value(&found[0].market).expect("JSON");
    market["score"] = json!(score);
    json!({"currency": "USD", "markets": [market]})
}

#[tokio::test]
async fn forecast_of_one_market_has_the_figures_of_its_explanation() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let body = with("/targets/markets", json!([{"vertical": "plumbing", "place": TULSA}]));
        let forecast = post(&world, &ada, FORECAST, body.clone()).await.success(StatusCode::OK);
        let months = forecast["months"].as_array().expect("months");
        assert_eq!((months.len(), &forecast["sites"], &forecast["spentCents"]), (12, &json!(1), &json!(38_000)));
        let market = scan(0.0)["markets"][0].clone();
        assert_eq!(forecast["total"]["profitCents"]["mean"], market["profit12"]["meanCents"]);
        assert_eq!(forecast["monthlyProfitCents"]["mean"], market["profitMonth"]["meanCents"]);
        assert_eq!(forecast["total"]["costCents"]["mean"], market["cost12"]["meanCents"]);
        let sum: i64 = months.iter().map(|month| month["revenueCents"]["mean"].as_i64().expect("cents")).sum();
        assert_eq!(json!(sum), forecast["total"]["revenueCents"]["mean"]);
        // A market with a site gets none.
        operator(&world, &ada).await;
        created(&world, &ada, "plumbing", TULSA).await;
        let forecast = post(&world, &ada, FORECAST, body).await.success(StatusCode::OK);
        assert_eq!((&forecast["sites"], &forecast["total"]["revenueCents"]["mean"]), (&json!(0), &json!(0)));
    })
    .await;
}
