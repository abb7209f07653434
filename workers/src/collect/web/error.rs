//! Why something could not be fetched, for the person who asked for it.

use std::error::Error;

use reqwest::StatusCode;
use shared::addresses::{LookupError, Unfit};
use url::Url;

use super::host;

/// Why something could not be fetched.
#[derive(Debug, thiserror::Error)]
pub enum FetchError {
    /// The address is none that may be asked for.
    #[error(transparent)]
    Unfit(#[from] Unfit),
    /// Nobody has this name.
    #[error("The server {0} was not found. Check the address.")]
    Unknown(String),
    /// It does not answer.
    #[error("{host} cannot be reached: {reason}.")]
    Unreachable {
        /// Who.
        host: String,
        /// Why, as the network says.
        reason: String,
    },
    /// It answered too slowly.
    #[error("{host} took longer than {seconds} s to answer.")]
    TooSlow {
        /// Who.
        host: String,
        /// How long it had.
        seconds: u64,
    },
    /// It answered something else than a page.
    #[error("{host} answered {status}.")]
    Status {
        /// Who.
        host: String,
        /// What.
        status: StatusCode,
    },
    /// A redirect leads nowhere.
    #[error("{0} redirects to an invalid URL.")]
    Astray(String),
    /// One redirect after another.
    #[error("{host} redirects more than {most} times.")]
    TooManyHops {
        /// The last.
        host: String,
        /// How many are followed.
        most: usize,
    },
    /// More than is taken.
    #[error("The response of {host} is larger than {} MiB.", .most >> 20)]
    TooLarge {
        /// Who.
        host: String,
        /// Bytes that are taken.
        most: usize,
    },
    /// Another type than what was asked for.
    #[error("The response of {host} is {found}, not {wanted}.")]
    Type {
        /// Who.
        host: String,
        /// Its type.
        found: String,
        /// What was asked for.
        wanted: &'static str,
    },
    /// Packed in a way that was not asked for.
    #[error("{host} returned an unsupported encoding: {found}.")]
    Packing {
        /// Who.
        host: String,
        /// How.
        found: String,
    },
    /// Packed, but it cannot be unpacked.
    #[error("The response of {0} is damaged and cannot be unpacked.")]
    Broken(String),
    /// There is no client to fetch with.
    #[error("The server cannot open connections: {0}.")]
    Client(String),
}

impl FetchError {
    /// What the client met on its way to an address.
    pub(crate) fn of(url: &Url, error: &reqwest::Error) -> Self {
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

    /// Whether it may be otherwise in a moment.
    #[must_use]
    pub fn is_transient(&self) -> bool {
        match self {
            Self::Unreachable { .. } | Self::TooSlow { .. } => true,
            Self::Status { status, .. } => status.is_server_error() || *status == StatusCode::TOO_MANY_REQUESTS,
            _ => false,
        }
    }

    /// Stable word for the kind of failure.
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
