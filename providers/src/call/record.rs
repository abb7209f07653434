//! What is recorded of a call.

use std::{fmt, time::Duration};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::{money::Micros, provider::Operation};

/// SHA-256 of everything in a request that decides its response, in hexadecimal digits. Credentials are not part of it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Fingerprint(pub String);

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Most that an attempt can cost at the listed prices.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Estimate {
    /// Amount to reserve.
    pub amount: Micros,
}

impl Estimate {
    /// A call that costs nothing.
    pub const FREE: Self = Self::bound(Micros::ZERO);

    /// An amount that is not exceeded.
    #[must_use]
    pub const fn bound(amount: Micros) -> Self {
        Self { amount }
    }
}

/// How an amount is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Basis {
    /// The provider reported it.
    Reported,
    /// Computed from the price list and reported units.
    Computed,
    /// The outcome is unknown, as after a time-out: the estimate counts in full.
    Assumed,
    /// The provider did not charge: nothing was sent, or it refused.
    NotCharged,
}

/// Cost of an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Charge {
    /// Amount.
    pub amount: Micros,
    /// How it is known.
    pub basis: Basis,
}

impl Charge {
    /// No cost.
    pub const NONE: Self = Self { amount: Micros::ZERO, basis: Basis::NotCharged };

    /// An amount that the provider reported.
    #[must_use]
    pub const fn reported(amount: Micros) -> Self {
        Self { amount, basis: Basis::Reported }
    }

    /// An amount computed from reported units.
    #[must_use]
    pub const fn computed(amount: Micros) -> Self {
        Self { amount, basis: Basis::Computed }
    }

    /// An amount that counts because the outcome is unknown.
    #[must_use]
    pub const fn assumed(amount: Micros) -> Self {
        Self { amount, basis: Basis::Assumed }
    }
}

/// How an attempt ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// A response that could be used.
    Succeeded,
    /// An error.
    Failed,
    /// The caller cancelled or stopped waiting.
    Cancelled,
}

/// A call: what was asked and what it cost.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Call {
    /// Operation, which names the provider.
    pub operation: Operation,
    /// Fingerprint of the request.
    pub fingerprint: Fingerprint,
    /// Cost expected before each attempt.
    pub estimate: Estimate,
    /// Cost of all attempts.
    pub cost: Micros,
    /// How the cost of the last attempt is known.
    pub basis: Basis,
    /// Attempts; 0 for a response from the cache.
    pub attempts: u32,
    /// Time from the first attempt to the response, with waits in between.
    pub latency: Duration,
    /// When the provider responded. Of a response from the cache, when it was first fetched.
    pub fetched_at: DateTime<Utc>,
    /// HTTP status.
    pub status: u16,
    /// True for a response from the cache.
    pub is_cached: bool,
    /// Response body without secrets, for the evidence store.
    #[serde(skip)]
    pub body: Vec<u8>,
}

/// A typed response and its call.
#[derive(Debug, Clone, PartialEq)]
pub struct Called<T> {
    /// Response.
    pub value: T,
    /// Call.
    pub call: Call,
}

impl<T> Called<T> {
    /// Converts the response.
    pub fn map<U>(self, convert: impl FnOnce(T) -> U) -> Called<U> {
        Called { value: convert(self.value), call: self.call }
    }
}
