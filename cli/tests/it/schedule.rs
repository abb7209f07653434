//! A schedule, from the call that creates it to the run that it starts.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use shared::{
    domain::now,
    store::{
        Db, Durability,
        schedule::{self, ScheduleChange},
    },
};
use uuid::Uuid;

use crate::{
    kill::{call, token, until},
    world::World,
};

fn id(value: &Value) -> Uuid {
    value.as_str().and_then(|text| text.parse().ok()).unwrap_or_else(|| panic!("{value} is no id"))
}

/// Makes a schedule due, which spares the test an hour of waiting.
fn make_due(world: &World, workspace_id: Uuid, schedule_id: Uuid) {
    let file = world.path("data/motherlode.db");
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(async {
        let db = Db::open_sqlite(&file, Durability::ProcessEnd).await.expect("the server's database");
        let found = schedule::find(&db, workspace_id, schedule_id).await.expect("the store").expect("the schedule");
        let change = ScheduleChange {
            name: found.name,
            website_id: found.website_id,
            engine_id: found.engine_id,
            action: found.action,
            payload: found.payload.0,
            cron: found.cron,
            time_zone: found.time_zone,
            paused: false,
            next_at: Some(now() - chrono::Duration::seconds(1)),
        };
        assert!(schedule::update(&db, workspace_id, schedule_id, &change).await.expect("the store"));
        db.close().await;
    });
}

#[test]
fn schedule_created_by_the_api_runs_its_engine_when_due() {
    let world = World::new();
    let server = world.serve(["up", "--port", "0", "--live-port", "0"]);
    let token = token(server.port);
    let get = |path: &str| call(server.port, "GET", path, &token, &json!({}));
    let post = |path: &str, body: &Value| call(server.port, "POST", path, &token, body);

    let sample = post("/api/imports/sample", &json!({}));
    let import = sample["run"]["id"].as_str().expect("the run of the import");
    until(server.port, &token, import, |run| run["status"] == "succeeded");
    let body = json!({
        "name": "Daily", "engineId": "keyword", "action": "analyse", "cron": "daily", "timeZone": "UTC",
        "websiteId": sample["website"]["id"],
    });
    let made = post("/api/schedules", &body)["schedule"].clone();
    assert_eq!(made["lastRunId"], json!(null), "{made}");

    let workspace = id(&get("/api/workspaces")["workspaces"][0]["id"]);
    make_due(&world, workspace, id(&made["id"]));
    let path = format!("/api/schedules/{}", made["id"].as_str().expect("an id"));
    let begun = Instant::now();
    let fired = loop {
        let schedule = get(&path)["schedule"].clone();
        if schedule["lastRunId"].is_string() {
            break schedule;
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "it does not fire: {schedule}");
        std::thread::sleep(Duration::from_millis(200));
    };
    let run =
        until(server.port, &token, fired["lastRunId"].as_str().expect("a run"), |run| run["finishedAt"].is_string());
    assert_eq!((&run["status"], &run["engineId"]), (&json!("succeeded"), &json!("keyword")), "{run}");
    assert_eq!(run["websiteId"], sample["website"]["id"]);
    let next = fired["nextRunAt"].as_str().and_then(|text| text.parse::<chrono::DateTime<chrono::Utc>>().ok());
    assert!(next.is_some_and(|next| next > now()), "the next tick is ahead: {fired}");
}
