//! Capsules of runs, over HTTP.

use std::io::{Cursor, Read, Write};

use axum::http::StatusCode;
use flate2::{Compression, write::GzEncoder};
use serde_json::{Value, json};
use shared::store::run::{Effect, NewRunCase, Outcome};
use uuid::Uuid;
use zip::ZipArchive;

use crate::{
    fleet,
    world::{Account, World, on_each},
};

fn packed(text: &str) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(text.as_bytes()).expect("memory");
    packed.finish().expect("memory")
}

/// What a run of the keyword engine keeps.
pub(crate) fn case() -> NewRunCase {
    NewRunCase {
        engine_id: "keyword".to_owned(),
        action: "analyse".to_owned(),
        program: "1.2.3".to_owned(),
        seed: Some(7),
        has_model: false,
        input: packed(r#"{"queries":[]}"#),
        answer: packed(r#"{"clusters":[]}"#),
    }
}

/// A run of the keyword engine that has ended, with its case or without.
async fn ended(world: &World, by: &Account, effects: Vec<Effect>) -> Uuid {
    let website = fleet::website_with_days(&world.state, by, "example.com").await;
    let asked = json!({"websiteId": website});
    let call = world.post("/api/intelligence-engines/keyword/execute", &asked).bearer(&by.token);
    let started = call.header("prefer", "wait=0").send().await.success(StatusCode::ACCEPTED);
    let id: Uuid = started["run"]["id"].as_str().expect("an id").parse().expect("an id");
    let run = fleet::claim(&world.state, id).await;
    fleet::finish(&world.state, run, Outcome::Succeeded(json!({})), effects).await;
    id
}

#[tokio::test]
async fn capsule_holds_the_lines_that_the_run_kept() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let id = ended(&world, &ada, vec![case().into()]).await;
        let path = format!("/api/runs/{id}/capsule");
        let reply = world.get(&path).bearer(&ada.token).send().await;
        assert_eq!(reply.status, StatusCode::OK);
        let name = reply.headers["content-disposition"].to_str().expect("ASCII").to_owned();
        assert!(name.contains("filename=\"keyword-analyse-") && name.ends_with(".capsule.zip\""), "{name}");
        let mut zip = ZipArchive::new(Cursor::new(reply.bytes.clone())).expect("a ZIP file");
        let mut member = |name: &str| {
            let mut text = String::new();
            zip.by_name(name).expect(name).read_to_string(&mut text).expect("text");
            text
        };
        assert_eq!(member("input.jsonl"), "{\"queries\":[]}\n");
        assert_eq!(member("answer.jsonl"), "{\"clusters\":[]}\n");
        assert!(member("README.txt").contains("motherlode capsule FILE"));
        let about: Value = serde_json::from_str(&member("capsule.json")).expect("JSON");
        let seen = (&about["engineId"], &about["action"], &about["program"], &about["hasModel"], &about["runId"]);
        let wanted = (&json!("keyword"), &json!("analyse"), &json!("1.2.3"), &json!(false), &json!(id));
        assert_eq!(seen, wanted);
        assert_eq!(about["seed"], json!(7));
        let again = world.get(&path).bearer(&ada.token).send().await;
        assert_eq!(again.bytes, reply.bytes, "the same run gives the same file");
    })
    .await;
}

#[tokio::test]
async fn run_without_a_kept_input_says_so() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let id = ended(&world, &ada, Vec::new()).await;
        let reply = world.get(&format!("/api/runs/{id}/capsule")).bearer(&ada.token).send().await;
        let problem = reply.problem(409, "conflict", &["/id"]);
        assert!(problem["errors"][0]["detail"].as_str().is_some_and(|text| text.contains("Run the analysis again")));
    })
    .await;
}
