//! Errors of calls, written for the user whose data is fetched. No error contains a secret.

use chrono::{DateTime, Utc};

use crate::{call::Refusal, money::Micros};

/// Reason why a call failed.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ProviderError {
    /// The credentials are wrong.
    #[error("the key or password was refused")]
    BadKey,
    /// The access token is no longer valid and could not be renewed.
    #[error("access has expired or was withdrawn: connect the account again")]
    ExpiredToken,
    /// The account may not use this service, or not see this site.
    #[error("access was denied{}", detail(.0))]
    Forbidden(String),
    /// The site, property or address does not exist for this account.
    #[error("not found{}", detail(.0))]
    NotFound(String),
    /// The account has no credit.
    #[error("the account has no credit left")]
    NoMoney,
    /// The quota of a day or month is used up.
    #[error("the quota is used up{}", until_text(*.until))]
    Quota {
        /// When it is renewed, where the provider reports it.
        until: Option<DateTime<Utc>>,
    },
    /// Too many requests.
    #[error("too many requests{}", until_text(*.until))]
    RateLimited {
        /// When the next request is allowed, where the provider reports it.
        until: Option<DateTime<Utc>>,
    },
    /// The provider refused a value of the request.
    #[error("{}was not accepted{}", field_text(.field.as_deref()), detail(.message))]
    InvalidField {
        /// Field, where the provider names it.
        field: Option<String>,
        /// The provider's words.
        message: String,
    },
    /// A task failed although the request succeeded.
    #[error("{}", task_text(*.code, .message))]
    Task {
        /// Code of the provider; 0 if it has none.
        code: i64,
        /// The provider's words.
        message: String,
    },
    /// The provider has a fault of its own.
    #[error("the provider has a fault of its own (status {status})")]
    Unavailable {
        /// HTTP status.
        status: u16,
    },
    /// The provider refused the request for another reason.
    #[error("the request was refused (status {status}){}", detail(.message))]
    Rejected {
        /// HTTP status.
        status: u16,
        /// The provider's words.
        message: String,
    },
    /// The response took too long.
    #[error("no response within {seconds} s")]
    Timeout {
        /// Time limit in seconds.
        seconds: u64,
    },
    /// The provider cannot be reached.
    #[error("the provider cannot be reached: {0}")]
    Network(String),
    /// The address is one of the own network, or not HTTP.
    #[error("{0}")]
    BadAddress(String),
    /// The response redirects; requests with credentials follow no redirect.
    #[error("the provider redirects to another address, which is not followed: check the base address")]
    Redirected,
    /// The response exceeds the limit.
    #[error("the response is larger than {} MiB", .most >> 20)]
    TooLarge {
        /// Limit in bytes.
        most: usize,
    },
    /// The response ended early or is not in the expected format.
    #[error("the response cannot be read: {0}")]
    Unreadable(String),
    /// The answer was cut off or withheld by the model's provider.
    #[error("the answer is incomplete: {0}")]
    Incomplete(String),
    /// No price is known for this model, so no budget could be checked.
    #[error("no price is known for the model {0}: enter the price of its tokens")]
    NoPrice(String),
    /// The budget does not allow the call.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The caller cancelled.
    #[error("cancelled")]
    Cancelled,
}

impl ProviderError {
    /// Stable identifier of the kind of failure.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::BadKey => "bad-key",
            Self::ExpiredToken => "expired-token",
            Self::Forbidden(_) => "forbidden",
            Self::NotFound(_) => "not-found",
            Self::NoMoney => "no-money",
            Self::Quota { .. } => "quota",
            Self::RateLimited { .. } => "rate-limited",
            Self::InvalidField { .. } => "invalid-field",
            Self::Task { .. } => "task",
            Self::Unavailable { .. } => "unavailable",
            Self::Rejected { .. } => "rejected",
            Self::Timeout { .. } => "timeout",
            Self::Network(_) => "network",
            Self::BadAddress(_) => "bad-address",
            Self::Redirected => "redirected",
            Self::TooLarge { .. } => "too-large",
            Self::Unreadable(_) => "unreadable",
            Self::Incomplete(_) => "incomplete",
            Self::NoPrice(_) => "no-price",
            Self::Refused(_) => "budget",
            Self::Cancelled => "cancelled",
        }
    }

    /// Returns true if the same request may succeed a moment later.
    #[must_use]
    pub const fn is_transient(&self) -> bool {
        matches!(self, Self::RateLimited { .. } | Self::Unavailable { .. } | Self::Network(_))
    }

    /// Returns true if only the user can resolve it, with other credentials or more credit.
    #[must_use]
    pub const fn needs_user(&self) -> bool {
        matches!(self, Self::BadKey | Self::ExpiredToken | Self::Forbidden(_) | Self::NoMoney | Self::NoPrice(_))
    }
}

fn detail(message: &str) -> String {
    if message.is_empty() { String::new() } else { format!(": {message}") }
}

fn task_text(code: i64, message: &str) -> String {
    match (code, message) {
        (0, "") => "the task failed, and the provider names no reason".to_owned(),
        (0, message) => message.to_owned(),
        (code, message) => format!("the task failed with code {code}{}", detail(message)),
    }
}

fn field_text(name: Option<&str>) -> String {
    name.map_or_else(|| "a value ".to_owned(), |name| format!("{name} "))
}

fn until_text(time: Option<DateTime<Utc>>) -> String {
    time.map(|time| format!(" until {}", time.format("%Y-%m-%d %H:%M UTC"))).unwrap_or_default()
}

/// Why a budget does not allow a call.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the call may cost {estimate}, and the budget allows {left}")]
pub struct OverBudget {
    /// Most that the call may cost.
    pub estimate: Micros,
    /// What is left.
    pub left: Micros,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn task_error_without_a_code_names_no_code() {
        let text = |code, message: &str| ProviderError::Task { code, message: message.to_owned() }.to_string();
        assert_eq!(text(0, "The page is empty"), "The page is empty");
        assert_eq!(text(0, ""), "the task failed, and the provider names no reason");
        assert_eq!(text(40_501, "Bad"), "the task failed with code 40501: Bad");
    }
}
