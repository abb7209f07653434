//! Calls against a loopback server.

use std::time::Duration;

use serde_json::Value;
use tokio_util::sync::CancellationToken;

use super::{Basis, Called, Estimate, Outcome, Parsed, Request};
use crate::{
    error::ProviderError,
    money::Micros,
    provider::{Credentials, Operation},
    secret::Secret,
    testing::{Bench, Reply, SECRET, Server},
};

fn request(base: &str) -> Request {
    let key = Credentials::Key(Secret::new(SECRET));
    let request = Request::get(Operation::SERP_API_SEARCH, base, "/search.json").unwrap();
    request.query("q", "plumber").secret_query("api_key", &key).estimate(Estimate::bound(Micros(15_000)))
}

async fn call(bench: &Bench, base: &str) -> Result<Called<Value>, ProviderError> {
    bench.caller.call(request(base), |response| response.json().map(Parsed::fixed)).await
}

#[tokio::test]
async fn call_that_succeeds_is_settled_and_recorded_without_the_key() {
    let bench = Bench::new();
    let server = Server::start([Reply::json(format!("{{\"echo\":\"{SECRET}\"}}"))]).await;
    let called = call(&bench, &server.base).await.unwrap();
    assert_eq!(called.value["echo"], "[redacted]");
    assert_eq!((called.call.attempts, called.call.cost, called.call.status), (1, Micros(15_000), 200));
    assert!(server.seen()[0].uri.query().unwrap().contains("api_key=sk-very%2Fsecret%2Bkey"));
    assert_eq!(bench.ledger.charges(), [(15_000, Basis::Computed, Outcome::Succeeded)]);
    bench.assert_settled_without_secrets(&called);
}

#[tokio::test]
async fn call_after_429_waits_as_long_as_asked() {
    let bench = Bench::new();
    let limited = Reply::status(429, "{}").header("retry-after", "7");
    let dated = Reply::status(429, "{}").header("retry-after", "Mon, 23 Nov 2026 10:00:30 GMT");
    let server = Server::start([limited, dated, Reply::json("{}")]).await;
    let called = call(&bench, &server.base).await.unwrap();
    assert_eq!(called.call.attempts, 3);
    let sleeps = bench.clock.sleeps();
    assert!(sleeps[0] >= 7.0 && sleeps[0] + sleeps[1] >= 30.0 && sleeps[1] < 30.0, "{sleeps:?}");
    let free = (0, Basis::NotCharged, Outcome::Failed);
    assert_eq!(bench.ledger.charges(), [free, free, (15_000, Basis::Computed, Outcome::Succeeded)]);
    assert_eq!(bench.memory.kinds(), [Some("rate-limited"), Some("rate-limited"), None]);
}

#[tokio::test]
async fn call_that_must_wait_for_an_hour_returns_the_time() {
    let bench = Bench::new();
    let server = Server::start([Reply::status(429, "{}").header("retry-after", "3600")]).await;
    let error = call(&bench, &server.base).await.unwrap_err();
    assert_eq!(error.to_string(), "too many requests until 2026-11-23 11:00 UTC");
    assert_eq!(server.seen().len(), 1);
}

#[tokio::test]
async fn call_during_a_long_pause_fails_at_once_and_asks_nobody() {
    let bench = Bench::new().with_limiter();
    let limited = Reply::status(429, "{}").header("retry-after", "3600");
    let server = Server::start([limited, Reply::json("{}")]).await;
    let error = call(&bench, &server.base).await.unwrap_err();
    assert_eq!(call(&bench, &server.base).await.unwrap_err(), error, "the same time");
    assert_eq!((server.seen().len(), bench.clock.sleeps().len(), bench.ledger.charges().len()), (1, 0, 1));
    bench.clock.advance(Duration::from_secs(3_600));
    assert!(call(&bench, &server.base).await.is_ok(), "the pause is over");
}

#[tokio::test]
async fn call_to_a_failing_server_backs_off_and_gives_up() {
    let bench = Bench::new();
    let server = Server::start([Reply::status(503, "down")]).await;
    let error = call(&bench, &server.base).await.unwrap_err();
    assert_eq!(error, ProviderError::Unavailable { status: 503 });
    assert_eq!(server.seen().len(), 4);
    assert_eq!(bench.clock.sleeps(), [0.375, 0.75, 1.5]);
    bench.assert_settled_without_secrets(&error);
}

#[tokio::test]
async fn call_with_a_wrong_key_is_not_repeated() {
    let bench = Bench::new();
    let server = Server::start([Reply::status(401, format!("{{\"error\":\"Invalid API key {SECRET}\"}}"))]).await;
    let error = call(&bench, &server.base).await.unwrap_err();
    assert_eq!(error, ProviderError::BadKey);
    assert_eq!(server.seen().len(), 1);
    bench.assert_settled_without_secrets(&error);
}

#[tokio::test]
async fn call_whose_error_quotes_the_key_redacts_it() {
    let bench = Bench::new();
    let server = Server::start([Reply::status(400, format!("{{\"error\":\"No such q for {SECRET}\"}}"))]).await;
    let error = call(&bench, &server.base).await.unwrap_err();
    assert_eq!(error.to_string(), "a value was not accepted: No such q for [redacted]");
    bench.assert_settled_without_secrets(&error);
}

#[tokio::test]
async fn call_that_takes_too_long_counts_in_full() {
    let bench = Bench::new();
    let server = Server::start([Reply::json("{}").slow()]).await;
    let error = call(&bench, &server.base).await.unwrap_err();
    assert_eq!(error.kind(), "timeout");
    assert_eq!(bench.ledger.charges(), [(15_000, Basis::Assumed, Outcome::Failed)]);
    bench.assert_settled_without_secrets(&error);
}

#[tokio::test]
async fn call_with_a_truncated_or_huge_response_is_a_typed_error() {
    let bench = Bench::new();
    let server = Server::start([Reply::json("{\"a\": [1,"), Reply::json(" ".repeat(5_000))]).await;
    let error = call(&bench, &server.base).await.unwrap_err();
    assert_eq!(error, ProviderError::Unreadable("it ended early".to_owned()));
    let small = request(&server.base).most_bytes(4_000);
    let parse = |response: &super::Response| response.json::<Value>().map(Parsed::fixed);
    let error = bench.caller.call(small, parse).await.unwrap_err();
    assert_eq!(error, ProviderError::TooLarge { most: 4_000 });
    let assumed = (15_000, Basis::Assumed, Outcome::Failed);
    assert_eq!(bench.ledger.charges(), [assumed, assumed]);
}

#[tokio::test]
async fn call_that_is_redirected_follows_nowhere() {
    let bench = Bench::new();
    let target = Server::start([Reply::json("{}")]).await;
    let redirect = Reply::status(302, "").header("location", format!("{}/latest/meta-data", target.base));
    let server = Server::start([redirect]).await;
    let error = call(&bench, &server.base).await.unwrap_err();
    assert_eq!(error, ProviderError::Redirected);
    assert_eq!(target.seen().len(), 0);
    bench.assert_settled_without_secrets(&error);
}

#[tokio::test]
async fn call_to_an_address_of_the_own_network_sends_and_reserves_nothing() {
    let bench = Bench::new();
    for base in ["http://10.0.0.1", "http://169.254.169.254", "ftp://example.com", "http://user:pw@example.com"] {
        assert_eq!(call(&bench, base).await.unwrap_err().kind(), "bad-address", "{base}");
    }
    assert_eq!(bench.ledger.charges(), []);
    let caller = super::Caller::new(net::addresses::AddressGuard::default()).unwrap();
    let named = Request::get(Operation::CRUX_RECORD, "http://localhost:9", "/").unwrap();
    let error = caller.call(named, |_| Ok(Parsed::fixed(()))).await.unwrap_err();
    assert_eq!(error.kind(), "bad-address");
}

#[tokio::test]
async fn call_over_the_budget_is_not_sent() {
    let bench = Bench::new();
    bench.ledger.set(14_999);
    let server = Server::start([Reply::json("{}")]).await;
    let error = call(&bench, &server.base).await.unwrap_err();
    assert_eq!(error.to_string(), "the call may cost $0.015000, and the budget allows $0.014999");
    assert_eq!(server.seen().len(), 0);
    let caller = bench.caller.clone().with_hooks(super::Hooks::default());
    let error = caller.call(request(&server.base), |_| Ok(Parsed::fixed(()))).await.unwrap_err();
    assert_eq!(error.kind(), "budget", "no purse, no money");
}

#[tokio::test]
async fn retries_stop_at_the_budget() {
    let bench = Bench::new();
    bench.ledger.set(40_000);
    let server = Server::start([Reply::status(504, "")]).await;
    let error = call(&bench, &server.base).await.unwrap_err();
    assert_eq!(error.kind(), "budget");
    assert_eq!((server.seen().len(), bench.ledger.left()), (2, 10_000));
}

#[tokio::test]
async fn cancelled_call_is_settled_once_in_full() {
    let bench = Bench::new();
    let server = Server::start([Reply::json("{}").slow()]).await;
    let cancel = CancellationToken::new();
    let caller = bench.caller.clone().with_cancel(cancel.clone());
    let asked = tokio::spawn(async move {
        caller.call(request(&server.base), |_| Ok(Parsed::fixed(()))).await.map(|called| called.call.attempts)
    });
    tokio::time::sleep(Duration::from_millis(100)).await;
    cancel.cancel();
    assert_eq!(asked.await.unwrap(), Err(ProviderError::Cancelled));
    assert_eq!(bench.ledger.charges(), [(15_000, Basis::Assumed, Outcome::Cancelled)]);
}

#[tokio::test]
async fn dropped_call_is_settled_once_in_full() {
    let bench = Bench::new();
    let server = Server::start([Reply::json("{}").slow()]).await;
    let dropped = tokio::time::timeout(Duration::from_millis(100), call(&bench, &server.base)).await;
    assert!(dropped.is_err());
    tokio::time::sleep(Duration::from_millis(50)).await;
    assert_eq!(bench.ledger.charges(), [(15_000, Basis::Assumed, Outcome::Cancelled)]);
}

#[tokio::test]
async fn call_to_a_closed_port_costs_nothing() {
    let bench = Bench::new();
    let error = call(&bench, "http://127.0.0.1:9").await.unwrap_err();
    assert_eq!(error.kind(), "network");
    assert_eq!(bench.ledger.charges(), [(0, Basis::NotCharged, Outcome::Failed); 4]);
    bench.assert_settled_without_secrets(&error);
}

#[tokio::test]
async fn second_call_comes_from_the_cache_and_costs_nothing() {
    let bench = Bench::new().with_cache();
    let server = Server::start([Reply::json("{\"n\":1}"), Reply::json("{\"n\":2}")]).await;
    let first = call(&bench, &server.base).await.unwrap();
    let second = call(&bench, &server.base).await.unwrap();
    assert_eq!(first.value, second.value);
    assert!(second.call.is_cached && second.call.cost == Micros::ZERO && second.call.attempts == 0);
    assert_eq!(bench.ledger.charges().len(), 1);
    let parse = |response: &super::Response| response.json::<Value>().map(Parsed::fixed);
    let fresh = bench.caller.call(request(&server.base).fresh(), parse).await.unwrap();
    assert_eq!(fresh.value["n"], 2);
}
