//! Permission and tokens against a loopback server.

use serde_json::Value;

use super::*;
use crate::{
    call::{Parsed, Request},
    error::ProviderError,
    provider::Operation,
    secret::Secret,
    testing::{Bench, Reply, SECRET, Server},
};

const GRANTED: &str = r#"{"access_token":"ya29.first-token","expires_in":3599,"scope":"https://www.googleapis.com/auth/webmasters.readonly openid","token_type":"Bearer","refresh_token":"1//refresh-token"}"#;
const RENEWED: &str = r#"{"access_token":"ya29.second-token","expires_in":3599,"scope":"x","token_type":"Bearer"}"#;

fn oauth(server: &Server) -> OAuthClient {
    OAuthClient::new("client.apps", Secret::new(SECRET)).with_base(&server.base)
}

fn request(server: &Server) -> Request {
    Request::get(Operation::SEARCH_CONSOLE_SITES, &server.base, "/webmasters/v3/sites").unwrap().classify(classify)
}

#[test]
fn authorise_url_asks_for_offline_access_with_a_proof_key() {
    let pkce = Pkce::new([7; 32]);
    let oauth = OAuthClient::new("client.apps", Secret::new(SECRET));
    let url = oauth.authorise_url("https://me.test/back", &[SCOPE_SEARCH_CONSOLE], "st&te", &pkce).unwrap();
    let pairs: std::collections::HashMap<_, _> = url.query_pairs().into_owned().collect();
    assert_eq!(url.host_str(), Some("accounts.google.com"));
    assert_eq!((pairs["state"].as_str(), pairs["access_type"].as_str()), ("st&te", "offline"));
    assert_eq!(pairs["code_challenge"], pkce.challenge);
    assert!(pkce.challenge.len() == 43 && !url.as_str().contains(pkce.verifier.expose()));
    assert!(!url.as_str().contains("secret"));
}

#[test]
fn proof_key_matches_the_example_of_rfc_7636() {
    let bytes = [
        116, 24, 223, 180, 151, 153, 224, 37, 79, 250, 96, 125, 216, 173, 187, 186, 22, 212, 37, 77, 105, 214, 191,
        240, 91, 88, 5, 88, 83, 132, 141, 121,
    ];
    let pkce = Pkce::new(bytes);
    assert_eq!(pkce.verifier.expose(), "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk");
    assert_eq!(pkce.challenge, "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
}

#[tokio::test]
async fn exchanged_code_returns_tokens_and_leaves_no_trace() {
    let bench = Bench::new();
    let server = Server::start([Reply::json(GRANTED)]).await;
    let pkce = Pkce::new([1; 32]);
    let code = Secret::new("4/0-the-code");
    let tokens = oauth(&server).exchange(&bench.caller, &code, &pkce, "https://me.test/back").await.unwrap();
    assert_eq!(tokens.access.expose(), "ya29.first-token");
    assert_eq!(tokens.refresh.as_ref().unwrap().expose(), "1//refresh-token");
    assert_eq!(tokens.expires_at.to_rfc3339(), "2026-11-23T10:59:59+00:00");
    assert_eq!(tokens.scopes[0], SCOPE_SEARCH_CONSOLE);
    let sent = &server.seen()[0].body;
    assert!(sent.contains("grant_type=authorization_code") && sent.contains("code=4%2F0-the-code"), "{sent}");
    let evidence = bench.memory.bodies().join("");
    assert!(!evidence.contains("ya29") && !evidence.contains("refresh-token"), "{evidence}");
    bench.assert_settled_without_secrets(&tokens);
}

#[tokio::test]
async fn refused_exchange_quotes_no_secret() {
    let bench = Bench::new();
    let quoted = format!(r#"{{"error":"invalid_request","error_description":"Bad secret {SECRET}"}}"#);
    let server = Server::start([Reply::status(400, quoted)]).await;
    let error = oauth(&server).refresh(&bench.caller, &Secret::new("1//refresh")).await.unwrap_err();
    assert_eq!(error.kind(), "invalid-field");
    bench.assert_settled_without_secrets(&error);
}

#[tokio::test]
async fn withdrawn_permission_is_an_expired_token() {
    let bench = Bench::new();
    let gone = r#"{"error":"invalid_grant","error_description":"Token has been expired or revoked."}"#;
    let server = Server::start([Reply::status(400, gone)]).await;
    let error = oauth(&server).refresh(&bench.caller, &Secret::new("1//refresh")).await.unwrap_err();
    assert_eq!(error, ProviderError::ExpiredToken);
    oauth(&server).revoke(&bench.caller, &Secret::new("1//refresh")).await.unwrap();
    assert_eq!(server.seen()[1].uri.path(), "/revoke");
    bench.assert_settled_without_secrets(&error);
}

#[tokio::test]
async fn refused_access_token_is_renewed_once() {
    let bench = Bench::new();
    let refused = Reply::status(401, r#"{"error":{"code":401,"status":"UNAUTHENTICATED"}}"#);
    let replies = [Reply::json(GRANTED), refused.clone(), Reply::json(RENEWED), Reply::json("{\"n\":1}")];
    let server = Server::start(replies).await;
    let session = Session::new(bench.caller.clone(), oauth(&server), Secret::new("1//refresh"));
    let called = session.call(request(&server), |response| response.json::<Value>().map(Parsed::fixed)).await.unwrap();
    assert_eq!(called.value["n"], 1);
    let seen = server.seen();
    assert_eq!(seen[1].header("authorization"), "Bearer ya29.first-token");
    assert_eq!(seen[3].header("authorization"), "Bearer ya29.second-token");
    let replies = [Reply::json(GRANTED), refused.clone(), Reply::json(RENEWED), refused];
    let server = Server::start(replies).await;
    let session = Session::new(bench.caller.clone(), oauth(&server), Secret::new("1//refresh"));
    let error = session.call(request(&server), |_| Ok(Parsed::fixed(()))).await.unwrap_err();
    assert_eq!((error, server.seen().len()), (ProviderError::ExpiredToken, 4));
}

#[tokio::test]
async fn access_token_is_used_until_shortly_before_it_expires() {
    let bench = Bench::new();
    let server =
        Server::start([Reply::json(GRANTED), Reply::json("{}"), Reply::json("{}"), Reply::json(RENEWED)]).await;
    let session = Session::new(bench.caller.clone(), oauth(&server), Secret::new("1//refresh"));
    for _ in 0..2 {
        session.call(request(&server), |_| Ok(Parsed::fixed(()))).await.unwrap();
    }
    assert_eq!(server.seen().len(), 3);
    bench.clock.advance(std::time::Duration::from_secs(3_500));
    session.call(request(&server), |_| Ok(Parsed::fixed(()))).await.unwrap();
    assert_eq!(server.seen()[4].header("authorization"), "Bearer ya29.second-token");
}

#[tokio::test]
async fn error_reasons_of_google_are_told_apart() {
    let body =
        |reason: &str| format!(r#"{{"error":{{"code":403,"message":"No.","errors":[{{"reason":"{reason}"}}]}}}}"#);
    let invalid = r#"{"error":{"code":400,"message":"API key not valid.","details":[{"reason":"API_KEY_INVALID"}]}}"#;
    for (reply, kind) in [
        (Reply::status(403, body("quotaExceeded")), "quota"),
        (Reply::status(403, body("forbidden")), "forbidden"),
        (Reply::status(403, body("userRateLimitExceeded")), "rate-limited"),
        (Reply::status(400, invalid), "bad-key"),
    ] {
        let bench = Bench::new();
        let server = Server::start([reply]).await;
        let error = bench.caller.call(request(&server), |_| Ok(Parsed::fixed(()))).await.unwrap_err();
        assert_eq!(error.kind(), kind);
    }
}
