//! Bing Webmaster Tools against a loopback server.

use super::{client::to_date, *};
use crate::{
    provider::{Access, Credentials, PriceBook, ProviderClient},
    secret::Secret,
    testing::{Bench, Reply, SECRET, Server, assert_never_panics},
};

const QUERIES: &str = r#"{"d":[{"__type":"QueryStats:#Microsoft.Bing.Webmaster.Api","AvgClickPosition":2,"AvgImpressionPosition":4.5,"Clicks":9,"Date":"/Date(1763712000000-0700)/","Impressions":100,"Query":"plumber waco"},
 {"AvgClickPosition":-1,"AvgImpressionPosition":12,"Clicks":0,"Date":"/Date(1763712000000)/","Impressions":3,"Query":"https://example.test/"}]}"#;

fn client(bench: &Bench, server: &Server) -> BingWebmaster {
    BingWebmaster::new(bench.caller.clone(), Credentials::Key(Secret::new(SECRET))).with_base(&server.base)
}

#[tokio::test]
async fn figures_of_queries_are_dated_in_their_zone() {
    let bench = Bench::new();
    let server = Server::start([Reply::json(QUERIES)]).await;
    let called = client(&bench, &server).queries("https://example.test/").await.unwrap();
    let (first, second) = (&called.value[0], &called.value[1]);
    assert_eq!((first.date.to_string().as_str(), second.date.to_string().as_str()), ("2025-11-21", "2025-11-21"));
    assert_eq!((first.clicks, first.position, second.click_position), (9, Some(4.5), None));
    let sent = server.seen()[0].uri.to_string();
    assert!(sent.starts_with("/webmaster/api.svc/json/GetQueryStats?siteUrl=https%3A%2F%2Fexample.test%2F&apikey="));
    bench.assert_settled_without_secrets(&called);
}

#[tokio::test]
async fn sites_pages_and_traffic_are_listed() {
    let sites = r#"{"d":[{"Url":"https://example.test/","IsVerified":true}]}"#;
    let traffic = r#"{"d":[{"Clicks":5,"Date":"/Date(1763712000000)/","Impressions":50}]}"#;
    let bench = Bench::new();
    let server = Server::start([Reply::json(sites), Reply::json(traffic), Reply::json(r#"{"d":[]}"#)]).await;
    let client = client(&bench, &server);
    assert!(client.sites().await.unwrap().value[0].is_verified);
    assert_eq!(client.traffic("https://example.test/").await.unwrap().value[0].impressions, 50);
    assert_eq!(client.pages("https://example.test/").await.unwrap().value, []);
}

#[tokio::test]
async fn failures_are_typed_and_keep_the_key_secret() {
    for (status, body, kind) in [
        (400, r#"{"ErrorCode":3,"Message":"ERROR!!! InvalidApiKey"}"#, "bad-key"),
        (200, r#"{"d":{"ErrorCode":14,"Message":"ERROR!!! NotAuthorized"}}"#, "forbidden"),
        (400, r#"{"ErrorCode":4,"Message":"ERROR!!! ThrottleUser"}"#, "rate-limited"),
        (400, r#"{"ErrorCode":7,"Message":"ERROR!!! InvalidUrl"}"#, "invalid-field"),
        (200, r#"{"x":1}"#, "unreadable"),
        (503, "", "unavailable"),
    ] {
        let bench = Bench::new();
        let server = Server::start([Reply::status(status, body)]).await;
        let error = client(&bench, &server).queries("https://example.test/").await.unwrap_err();
        assert_eq!(error.kind(), kind);
        bench.assert_settled_without_secrets(&error);
    }
}

#[test]
fn date_of_another_form_is_refused() {
    assert_eq!(to_date("/Date(1763708400000-0700)/").unwrap().to_string(), "2025-11-21");
    assert_eq!(to_date("/Date(1763708399000-0700)/").unwrap().to_string(), "2025-11-20");
    assert_eq!(to_date("/Date(-86400000)/").unwrap().to_string(), "1969-12-31");
    for wrong in
        ["", "/Date()/", "/Date(x)/", "/Date(1+99999)/", "/Date(99999999999999999)/", "/Date(1+é)/", "2026-01-01"]
    {
        assert_eq!(to_date(wrong), None, "{wrong}");
    }
}

#[test]
fn changed_responses_are_values_or_errors() {
    assert_never_panics(QUERIES, |body| {
        let Ok(value) = serde_json::from_slice::<serde_json::Value>(body) else { return };
        for stats in value["d"].as_array().into_iter().flatten() {
            drop(serde_json::from_value::<Stats>(stats.clone()));
        }
    });
}

#[tokio::test]
async fn key_with_an_unverified_site_lists_the_verified_ones() {
    let sites =
        r#"{"d":[{"Url":"https://example.test/","IsVerified":true},{"Url":"https://other.test/","IsVerified":false}]}"#;
    let bench = Bench::new();
    let server = Server::start([Reply::json(sites)]).await;
    let access = Access {
        caller: bench.caller.clone(),
        credentials: Credentials::Key(Secret::new(SECRET)),
        session: None,
        prices: PriceBook::default(),
        base: Some(server.base.clone()),
    };
    let tested = BingWebmaster::test(&access).await.unwrap();
    assert_eq!(tested.account["properties"], serde_json::json!(["https://example.test/"]));
    assert_eq!(tested.message, "The account has 1 site.");
}
