//! Performance over HTTP.

use axum::http::StatusCode;
use serde_json::{Value, json};
use shared::store::run::Outcome;

use crate::{
    fleet,
    world::{Account, World, on_each},
};

async fn get(world: &World, account: &Account, path: &str) -> Value {
    world.get(&format!("/api/performance/{path}")).bearer(&account.token).send().await.success(StatusCode::OK)
}

fn named<'a>(list: &'a Value, id: &str) -> &'a Value {
    list.as_array().unwrap().iter().find(|one| one["id"] == id).expect(id)
}

#[tokio::test]
async fn import_updates_metrics_and_milestones() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let bob = world.register("bob@example.com").await;
        assert_eq!(get(&world, &ada, "metrics").await["metrics"], json!([]));
        let website = fleet::website_with_searches(&world.state, &ada, "example.com").await;
        let metrics = get(&world, &ada, &format!("metrics?websiteId={website}")).await["metrics"].clone();
        let clicks = named(&metrics, "clicks");
        assert_eq!(
            (&clicks["value"], &clicks["previous"], &clicks["measured"]),
            (&json!(10.0), &json!(null), &json!(true))
        );
        assert_eq!(named(&metrics, "ctr")["value"], json!(0.1));
        let path = format!("/api/performance/metrics?websiteId={website}");
        world.get(&path).bearer(&bob.token).send().await.problem(404, "not-found", &[]);

        let milestones = get(&world, &ada, "milestones").await["milestones"].clone();
        let titles: Vec<_> = milestones.as_array().unwrap().iter().map(|one| one["title"].clone()).collect();
        assert_eq!(titles, [json!("20 clicks in a search report"), json!("5 queries in a search report")]);
        assert_eq!((&milestones[0]["current"], &milestones[0]["status"]), (&json!(10.0), &json!("in_progress")));
        let path = format!("/api/performance/milestones/{}", milestones[0]["id"].as_str().unwrap());
        let change =
            async |account: &Account, body: Value| world.patch(&path, &body).bearer(&account.token).send().await;
        change(&bob, json!({"status": "completed"})).await.problem(404, "not-found", &[]);
        change(&ada, json!({"status": "done"})).await.problem(422, "invalid-request", &["/status"]);
        change(&ada, json!({"target": 0})).await.problem(422, "invalid-request", &["/target"]);
        let done = change(&ada, json!({"status": "completed"})).await.success(StatusCode::OK)["milestone"].clone();
        assert_eq!(done["status"], json!("completed"));
        assert!(done["completedAt"].is_string());
    })
    .await;
}

#[tokio::test]
async fn achievement_is_earned_once_per_user() {
    on_each(async |world| {
        let admin = world.register("ada@example.com").await;
        let bob = world.register("bob@example.com").await;
        let before = get(&world, &bob, "achievements").await["achievements"].clone();
        assert_eq!((&before[0]["earnedAt"], &before[0]["progress"]), (&json!(null), &json!(0.0)));
        fleet::website_with_searches(&world.state, &bob, "example.com").await;
        let after = get(&world, &bob, "achievements").await["achievements"].clone();
        assert!(named(&after, "first-import")["earnedAt"].is_string());
        let path = format!("/api/performance/achievements?userId={}", admin.id);
        world.get(&path).bearer(&bob.token).send().await.problem(404, "not-found", &[]);
        let theirs = get(&world, &admin, &format!("achievements?userId={}", bob.id)).await;
        assert!(named(&theirs["achievements"], "first-import")["earnedAt"].is_string());
    })
    .await;
}

#[tokio::test]
async fn predictions_show_three_scenarios_of_the_latest_forecast() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let website = fleet::website_with_days(&world.state, &ada, "example.com").await;
        assert_eq!(get(&world, &ada, "predictions").await["predictions"], json!([]));
        let begun = world
            .post("/api/performance/calculate-predictions", &json!({"websiteId": website, "parameters": {"months": 3}}))
            .bearer(&ada.token)
            .header("prefer", "wait=0")
            .send()
            .await
            .success(StatusCode::ACCEPTED);
        assert_eq!((&begun["run"]["engineId"], &begun["run"]["action"]), (&json!("predictive"), &json!("forecast")));
        let run = fleet::claim(&world.state, begun["run"]["id"].as_str().unwrap().parse().unwrap()).await;
        let day = |n: u32| json!({"date": format!("2026-11-{n:02}"), "mean": 5.5, "p10": 3.0, "p50": 5.0, "p90": 9.0});
        let result = json!({
            "clicks": {"fan": (1..=20).map(day).collect::<Vec<_>>(), "backtest": {"mase": 0.8, "coverage80": 0.79, "values": 60}},
            "method": "a mix",
        });
        fleet::finish(&world.state, run, Outcome::Succeeded(result), Vec::new()).await;
        let found = get(&world, &ada, "predictions?timeRange=7d").await["predictions"].clone();
        let scenarios: Vec<_> = found.as_array().unwrap().iter().map(|one| one["scenario"].clone()).collect();
        assert_eq!(scenarios, [json!("pessimistic"), json!("realistic"), json!("optimistic")]);
        assert_eq!(found[0]["points"].as_array().unwrap().len(), 7);
        assert_eq!((&found[0]["points"][0]["value"], &found[2]["points"][0]["value"]), (&json!(3.0), &json!(9.0)));
        assert_eq!(found[0]["backtest"], json!({"mase": 0.8, "coverage80": 0.79, "n": 60.0}));
        let path = "/api/performance/predictions?timeRange=soon";
        world.get(path).bearer(&ada.token).send().await.problem(422, "invalid-request", &["/timeRange"]);
    })
    .await;
}

#[tokio::test]
async fn forecast_without_daily_data_names_the_required_data() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let website = fleet::website_with_searches(&world.state, &ada, "example.com").await;
        let body = json!({"websiteId": website});
        let asked = world.post("/api/performance/calculate-predictions", &body).bearer(&ada.token).send().await;
        asked.problem(409, "engine-needs-data", &["/needs/daily_series"]);
    })
    .await;
}
