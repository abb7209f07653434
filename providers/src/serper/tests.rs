//! Serper against a loopback server.

use chrono::DateTime;
use serde_json::json;

use super::*;
use crate::{
    call::{Basis, Outcome, Response},
    provider::{Credentials, PriceBook},
    secret::Secret,
    serp::{AiOverview, ItemKind, Place, SerpRequest},
    testing::{Bench, Reply, SECRET, Server, assert_never_panics},
};

const SEARCH: &str = include_str!("../../fixtures/serper_search.json");

fn client(bench: &Bench, server: &Server) -> Serper {
    let key = Credentials::Key(Secret::new(SECRET));
    Serper::new(bench.caller.clone(), key, PriceBook::default()).with_base(&server.base)
}

fn search() -> SerpRequest {
    let place = Place { country: "us".into(), name: Some("Waco, Texas, United States".into()), ..Place::default() };
    SerpRequest::new("plumber", place, "en")
}

#[tokio::test]
async fn results_and_places_are_normalised() {
    let bench = Bench::new();
    let server = Server::start([Reply::json(SEARCH)]).await;
    let client = client(&bench, &server);
    let called = client.search(&search(), 2).await.unwrap();
    assert_eq!(called.value.best_of("example.test").unwrap().rank, Some(22));
    assert_eq!(called.value.ai_overview, AiOverview::Unknown, "it reports none, which is not the same as none");
    assert!(!called.value.features().contains(&ItemKind::AiOverview));
    let places = client.places(&search()).await.unwrap().value;
    let listing = places.of_kind(ItemKind::LocalPack).next().unwrap().listing.clone().unwrap();
    assert_eq!((listing.reviews, listing.point), (Some(88), Some((31.5, -97.1))));
    assert_eq!(bench.ledger.charges(), [(1_000, Basis::Computed, Outcome::Succeeded); 2]);
    let seen = &server.seen()[0];
    assert_eq!((seen.header("x-api-key"), &seen.json()["page"]), (SECRET, &json!(3)));
    bench.assert_settled_without_secrets(&called);
}

#[tokio::test]
async fn completed_queries_are_listed() {
    let bench = Bench::new();
    let body = json!({ "suggestions": [{ "value": "plumber near me" }, { "value": "plumber salary" }], "credits": 1 });
    let server = Server::start([Reply::json(body.to_string()), Reply::json("{}")]).await;
    let client = client(&bench, &server);
    assert_eq!(client.autocomplete(&search()).await.unwrap().value, ["plumber near me", "plumber salary"]);
    assert!(client.autocomplete(&search()).await.unwrap().value.is_empty());
}

#[tokio::test]
async fn failures_are_typed_and_keep_the_key_secret() {
    for (reply, kind) in [
        (Reply::status(403, r#"{"message":"Unauthorized.","statusCode":403}"#), "bad-key"),
        (Reply::status(400, r#"{"message":"Not enough credits","statusCode":400}"#), "no-money"),
        (Reply::status(400, r#"{"message":"Missing q","statusCode":400}"#), "invalid-field"),
        (Reply::json("[]"), "unreadable"),
        (Reply::json(SEARCH).slow(), "timeout"),
    ] {
        let bench = Bench::new();
        let server = Server::start([reply]).await;
        let error = client(&bench, &server).search(&search(), 0).await.unwrap_err();
        assert_eq!(error.kind(), kind);
        bench.assert_settled_without_secrets(&error);
    }
}

#[test]
fn changed_responses_are_values_or_errors() {
    assert_never_panics(SEARCH, |body| {
        let received_at = DateTime::UNIX_EPOCH;
        let response = Response { status: 200, body: body.to_vec(), retry_after: None, received_at };
        let _ = parse_serp(&response, &search(), u32::MAX);
    });
}
