//! Amounts of money in responses.

use serde::Serialize;
use shared::domain::money::MoneyRange;
use utoipa::ToSchema;

/// An estimated monthly amount, in cents: 10 % quantile, mean, 90 % quantile.
#[derive(Debug, Clone, Serialize, serde::Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Money {
    pub(crate) low_cents: i64,
    pub(crate) mid_cents: i64,
    pub(crate) high_cents: i64,
    /// ISO 4217 code.
    #[schema(examples("USD"))]
    pub(crate) currency: String,
}

impl From<MoneyRange> for Money {
    fn from(range: MoneyRange) -> Self {
        Self {
            low_cents: range.low_cents,
            mid_cents: range.mid_cents,
            high_cents: range.high_cents,
            currency: range.currency,
        }
    }
}
