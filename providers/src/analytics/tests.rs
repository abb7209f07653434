//! Google Analytics against a loopback server.

use std::sync::Arc;

use chrono::{DateTime, NaiveDate};

use super::*;
use crate::{
    call::Response,
    google::{OAuthClient, Session, Tokens},
    secret::Secret,
    testing::{Bench, Reply, SECRET, Server, assert_never_panics},
};

const REPORT: &str = r#"{"dimensionHeaders":[{"name":"date"},{"name":"landingPage"},{"name":"sessionSource"},{"name":"sessionMedium"}],
 "metricHeaders":[{"name":"sessions","type":"TYPE_INTEGER"},{"name":"keyEvents","type":"TYPE_FLOAT"},{"name":"engagedSessions","type":"TYPE_INTEGER"}],
 "rows":[{"dimensionValues":[{"value":"20261120"},{"value":"/waco"},{"value":"chatgpt.com"},{"value":"referral"}],"metricValues":[{"value":"12"},{"value":"1.5"},{"value":"9"}]},
  {"dimensionValues":[{"value":"20261121"},{"value":"(not set)"},{"value":"google"},{"value":"organic"}],"metricValues":[{"value":"3"},{"value":"0"},{"value":"1"}]}],
 "rowCount":3,"metadata":{"currencyCode":"USD","timeZone":"America/Chicago","dataLossFromOtherRow":true},"kind":"analyticsData#runReport"}"#;

fn client(bench: &Bench, server: &Server) -> GoogleAnalytics {
    let expires_at = DateTime::parse_from_rfc3339("2027-01-01T00:00:00Z").unwrap().to_utc();
    let tokens = Tokens { access: Secret::new(SECRET), expires_at, refresh: None, scopes: Vec::new() };
    let oauth = OAuthClient::new("client", Secret::new("client-secret")).with_base(&server.base);
    let session = Session::new(bench.caller.clone(), oauth, Secret::new("1//refresh")).with_access(&tokens);
    GoogleAnalytics::new(Arc::new(session)).with_base(&server.base)
}

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

#[tokio::test]
async fn properties_of_all_pages_are_listed() {
    let first = r#"{"accountSummaries":[{"name":"accountSummaries/1","propertySummaries":[{"property":"properties/11","displayName":"Site"}]},{"name":"accountSummaries/2"}],"nextPageToken":"n"}"#;
    let second = r#"{"accountSummaries":[{"propertySummaries":[{"property":"properties/12"}]}]}"#;
    let bench = Bench::new();
    let server = Server::start([Reply::json(first), Reply::json(second)]).await;
    let properties = client(&bench, &server).properties().await.unwrap();
    assert_eq!(properties.iter().map(|p| p.property.as_str()).collect::<Vec<_>>(), ["properties/11", "properties/12"]);
    assert!(server.seen()[1].uri.query().unwrap().contains("pageToken=n"));
    bench.assert_settled_without_secrets(&properties);
}

#[tokio::test]
async fn visits_are_fetched_to_the_end() {
    let last = REPORT.replace("20261120", "20261122");
    let bench = Bench::new();
    let server = Server::start([Reply::json(REPORT), Reply::json(last)]).await;
    let client = client(&bench, &server);
    let mut rows = Vec::new();
    let fetched =
        client.each_page("properties/11", day("2026-11-01"), day("2026-11-22"), |page, _| rows.extend(page.rows));
    assert_eq!(fetched.await.unwrap(), 4);
    assert_eq!((rows[0].date, rows[0].sessions, rows[0].conversions), (day("2026-11-20"), 12, 1.5));
    let sent = server.seen()[1].json();
    assert_eq!((&sent["offset"], &sent["metrics"][1]["name"]), (&"2".into(), &"keyEvents".into()));
    assert_eq!(server.seen()[0].uri.path(), "/v1beta/properties/11:runReport");
}

#[tokio::test]
async fn report_without_rows_is_empty_and_failures_are_typed() {
    let denied =
        r#"{"error":{"code":403,"message":"User does not have sufficient permissions","status":"PERMISSION_DENIED"}}"#;
    let quota =
        r#"{"error":{"code":429,"message":"Exhausted property tokens per hour","status":"RESOURCE_EXHAUSTED"}}"#;
    for (reply, kind) in [
        (Reply::json(r#"{"rowCount":0}"#), None),
        (Reply::status(403, denied), Some("forbidden")),
        (Reply::status(429, quota), Some("rate-limited")),
        (Reply::json(REPORT.replace("\"12\"", "\"many\"")), Some("unreadable")),
        (Reply::json("[]"), Some("unreadable")),
    ] {
        let bench = Bench::new();
        let server = Server::start([reply]).await;
        let called = client(&bench, &server).page("properties/11", day("2026-11-01"), day("2026-11-22"), 0).await;
        assert_eq!(called.as_ref().err().map(crate::ProviderError::kind), kind);
        bench.assert_settled_without_secrets(&called);
        let error = client(&bench, &server).page("../accounts", day("2026-11-01"), day("2026-11-02"), 0).await;
        assert_eq!(error.unwrap_err().kind(), "invalid-field");
    }
}

#[test]
fn changed_responses_are_values_or_errors() {
    let received_at = DateTime::UNIX_EPOCH;
    assert_never_panics(REPORT, |body| {
        drop(super::client::report(&Response { status: 200, body: body.to_vec(), retry_after: None, received_at }));
    });
}
