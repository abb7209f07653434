//! Prices of data providers that replace the built-in ones.

use chrono::{DateTime, Utc};
use serde::Serialize;

/// Highest price, in millionths of a US dollar: 1,000 dollars.
pub const MOST_PRICE_MICROS: i64 = 1_000_000_000;

/// A price in place of a built-in one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct PriceOverride {
    /// Key of the provider.
    pub provider: String,
    /// Key of an operation, or name of a model.
    pub subject: String,
    /// Key of what is counted.
    pub unit: String,
    /// Price, in millionths of a US dollar.
    pub micros: i64,
    /// When it was entered.
    pub changed_at: DateTime<Utc>,
}

impl PriceOverride {
    /// Returns provider, subject, unit and price.
    #[must_use]
    pub fn parts(&self) -> (&str, &str, &str, i64) {
        (&self.provider, &self.subject, &self.unit, self.micros)
    }
}
