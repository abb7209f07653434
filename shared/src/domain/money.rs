//! Money: integer cents with a currency, and an interval for estimates.

use serde::{Deserialize, Serialize};

/// A monthly estimate of money: 10 % quantile, mean and 90 % quantile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MoneyRange {
    /// The 10th percentile, in cents.
    pub low_cents: i64,
    /// The mean, in cents.
    pub mid_cents: i64,
    /// The 90th percentile, in cents.
    pub high_cents: i64,
    /// ISO 4217 code.
    pub currency: String,
}
