//! SerpApi against a loopback server.

use chrono::DateTime;
use serde_json::json;

use super::*;
use crate::{
    call::Response,
    provider::{Credentials, PriceBook},
    secret::Secret,
    serp::{AiOverview, Device, ItemKind, Place, SerpRequest},
    testing::{Bench, Reply, SECRET, Server, assert_never_panics},
};

const SEARCH: &str = include_str!("../../fixtures/serp_api_search.json");

fn client(bench: &Bench, server: &Server) -> SerpApi {
    let key = Credentials::Key(Secret::new(SECRET));
    SerpApi::new(bench.caller.clone(), key, PriceBook::default()).with_base(&server.base)
}

fn search() -> SerpRequest {
    let place = Place { country: "US".into(), name: Some("Waco,Texas,United States".into()), ..Place::default() };
    SerpRequest { device: Device::Desktop, ..SerpRequest::new("plumber", place, "en") }
}

#[tokio::test]
async fn results_of_the_second_page_rank_from_eleven() {
    let bench = Bench::new();
    let server = Server::start([Reply::json(SEARCH)]).await;
    let called = client(&bench, &server).search(&search(), 1).await.unwrap();
    let serp = &called.value;
    let own = serp.best_of("example.test").unwrap();
    assert_eq!((own.rank, own.absolute_rank, serp.depth), (Some(12), None, 20));
    let pack = serp.of_kind(ItemKind::LocalPack).next().unwrap();
    assert_eq!((pack.host.as_deref(), pack.listing.as_ref().unwrap().reviews), (Some("example.test"), Some(88)));
    let AiOverview::Present(overview) = &serp.ai_overview else { panic!("an overview") };
    assert_eq!(overview.text, "Plumbers cost $150.\nLicence\nCheck it.\n");
    assert_eq!(overview.references.len(), 2);
    assert_eq!(serp.features().len(), 5);
    let sent = server.seen()[0].uri.query().unwrap().to_owned();
    assert!(sent.contains("gl=us") && sent.contains("location=Waco%2CTexas") && sent.contains("start=10"), "{sent}");
    bench.assert_settled_without_secrets(&called);
}

#[tokio::test]
async fn overview_behind_a_token_is_loaded_by_a_second_call() {
    let bench = Bench::new();
    let first = json!({ "search_metadata": { "status": "Success" }, "ai_overview": { "page_token": "KIVu-token" } });
    let second = json!({ "search_metadata": { "status": "Success" }, "ai_overview": {
        "text_blocks": [{ "type": "paragraph", "snippet": "Yes." }], "references": [{ "link": "https://a.test/" }] } });
    let server = Server::start([Reply::json(first.to_string()), Reply::json(second.to_string())]).await;
    let client = client(&bench, &server);
    let serp = client.search(&search(), 0).await.unwrap().value;
    let AiOverview::NotLoaded { token: Some(token) } = serp.ai_overview else { panic!("a token") };
    let overview = client.ai_overview(&search(), &token).await.unwrap();
    assert!(matches!(overview.value, AiOverview::Present(overview) if overview.references.len() == 1));
    let sent = server.seen()[1].uri.query().unwrap().to_owned();
    assert!(sent.contains("engine=google_ai_overview") && sent.contains("page_token=KIVu-token"), "{sent}");
}

#[tokio::test]
async fn search_without_results_is_empty() {
    let empty = json!({ "search_metadata": { "status": "Success" }, "search_information": { "organic_results_state": "Fully empty" },
        "error": "Google hasn't returned any results for this query." });
    let bench = Bench::new();
    let server = Server::start([Reply::json(empty.to_string())]).await;
    assert!(client(&bench, &server).search(&search(), 0).await.unwrap().value.items.is_empty());
}

#[tokio::test]
async fn failures_are_typed_and_keep_the_key_secret() {
    for (status, message, kind) in [
        (401, format!("Invalid API key {SECRET}. Your API key should be here"), "bad-key"),
        (429, "Your account has run out of searches.".to_owned(), "no-money"),
        (400, "Unsupported `Atlantis` location - location parameter.".to_owned(), "invalid-field"),
        (200, "Something went wrong".to_owned(), "task"),
        (503, String::new(), "unavailable"),
    ] {
        let bench = Bench::new();
        let server = Server::start([Reply::status(status, json!({ "error": message }).to_string())]).await;
        let error = client(&bench, &server).search(&search(), 0).await.unwrap_err();
        assert_eq!(error.kind(), kind);
        bench.assert_settled_without_secrets(&error);
    }
}

#[tokio::test]
async fn account_reports_searches_without_the_key() {
    let bench = Bench::new();
    let server =
        Server::start([Reply::json(json!({ "api_key": SECRET, "total_searches_left": 4_321 }).to_string())]).await;
    let called = client(&bench, &server).account().await.unwrap();
    assert_eq!(called.value.searches_left, Some(4_321));
    bench.assert_settled_without_secrets(&called);
}

#[tokio::test]
async fn map_results_need_a_point() {
    let bench = Bench::new();
    let body = json!({ "search_metadata": { "status": "Success" }, "local_results": [{ "position": 1, "title": "Example",
        "website": "https://example.test/", "gps_coordinates": { "latitude": 1.0, "longitude": 2.0 } }] });
    let server = Server::start([Reply::json(body.to_string())]).await;
    let client = client(&bench, &server);
    assert_eq!(client.maps(&search()).await.unwrap_err().kind(), "invalid-field");
    let place = Place { country: "us".into(), point: Some((31.5, -97.1)), ..Place::default() };
    let serp = client.maps(&SerpRequest { place, ..search() }).await.unwrap().value;
    assert_eq!(serp.items[0].listing.as_ref().unwrap().point, Some((1.0, 2.0)));
    assert_eq!(serp.items[0].rank, Some(1));
}

#[test]
fn changed_responses_are_values_or_errors() {
    assert_never_panics(SEARCH, |body| {
        let received_at = DateTime::UNIX_EPOCH;
        let response = Response { status: 200, body: body.to_vec(), retry_after: None, received_at };
        let _ = parse_serp(&response, &search(), u32::MAX);
        let _ = parse::maps(&response, &search());
        let _ = parse::ai_overview(&response);
    });
}
