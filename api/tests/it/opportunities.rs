//! Opportunities over HTTP.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};
use shared::{
    domain::{now, opportunity::OpportunityBody},
    store::{event, opportunity},
};

use crate::{
    conform,
    world::{Account, Reply, World, on_each},
};

async fn create(world: &World, account: &Account, body: Value) -> Reply {
    world.post("/api/opportunities", &body).bearer(&account.token).send().await
}

async fn titles(world: &World, account: &Account, query: &str) -> Vec<String> {
    let path = format!("/api/opportunities{query}");
    let body = world.get(&path).bearer(&account.token).send().await.success(StatusCode::OK);
    let rows = body["opportunities"].as_array().unwrap().iter();
    rows.filter_map(|row| row["title"].as_str().map(str::to_owned)).collect()
}

#[tokio::test]
async fn opportunities_are_filtered_and_sorted() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        for (title, score, difficulty, quick_win) in [("a", 10, 10, true), ("b", 90, 60, false), ("c", 50, 80, true)] {
            let body = json!({"title": title, "score": score, "difficulty": difficulty, "quickWin": quick_win, "category": title});
            create(&world, &ada, body).await.success(StatusCode::CREATED);
        }
        for (query, expected) in [
            ("", vec!["b", "c", "a"]),
            ("?sort=score&order=asc", vec!["a", "c", "b"]),
            ("?sort=difficulty", vec!["c", "b", "a"]),
            ("?sort=title&order=ASC&colour=red", vec!["a", "b", "c"]),
            ("?quickWins=true", vec!["c", "a"]),
            ("?automated=true", vec![]),
            ("?difficulty=hard", vec!["b"]),
            ("?difficulty=all&category=all&limit=1", vec!["b"]),
            ("?category=c", vec!["c"]),
        ] {
            assert_eq!(titles(&world, &ada, query).await, expected, "{query}");
        }
        let reply = world.get("/api/opportunities?sort=colour").bearer(&ada.token).send().await;
        reply.problem(422, "invalid-request", &["/sort"]);
    })
    .await;
}

#[tokio::test]
async fn opportunities_are_updated_and_implemented() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let id = create(&world, &ada, json!({"title": " Write "})).await.success(StatusCode::CREATED);
        let id = id["opportunity"]["id"].as_str().unwrap().to_owned();
        let path = format!("/api/opportunities/{id}");
        let patch = async |body: Value| world.call(Method::PATCH, &path).json(&body).bearer(&ada.token).send().await;
        let changed = patch(json!({"status": "in_review", "score": 77})).await.success(StatusCode::OK);
        let changed = &changed["opportunity"];
        assert_eq!(
            (&changed["status"], &changed["score"], &changed["title"]),
            (&json!("in_review"), &json!(77.0), &json!("Write"))
        );
        let begun = world.post(&format!("{path}/implement"), &json!({})).bearer(&ada.token).send().await;
        let begun = begun.success(StatusCode::OK);
        assert_eq!((&begun["opportunityId"], &begun["status"]), (&json!(id), &json!("implementing")));
        let plan_id = begun["opportunity"]["planId"].as_str().expect("a plan").to_owned();
        let plan = world.get(&format!("/api/plans/{plan_id}")).bearer(&ada.token).send().await.success(StatusCode::OK);
        assert_eq!(
            (&plan["plan"]["source"], &plan["plan"]["status"]),
            (&json!(format!("opportunity:{id}")), &json!("planning"))
        );
        let twice = world.post(&format!("{path}/implement"), &json!({})).bearer(&ada.token).send().await;
        assert_eq!(twice.success(StatusCode::OK)["opportunity"]["planId"], json!(plan_id), "one plan is enough");
        let events = event::since(&world.state.db, ada.id, 0, 99).await.expect("events");
        let about: Vec<_> = events.iter().map(|event| event.r#type.as_str()).collect();
        assert_eq!(about.iter().filter(|kind| **kind == "opportunity:implementing").count(), 1, "{about:?}");
        assert_eq!(
            patch(json!({"status": "implemented"})).await.success(StatusCode::OK)["opportunity"]["status"],
            json!("implemented")
        );
        let again = world.post(&format!("{path}/implement"), &json!({})).bearer(&ada.token).send().await;
        assert_eq!(again.success(StatusCode::OK)["status"], json!("implemented"));
        for (body, pointer) in [
            (json!({"status": "dancing"}), "/status"),
            (json!({"title": ""}), "/title"),
            (json!({"score": 101}), "/score"),
            (json!({"difficulty": -1}), "/difficulty"),
            (json!({"effortMinutes": -1}), "/effortMinutes"),
        ] {
            patch(body).await.problem(422, "invalid-request", &[pointer]);
        }
        create(&world, &ada, json!({})).await.problem(422, "invalid-request", &["/title"]);
    })
    .await;
}

#[tokio::test]
async fn opportunities_of_other_workspaces_are_not_found() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let bob = world.register("bob@example.com").await;
        let made = create(&world, &ada, json!({"title": "Mine"})).await.success(StatusCode::CREATED);
        let path = format!("/api/opportunities/{}", made["opportunity"]["id"].as_str().unwrap());
        let patch = world.call(Method::PATCH, &path).json(&json!({"title": "Yours"})).bearer(&bob.token);
        patch.send().await.problem(404, "not-found", &[]);
        let implement = world.post(&format!("{path}/implement"), &json!({})).bearer(&bob.token);
        implement.send().await.problem(404, "not-found", &[]);
        assert_eq!(titles(&world, &bob, "").await, Vec::<String>::new());
        assert_eq!(titles(&world, &ada, "").await, ["Mine"]);
    })
    .await;
}

#[tokio::test]
async fn evidence_of_opportunities_is_described_as_it_is_sent() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let facts =
            json!([{"type": "query", "ref": "drain cleaning", "value": 4.5, "source": "gsc", "observedAt": null}]);
        let gain = json!({"low": 1.0, "mid": 2.0, "high": 3.0, "mean": 2.0});
        let win = json!({"detail": "Position 4", "page": null, "confidence": 0.5, "clicksGained": gain});
        for evidence in [&facts, &win, &json!([])] {
            let body = OpportunityBody {
                title: "Write".to_owned(),
                category: "manual".to_owned(),
                difficulty: None,
                score: 50.0,
                engine_id: None,
                keyword: None,
                impact: None,
                effort_minutes: None,
                quick_win: false,
                automated: false,
                edited: false,
                evidence: evidence.clone(),
            };
            let mut tx = world.state.db.begin().await.expect("a transaction");
            opportunity::insert(&mut tx, ada.workspace_id, None, &body, now()).await.expect("a row");
            tx.commit().await.expect("a commit");
        }
        // Each response is compared with the description.
        let list = world.get("/api/opportunities").bearer(&ada.token).send().await.success(StatusCode::OK);
        assert_eq!(list["opportunities"].as_array().map(Vec::len), Some(3));
        let schema = json!({"$ref": "#/components/schemas/OpportunityEvidence"});
        for other in [json!({}), json!("text"), json!([{"type": "query"}])] {
            assert!(conform::conforms(&schema, &other, "").is_err(), "{other}");
        }
    })
    .await;
}
