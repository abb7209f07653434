//! Data of a run, from which every output is computed.

use super::input::Bets;
use super::limits::Limits;
use super::params::{Checked, RiskMeasure};
use super::present_value::Worth;
use super::risk::{Weighed, weighed};
use crate::common::{Control, EngineError, Interval, Money, exact_money};
use crate::stat::interval_of;

/// Work limit per choice, in units of about a nanosecond.
pub(super) const WORK: u64 = 3_000_000_000;

/// Data of a run.
pub(super) struct Ground<'a> {
    pub(super) bets: &'a Bets<'a>,
    pub(super) worth: &'a Worth,
    pub(super) limits: &'a Limits,
    pub(super) is_open: &'a [bool],
    pub(super) params: &'a Checked,
    pub(super) control: &'a dyn Control,
}

impl Ground<'_> {
    pub(super) fn measure(&self) -> (RiskMeasure, f64) {
        (self.params.risk_measure, self.params.risk_weight)
    }

    pub(super) fn best(&self) -> Result<Weighed, EngineError> {
        let found = weighed(self.worth, self.limits, self.measure(), WORK, self.control)?;
        found.ok_or_else(|| EngineError::input("opportunities", "have no choice that meets the limits"))
    }

    pub(super) fn money(&self, draws: &[f64]) -> Money {
        let none = Interval { low: 0.0, mid: 0.0, high: 0.0, mean: 0.0 };
        Money::from_interval(&interval_of(&mut draws.to_vec()).unwrap_or(none), self.bets.currency)
    }
}

/// Rounds to whole cents.
pub(super) fn cents(amount: f64) -> i64 {
    amount.round() as i64
}

/// Returns the assumptions of a portfolio, with amounts in `currency`.
pub(super) fn assumptions(params: &Checked, currency: &str) -> Vec<String> {
    vec![
        format!(
            "Income counts for {} months, discounted at {} % a year.",
            params.horizon_months,
            params.discount_rate * 100.0
        ),
        format!("An hour costs {}.", exact_money(cents(params.hourly_rate_cents), currency)),
        format!(
            "The outcomes of two opportunities have a correlation of {}, plus {} within a vertical.",
            params.common_correlation, params.vertical_correlation
        ),
        "An opportunity succeeds or fails; if it succeeds, its full income starts at once and continues.".to_owned(),
    ]
}
