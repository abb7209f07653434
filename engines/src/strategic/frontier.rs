//! Efficient frontier of value and risk.

use super::context::{Ground, WORK, cents};
use super::output::FrontierPoint;
use super::risk::{results, risk, weighed};
use crate::common::EngineError;

/// Risk weights that are tried.
const WEIGHTS: [f64; 7] = [0.0, 0.1, 0.25, 0.5, 1.0, 2.0, 4.0];

/// Returns choices that no other one dominates in both mean and risk, by increasing risk.
///
/// Source: Markowitz (1952), "Portfolio selection", Journal of Finance 7.
pub(super) fn frontier(ground: &Ground<'_>) -> Result<Vec<FrontierPoint>, EngineError> {
    let mut points: Vec<FrontierPoint> = Vec::new();
    for weight in WEIGHTS {
        let found =
            weighed(ground.worth, ground.limits, (ground.params.risk_measure, weight), WORK / 10, ground.control)?;
        if let Some(found) = found {
            points.push(point(ground, &found.chosen, weight));
        }
    }
    points.sort_by_key(|point| (point.risk_cents, -point.mean_cents));
    let mut most = i64::MIN;
    points.retain(|point| {
        let is_better = point.mean_cents > most;
        most = most.max(point.mean_cents);
        is_better
    });
    Ok(points)
}

fn point(ground: &Ground<'_>, chosen: &[bool], weight: f64) -> FrontierPoint {
    let shares: Vec<f64> = chosen.iter().map(|chosen| f64::from(*chosen)).collect();
    let results = results(ground.worth, &shares);
    let won = results.iter().filter(|result| **result >= 0.0).count() as f64;
    let ids = ground.bets.all.iter().zip(chosen).filter(|(_, chosen)| **chosen).map(|(bet, _)| bet.id.clone());
    FrontierPoint {
        risk_weight: weight,
        mean_cents: cents(ground.worth.means.iter().zip(&shares).map(|(mean, share)| mean * share).sum()),
        risk_cents: cents(risk(ground.worth, &shares, ground.params.risk_measure)),
        break_even: won / results.len().max(1) as f64,
        ids: ids.collect(),
    }
}
