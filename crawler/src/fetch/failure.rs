//! Reasons why a page could not be fetched, written for the user who started the crawl.

use std::{error::Error, time::Duration};

use net::{FetchError, addresses::Unfit};
use serde::{Deserialize, Serialize};
use url::Url;

/// Kind of a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FailureKind {
    /// The address belongs to the server's own network.
    OwnNetwork,
    /// The scheme, the port or the credentials are not allowed.
    BadAddress,
    /// The host does not exist.
    UnknownHost,
    /// No connection.
    Unreachable,
    /// The certificate or the protocol of an encrypted connection is invalid.
    Tls,
    /// A time limit was exceeded, or the response came too slowly.
    TooSlow,
    /// The connection ended before the response was complete.
    Incomplete,
    /// The response is not valid HTTP.
    Protocol,
    /// The content encoding is unknown or damaged.
    BadEncoding,
    /// The host failed too often; the URL was not requested.
    HostDown,
    /// The page could not be read.
    Unreadable,
    /// This server cannot open connections.
    Client,
}

/// Reason why a page could not be fetched.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{message}")]
pub struct Failure {
    /// Kind.
    pub kind: FailureKind,
    /// Message for people.
    pub message: String,
}

impl Failure {
    pub(crate) fn new(kind: FailureKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into() }
    }

    pub(crate) fn too_slow(limit: Duration) -> Self {
        Self::new(FailureKind::TooSlow, format!("The response took longer than {} s.", limit.as_secs()))
    }

    /// Converts an error of the client.
    pub(crate) fn of(url: &Url, error: &reqwest::Error) -> Self {
        let kind = match FetchError::of(url, error) {
            FetchError::Unfit(unfit) => return unfit.into(),
            FetchError::Unknown(_) => FailureKind::UnknownHost,
            _ if error.is_timeout() => FailureKind::TooSlow,
            _ if chain(error).any(|text| text.contains("certificate") || text.contains("handshake")) => {
                FailureKind::Tls
            }
            _ if error.is_connect() => FailureKind::Unreachable,
            _ if chain(error).any(|text| text.contains("invalid") || text.contains("too large")) => {
                FailureKind::Protocol
            }
            _ => FailureKind::Incomplete,
        };
        Self::new(kind, FetchError::of(url, error).to_string())
    }

    /// Returns true if a later request may succeed.
    pub(crate) const fn is_transient(&self) -> bool {
        matches!(self.kind, FailureKind::Unreachable | FailureKind::TooSlow | FailureKind::Incomplete)
    }
}

impl From<Unfit> for Failure {
    fn from(unfit: Unfit) -> Self {
        let kind = match unfit {
            Unfit::OwnNetwork(_) => FailureKind::OwnNetwork,
            Unfit::Scheme(_) | Unfit::Credentials => FailureKind::BadAddress,
        };
        Self::new(kind, unfit.to_string())
    }
}

fn chain(error: &reqwest::Error) -> impl Iterator<Item = String> + '_ {
    let mut next: Option<&dyn Error> = Some(error);
    std::iter::from_fn(move || {
        let error = next?;
        next = error.source();
        Some(error.to_string().to_ascii_lowercase())
    })
}
