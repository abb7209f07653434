//! Projection of a month's revenue from the days before.

use serde::Serialize;
use utoipa::ToSchema;

/// Minimum number of days for a projection.
pub const MIN_DAYS: usize = 14;
/// 90th percentile of the standard normal distribution.
const Z90: f64 = 1.281_551_565_545;

/// Projected revenue of a month, in cents: 10th percentile, mean, 90th percentile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Projection {
    /// 10th percentile; at least the revenue so far, unless refunds are likely.
    pub low_cents: i64,
    /// Mean.
    pub mid_cents: i64,
    /// 90th percentile.
    pub high_cents: i64,
}

/// Projects a month: the revenue so far and, for each remaining day, the mean of recent days. The interval assumes
/// independent days with the variance of the recent ones. Returns `None` with fewer than [`MIN_DAYS`] recent days.
#[must_use]
pub fn project(so_far_cents: i64, recent_days_cents: &[i64], remaining_days: u32) -> Option<Projection> {
    if recent_days_cents.len() < MIN_DAYS {
        return None;
    }
    #[expect(clippy::cast_precision_loss, reason = "cents of a day, and a count of days")]
    let (days, count): (Vec<f64>, f64) =
        (recent_days_cents.iter().map(|cents| *cents as f64).collect(), recent_days_cents.len() as f64);
    let mean = days.iter().sum::<f64>() / count;
    let variance = days.iter().map(|cents| (cents - mean).powi(2)).sum::<f64>() / (count - 1.0);
    let remaining = f64::from(remaining_days);
    let spread = Z90 * (variance * remaining).sqrt();
    #[expect(clippy::cast_possible_truncation, reason = "saturates")]
    let cents = |add: f64| so_far_cents.saturating_add(add.round() as i64);
    let mid = mean * remaining;
    Some(Projection { low_cents: cents(mid - spread), mid_cents: cents(mid), high_cents: cents(mid + spread) })
}
