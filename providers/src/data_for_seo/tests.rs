//! DataForSEO against a loopback server.

use chrono::DateTime;
use serde_json::json;

use super::*;
use crate::{
    call::{Basis, Outcome, Response},
    money::Micros,
    provider::{Credentials, Operation, PriceBook},
    secret::Secret,
    serp::{AiOverview, ItemKind, Place, SerpRequest},
    testing::{Bench, Reply, SECRET, Server, assert_never_panics},
};

const SERP: &str = include_str!("../../fixtures/data_for_seo_serp.json");
const MAPS: &str = include_str!("../../fixtures/data_for_seo_maps.json");
const VOLUMES: &str = include_str!("../../fixtures/data_for_seo_volumes.json");
const RANKED: &str = include_str!("../../fixtures/data_for_seo_ranked.json");
const BACKLINKS: &str = include_str!("../../fixtures/data_for_seo_backlinks.json");

fn client(bench: &Bench, server: &Server) -> DataForSeo {
    let credentials = Credentials::LoginPassword { login: Secret::new("me@a.test"), password: Secret::new(SECRET) };
    DataForSeo::new(bench.caller.clone(), credentials, PriceBook::default()).with_base(&server.base)
}

fn search() -> SerpRequest {
    let place = Place { country: "us".into(), code: Some(2_840), ..Place::default() };
    SerpRequest::new("emergency plumber waco tx", place, "en")
}

fn market() -> Market {
    Market { location_code: 2_840, language: "en".into() }
}

fn failed(code: i64, message: &str) -> String {
    let task = json!({ "status_code": code, "status_message": message, "cost": 0, "result": null });
    json!({ "status_code": 20_000, "status_message": "Ok.", "cost": 0, "tasks": [task] }).to_string()
}

#[tokio::test]
async fn search_results_are_typed_with_both_ranks() {
    let bench = Bench::new();
    let server = Server::start([Reply::json(SERP)]).await;
    let called = client(&bench, &server).search(&search()).await.unwrap();
    let serp = &called.value;
    let own = serp.best_of("example.test").unwrap();
    assert_eq!((own.rank, own.absolute_rank, own.host.as_deref()), (Some(2), Some(4), Some("shop.example.test")));
    let pack = serp.of_kind(ItemKind::LocalPack).next().unwrap().listing.as_ref().unwrap();
    assert_eq!((pack.reviews, pack.rating, pack.cid.as_deref()), (Some(88), Some(4.6), Some("1234567890")));
    let questions: Vec<_> = serp.of_kind(ItemKind::PeopleAlsoAsk).map(|item| item.title.as_str()).collect();
    assert_eq!(questions, ["How much does an emergency plumber cost?"]);
    assert_eq!(serp.of_kind(ItemKind::RelatedSearches).count(), 2);
    assert_eq!(serp.features().len(), 4);
    assert_eq!((serp.total, serp.fetched_at.to_rfc3339().as_str()), (Some(120_000), "2026-11-20T10:00:00+00:00"));
    assert_eq!(bench.ledger.charges(), [(2_000, Basis::Reported, Outcome::Succeeded)]);
    let sent = server.seen()[0].clone();
    assert_eq!(sent.json()[0]["location_code"], 2_840);
    assert!(sent.header("authorization").starts_with("Basic bWVAYS50ZXN0On"));
    bench.assert_settled_without_secrets(&called);
}

#[tokio::test]
async fn references_of_the_overview_and_of_its_parts_are_listed_once() {
    let bench = Bench::new();
    let server = Server::start([Reply::json(SERP)]).await;
    let serp = client(&bench, &server).search(&search()).await.unwrap().value;
    let AiOverview::Present(overview) = serp.ai_overview else { panic!("an overview") };
    let hosts: Vec<_> = overview.references.iter().filter_map(|reference| reference.host.as_deref()).collect();
    assert_eq!(hosts, ["example.test", "angi.com"]);
    assert_eq!(overview.text, "Expect **$150 to $500**.");
}

#[tokio::test]
async fn overview_that_loads_later_is_unknown_and_not_absent() {
    let mut body: serde_json::Value = serde_json::from_str(SERP).unwrap();
    body["tasks"][0]["result"][0]["items"][0] = json!({ "type": "ai_overview", "asynchronous_ai_overview": true });
    let bench = Bench::new();
    let server = Server::start([Reply::json(body.to_string())]).await;
    let serp = client(&bench, &server).search(&search()).await.unwrap().value;
    assert_eq!(serp.ai_overview, AiOverview::NotLoaded { token: None });
}

#[tokio::test]
async fn search_without_results_is_empty_and_no_error() {
    for reply in [failed(40_102, "No Search Results."), failed(20_000, "Ok.")] {
        let bench = Bench::new();
        let server = Server::start([Reply::json(reply)]).await;
        let called = client(&bench, &server).search(&search()).await.unwrap();
        assert!(called.value.items.is_empty());
        assert_eq!(bench.ledger.charges(), [(0, Basis::Reported, Outcome::Succeeded)]);
    }
}

#[tokio::test]
async fn task_errors_under_status_200_are_typed() {
    for (code, message, kind) in [
        (40_501, "Invalid Field: 'location_code'.", "invalid-field"),
        (40_103, "Task execution failed", "task"),
        (40_200, "Payment Required.", "no-money"),
        (40_201, "Your account is paused.", "forbidden"),
        (40_203, "The cost limit per day has been exceeded.", "quota"),
        (50_000, "Internal Error.", "unavailable"),
    ] {
        let bench = Bench::new();
        let server = Server::start([Reply::json(failed(code, message))]).await;
        let error = client(&bench, &server).search(&search()).await.unwrap_err();
        assert_eq!(error.kind(), kind, "{error}");
        assert!(bench.ledger.charges().iter().all(|(cost, ..)| *cost == 0));
        bench.assert_settled_without_secrets(&error);
    }
    let bench = Bench::new();
    let wrong = json!({ "status_code": 40_100, "status_message": "You are not Authorized.", "tasks": null });
    let server = Server::start([Reply::status(401, wrong.to_string())]).await;
    assert_eq!(client(&bench, &server).search(&search()).await.unwrap_err().kind(), "bad-key");
}

#[tokio::test]
async fn rate_limit_of_a_minute_is_waited_for() {
    let bench = Bench::new();
    let limited = failed(40_202, "The rates limit per minute has been exceeded: 12 >= 12");
    let server = Server::start([Reply::json(limited), Reply::json(VOLUMES)]).await;
    let called = client(&bench, &server).volumes(&["plumber waco".to_owned()], &market()).await.unwrap();
    assert!(bench.clock.sleeps()[0] >= 60.0);
    assert_eq!((called.value[0].search_volume, called.value[1].search_volume), (Some(320), None));
    assert_eq!((called.value[0].monthly_searches.len(), called.call.cost), (1, Micros(75_000)));
    bench.assert_settled_without_secrets(&called);
}

#[tokio::test]
async fn estimate_of_a_deep_search_counts_pages_and_extras() {
    let bench = Bench::new();
    let server = Server::start([Reply::json(SERP)]).await;
    let client = client(&bench, &server);
    let estimate = |search: &SerpRequest| client.search_estimate(Operation::DATA_FOR_SEO_SERP, search).amount;
    assert_eq!(estimate(&search()), Micros(2_000));
    assert_eq!(estimate(&SerpRequest { depth: 31, ..search() }), Micros(6_500));
    assert_eq!(estimate(&SerpRequest { wants_overview: true, question_clicks: 2, ..search() }), Micros(4_300));
    for wrong in [
        SerpRequest { depth: 0, ..search() },
        SerpRequest { depth: 201, ..search() },
        SerpRequest { query: String::new(), ..search() },
        SerpRequest { place: Place { country: "us".into(), ..Place::default() }, ..search() },
    ] {
        assert_eq!(client.search(&wrong).await.unwrap_err().kind(), "invalid-field", "{wrong:?}");
    }
    assert_eq!(server.seen().len(), 0);
}

#[tokio::test]
async fn map_results_have_their_place() {
    let bench = Bench::new();
    let server = Server::start([Reply::json(MAPS)]).await;
    let place = Place { country: "us".into(), point: Some((31.549_333, -97.146_669)), ..Place::default() };
    let called = client(&bench, &server).maps(&SerpRequest::new("plumber", place, "en")).await.unwrap();
    let item = called.value.of_kind(ItemKind::MapResult).next().unwrap();
    assert_eq!(item.listing.as_ref().unwrap().point, Some((31.55, -97.14)));
    assert_eq!(server.seen()[0].json()[0]["location_coordinate"], "31.5493330,-97.1466690");
}

#[tokio::test]
async fn ranked_keywords_have_rank_and_figures() {
    let bench = Bench::new();
    let server = Server::start([Reply::json(RANKED)]).await;
    let called = client(&bench, &server).ranked_keywords("https://www.example.test/", &market(), 100, 0).await.unwrap();
    let ranked = &called.value.keywords[0];
    assert_eq!((called.value.total, ranked.rank, ranked.absolute_rank), (412, Some(4), Some(7)));
    assert_eq!((ranked.keyword.keyword.as_str(), ranked.keyword.keyword_difficulty), ("plumber waco", Some(18.0)));
    assert_eq!(server.seen()[0].json()[0]["target"], "example.test");
    bench.assert_settled_without_secrets(&called);
}

#[tokio::test]
async fn difficulty_and_ideas_are_lists_of_keywords() {
    let list = |item: serde_json::Value| {
        let result = json!([{ "total_count": 9, "items_count": 1, "items": [item] }]);
        let task = json!({ "status_code": 20_000, "cost": 0.0101, "result": result });
        Reply::json(json!({ "status_code": 20_000, "cost": 0.0101, "tasks": [task] }).to_string())
    };
    let difficulty = list(json!({ "se_type": "google", "keyword": "plumber", "keyword_difficulty": 44 }));
    let idea = list(
        json!({ "keyword": "cheap plumber", "keyword_info": { "search_volume": 90 }, "keyword_properties": null }),
    );
    let (bench, server) = (Bench::new(), Server::start([difficulty, idea]).await);
    let client = client(&bench, &server);
    let found = client.difficulty(&["plumber".to_owned()], &market()).await.unwrap();
    assert_eq!(found.value[0].keyword_difficulty, Some(44.0));
    let ideas = client.suggestions("plumber", &market(), 10, 0).await.unwrap();
    assert_eq!((ideas.value.total, ideas.value.keywords[0].search_volume), (9, Some(90)));
    assert_eq!(client.difficulty(&[], &market()).await.unwrap_err().kind(), "invalid-field");
    bench.assert_settled_without_secrets(&ideas);
}

#[tokio::test]
async fn backlinks_and_balance_are_read() {
    let balance = json!({ "status_code": 20_000, "cost": 0, "tasks": [{ "status_code": 20_000, "cost": 0,
        "result": [{ "login": "me@a.test", "money": { "total": 50, "balance": 12.345_678 } }] }] });
    let replies = [Reply::json(BACKLINKS), Reply::json(BACKLINKS), Reply::json(balance.to_string())];
    let (bench, server) = (Bench::new(), Server::start(replies).await);
    let client = client(&bench, &server);
    let summary = client.backlink_summary("example.test").await.unwrap().value;
    assert_eq!((summary.referring_main_domains, summary.rank), (Some(44), Some(31.0)));
    let page = client.backlinks("example.test", BacklinkMode::OnePerDomain, 1, 0).await.unwrap();
    assert_eq!((page.value.total, page.value.links[0].dofollow), (Some(51), Some(true)));
    assert_eq!(server.seen()[1].json()[0]["mode"], "one_per_domain");
    assert_eq!(client.account().await.unwrap().value.balance, Micros(12_345_678));
    bench.assert_settled_without_secrets(&page);
}

#[test]
fn changed_responses_are_values_or_errors() {
    let response = |body: &[u8]| Response {
        status: 200,
        body: body.to_vec(),
        retry_after: None,
        received_at: DateTime::UNIX_EPOCH,
    };
    assert_never_panics(SERP, |body| {
        let _ = parse_serp(&response(body), &search());
    });
    assert_never_panics(RANKED, |body| {
        let _ = envelope::results::<RankedPage>(&response(body));
    });
    assert_never_panics(VOLUMES, |body| {
        let _ = keywords::volumes(&response(body));
    });
    assert_never_panics(BACKLINKS, |body| {
        let _ = envelope::results::<BacklinkPage>(&response(body));
    });
}
