//! Sends a request, again if it fails for a reason that passes.

use std::time::Duration;

use bytes::Bytes;
use net::{FetchError, addresses::AddressGuard};
use reqwest::Client;

use super::{Call, Repeat, Reply, host};
use crate::{Environment, Limits, Retry, TargetError, error::short};

/// Slowest upload that is waited for, in bytes a second.
const SLOWEST: u64 = 128 << 10;
/// What is written in place of a secret.
const REDACTED: &str = "[redacted]";

/// HTTP client.
#[derive(Clone)]
pub(crate) struct Http {
    client: Client,
    guard: AddressGuard,
    limits: Limits,
    secrets: Vec<String>,
}

impl Http {
    /// Creates a client; the secrets are removed from messages.
    pub(crate) fn new(environment: &Environment, secrets: &[&str]) -> Result<Self, TargetError> {
        let client = net::client::build(&environment.guard)?;
        let secrets = secrets.iter().filter(|text| text.len() >= 6).map(|text| (*text).to_owned()).collect();
        Ok(Self { client, guard: environment.guard.clone(), limits: environment.limits, secrets })
    }

    /// Sends a request. A response with any status is returned, after the attempts that its status permits.
    pub(crate) async fn send(&self, call: &Call) -> Result<Reply, TargetError> {
        let mut attempt = 1;
        loop {
            let result = self.once(call).await;
            let Some(wanted) = Self::wanted_pause(call, &result) else { return result };
            let pause = wanted.unwrap_or_else(|| self.limits.pause * 2_u32.saturating_pow(attempt - 1));
            if attempt >= self.limits.attempts || pause > self.limits.longest_pause {
                return result;
            }
            tokio::time::sleep(pause).await;
            attempt += 1;
        }
    }

    /// Returns the words of a server without secrets, on one line.
    pub(crate) fn words(&self, text: &str) -> String {
        let clean = self.secrets.iter().fold(text.to_owned(), |text, secret| text.replace(secret, REDACTED));
        short(&clean)
    }

    /// Returns whether to send again, and the pause that the server asks for.
    fn wanted_pause(call: &Call, result: &Result<Reply, TargetError>) -> Option<Option<Duration>> {
        match result {
            Ok(reply) if reply.status == 429 => Some(reply.retry_after()),
            Ok(reply) if call.repeat == Repeat::Safe && reply.is_transient() => Some(reply.retry_after()),
            Err(error) if call.repeat == Repeat::Safe && error.retry() != Retry::No => Some(None),
            _ => None,
        }
    }

    async fn once(&self, call: &Call) -> Result<Reply, TargetError> {
        self.guard.check(&call.url).map_err(|error| TargetError::Address(error.to_string()))?;
        let time = self.limits.request + Duration::from_secs(call.body.len() as u64 / SLOWEST);
        let answer = tokio::time::timeout(time, self.exchange(call));
        answer.await.map_err(|_| TargetError::Timeout { host: call.host(), seconds: time.as_secs() })?
    }

    async fn exchange(&self, call: &Call) -> Result<Reply, TargetError> {
        let request = self.client.request(call.method.clone(), call.url.clone()).headers(call.headers.clone());
        let failed = |error: &reqwest::Error| TargetError::from(FetchError::of(&call.url, error));
        let mut response = request.body(call.body.clone()).send().await.map_err(|error| failed(&error))?;
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let mut body = Vec::new();
        while let Some(piece) = response.chunk().await.map_err(|error| cut(call, &error))? {
            if body.len() + piece.len() > call.longest {
                let reason = format!("it is longer than {} bytes", call.longest);
                return Err(TargetError::Unreadable { host: host(&call.url), reason });
            }
            body.extend_from_slice(&piece);
        }
        Ok(Reply { host: call.host(), status, headers, body: Bytes::from(body) })
    }
}

fn cut(call: &Call, error: &reqwest::Error) -> TargetError {
    let reason = if error.is_timeout() { "it took too long" } else { "it ended early" };
    TargetError::Unreadable { host: call.host(), reason: reason.to_owned() }
}
