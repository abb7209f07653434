//! What the application implements around calls: budgets, cache, evidence and rate limits.

use std::{fmt, sync::Arc};

use chrono::{DateTime, Utc};
use futures::future::BoxFuture;

use super::{Call, Charge, Estimate, Fingerprint, Outcome};
use crate::{error::OverBudget, provider::Operation};

/// An attempt that is about to be made.
#[derive(Debug, Clone, PartialEq)]
pub struct Intent {
    /// Operation, which names the provider.
    pub operation: Operation,
    /// Fingerprint of the request.
    pub fingerprint: Fingerprint,
    /// Most that it can cost.
    pub estimate: Estimate,
    /// Number of the attempt, from 1.
    pub attempt: u32,
}

/// Why a purse reserves nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The call may cost more than the budget has left.
    #[error(transparent)]
    OverBudget(#[from] OverBudget),
    /// The operator or the user has switched the provider off.
    #[error("the provider is switched off")]
    SwitchedOff,
    /// The budget cannot be read or written.
    #[error("the budget is not available: {0}")]
    Unavailable(String),
}

/// Money for calls.
///
/// Every attempt is reserved before it is sent and settled once afterwards. A reservation that is never settled belongs
/// to a process that ended: count it in full.
pub trait Purse: Send + Sync {
    /// Reserves the estimate of an attempt, or refuses it. If the caller drops this future, nothing may stay reserved.
    ///
    /// # Errors
    /// Returns a [`Refusal`] if the attempt must not be made.
    fn reserve<'a>(&'a self, intent: &'a Intent) -> BoxFuture<'a, Result<Box<dyn Reservation>, Refusal>>;
}

/// Money reserved for an attempt.
pub trait Reservation: Send + 'static {
    /// Replaces the reserved amount by the actual one. It is called exactly once for each reservation, also if the caller
    /// cancels or drops the call, and runs to its end in a task of its own.
    fn settle(self: Box<Self>, charge: Charge, outcome: Outcome) -> BoxFuture<'static, ()>;
}

/// A response in the cache.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stored {
    /// Response body as it was recorded.
    pub body: Vec<u8>,
    /// When it was fetched.
    pub fetched_at: DateTime<Utc>,
}

/// Cache of responses. It decides itself how long a response is good.
pub trait Cache: Send + Sync {
    /// Returns a recorded response that may be used instead of a call.
    fn get<'a>(&'a self, operation: Operation, fingerprint: &'a Fingerprint) -> BoxFuture<'a, Option<Stored>>;

    /// Records the response of a successful call. The response of a stream is not recorded.
    fn put<'a>(&'a self, call: &'a Call) -> BoxFuture<'a, ()>;
}

/// Store of raw responses, of failed attempts too.
pub trait Evidence: Send + Sync {
    /// Records a response. `error` is the kind of failure, see [`crate::ProviderError::kind`].
    fn record<'a>(&'a self, call: &'a Call, error: Option<&'static str>) -> BoxFuture<'a, ()>;
}

/// Limits on the number of requests.
pub trait Limiter: Send + Sync {
    /// Waits until a request of this operation may be sent.
    fn acquire(&self, operation: Operation) -> BoxFuture<'_, ()>;

    /// Lets no request of this operation's provider pass before a time, which the provider asked for.
    fn pause(&self, operation: Operation, until: DateTime<Utc>);

    /// Returns the end of the pause that this operation's provider asked for; `None` if it is over.
    fn paused_until(&self, operation: Operation) -> Option<DateTime<Utc>>;
}

/// Hooks of a caller. Without a purse, a call that may cost money is refused.
#[derive(Clone, Default)]
pub struct Hooks {
    /// Budgets.
    pub purse: Option<Arc<dyn Purse>>,
    /// Cache.
    pub cache: Option<Arc<dyn Cache>>,
    /// Evidence.
    pub evidence: Option<Arc<dyn Evidence>>,
    /// Rate limits, shared by every caller that uses the same account.
    pub limiter: Option<Arc<dyn Limiter>>,
}

impl fmt::Debug for Hooks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hooks")
            .field("purse", &self.purse.is_some())
            .field("cache", &self.cache.is_some())
            .field("evidence", &self.evidence.is_some())
            .field("limiter", &self.limiter.is_some())
            .finish()
    }
}
