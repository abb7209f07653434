//! The API's description is what the code says.

use std::collections::BTreeSet;

use axum::http::StatusCode;
use serde_json::Value;

use crate::world::on_each;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/openapi.json");

#[test]
fn the_committed_document_is_the_codes() {
    let text = api::openapi::document_text().expect("a document");
    if std::env::var("UPDATE").is_ok_and(|value| value == "1") {
        std::fs::write(FILE, &text).expect("a writable file");
    }
    let committed = std::fs::read_to_string(FILE).unwrap_or_default();
    assert!(committed == text, "api/openapi.json is stale: run `cargo run -p api --example openapi`");
}

#[test]
fn every_reference_leads_somewhere_and_every_call_says_how_it_fails() {
    let document: Value = serde_json::from_str(&api::openapi::document_text().expect("a document")).expect("JSON");
    assert!(document["openapi"].as_str().is_some_and(|version| version.starts_with("3.1")));
    let mut references = BTreeSet::new();
    collect(&document, &mut references);
    for reference in &references {
        let pointer = reference.strip_prefix('#').expect("a reference within the document");
        assert!(document.pointer(pointer).is_some(), "{reference} leads nowhere");
    }
    let schemas = document["components"]["schemas"].as_object().expect("schemas");
    for vague in ["Answer", "Body", "Params", "Data"] {
        assert!(!schemas.contains_key(vague), "two calls may both call something {vague}: give it a name of its own");
    }
    let mut names = BTreeSet::new();
    for (path, item) in document["paths"].as_object().expect("paths") {
        for (method, operation) in item.as_object().expect("operations") {
            assert!(operation["responses"]["default"].is_object(), "{method} {path}");
            assert!(operation["tags"][0].is_string(), "{method} {path}");
            assert!(names.insert(operation["operationId"].to_string()), "{method} {path}");
        }
    }
}

fn collect(value: &Value, references: &mut BTreeSet<String>) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                match member.as_str() {
                    Some(target) if name == "$ref" => {
                        references.insert(target.to_owned());
                    }
                    _ => collect(member, references),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, references)),
        _ => {}
    }
}

#[tokio::test]
async fn the_document_and_its_page_come_from_here_alone() {
    on_each(async |world| {
        let served = world.get("/api/openapi.json").send().await;
        assert_eq!(served.status, StatusCode::OK);
        let committed: Value = serde_json::from_str(&std::fs::read_to_string(FILE).expect("a file")).expect("JSON");
        assert_eq!(served.json(), committed);
        let page = world.get("/api/docs/").send().await;
        assert_eq!(page.status, StatusCode::OK);
        assert!(page.text().contains("swagger-ui"));
        for page in ["/api/docs/", "/api/docs/swagger-initializer.js"] {
            let text = world.get(page).send().await.text();
            assert!(!text.contains("https://") && !text.contains("http://"), "{page}: {text}");
        }
        world.get("/api/docs/none.js").send().await.problem(404, "refused", &[]);
    })
    .await;
}
