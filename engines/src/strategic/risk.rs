//! Risk-adjusted choices.

use super::knapsack::{Solution, solve};
use super::limits::Limits;
use super::params::RiskMeasure;
use super::present_value::Worth;
use crate::common::{Control, EngineError};

/// Share of the worst results in the conditional value at risk.
pub(super) const TAIL: f64 = 0.1;
/// Maximum number of linear bounds.
const CUTS: usize = 8;

/// A choice, its objective and an upper bound on the objective of any choice.
#[derive(Debug, Clone)]
pub(super) struct Weighed {
    pub(super) chosen: Vec<bool>,
    pub(super) value: f64,
    pub(super) bound: f64,
    pub(super) is_optimal: bool,
    pub(super) prices: Vec<f64>,
}

/// Returns the choice with the largest `mean - weight x risk`.
///
/// Both risks are convex and homogeneous, so their gradient at any mixture of choices gives a linear bound,
/// and the best choice under it is a knapsack. Source: Kelley (1960), "The cutting-plane method for solving
/// convex programs"; with integers: Duran & Grossmann (1986), Mathematical Programming 36.
pub(super) fn weighed(
    worth: &Worth, limits: &Limits, (measure, weight): (RiskMeasure, f64), work: u64, control: &dyn Control,
) -> Result<Option<Weighed>, EngineError> {
    let mut best: Option<Weighed> = None;
    let mut centre = vec![0.0; worth.means.len()];
    let cuts = if weight > 0.0 { CUTS } else { 1 };
    for cut in 0..cuts {
        let slope = if cut == 0 { vec![0.0; centre.len()] } else { slope(worth, &centre, measure) };
        let values: Vec<f64> = worth.means.iter().zip(&slope).map(|(mean, slope)| mean - weight * slope).collect();
        let problem = limits.knapsack(&values)?;
        let Some(found) = solve(&problem, work / cuts as u64, control)? else { return Ok(None) };
        let share = 1.0 / (cut + 1) as f64;
        for (centre, chosen) in centre.iter_mut().zip(&found.chosen) {
            *centre += share * (f64::from(*chosen) - *centre);
        }
        take(&mut best, found, worth, (measure, weight));
    }
    Ok(best)
}

fn take(best: &mut Option<Weighed>, found: Solution, worth: &Worth, (measure, weight): (RiskMeasure, f64)) {
    let shares: Vec<f64> = found.chosen.iter().map(|chosen| f64::from(*chosen)).collect();
    let mean: f64 = worth.means.iter().zip(&shares).map(|(mean, share)| mean * share).sum();
    let value = mean - if weight > 0.0 { weight * risk(worth, &shares, measure) } else { 0.0 };
    // Values were rounded to cents: each bet may be off by half a cent.
    let slack = 0.5 * shares.len() as f64;
    let bound = best.as_ref().map_or(f64::INFINITY, |best| best.bound).min(found.bound + slack);
    if best.as_ref().is_none_or(|best| value > best.value) {
        *best =
            Some(Weighed { chosen: found.chosen, value, bound, is_optimal: found.is_optimal, prices: found.prices });
    }
    if let Some(best) = best {
        best.bound = bound.max(best.value);
        best.is_optimal = best.bound - best.value <= 2.0 * slack + 1.0;
    }
}

/// Results of a choice, draw by draw.
pub(super) fn results(worth: &Worth, shares: &[f64]) -> Vec<f64> {
    let mut results = vec![0.0; worth.draws.first().map_or(0, Vec::len)];
    for (draws, share) in worth.draws.iter().zip(shares).filter(|(_, share)| **share > 0.0) {
        results.iter_mut().zip(draws).for_each(|(result, draw)| *result += share * draw);
    }
    results
}

/// Risk of a choice, in cents.
pub(super) fn risk(worth: &Worth, shares: &[f64], measure: RiskMeasure) -> f64 {
    slope(worth, shares, measure).iter().zip(shares).map(|(slope, share)| slope * share).sum()
}

/// Gradient of the risk by bet.
fn slope(worth: &Worth, shares: &[f64], measure: RiskMeasure) -> Vec<f64> {
    let results = results(worth, shares);
    let weights = match measure {
        RiskMeasure::Deviation => by_deviation(&results),
        RiskMeasure::ConditionalValueAtRisk => by_tail(&results),
    };
    let of = |draws: &Vec<f64>| draws.iter().zip(&weights).map(|(draw, weight)| draw * weight).sum();
    worth.draws.iter().map(of).collect()
}

fn by_deviation(results: &[f64]) -> Vec<f64> {
    let count = results.len() as f64;
    let mean = results.iter().sum::<f64>() / count;
    let deviation = (results.iter().map(|result| (result - mean).powi(2)).sum::<f64>() / count).sqrt();
    // Equal results differ from their mean by rounding alone: that is no spread to divide by.
    let is_spread = deviation > 1e-9 * mean.abs();
    results.iter().map(|result| if is_spread { (result - mean) / (count * deviation) } else { 0.0 }).collect()
}

fn by_tail(results: &[f64]) -> Vec<f64> {
    let count = results.len();
    let worst = ((count as f64 * TAIL) as usize).max(1);
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|a, b| results[*a].total_cmp(&results[*b]));
    let mut weights = vec![1.0 / count as f64; count];
    order[..worst].iter().for_each(|at| weights[*at] -= 1.0 / worst as f64);
    weights
}

/// Mean of the worst tenth of results.
pub(super) fn tail_mean(results: &[f64]) -> f64 {
    let mut sorted = results.to_vec();
    sorted.sort_by(f64::total_cmp);
    let worst = ((sorted.len() as f64 * TAIL) as usize).max(1).min(sorted.len().max(1));
    sorted.iter().take(worst).sum::<f64>() / worst as f64
}
