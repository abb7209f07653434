//! Growth of sites over HTTP: what is shown of the planned pages, and how a person pauses them.

use axum::http::StatusCode;
use serde_json::{Value, json};
use shared::{
    domain::site_growth::{ComingPage, PageLeftOut},
    store::{run::Outcome, site::GrowthPlanned},
};
use uuid::Uuid;

use crate::{
    api_keys, fleet,
    sites::{get, id, live, post},
    world::{Account, World, on_each},
};

/// A build of a live site that leaves pages for later, like a worker.
async fn plan(world: &World, by: &Account, site_id: Uuid, later: usize) {
    let begun = post(world, by, &format!("/api/sites/{site_id}/build"), json!({})).await.success(StatusCode::ACCEPTED);
    let left_out = vec![PageLeftOut {
        path: "/areas/enid/".to_owned(),
        label: "Enid".to_owned(),
        reason: "Too few figures.".to_owned(),
    }];
    let page = |no| ComingPage { path: format!("/areas/{no}/"), label: format!("Place {no}") };
    let end = GrowthPlanned { site_id, coming: (0..later).map(page).collect(), left_out, step: None };
    let run = fleet::claim(&world.state, id(&begun["run"]["id"])).await;
    fleet::finish(&world.state, run, Outcome::Succeeded(json!({})), vec![end.into()]).await;
}

#[tokio::test]
async fn growth_of_a_site_is_shown_paused_and_resumed_by_a_person() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let (site, _, _) = live(&world, &ada).await;
        let path = format!("/api/sites/{site}");
        assert_eq!(get(&world, &ada, &path).await["site"]["growth"], Value::Null);
        let act = async |verb: &str| post(&world, &ada, &format!("{path}/growth/{verb}"), json!({})).await;
        act("pause").await.problem(409, "conflict", &["/growth"]);
        plan(&world, &ada, site, 12).await;
        let found = get(&world, &ada, &path).await;
        let growth = &found["site"]["growth"];
        assert_eq!(
            (&growth["laterPages"], &growth["plannedPages"], &growth["pagesPerDay"]),
            (&json!(12), &json!(13), &json!(10))
        );
        assert_eq!(found["leftOut"], json!([{"path": "/areas/enid/", "label": "Enid", "reason": "Too few figures."}]));
        assert_eq!(found["comingPages"].as_array().map(Vec::len), Some(12));
        assert_eq!(found["comingPages"][0], json!({"path": "/areas/0/", "label": "Place 0"}));
        let (key, _) = api_keys::make(&world, &ada, &["write"]).await;
        let with_key =
            async |verb: &str| world.post(&format!("{path}/growth/{verb}"), &json!({})).bearer(&key).send().await;
        let paused = with_key("pause").await.success(StatusCode::OK)["site"]["growth"].clone();
        assert_eq!(
            (&paused["status"], &paused["isPaused"], &paused["nextAt"]),
            (&json!("paused"), &json!(true), &Value::Null)
        );
        // To resume is to approve the pages that follow.
        with_key("resume").await.problem(403, "forbidden", &[]);
        let resumed = act("resume").await.success(StatusCode::OK)["site"]["growth"].clone();
        assert_eq!((&resumed["isPaused"], &resumed["detail"]), (&json!(false), &growth["detail"]), "{resumed}");
        let log = get(&world, &ada, "/api/user/audit-log").await.to_string();
        assert!(log.contains("site.growth_paused") && log.contains("site.growth_resumed"), "{log}");
        let switch = json!({"isOn": true, "reason": "A test"});
        let call = world.call(axum::http::Method::PUT, "/api/kill-switch").json(&switch).bearer(&ada.token);
        call.send().await.success(StatusCode::OK);
        let stopped = get(&world, &ada, &path).await["site"]["growth"].clone();
        assert_eq!(stopped["status"], "stopped", "{stopped}");
    })
    .await;
}
