//! Page speed against a loopback server.

use chrono::DateTime;
use serde_json::json;

use super::*;
use crate::{
    call::Response,
    provider::Credentials,
    secret::Secret,
    testing::{Bench, Reply, SECRET, Server, assert_never_panics},
};

const LAB: &str = include_str!("../../fixtures/page_speed.json");
const RECORD: &str = include_str!("../../fixtures/crux_record.json");
const HISTORY: &str = include_str!("../../fixtures/crux_history.json");

fn key() -> Credentials {
    Credentials::Key(Secret::new(SECRET))
}

#[tokio::test]
async fn speed_test_has_figures_of_the_laboratory_and_of_visits() {
    let bench = Bench::new();
    let server = Server::start([Reply::json(LAB)]).await;
    let client = PageSpeed::new(bench.caller.clone(), key()).with_base(&server.base);
    let called = client.run("https://example.test/", Strategy::Mobile, "en").await.unwrap();
    let test = &called.value;
    assert_eq!((test.lab.performance, test.lab.seo, test.lab.lcp), (Some(0.91), Some(1.0), Some(1_800.5)));
    assert_eq!((test.page[&Metric::Cls], test.origin[&Metric::Inp]), (0.08, 180.0));
    let sent = server.seen()[0].uri.query().unwrap().to_owned();
    assert!(sent.contains("category=performance&category=seo") && sent.contains("strategy=mobile"), "{sent}");
    bench.assert_settled_without_secrets(&called);
}

#[tokio::test]
async fn page_that_cannot_be_loaded_is_a_task_error() {
    let bench = Bench::new();
    let failed = LAB.replace("\"message\":\"\"", "\"message\":\"Lighthouse was unable to load the page.\"");
    let server = Server::start([Reply::json(failed)]).await;
    let client = PageSpeed::new(bench.caller.clone(), Credentials::None).with_base(&server.base);
    let error = client.run("https://example.test/", Strategy::Desktop, "en").await.unwrap_err();
    assert_eq!(error.kind(), "task");
    let text = error.to_string();
    assert!(text.starts_with("the page https://example.test/ could not be tested: "), "{text}");
    assert!(text.contains("Lighthouse was unable to load the page") && !text.contains("code 0"), "{text}");
}

#[tokio::test]
async fn page_that_the_service_could_not_load_is_no_fault_of_the_service() {
    for status in [400, 500] {
        let message = "Lighthouse returned error: FAILED_DOCUMENT_REQUEST. Lighthouse was unable to load the page. \
                       (Details: net::ERR_TIMED_OUT)";
        let errors = json!([{"message": message, "domain": "lighthouse", "reason": "lighthouseUserError"}]);
        let body = json!({"error": {"code": status, "message": message, "errors": errors}});
        let bench = Bench::new();
        let server = Server::start([Reply::status(status, body.to_string())]).await;
        let client = PageSpeed::new(bench.caller.clone(), key()).with_base(&server.base);
        let error = client.run("https://example.test/", Strategy::Mobile, "en").await.unwrap_err();
        assert_eq!((error.kind(), error.is_transient()), ("task", false), "{status}");
        let text = error.to_string();
        assert!(text.contains("it did not load. Open it in a browser"), "{text}");
        assert!(
            text.ends_with(
                "FAILED_DOCUMENT_REQUEST: Lighthouse was unable to load the page. (Details: net::ERR_TIMED_OUT)"
            ),
            "{text}"
        );
        bench.assert_settled_without_secrets(&error);
    }
}

#[tokio::test]
async fn figures_of_the_site_do_not_stand_for_the_page() {
    let bench = Bench::new();
    let fallback = LAB.replace("\"overall_category\"", "\"origin_fallback\":true,\"overall_category\"");
    let server = Server::start([Reply::json(fallback)]).await;
    let client = PageSpeed::new(bench.caller.clone(), key()).with_base(&server.base);
    let test = client.run("https://example.test/", Strategy::Mobile, "en").await.unwrap().value;
    assert!(test.page.is_empty());
}

#[tokio::test]
async fn field_data_has_percentiles_and_period() {
    let bench = Bench::new();
    let server = Server::start([Reply::json(RECORD), Reply::json(HISTORY)]).await;
    let client = ChromeUxReport::new(bench.caller.clone(), key()).with_base(&server.base);
    let subject = Subject::Origin("https://example.test".into());
    let data = client.record(&subject, Some(FormFactor::Phone)).await.unwrap().unwrap();
    assert_eq!((data.value.percentiles[&Metric::Cls], data.value.good[&Metric::Lcp]), (0.04, 0.81));
    assert_eq!(data.value.period.to.to_string(), "2026-11-20");
    assert_eq!(server.seen()[0].json()["formFactor"], "PHONE");
    let history = client.history(&subject, None).await.unwrap().unwrap().value;
    assert_eq!(history.percentiles[&Metric::Lcp], [Some(2_300.0), None]);
    assert_eq!(history.periods.len(), 2);
    bench.assert_settled_without_secrets(&data);
}

#[tokio::test]
async fn page_with_few_visitors_has_no_field_data() {
    let bench = Bench::new();
    let missing = r#"{"error":{"code":404,"message":"chrome ux report data not found","status":"NOT_FOUND"}}"#;
    let server = Server::start([Reply::status(404, missing), Reply::status(400, "{}")]).await;
    let client = ChromeUxReport::new(bench.caller.clone(), key()).with_base(&server.base);
    let subject = Subject::Url("https://example.test/".into());
    assert_eq!(client.record(&subject, None).await.unwrap(), None);
    assert_eq!(client.record(&subject, None).await.unwrap_err().kind(), "invalid-field");
}

#[test]
fn changed_responses_are_values_or_errors() {
    let received_at = DateTime::UNIX_EPOCH;
    let response = |body: &[u8]| Response { status: 200, body: body.to_vec(), retry_after: None, received_at };
    assert_never_panics(LAB, |body| drop(lab::parse(&response(body))));
    assert_never_panics(RECORD, |body| drop(crux::record(&response(body))));
    assert_never_panics(HISTORY, |body| drop(crux::history(&response(body))));
}
