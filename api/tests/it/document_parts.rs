//! Unsaved texts, questions of people, and parts that a language model writes again.

use axum::http::StatusCode;
use serde_json::{Value, json};
use shared::store::{rank, related_question};

use crate::{
    connections, fleet, keywords, ranks,
    world::{Account, Reply, World, on_each},
};

fn draft() -> Value {
    let block = |kind: &str, level: u8, texts: &[(&str, &[&str])]| {
        let sentences: Vec<Value> = texts.iter().map(|(text, ids)| json!({"text": text, "factIds": ids})).collect();
        json!({"kind": kind, "level": level, "sentences": sentences})
    };
    json!({
        "title": {"text": "Roof repair"},
        "blocks": [
            block("heading", 1, &[("Roof repair", &[])]),
            block("paragraph", 0, &[("We repair roofs.", &[])]),
            block("heading", 2, &[("Prices", &[])]),
            block("paragraph", 0, &[("Plan on $350.", &["price"]), ("We are nice.", &[])]),
        ],
    })
}

async fn document(world: &World, by: &Account, more: Value) -> String {
    let price = json!({"id": "price", "kind": "price", "value": "$350", "source": "the owner"});
    let mut body = json!({
        "title": "Mine", "query": "roof repair tulsa", "brief": {"facts": [price], "questions": ["How much?"]},
    });
    body.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
    let made = post(world, by, "/api/documents", body).await.success(StatusCode::CREATED);
    format!("/api/documents/{}", made["document"]["id"].as_str().expect("an id"))
}

async fn post(world: &World, by: &Account, path: &str, body: Value) -> Reply {
    world.post(path, &body).bearer(&by.token).header("prefer", "wait=0").send().await
}

#[tokio::test]
async fn unsaved_text_is_scored_without_a_trace() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let path = document(&world, &ada, json!({"draft": draft()})).await;
        let text = json!({"title": {"text": "T"}, "blocks": [{"kind": "paragraph", "sentences": [{"text": "Unsaved.", "factIds": ["price"]}]}]});
        let started = post(&world, &ada, &format!("{path}/score"), json!({"draft": text})).await;
        let started = started.success(StatusCode::ACCEPTED);
        assert_eq!(started["version"], json!(1));
        let id = started["run"]["id"].as_str().and_then(|id| id.parse().ok()).expect("an id");
        let payload = fleet::claim(&world.state, id).await.payload.0.clone();
        assert_eq!(payload["input"]["draft"]["blocks"][0]["sentences"][0]["text"], json!("Unsaved."));
        assert_eq!((&payload["isPreview"], &payload["input"]["questions"]), (&json!(true), &json!(["How much?"])));
        assert_eq!(payload["input"]["facts"][0]["id"], json!("price"));
        let shown = world.get(&path).bearer(&ada.token).send().await.success(StatusCode::OK);
        assert_eq!(shown["document"]["version"], json!(1), "nothing is saved");
        let bad = json!({"draft": {"blocks": [{"kind": "heading", "level": 9, "sentences": [{"text": "H"}]}]}});
        post(&world, &ada, &format!("{path}/score"), bad).await.problem(422, "invalid-request", &["/draft/blocks/0/level"]);
        let bare = document(&world, &ada, json!({})).await;
        let first = post(&world, &ada, &format!("{bare}/score"), json!({"draft": text})).await;
        assert_eq!(first.success(StatusCode::ACCEPTED)["version"], json!(0), "the first text, before any version");
        post(&world, &ada, &format!("{bare}/score"), json!({"version": 1, "draft": text})).await.problem(404, "not-found", &[]);
    })
    .await;
}

#[tokio::test]
async fn questions_come_from_search_results_and_own_queries() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let found = [
            keywords::keyword("roof repair tulsa", 50, None),
            keywords::keyword("tulsa roof replacement", 30, None),
            keywords::keyword("how much does roof repair cost", 3, None),
            keywords::keyword("plumber tulsa", 40, None),
        ];
        let site = keywords::analysed(&world, &ada, found.to_vec()).await;
        let path = document(&world, &ada, json!({"websiteId": site})).await;
        let keyword: uuid::Uuid =
            ranks::tracked_as(&world, &ada, &site.to_string(), &["roof repair", "plumber waco"]).await;
        let mut tx = world.state.db.begin().await.expect("the store");
        let asked = ["What does it cost?".to_owned(), "Who repairs roofs?".to_owned()];
        related_question::record(&mut tx, ada.workspace_id, keyword, "serper", &asked, shared::domain::now())
            .await
            .expect("recorded");
        tx.commit().await.expect("the store");
        assert_eq!(rank::all(&world.state.db, ada.workspace_id, site).await.expect("keywords").len(), 2);
        let list = world.get(&format!("{path}/questions")).bearer(&ada.token).send().await.success(StatusCode::OK);
        let all = list["questions"].as_array().expect("questions");
        let rows: Vec<_> =
            all.iter().map(|one| (one["question"].as_str(), one["source"].as_str(), one["count"].as_i64())).collect();
        let expected = [
            (Some("What does it cost?"), Some("people_also_ask"), Some(1)),
            (Some("Who repairs roofs?"), Some("people_also_ask"), Some(1)),
            (Some("how much does roof repair cost"), Some("own_query"), Some(30)),
            (Some("tulsa roof replacement"), Some("own_query"), Some(300)),
        ];
        assert_eq!(rows, expected);
        assert_eq!((&all[0]["query"], &all[0]["origin"]), (&json!("roof repair"), &json!("serper")));
        assert_eq!((&all[2]["query"], &all[2]["origin"]), (&json!(null), &json!("search_console")));
        let bare = document(&world, &ada, json!({"query": ""})).await;
        let none = world.get(&format!("{bare}/questions")).bearer(&ada.token).send().await.success(StatusCode::OK);
        assert_eq!(none["questions"], json!([]), "a document without a query");
    })
    .await;
}

#[tokio::test]
async fn part_is_drafted_by_its_place_and_costs_less_than_the_page() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let path = document(&world, &ada, json!({"draft": draft()})).await;
        let connection = connections::model(&world, &ada).await;
        let of = |more: Value| {
            let mut body = json!({
                "connectionId": connection, "model": "local", "inputMicros": 1_000_000, "outputMicros": 10_000_000,
            });
            body.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
            body
        };
        let estimate = async |more: Value| post(&world, &ada, &format!("{path}/draft/estimate"), of(more)).await;
        let (section, sentence) = (json!({"from": 2, "to": 4}), json!({"block": 3, "sentence": 0}));
        let page = estimate(json!({})).await.success(StatusCode::OK);
        let part = estimate(json!({"scope": "section", "blocks": section})).await.success(StatusCode::OK);
        let one = estimate(json!({"scope": "sentence", "sentence": sentence})).await.success(StatusCode::OK);
        assert_eq!((&page["sections"], &part["sections"], &one["sections"]), (&json!(1), &json!(1), &json!(0)));
        let micros = |answer: &Value| answer["micros"].as_i64().expect("an amount");
        assert!(micros(&part) > 0 && micros(&one) > 0, "{part} {one}");
        assert!(micros(&page) > micros(&part) && micros(&page) > micros(&one), "{page} {part} {one}");
        assert_eq!(part["mostMicros"], json!(2 * micros(&part)));
        for (more, all) in [
            (json!({}), &page),
            (json!({"scope": "section", "blocks": section}), &part),
            (json!({"scope": "sentence", "sentence": sentence}), &one),
        ] {
            let mut more = more;
            more["secondReading"] = json!(true);
            assert_eq!(estimate(more.clone()).await.success(StatusCode::OK), *all, "the default");
            more["secondReading"] = json!(false);
            let once = estimate(more).await.success(StatusCode::OK);
            assert!(micros(&once) > 0 && micros(&once) < micros(all), "{once} {all}");
        }
        for (more, pointer) in [
            (json!({"scope": "section"}), "/blocks"),
            (json!({"scope": "section", "blocks": {"from": 1, "to": 4}}), "/blocks"),
            (json!({"scope": "section", "blocks": {"from": 0, "to": 2}}), "/blocks"),
            (json!({"scope": "sentence"}), "/sentence"),
            (json!({"scope": "sentence", "sentence": {"block": 9, "sentence": 0}}), "/sentence"),
            (json!({"scope": "sentence", "sentence": {"block": 3, "sentence": 1}}), "/sentence"),
        ] {
            estimate(more).await.problem(422, "invalid-request", &[pointer]);
        }
        let body = of(json!({
            "baseVersion": 1, "budgetMicros": 10_000_000, "scope": "sentence", "sentence": sentence,
        }));
        let mut small = body.clone();
        small["budgetMicros"] = json!(1);
        let refused = post(&world, &ada, &format!("{path}/draft"), small).await;
        let refused = refused.problem(422, "invalid-request", &["/budgetMicros"]);
        assert!(refused["detail"].as_str().is_some_and(|text| text.contains("can cost $0.0")), "{refused}");
        let started = post(&world, &ada, &format!("{path}/draft"), body).await.success(StatusCode::ACCEPTED);
        let id = started["run"]["id"].as_str().and_then(|id| id.parse().ok()).expect("an id");
        let payload = fleet::claim(&world.state, id).await.payload.0.clone();
        assert_eq!((&payload["scope"], &payload["sentence"]), (&json!("sentence"), &sentence));
        assert_eq!(payload["secondReading"], json!(true));
    })
    .await;
}

#[tokio::test]
async fn estimate_of_a_model_without_a_price_says_why_instead_of_failing() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let path = document(&world, &ada, json!({"draft": draft()})).await;
        let connection = connections::model(&world, &ada).await;
        let body = json!({"connectionId": connection, "model": "local", "inputMicros": 1_000_000});
        let answer = post(&world, &ada, &format!("{path}/draft/estimate"), body.clone()).await;
        let answer = answer.success(StatusCode::OK);
        assert_eq!((&answer["micros"], &answer["mostMicros"]), (&json!(null), &json!(null)));
        assert!(answer["missingPrice"].as_str().is_some_and(|reason| reason.contains("local")), "{answer}");
        let mut nameless = body.clone();
        nameless["model"] = json!(" ");
        let refused = post(&world, &ada, &format!("{path}/draft/estimate"), nameless).await;
        refused.problem(422, "invalid-request", &["/model"]);
        let mut drafted = body;
        drafted["baseVersion"] = json!(1);
        drafted["budgetMicros"] = json!(10_000_000);
        let refused = post(&world, &ada, &format!("{path}/draft"), drafted).await;
        refused.problem(422, "invalid-request", &["/model"]);
    })
    .await;
}
