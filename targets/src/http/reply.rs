//! A response, and what its status means.

use std::{borrow::Cow, time::Duration};

use bytes::Bytes;
use reqwest::header::{HeaderMap, RETRY_AFTER};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::TargetError;

/// A response.
#[derive(Debug, Clone)]
pub(crate) struct Reply {
    /// Server, for messages.
    pub(crate) host: String,
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
}

impl Reply {
    pub(crate) const fn is_success(&self) -> bool {
        matches!(self.status, 200..=299)
    }

    /// Returns true if the same request may succeed later.
    pub(crate) const fn is_transient(&self) -> bool {
        matches!(self.status, 408 | 425 | 429 | 500 | 502..=506 | 508..=599)
    }

    /// Returns how long the server asks to wait, where it names seconds.
    pub(crate) fn retry_after(&self) -> Option<Duration> {
        let value = self.headers.get(RETRY_AFTER)?.to_str().ok()?;
        value.trim().parse().ok().map(Duration::from_secs)
    }

    /// Parses the body as JSON.
    pub(crate) fn json<T: DeserializeOwned>(&self) -> Result<T, TargetError> {
        serde_json::from_slice(&self.body).map_err(|error| {
            use serde_json::error::Category;
            let reason = match error.classify() {
                Category::Eof => "it ended early",
                Category::Syntax | Category::Io => "it is not JSON",
                Category::Data => "it has an unexpected shape",
            };
            TargetError::Unreadable { host: self.host.clone(), reason: reason.to_owned() }
        })
    }

    /// Returns the body as text.
    pub(crate) fn text(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.body)
    }

    /// Returns the words about an error in a JSON body.
    pub(crate) fn message(&self) -> String {
        let body: Value = serde_json::from_slice(&self.body).unwrap_or_default();
        let places = ["/errors/0/message", "/error/message", "/message", "/error", "/error_message"];
        let found = places.iter().find_map(|place| body.pointer(place).and_then(Value::as_str));
        found.unwrap_or_default().to_owned()
    }

    /// Returns the error that the status means, as most services use it; `None` for success.
    pub(crate) fn error(&self, place: &str, message: String) -> Option<TargetError> {
        let (host, status) = (self.host.clone(), self.status);
        Some(match status {
            200..=299 => return None,
            401 => TargetError::Credentials { host, message },
            403 => TargetError::Permission { place: place.to_owned(), message },
            404 => TargetError::Missing(place.to_owned()),
            402 | 507 => TargetError::Full { place: place.to_owned(), message },
            429 => TargetError::RateLimited { host, after: self.retry_after() },
            _ if self.is_transient() => TargetError::Unavailable { host, status },
            _ => TargetError::Rejected { host, status, message },
        })
    }
}
