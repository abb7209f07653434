//! Correlated draws of the value of each bet.

use std::collections::BTreeMap;

use statrs::function::erf::erf;

use super::input::{Bets, Opportunity};
use super::params::Checked;
use crate::stat::{SplitMix64, normal_quantile, stratified_normals, stratified_uniforms};

/// 90 % quantile of the standard normal distribution.
const Z90: f64 = 1.281_551_565_545;
/// Default months to an effect: 10 % and 90 % quantiles.
const MONTHS: (f64, f64) = (3.0, 12.0);

/// Net present value of each bet, by draw, in cents.
#[derive(Debug, Clone)]
pub(super) struct Worth {
    /// One list per bet.
    pub(super) draws: Vec<Vec<f64>>,
    pub(super) means: Vec<f64>,
    pub(super) break_even: Vec<f64>,
}

/// Draws the value of every bet: `works x annuity(value) - costs`, discounted monthly.
///
/// The successes of bets are correlated by a Gaussian copula with one common factor and one per
/// vertical. Source: Vasicek (2002), "The distribution of loan portfolio value", Risk 15.
pub(super) fn drawn(bets: &Bets<'_>, params: &Checked) -> Worth {
    let count = params.draws as usize;
    let mut random = SplitMix64::new(params.seed);
    let common = stratified_normals(count, &mut random);
    let mut verticals: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for bet in bets.all {
        if let Some(vertical) = bet.vertical.as_deref() {
            verticals.entry(vertical).or_insert_with(|| stratified_normals(count, &mut random));
        }
    }
    let draws: Vec<Vec<f64>> = bets
        .all
        .iter()
        .zip(&bets.uncounted)
        .map(|(bet, uncounted)| {
            let vertical = bet.vertical.as_deref().and_then(|name| verticals.get(name));
            of_bet((bet, uncounted.is_none()), &common, vertical, params, &mut random)
        })
        .collect();
    let mean = |draws: &Vec<f64>| draws.iter().sum::<f64>() / count as f64;
    let share = |draws: &Vec<f64>| draws.iter().filter(|worth| **worth >= 0.0).count() as f64 / count as f64;
    Worth { means: draws.iter().map(mean).collect(), break_even: draws.iter().map(share).collect(), draws }
}

fn of_bet(
    (bet, is_income): (&Opportunity, bool), common: &[f64], vertical: Option<&Vec<f64>>, params: &Checked,
    random: &mut SplitMix64,
) -> Vec<f64> {
    let count = common.len();
    let (own, value) = (stratified_normals(count, random), stratified_normals(count, random));
    let (delay, chance) = (stratified_normals(count, random), stratified_uniforms(count, random));
    let of_vertical = if vertical.is_some() { params.vertical_correlation } else { 0.0 };
    let left = (1.0 - params.common_correlation - of_vertical).sqrt();
    let one = |at: usize| {
        let shared = vertical.map_or(0.0, |draws| draws[at]);
        let fortune = params.common_correlation.sqrt() * common[at] + of_vertical.sqrt() * shared + left * own[at];
        let probability = bet.success_probability.unwrap_or(chance[at]);
        let works = 0.5 * (1.0 + erf(fortune / std::f64::consts::SQRT_2)) >= 1.0 - probability;
        let income = if works && is_income { monthly_at(bet, value[at]) } else { 0.0 };
        net(bet, income, months_at(bet, delay[at]), params)
    };
    (0..count).map(one).collect()
}

/// Monthly income at a standard normal quantile: log-normal with a separate spread on each side of the median.
pub(super) fn monthly_at(bet: &Opportunity, z: f64) -> f64 {
    let (low, mid, high) = (bet.low_cents.unwrap_or(0.0), bet.mid_cents.unwrap_or(0.0), bet.high_cents.unwrap_or(0.0));
    if low <= 0.0 || mid <= 0.0 {
        // The logarithm of 0 is undefined, so the quantiles are interpolated linearly.
        let slope = if z < 0.0 { mid - low } else { high - mid };
        return (mid + slope * z / Z90).max(0.0);
    }
    let ratio: f64 = if z < 0.0 { mid / low } else { high / mid };
    mid * (ratio.ln() * z / Z90).exp()
}

fn months_at(bet: &Opportunity, z: f64) -> f64 {
    let spread = (MONTHS.1 / MONTHS.0).ln() / (2.0 * Z90);
    bet.months_to_effect.unwrap_or_else(|| (MONTHS.0 * MONTHS.1).sqrt() * (spread * z).exp())
}

/// Median number of months to an effect.
pub(super) fn usual_months(bet: &Opportunity) -> f64 {
    months_at(bet, 0.0)
}

/// Present value in cents of a monthly income from a month on, minus all costs.
pub(super) fn net(bet: &Opportunity, income: f64, from_month: f64, params: &Checked) -> f64 {
    let horizon = f64::from(params.horizon_months);
    let earned = income * annuity(from_month, horizon, params.discount_rate);
    let monthly = bet.monthly_cost_cents * annuity(0.0, horizon, params.discount_rate);
    earned - monthly - bet.cost_cents - bet.hours * params.hourly_rate_cents
}

/// Present value of 1 per month from one month to another, paid continuously.
pub(super) fn annuity(from: f64, to: f64, rate: f64) -> f64 {
    if from >= to {
        return 0.0;
    }
    let force = (1.0 + rate).ln() / 12.0;
    if force < 1e-12 {
        return to - from;
    }
    ((-force * from).exp() - (-force * to).exp()) / force
}

/// Value at a quantile of income, with the probability of success: the value in a scenario.
pub(super) fn at_quantile(bet: &Opportunity, quantile: f64, params: &Checked) -> f64 {
    let income = bet.success_probability.unwrap_or(0.5) * monthly_at(bet, normal_quantile(quantile));
    net(bet, income, usual_months(bet), params)
}

/// Month after which the bet, not working yet, has less than the minimum probability of breaking even; `None` if
/// it keeps more until the horizon.
pub(super) fn stop_month(bet: &Opportunity, params: &Checked) -> Option<u32> {
    let chance = bet.success_probability.unwrap_or(0.5);
    let pays = |month: u32| {
        let points = 41;
        let paying = (0..points)
            .map(|at| normal_quantile((f64::from(at) + 0.5) / f64::from(points)))
            .filter(|z| net(bet, monthly_at(bet, *z), f64::from(month), params) >= 0.0);
        chance * paying.count() as f64 / f64::from(points)
    };
    (0..=params.horizon_months).find(|month| pays(*month) < params.stop_probability)
}
