//! Shadow prices of the limits.

use super::context::{Ground, WORK, cents};
use super::output::ShadowPrice;
use super::risk::{Weighed, weighed};
use crate::common::EngineError;

/// Increase of the budget: a tenth of it, at least 100 units of the currency.
const STEP_SHARE: f64 = 0.1;
const LEAST_CENTS: f64 = 10_000.0;
const LEAST_HOURS: f64 = 1.0;

/// Computes the gain of an increase of each limit by solving again.
pub(super) fn shadow_prices(ground: &Ground<'_>, best: &Weighed) -> Result<Vec<ShadowPrice>, EngineError> {
    let money =
        ground.params.budget_cents.map(|most| ("money", ground.limits.money, (most * STEP_SHARE).max(LEAST_CENTS)));
    let hours = ground.params.hours.map(|most| ("hours", ground.limits.hours, (most * STEP_SHARE).max(LEAST_HOURS)));
    let mut prices = Vec::new();
    for (name, limit, step) in money.into_iter().chain(hours) {
        let Some(limit) = limit else { continue };
        let raised = ground.limits.raised(limit, step);
        let found = weighed(ground.worth, &raised, ground.measure(), WORK / 4, ground.control)?;
        let gain = found.map_or(0.0, |found| (found.value - best.value).max(0.0));
        prices.push(ShadowPrice {
            limit: name.to_owned(),
            step,
            monthly_gain_cents: cents(gain / f64::from(ground.params.horizon_months)),
            gain_cents: cents(gain),
            marginal_cents: best.prices[limit],
        });
    }
    Ok(prices)
}
