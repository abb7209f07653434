//! Search Console against a loopback server.

use std::{sync::Arc, time::Duration};

use chrono::{DateTime, NaiveDate};

use super::*;
use crate::{
    call::Response,
    error::ProviderError,
    google::{OAuthClient, Session, Tokens},
    secret::Secret,
    testing::{Bench, Reply, SECRET, Server, assert_never_panics},
};

const ROWS: &str = r#"{"rows":[
  {"keys":["2026-11-20","emergency plumber","https://a.test/","usa","MOBILE"],"clicks":3.0,"impressions":120,"ctr":0.025,"position":8.4},
  {"keys":["2026-11-21","plumber waco","https://a.test/waco","usa","DESKTOP"],"clicks":0,"impressions":7.0,"ctr":0,"position":21.0}],
 "responseAggregationType":"byPage","metadata":{"first_incomplete_date":"2026-11-21"}}"#;
const DIMENSIONS: [Dimension; 5] =
    [Dimension::Date, Dimension::Query, Dimension::Page, Dimension::Country, Dimension::Device];

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn client(bench: &Bench, server: &Server) -> SearchConsole {
    let oauth = OAuthClient::new("client", Secret::new("client-secret")).with_base(&server.base);
    let expires_at = DateTime::parse_from_rfc3339("2027-01-01T00:00:00Z").unwrap().to_utc();
    let tokens = Tokens { access: Secret::new(SECRET), expires_at, refresh: None, scopes: Vec::new() };
    let session = Session::new(bench.caller.clone(), oauth, Secret::new("1//refresh")).with_access(&tokens);
    SearchConsole::new(Arc::new(session)).with_base(&server.base)
}

fn query() -> AnalyticsQuery {
    AnalyticsQuery::new(day("2026-11-01"), day("2026-11-21"), DIMENSIONS.to_vec())
}

#[tokio::test]
async fn sites_of_the_account_are_listed() {
    let bench = Bench::new();
    let body =
        r#"{"siteEntry":[{"siteUrl":"sc-domain:a.test","permissionLevel":"siteOwner"},{"siteUrl":"https://b.test/"}]}"#;
    let server = Server::start([Reply::json(body), Reply::json("{}")]).await;
    let client = client(&bench, &server);
    let sites = client.sites().await.unwrap();
    assert_eq!(sites.value[0], Site { site_url: "sc-domain:a.test".into(), permission_level: "siteOwner".into() });
    assert_eq!(client.sites().await.unwrap().value, []);
    assert_eq!(server.seen()[0].header("authorization"), format!("Bearer {SECRET}"));
    bench.assert_settled_without_secrets(&(client, sites));
}

#[tokio::test]
async fn rows_are_typed_by_dimension_and_fresh_days_are_named() {
    let bench = Bench::new();
    let server = Server::start([Reply::json(ROWS)]).await;
    let called = client(&bench, &server).page("sc-domain:a.test", &query(), 0).await.unwrap();
    let row = &called.value.rows[0];
    assert_eq!((row.date, row.query.as_deref()), (Some(day("2026-11-20")), Some("emergency plumber")));
    assert_eq!((row.clicks, row.impressions, row.device.as_deref()), (3, 120, Some("MOBILE")));
    assert_eq!(called.value.first_incomplete, Some(day("2026-11-21")));
    let seen = &server.seen()[0];
    assert_eq!(seen.uri.path(), "/webmasters/v3/sites/sc-domain%3Aa.test/searchAnalytics/query");
    let sent = seen.json();
    assert_eq!(
        (&sent["startDate"], &sent["dataState"], &sent["rowLimit"]),
        (&"2026-11-01".into(), &"all".into(), &25_000.into())
    );
    assert_eq!(sent["dimensions"][4], "device");
}

#[tokio::test]
async fn pages_are_fetched_to_the_end() {
    let bench = Bench::new();
    let server =
        Server::start([Reply::json(ROWS), Reply::json(ROWS), Reply::json(r#"{"responseAggregationType":"byPage"}"#)])
            .await;
    let query = AnalyticsQuery { page_rows: 2, ..query() };
    let mut pages = Vec::new();
    let client = client(&bench, &server);
    let rows = client.each_page("https://a.test/", &query, |page, _| pages.push(page.rows.len()));
    assert_eq!(rows.await.unwrap(), 4);
    assert_eq!(pages, [2, 2, 0]);
    let starts: Vec<_> = server.seen().iter().map(|seen| seen.json()["startRow"].clone()).collect();
    assert_eq!(starts, [0, 2, 4]);
}

#[tokio::test]
async fn totals_are_asked_for_without_dimensions() {
    let bench = Bench::new();
    let totals = r#"{"rows":[{"clicks":812,"impressions":40211,"ctr":0.02,"position":17.2}]}"#;
    let server = Server::start([Reply::json(totals), Reply::json("{}")]).await;
    let client = client(&bench, &server);
    let found = client.totals("https://a.test/", &query()).await.unwrap().value;
    assert_eq!(found, Totals { clicks: 812, impressions: 40_211, position: 17.2 });
    assert_eq!(server.seen()[0].json()["dimensions"], serde_json::json!([]));
    assert_eq!(client.totals("https://a.test/", &query()).await.unwrap().value, Totals::default());
}

#[tokio::test]
async fn failures_are_typed_and_keep_the_token_secret() {
    let denied = r#"{"error":{"code":403,"message":"User does not have sufficient permission for site 'https://a.test/'.","errors":[{"reason":"forbidden"}]}}"#;
    for (reply, kind) in [
        (Reply::status(403, denied), "forbidden"),
        (Reply::status(400, r#"{"error":{"message":"Invalid value at 'start_date'"}}"#), "invalid-field"),
        (Reply::json(&ROWS[..200]), "unreadable"),
        (Reply::json(r#"{"rows":[{"keys":["x"],"clicks":1,"impressions":1,"position":1}]}"#), "unreadable"),
        (Reply::json(ROWS).slow(), "timeout"),
        (Reply::status(429, "{}"), "rate-limited"),
    ] {
        let bench = Bench::new();
        let server = Server::start([reply]).await;
        let error = client(&bench, &server).page("https://a.test/", &query(), 0).await.unwrap_err();
        assert_eq!(error.kind(), kind);
        bench.assert_settled_without_secrets(&error);
    }
}

#[test]
fn changed_responses_are_rows_or_an_error() {
    assert_never_panics(ROWS, |body| {
        let received_at = DateTime::UNIX_EPOCH;
        let response = Response { status: 200, body: body.to_vec(), retry_after: Some(Duration::ZERO), received_at };
        match super::client::parse(&response, &DIMENSIONS) {
            Ok(page) => assert!(page.rows.iter().all(|row| row.date.is_some() && row.position.is_finite())),
            Err(error) => assert!(matches!(error, ProviderError::Unreadable(_)), "{error:?}"),
        }
    });
}
