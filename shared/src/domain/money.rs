//! Money: integer cents, always with a currency, and with an interval where it is estimated.

use serde::{Deserialize, Serialize};

/// An estimate of money a month: P10, mean and P90.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MoneyRange {
    /// The 10th percentile, in cents.
    pub low_cents: i64,
    /// The mean, in cents.
    pub mid_cents: i64,
    /// The 90th percentile, in cents.
    pub high_cents: i64,
    /// ISO 4217.
    pub currency: String,
}
