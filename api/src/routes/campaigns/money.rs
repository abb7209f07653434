//! Amounts with their interval, in responses.

use engines::local::MoneyRange;
use serde::Serialize;
use utoipa::ToSchema;

/// An uncertain amount in whole cents.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = CentsRange)]
pub(super) struct Cents {
    /// Mean.
    mean: i64,
    /// 10% quantile: pessimistic.
    p10: i64,
    /// Median: realistic.
    p50: i64,
    /// 90% quantile: optimistic.
    p90: i64,
}

impl From<MoneyRange> for Cents {
    fn from(range: MoneyRange) -> Self {
        Self { mean: range.mean_cents, p10: range.p10_cents, p50: range.p50_cents, p90: range.p90_cents }
    }
}
