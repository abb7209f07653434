//! Fetch errors, written for the user who requested the page.

use std::error::Error;

use reqwest::StatusCode;
use url::Url;

use crate::addresses::{LookupError, Unfit};

/// Reason why a fetch failed.
#[derive(Debug, thiserror::Error)]
pub enum FetchError {
    /// The address is not allowed.
    #[error(transparent)]
    Unfit(#[from] Unfit),
    /// The host does not exist.
    #[error("The server {0} was not found. Check the address.")]
    Unknown(String),
    /// The host does not respond.
    #[error("{host} cannot be reached: {reason}.")]
    Unreachable {
        /// Host.
        host: String,
        /// Reason reported by the network.
        reason: String,
    },
    /// The response was too slow.
    #[error("{host} took longer than {seconds} s to answer.")]
    TooSlow {
        /// Host.
        host: String,
        /// Time limit.
        seconds: u64,
    },
    /// The response was not a page.
    #[error("{host} answered {status}.")]
    Status {
        /// Host.
        host: String,
        /// Status.
        status: StatusCode,
    },
    /// A redirect without a valid target.
    #[error("{0} redirects to an invalid URL.")]
    Astray(String),
    /// Too many redirects.
    #[error("{host} redirects more than {most} times.")]
    TooManyHops {
        /// Last host.
        host: String,
        /// Maximum number of redirects.
        most: usize,
    },
    /// The response exceeds the limit.
    #[error("The response of {host} is larger than {} MiB.", .most >> 20)]
    TooLarge {
        /// Host.
        host: String,
        /// Limit in bytes.
        most: usize,
    },
    /// The response has an unexpected type.
    #[error("The response of {host} is {found}, not {wanted}.")]
    Type {
        /// Host.
        host: String,
        /// Type of the response.
        found: String,
        /// Expected type.
        wanted: &'static str,
    },
    /// The response has an unsupported content encoding.
    #[error("{host} returned an unsupported encoding: {found}.")]
    Packing {
        /// Host.
        host: String,
        /// Content encoding.
        found: String,
    },
    /// The response cannot be unpacked.
    #[error("The response of {0} is damaged and cannot be unpacked.")]
    Broken(String),
    /// The client could not be created.
    #[error("The server cannot open connections: {0}.")]
    Client(String),
}

impl FetchError {
    /// Converts an error of the client.
    #[must_use]
    pub fn of(url: &Url, error: &reqwest::Error) -> Self {
        let mut deepest: &(dyn Error + 'static) = error;
        loop {
            if let Some(lookup) = deepest.downcast_ref::<LookupError>() {
                return match lookup {
                    LookupError::Unknown(name) => Self::Unknown(name.clone()),
                    LookupError::OwnNetwork(name) => Self::Unfit(Unfit::OwnNetwork(name.clone())),
                };
            }
            let Some(source) = deepest.source() else { break };
            deepest = source;
        }
        let reason = deepest.to_string().trim_end_matches('.').to_owned();
        Self::Unreachable { host: host(url), reason }
    }

    /// Returns true if a retry may succeed.
    #[must_use]
    pub fn is_transient(&self) -> bool {
        match self {
            Self::Unreachable { .. } | Self::TooSlow { .. } => true,
            Self::Status { status, .. } => status.is_server_error() || *status == StatusCode::TOO_MANY_REQUESTS,
            _ => false,
        }
    }

    /// Stable identifier of the kind of failure.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Unfit(Unfit::OwnNetwork(_)) => "own-network",
            Self::Unfit(_) => "bad-address",
            Self::Unknown(_) => "unknown-host",
            Self::Unreachable { .. } | Self::Client(_) => "unreachable",
            Self::TooSlow { .. } => "too-slow",
            Self::Status { .. } => "refused",
            Self::Astray(_) | Self::TooManyHops { .. } => "redirects",
            Self::TooLarge { .. } => "too-large",
            Self::Type { .. } | Self::Packing { .. } | Self::Broken(_) => "unreadable",
        }
    }
}

/// Returns the host of a URL, for messages.
pub(crate) fn host(url: &Url) -> String {
    url.host_str().unwrap_or_default().to_owned()
}
