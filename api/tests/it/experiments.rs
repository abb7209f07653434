//! Experiments over HTTP.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};
use shared::domain::new_id;

use crate::{
    fleet,
    world::{Account, World, on_each},
};

async fn create(world: &World, account: &Account, body: Value) -> crate::world::Reply {
    world.post("/api/experiments", &body).bearer(&account.token).send().await
}

#[tokio::test]
async fn create_stores_the_experiment_and_starts_its_run() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let site = fleet::website(&world.state, &ada, "example.com").await;
        let body = json!({
            "title": "New titles", "arms": [{"websiteId": site, "targets": ["/a"]}], "startsOn": "2026-09-01",
        });
        let made = create(&world, &ada, body).await.success(StatusCode::ACCEPTED);
        assert_eq!(made["run"]["kind"], json!("experiment"));
        let found = &made["experiment"];
        assert_eq!(
            (&found["unit"], &found["design"], &found["days"]),
            (&json!("page"), &json!("before_after"), &json!(28))
        );
        assert_eq!((&found["verdict"], &found["power"]), (&json!(null), &json!(null)));
        let path = format!("/api/experiments/{}", found["id"].as_str().expect("an id"));
        let changed = world.patch(&path, &json!({"days": 14})).bearer(&ada.token).send().await;
        assert_eq!(changed.success(StatusCode::ACCEPTED)["experiment"]["days"], json!(14));
        let list = world.get("/api/experiments").bearer(&ada.token).send().await.success(StatusCode::OK);
        assert_eq!(list["experiments"][0]["title"], json!("New titles"));
        let csv = world.get("/api/experiments/export").bearer(&ada.token).send().await;
        assert!(csv.text().starts_with("Title,Design,Unit of analysis"), "{}", csv.text());
        assert!(csv.text().contains("Smallest detectable effect (%)"), "{}", csv.text());
        assert!(csv.text().contains("\r\nNew titles,before_after,page"), "{}", csv.text());
        let days = world.get(&format!("{path}/export?format=ndjson")).bearer(&ada.token).send().await;
        assert_eq!((days.status, days.text().as_str()), (StatusCode::OK, ""));
        let gone = world.call(Method::DELETE, &path).bearer(&ada.token).send().await;
        gone.success(StatusCode::OK);
        world.get(&path).bearer(&ada.token).send().await.problem(404, "not-found", &[]);
    })
    .await;
}

#[tokio::test]
async fn create_takes_defaults_from_the_annotation() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let site = fleet::website(&world.state, &ada, "example.com").await;
        let note = json!({"websiteId": site, "day": "2026-09-01", "kind": "title", "title": "Titles", "pages": ["/a"]});
        let noted = world.post("/api/annotations", &note).bearer(&ada.token).send().await.success(StatusCode::CREATED);
        let body = json!({"annotationId": noted["annotation"]["id"]});
        let made = create(&world, &ada, body).await.success(StatusCode::ACCEPTED);
        let found = &made["experiment"];
        assert_eq!((&found["title"], &found["startsOn"]), (&json!("Titles"), &json!("2026-09-01")));
        assert_eq!(found["arms"][0]["targets"], json!(["/a"]));
    })
    .await;
}

#[tokio::test]
async fn invalid_experiment_lists_every_field() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let site = fleet::website(&world.state, &ada, "example.com").await;
        let twice = json!([{"websiteId": site, "targets": ["/a"], "controls": ["/a"]}, {"websiteId": site}]);
        let body = json!({"title": " ", "days": 0, "unit": "page", "arms": twice, "centsPerUnit": -1});
        let wrong = ["/title", "/days", "/centsPerUnit", "/arms/0/controls", "/arms/1/targets", "/arms/1/websiteId"];
        create(&world, &ada, body).await.problem(422, "invalid-request", &wrong);
        let of_site = json!({"title": "S", "metric": "clicks_at_position", "arms": [{"websiteId": site}]});
        create(&world, &ada, of_site).await.problem(422, "invalid-request", &["/metric"]);
        let split = json!({"title": "S", "design": "split", "startsOn": "2020-01-01", "arms": [{"websiteId": site}]});
        create(&world, &ada, split).await.problem(422, "invalid-request", &["/startsOn"]);
        let list = world.get("/api/experiments").bearer(&ada.token).send().await.success(StatusCode::OK);
        assert_eq!(list["experiments"], json!([]));
    })
    .await;
}

#[tokio::test]
async fn experiments_of_other_workspaces_are_not_found() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let bob = world.register("bob@example.com").await;
        let site = fleet::website(&world.state, &ada, "example.com").await;
        let body = json!({"title": "T", "arms": [{"websiteId": site}]});
        create(&world, &bob, body.clone()).await.problem(404, "not-found", &[]);
        create(&world, &bob, json!({"annotationId": new_id()})).await.problem(404, "not-found", &[]);
        let made = create(&world, &ada, body).await.success(StatusCode::ACCEPTED);
        let path = format!("/api/experiments/{}", made["experiment"]["id"].as_str().expect("an id"));
        for (method, path) in
            [(Method::GET, path.clone()), (Method::DELETE, path.clone()), (Method::GET, format!("{path}/export"))]
        {
            world.call(method, &path).bearer(&bob.token).send().await.problem(404, "not-found", &[]);
        }
        world.patch(&path, &json!({})).bearer(&bob.token).send().await.problem(404, "not-found", &[]);
        let judge = format!("{path}/judge");
        world.post(&judge, &json!({})).bearer(&bob.token).send().await.problem(404, "not-found", &[]);
    })
    .await;
}
