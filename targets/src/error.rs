//! Errors of targets, written for the user whose site is deployed. No error contains a secret.

use std::time::Duration;

use net::{FetchError, addresses::LookupError};

use crate::{
    release::ReleaseError,
    settings::{FieldError, FieldErrors},
};

/// Longest text of a server in an error, in characters.
const LONGEST_MESSAGE: usize = 300;

/// Reason why an operation failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TargetError {
    /// A setting is wrong.
    #[error("{0}")]
    Settings(FieldErrors),
    /// The release cannot be deployed.
    #[error("The release cannot be deployed: {0}.")]
    Release(#[from] ReleaseError),
    /// A file of the release could not be read from the own store.
    #[error("The file {path} of the release cannot be read: {reason}. Build the site again.")]
    Blob {
        /// Path.
        path: String,
        /// Reason.
        reason: String,
    },
    /// The credentials are wrong.
    #[error("{host} refused the credentials{}. Enter them again.", detail(.message))]
    Credentials {
        /// Server.
        host: String,
        /// The server's words.
        message: String,
    },
    /// The credentials are right, but not allowed to do this.
    #[error("{place} does not allow it{}. Give these credentials the permission to read, write and delete there.", detail(.message))]
    Permission {
        /// Where.
        place: String,
        /// The server's words.
        message: String,
    },
    /// The server has another key than at the test.
    #[error(
        "{host} has another host key than before. Expected {expected}, got {found}. If you replaced the server's key, test the target again after you removed the old key; otherwise somebody may be intercepting the connection."
    )]
    HostKeyChanged {
        /// Server.
        host: String,
        /// Fingerprint that is stored.
        expected: String,
        /// Fingerprint that the server has now.
        found: String,
    },
    /// No host key is stored.
    #[error("The host key of {0} is not known. Test the target first.")]
    HostKeyUnknown(String),
    /// The bucket, folder, site or account does not exist.
    #[error("{0} does not exist, or these credentials cannot see it. Create it or correct the setting.")]
    Missing(String),
    /// No space is left.
    #[error("{place} is full{}. Free space or raise the quota.", detail(.message))]
    Full {
        /// Where.
        place: String,
        /// The server's words.
        message: String,
    },
    /// The place belongs to another site.
    #[error("{0} belongs to another site. Use {{site}} in the settings, so that each site has a place of its own.")]
    Occupied(String),
    /// The place has something that this product did not put there.
    #[error("{0} is in the way. Move it away or choose another place.")]
    InTheWay(String),
    /// The server cannot do what is needed.
    #[error("{place} does not support {feature}. {advice}")]
    Unsupported {
        /// Where.
        place: String,
        /// What is needed.
        feature: &'static str,
        /// What to do.
        advice: &'static str,
    },
    /// The release was uploaded to another place.
    #[error("The release {release} was uploaded to {from}, and the target is now {to}. Deploy the release again.")]
    Moved {
        /// Release.
        release: String,
        /// Place of the upload.
        from: String,
        /// Place of the settings.
        to: String,
    },
    /// The release was deleted at the target.
    #[error("The release {release} is no longer stored at {place}. Deploy it again.")]
    Gone {
        /// Release.
        release: String,
        /// Place.
        place: String,
    },
    /// What was read back is not what was uploaded.
    #[error("{place} does not show the file {path} of this release: {reason}.")]
    Mismatch {
        /// Where.
        place: String,
        /// Path.
        path: String,
        /// What was found.
        reason: String,
    },
    /// The service could not process the deploy.
    #[error("{host} could not process the deploy{}. Look at the deploy there, then deploy again.", detail(.message))]
    Failed {
        /// Service.
        host: String,
        /// The service's words.
        message: String,
    },
    /// The address is not allowed.
    #[error("{0}")]
    Address(String),
    /// Too many requests.
    #[error("{host} allows no more requests at the moment{}. Try again later.", after_text(*.after))]
    RateLimited {
        /// Server.
        host: String,
        /// How long to wait, where the server reports it.
        after: Option<Duration>,
    },
    /// The server has a fault of its own.
    #[error("{host} has a fault of its own (status {status}). Try again later.")]
    Unavailable {
        /// Server.
        host: String,
        /// HTTP status.
        status: u16,
    },
    /// The server did not answer in time.
    #[error("{host} did not answer within {seconds} s. Try again later.")]
    Timeout {
        /// Server.
        host: String,
        /// Limit.
        seconds: u64,
    },
    /// The server cannot be reached, or the connection broke.
    #[error("{host} cannot be reached: {reason}. Check the address, or try again later.")]
    Unreachable {
        /// Server.
        host: String,
        /// Reason.
        reason: String,
    },
    /// The answer ended early or has another shape.
    #[error("The answer of {host} cannot be read: {reason}. Check the address, or try again later.")]
    Unreadable {
        /// Server.
        host: String,
        /// Reason.
        reason: String,
    },
    /// The server refused the request for another reason.
    #[error("{host} refused the request (status {status}){}.", detail(.message))]
    Rejected {
        /// Server.
        host: String,
        /// HTTP status.
        status: u16,
        /// The server's words.
        message: String,
    },
    /// Somebody else changed a file or a branch since it was read.
    #[error(
        "{0} was changed by somebody else in the meantime. Look at the new version, then prepare the change again."
    )]
    Changed(String),
    /// A path leaves the root of the website, or is not allowed.
    #[error("The path '{0}' is not allowed: it leaves the folder of the website, or its name is reserved.")]
    Path(String),
    /// A file or repository is too large.
    #[error("{place} has more than {most} bytes, which is the limit.")]
    TooLarge {
        /// Where.
        place: String,
        /// Maximum number of bytes.
        most: u64,
    },
    /// A file or folder of this machine cannot be used.
    #[error("{place} cannot be used: {reason}.")]
    Storage {
        /// Where.
        place: String,
        /// Reason.
        reason: String,
    },
    /// The caller cancelled.
    #[error("The operation was cancelled.")]
    Cancelled,
}

/// Whether the same operation may succeed later without a change by the user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Retry {
    /// It fails again.
    No,
    /// It may succeed, after this time where the server reports one.
    After(Option<Duration>),
}

impl TargetError {
    /// Returns whether the same operation may succeed later.
    #[must_use]
    pub const fn retry(&self) -> Retry {
        match self {
            Self::RateLimited { after, .. } => Retry::After(*after),
            Self::Unavailable { .. } | Self::Timeout { .. } | Self::Unreachable { .. } | Self::Unreadable { .. } => {
                Retry::After(None)
            }
            _ => Retry::No,
        }
    }

    /// Stable identifier of the kind of failure.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Settings(_) => "settings",
            Self::Release(_) => "release",
            Self::Blob { .. } => "blob",
            Self::Credentials { .. } => "credentials",
            Self::Permission { .. } => "permission",
            Self::HostKeyChanged { .. } => "host-key-changed",
            Self::HostKeyUnknown(_) => "host-key-unknown",
            Self::Missing(_) => "missing",
            Self::Full { .. } => "full",
            Self::Occupied(_) => "occupied",
            Self::InTheWay(_) => "in-the-way",
            Self::Unsupported { .. } => "unsupported",
            Self::Moved { .. } => "moved",
            Self::Gone { .. } => "gone",
            Self::Mismatch { .. } => "mismatch",
            Self::Failed { .. } => "failed",
            Self::Address(_) => "address",
            Self::RateLimited { .. } => "rate-limited",
            Self::Unavailable { .. } => "unavailable",
            Self::Timeout { .. } => "timeout",
            Self::Unreachable { .. } => "unreachable",
            Self::Unreadable { .. } => "unreadable",
            Self::Rejected { .. } => "rejected",
            Self::Changed(_) => "changed",
            Self::Path(_) => "path",
            Self::TooLarge { .. } => "too-large",
            Self::Storage { .. } => "storage",
            Self::Cancelled => "cancelled",
        }
    }

    /// A setting is wrong.
    pub(crate) fn setting(field: &str, detail: impl Into<String>) -> Self {
        Self::Settings(FieldErrors(vec![FieldError { field: field.to_owned(), detail: detail.into() }]))
    }

    /// Converts an error of a file of this machine.
    pub(crate) fn io(place: impl Into<String>, error: &std::io::Error) -> Self {
        use std::io::ErrorKind::{NotFound, PermissionDenied, QuotaExceeded, StorageFull};
        let (place, reason) = (place.into(), error.to_string());
        match error.kind() {
            StorageFull | QuotaExceeded => Self::Full { place, message: String::new() },
            PermissionDenied => Self::Permission { place, message: String::new() },
            NotFound => Self::Missing(place),
            _ => Self::Storage { place, reason },
        }
    }
}

impl From<LookupError> for TargetError {
    fn from(error: LookupError) -> Self {
        match error {
            LookupError::Unknown(host) => not_found(host),
            error @ LookupError::OwnNetwork(_) => Self::Address(format!("The address cannot be used: {error}.")),
        }
    }
}

impl From<FetchError> for TargetError {
    fn from(error: FetchError) -> Self {
        match error {
            FetchError::Unreachable { host, reason } => Self::Unreachable { host, reason },
            FetchError::TooSlow { host, seconds } => Self::Timeout { host, seconds },
            FetchError::Unknown(host) => not_found(host),
            other => Self::Address(other.to_string()),
        }
    }
}

/// The name of a server that no DNS server knows: it may be wrong, it may be new, or DNS may be down for a moment.
fn not_found(host: String) -> TargetError {
    TargetError::Unreachable { host, reason: "no server of this name was found".to_owned() }
}

fn detail(message: &str) -> String {
    if message.is_empty() { String::new() } else { format!(": {message}") }
}

fn after_text(after: Option<Duration>) -> String {
    after.map(|time| format!(" (for {} s)", time.as_secs())).unwrap_or_default()
}

/// Shortens a server's words to one line without control characters.
pub(crate) fn short(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    line.trim_end_matches('.').chars().filter(|c| !c.is_control()).take(LONGEST_MESSAGE).collect()
}

#[cfg(test)]
mod tests {
    use std::io::Error;

    use super::*;

    #[test]
    fn full_disk_is_reported_as_full() {
        for code in [28, 122] {
            let error = TargetError::io("/srv/www", &Error::from_raw_os_error(code));
            assert_eq!(error.to_string(), "/srv/www is full. Free space or raise the quota.");
            assert_eq!(error.retry(), Retry::No);
        }
    }

    #[test]
    fn name_that_dns_does_not_know_is_tried_again() {
        let host = || "new.pages.dev".to_owned();
        for error in [TargetError::from(FetchError::Unknown(host())), LookupError::Unknown(host()).into()] {
            assert_eq!(
                error.to_string(),
                "new.pages.dev cannot be reached: no server of this name was found. Check the address, or try again later."
            );
            assert_eq!(error.retry(), Retry::After(None));
        }
    }

    #[test]
    fn words_of_a_server_are_shortened_to_one_line() {
        assert_eq!(short(" a\n\tb\u{7}.\r\n"), "a b");
        assert_eq!(short(&"x".repeat(1_000)).len(), 300);
    }
}
