//! Uncertain amounts: 10 %, 50 % and 90 % quantiles and the mean.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::count;

/// An uncertain quantity in its own unit (clicks, volume).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Interval {
    /// 10 % quantile.
    pub low: f64,
    /// Median.
    pub mid: f64,
    /// 90 % quantile.
    pub high: f64,
    /// Mean of the draws.
    pub mean: f64,
}

/// An uncertain amount of money a month, in whole cents of `currency`.
///
/// `low` <= `mid` <= `high`: the 10 %, 50 % and 90 % quantiles (pessimistic, realistic, optimistic).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Money {
    /// 10 % quantile, in cents.
    pub low_cents: i64,
    /// Median, or the expected amount where the title of the finding states it, in cents.
    pub mid_cents: i64,
    /// 90 % quantile, in cents.
    pub high_cents: i64,
    /// ISO 4217 code, such as `USD`.
    pub currency: String,
}

impl Money {
    /// Rounds an interval of cents to whole cents.
    pub fn from_interval(cents: &Interval, currency: &str) -> Self {
        Self {
            low_cents: cents.low.round() as i64,
            mid_cents: cents.mid.round() as i64,
            high_cents: cents.high.round() as i64,
            currency: currency.to_owned(),
        }
    }
}

/// Formats an amount of `cents` in whole units of `currency`, as the web app does: `$1,594`, `€120`, `CHF 80`.
pub(crate) fn whole_money(cents: i64, currency: &str) -> String {
    let units = count((cents.unsigned_abs() as f64 / 100.0).round());
    written(if cents <= -50 { "-" } else { "" }, &units, currency)
}

/// Formats an amount with its cents, if it has some: `$80`, `$12.50`, `CHF 80`.
pub(crate) fn exact_money(cents: i64, currency: &str) -> String {
    let (units, rest) = (cents.unsigned_abs() / 100, cents.unsigned_abs() % 100);
    let units = count(units as f64);
    let amount = if rest == 0 { units } else { format!("{units}.{rest:02}") };
    written(if cents < 0 { "-" } else { "" }, &amount, currency)
}

fn written(sign: &str, units: &str, currency: &str) -> String {
    match currency {
        "USD" => format!("{sign}${units}"),
        "EUR" => format!("{sign}€{units}"),
        "GBP" => format!("{sign}£{units}"),
        other => format!("{sign}{other} {units}"),
    }
}
