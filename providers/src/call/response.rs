//! Response of a provider, and what its status means.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::Charge;
use crate::error::ProviderError;

/// Longest text of a provider in an error, in characters.
const LONGEST_MESSAGE: usize = 300;

/// Response of a provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Response {
    /// HTTP status.
    pub status: u16,
    /// Body without secrets.
    pub body: Vec<u8>,
    /// Time that the provider asks to wait.
    pub retry_after: Option<Duration>,
    /// When it was received.
    pub received_at: DateTime<Utc>,
}

/// A typed response and what it cost.
#[derive(Debug, Clone, PartialEq)]
pub struct Parsed<T> {
    /// Response.
    pub value: T,
    /// Cost. `None` for an operation with a fixed price: the estimate.
    pub charge: Option<Charge>,
}

impl<T> Parsed<T> {
    /// A response with a fixed price.
    pub const fn fixed(value: T) -> Self {
        Self { value, charge: None }
    }

    /// A response with a known cost.
    pub const fn charged(value: T, charge: Charge) -> Self {
        Self { value, charge: Some(charge) }
    }
}

/// A response that is an error.
#[derive(Debug, Clone, PartialEq)]
pub struct Rejection {
    /// Error.
    pub error: ProviderError,
    /// Cost; `None` if unknown, in which case the estimate counts in full.
    pub charge: Option<Charge>,
}

impl From<ProviderError> for Rejection {
    fn from(error: ProviderError) -> Self {
        Self { error, charge: Some(Charge::NONE) }
    }
}

impl Response {
    /// Parses the body as JSON.
    ///
    /// # Errors
    /// Returns [`ProviderError::Unreadable`] if the body ended early or has another shape.
    pub fn json<T: DeserializeOwned>(&self) -> Result<T, ProviderError> {
        serde_json::from_slice(&self.body).map_err(|error| unreadable(&error))
    }

    /// Returns when the next request is allowed, as far as the provider reports it.
    #[must_use]
    pub fn retry_at(&self) -> Option<DateTime<Utc>> {
        let wait = TimeDelta::from_std(self.retry_after?).ok()?;
        self.received_at.checked_add_signed(wait)
    }

    /// Returns the provider's words about an error, shortened.
    #[must_use]
    pub fn message(&self) -> String {
        let body: Value = serde_json::from_slice(&self.body).unwrap_or_default();
        let places = ["/error/message", "/error_description", "/error", "/message", "/detail", "/0/error/message"];
        let found = places.iter().find_map(|place| body.pointer(place).and_then(Value::as_str));
        short(found.unwrap_or_default())
    }
}

/// Shortens a provider's words to one line.
pub(crate) fn short(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    line.trim_end_matches('.').chars().filter(|c| !c.is_control()).take(LONGEST_MESSAGE).collect()
}

fn unreadable(error: &serde_json::Error) -> ProviderError {
    use serde_json::error::Category;
    let (line, column) = (error.line(), error.column());
    ProviderError::Unreadable(match error.classify() {
        Category::Eof => "it ended early".to_owned(),
        Category::Syntax | Category::Io => format!("it is not JSON (line {line}, column {column})"),
        Category::Data => format!("it has an unexpected shape (line {line}, column {column})"),
    })
}

/// Converts a status to an error, as most providers use it. Returns `None` for success.
#[must_use]
pub fn classify(response: &Response) -> Option<Rejection> {
    let message = || response.message();
    let error = match response.status {
        200..=299 => return None,
        300..=399 => ProviderError::Redirected,
        400 | 422 => ProviderError::InvalidField { field: None, message: message() },
        401 => ProviderError::BadKey,
        402 => ProviderError::NoMoney,
        403 => ProviderError::Forbidden(message()),
        404 => ProviderError::NotFound(message()),
        429 => ProviderError::RateLimited { until: response.retry_at() },
        status @ (408 | 500..=599) => ProviderError::Unavailable { status },
        status => ProviderError::Rejected { status, message: message() },
    };
    // A gateway that stopped waiting does not know whether the provider has done the work.
    let is_unknown = matches!(response.status, 408 | 504 | 524);
    Some(Rejection { error, charge: (!is_unknown).then_some(Charge::NONE) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn response(status: u16, body: &str) -> Response {
        Response {
            status,
            body: body.into(),
            retry_after: Some(Duration::from_secs(60)),
            received_at: DateTime::UNIX_EPOCH,
        }
    }

    #[test]
    fn status_is_classified_by_its_meaning() {
        let kind = |status| classify(&response(status, "{}")).map(|rejection| rejection.error.kind());
        let kinds: Vec<_> =
            [200, 302, 400, 401, 402, 403, 404, 408, 418, 429, 503, 504].into_iter().filter_map(kind).collect();
        let expected = [
            "redirected",
            "invalid-field",
            "bad-key",
            "no-money",
            "forbidden",
            "not-found",
            "unavailable",
            "rejected",
            "rate-limited",
            "unavailable",
            "unavailable",
        ];
        assert_eq!(kinds, expected);
    }

    #[test]
    fn rejection_by_a_gateway_counts_in_full() {
        assert_eq!(classify(&response(503, "")).unwrap().charge, Some(Charge::NONE));
        assert_eq!(classify(&response(504, "")).unwrap().charge, None);
    }

    #[test]
    fn message_of_any_shape_is_short_and_on_one_line() {
        let said = response(400, "{\"error\":{\"message\":\"Bad\\n  value\\u0007.\"}}").message();
        assert_eq!(said, "Bad value");
        let long = format!("{{\"error\":\"{}\"}}", "x".repeat(5_000));
        assert_eq!(response(400, &long).message().len(), LONGEST_MESSAGE);
        assert_eq!(response(400, "<html>").message(), "");
    }

    #[test]
    fn json_of_a_truncated_body_is_unreadable() {
        let parsed = response(200, "{\"a\": [1, 2").json::<Value>();
        assert_eq!(parsed, Err(ProviderError::Unreadable("it ended early".to_owned())));
        assert!(response(200, "<html>").json::<Value>().is_err());
    }
}
