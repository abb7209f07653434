//! Contract that every operation of every provider meets: what a call does with each kind of response.

use std::{future::Future, sync::Arc, time::Duration};

use chrono::DateTime;
use futures::future::{BoxFuture, join_all};

use super::{Bench, Reply, SECRET, Server};
use crate::{
    call::{Basis, Outcome, Policy},
    error::ProviderError,
    google::{OAuthClient, Session, Tokens},
    provider::{Access, CredentialKind, Credentials, OPERATIONS, Operation, PriceBook, Provider},
    secret::Secret,
};

/// Number of entries that a call has returned.
pub(crate) type Made = BoxFuture<'static, Result<usize, ProviderError>>;

/// A response without entries.
pub enum Empty {
    /// Status and body of one that is valid.
    Valid(u16, String),
    /// Body of one that the operation never has, and the kind of its error.
    Error(String, &'static str),
}

/// Recorded responses of an operation. Every field is required: a provider without faults under the status 200 lists none.
pub struct Case {
    /// Operation.
    pub operation: Operation,
    /// Makes the call.
    pub call: fn(Access) -> Made,
    /// Body of a success, and its entries.
    pub success: (String, usize),
    pub empty: Empty,
    /// Bodies under the status 200 that are errors, with their kinds.
    pub faults: Vec<(String, &'static str)>,
    /// Statuses and bodies of a wrong, expired or withdrawn key, with their kinds.
    pub refused: Vec<(u16, String, &'static str)>,
    /// Statuses and bodies of too many requests, besides the status 429.
    pub limited: Vec<(u16, String)>,
}

impl Case {
    fn success(&self) -> Reply {
        Reply::json(self.success.0.clone())
    }

    /// True if a session renews the token of the call.
    fn has_session(&self) -> bool {
        let kind = self.operation.provider.profile().credentials;
        kind == CredentialKind::OAuth && self.operation != Operation::SEARCH_CONSOLE_TOKEN
    }

    fn name(&self) -> String {
        format!("{} {}", self.operation.provider, self.operation.key)
    }
}

/// A call that was made, with what was seen of it.
struct Seen {
    bench: Bench,
    server: Server,
    result: Result<usize, ProviderError>,
}

impl Seen {
    /// Returns the kind of error, or `ok`.
    fn kind(&self) -> &'static str {
        self.result.as_ref().err().map_or("ok", ProviderError::kind)
    }
}

fn access(bench: &Bench, base: &str, provider: Provider, policy: Policy) -> Access {
    let caller = bench.caller.clone().with_policy(policy);
    let key = Secret::new(SECRET);
    let kind = provider.profile().credentials;
    let credentials = match kind {
        CredentialKind::OAuth => Credentials::None,
        CredentialKind::Key | CredentialKind::OptionalKey => Credentials::Key(key.clone()),
        CredentialKind::LoginPassword => {
            Credentials::LoginPassword { login: Secret::new("me@a.test"), password: key.clone() }
        }
    };
    let expires_at = DateTime::parse_from_rfc3339("2027-01-01T00:00:00Z").unwrap().to_utc();
    let tokens = Tokens { access: key, expires_at, refresh: None, scopes: Vec::new() };
    let oauth = OAuthClient::new("client", Secret::new("client-secret")).with_base(base);
    let session = Session::new(caller.clone(), oauth, Secret::new("1//refresh")).with_access(&tokens);
    let session = (kind == CredentialKind::OAuth).then(|| Arc::new(session));
    Access { caller, credentials, session, prices: PriceBook::default(), base: Some(base.to_owned()) }
}

/// Makes the call of a case against a server with these replies. Whatever they are, every reservation is settled and no
/// secret is recorded.
async fn make_with(case: &Case, replies: Vec<Reply>, policy: Policy) -> Seen {
    let (bench, server) = (Bench::new(), Server::start(replies).await);
    let result = (case.call)(access(&bench, &server.base, case.operation.provider, policy)).await;
    bench.assert_settled_without_secrets(&result);
    Seen { bench, server, result }
}

/// As [`make_with`], with the time limits of the operation itself.
async fn make(case: &Case, replies: Vec<Reply>) -> Seen {
    make_with(case, replies, Policy::default()).await
}

/// Checks every case, several at a time.
async fn each<F: Future<Output = ()>>(check: impl Fn(Arc<Case>) -> F) {
    let cases = Provider::ALL.into_iter().flat_map(Provider::cases).map(Arc::new);
    join_all(cases.map(check)).await;
}

#[test]
fn every_operation_has_a_case_of_the_contract() {
    let cases: Vec<Operation> =
        Provider::ALL.into_iter().flat_map(Provider::cases).map(|case| case.operation).collect();
    for operation in OPERATIONS {
        assert_eq!(cases.iter().filter(|one| *one == operation).count(), 1, "{operation:?}");
    }
    assert_eq!(cases.len(), OPERATIONS.len());
}

#[tokio::test]
async fn success_is_read_reserved_and_recorded() {
    each(|case| async move {
        let seen = make(&case, vec![case.success()]).await;
        assert_eq!(seen.result.as_ref().ok(), Some(&case.success.1), "{}: {:?}", case.name(), seen.result);
        assert_eq!(seen.server.seen().len(), 1, "{}", case.name());
        assert_eq!(seen.bench.memory.kinds(), [None], "{}", case.name());
        assert_eq!(seen.bench.ledger.intents()[0].0, case.operation, "{}", case.name());
        let (_, basis, outcome) = seen.bench.ledger.charges()[0];
        assert!(outcome == Outcome::Succeeded && basis != Basis::Assumed, "{}", case.name());
    })
    .await;
}

#[tokio::test]
async fn response_without_entries_is_empty_or_an_error_but_never_a_guess() {
    each(|case| async move {
        let (reply, expected) = match &case.empty {
            Empty::Valid(status, body) => (Reply::status(*status, body.clone()), Ok(0)),
            Empty::Error(body, kind) => (Reply::json(body.clone()), Err(*kind)),
        };
        let seen = make(&case, vec![reply]).await;
        let result = seen.result.map_err(|error| error.kind());
        assert_eq!(result, expected, "{}", case.name());
    })
    .await;
}

#[tokio::test]
async fn fault_under_status_200_is_an_error() {
    each(|case| async move {
        for (body, kind) in &case.faults {
            let seen = make(&case, vec![Reply::json(body.clone())]).await;
            assert_eq!(seen.kind(), *kind, "{} with {body}", case.name());
            let (recorded, asked) = (seen.bench.memory.kinds(), seen.server.seen().len());
            assert!(asked > 0, "{} with {body}", case.name());
            assert_eq!(recorded, vec![Some(*kind); asked], "{} with {body}: of each response", case.name());
        }
    })
    .await;
}

#[tokio::test]
async fn too_many_requests_wait_as_long_as_asked() {
    each(|case| async move {
        let mut limited = case.limited.clone();
        limited.push((429, "{}".to_owned()));
        for (status, body) in limited {
            let reply = |time: &str| Reply::status(status, body.clone()).header("retry-after", time);
            for (time, least) in [("7", 7.0), ("Mon, 23 Nov 2026 10:00:30 GMT", 30.0)] {
                let seen = make(&case, vec![reply(time), case.success()]).await;
                assert_eq!(seen.kind(), "ok", "{} with {status} {body}", case.name());
                let slept = seen.bench.clock.sleeps();
                assert!(slept.len() == 1 && slept[0] >= least, "{}: {slept:?} for {time}", case.name());
                assert_eq!(seen.bench.ledger.charges()[0].0, 0, "{}: a refusal is free", case.name());
            }
            for time in ["3600", "Mon, 23 Nov 2026 11:00:00 GMT"] {
                let seen = make(&case, vec![reply(time), case.success()]).await;
                let until = DateTime::parse_from_rfc3339("2026-11-23T11:00:00Z").unwrap().to_utc();
                let expected = Err(ProviderError::RateLimited { until: Some(until) });
                assert_eq!(seen.result, expected, "{} with {status} {body}", case.name());
                assert_eq!(seen.server.seen().len(), 1, "{}", case.name());
            }
        }
    })
    .await;
}

#[tokio::test]
async fn time_out_is_not_repeated_and_counts_in_full() {
    each(|case| async move {
        let policy = Policy { timeout: Some(Duration::from_millis(100)), ..Policy::default() };
        let seen = make_with(&case, vec![case.success().slow()], policy).await;
        assert_eq!(seen.kind(), "timeout", "{}", case.name());
        let estimate = seen.bench.ledger.intents()[0].1;
        assert_eq!(seen.bench.ledger.charges(), [(estimate, Basis::Assumed, Outcome::Failed)], "{}", case.name());
    })
    .await;
}

#[tokio::test]
async fn truncated_or_foreign_body_is_unreadable_and_counts_in_full() {
    each(|case| async move {
        let whole = &case.success.0;
        let cut = |at: usize| whole[..(0..=at).rev().find(|at| whole.is_char_boundary(*at)).unwrap()].to_owned();
        let last = whole.trim_end().len() - 1;
        let bodies =
            [cut(1), cut(last / 3), cut(last / 2), cut(last), String::new(), "<html>Sign in</html>".to_owned()];
        for body in bodies {
            let seen = make(&case, vec![Reply::json(body.clone())]).await;
            assert_eq!(seen.kind(), "unreadable", "{} with {body}", case.name());
            let estimate = seen.bench.ledger.intents()[0].1;
            assert_eq!(seen.bench.ledger.charges(), [(estimate, Basis::Assumed, Outcome::Failed)], "{}", case.name());
        }
    })
    .await;
}

#[tokio::test]
async fn expired_or_withdrawn_credentials_are_not_repeated() {
    each(|case| async move {
        for (status, body, kind) in &case.refused {
            let seen = make(&case, vec![Reply::status(*status, body.clone())]).await;
            assert_eq!(seen.kind(), *kind, "{} with {status} {body}", case.name());
            let costs: Vec<u64> = seen.bench.ledger.charges().iter().map(|charge| charge.0).collect();
            assert_eq!(costs, [0], "{} with {status} {body}: a refusal is free", case.name());
            assert_eq!(seen.server.seen().len(), 1, "{}", case.name());
        }
        assert!(!case.refused.is_empty(), "{}", case.name());
    })
    .await;
}

#[tokio::test]
async fn expired_token_is_renewed_once_and_withdrawn_access_is_named() {
    let expired = || Reply::status(401, r#"{"error":{"code":401,"status":"UNAUTHENTICATED"}}"#);
    let granted = || Reply::json(r#"{"access_token":"ya29.second","expires_in":3599,"token_type":"Bearer"}"#);
    let withdrawn = || Reply::status(400, r#"{"error":"invalid_grant","error_description":"Token has been revoked."}"#);
    each(|case| async move {
        if !case.has_session() {
            return;
        }
        let seen = make(&case, vec![expired(), granted(), case.success()]).await;
        assert_eq!(seen.result.as_ref().ok(), Some(&case.success.1), "{}: {:?}", case.name(), seen.result);
        for replies in [vec![expired(), granted(), expired()], vec![expired(), withdrawn()]] {
            let most = replies.len();
            let seen = make(&case, replies).await;
            assert_eq!((seen.kind(), seen.server.seen().len()), ("expired-token", most), "{}", case.name());
        }
    })
    .await;
}

#[tokio::test]
async fn fault_of_the_provider_is_repeated_and_then_named() {
    each(|case| async move {
        let seen = make(&case, vec![Reply::status(503, "down")]).await;
        assert_eq!((seen.kind(), seen.server.seen().len()), ("unavailable", 4), "{}", case.name());
        let seen = make(&case, vec![Reply::status(503, "down"), case.success()]).await;
        assert_eq!(seen.result.ok(), Some(case.success.1), "{}", case.name());
    })
    .await;
}
