//! Scores of intervals and means.

use super::input::LedgerEntry;
use super::output::IntervalScores;

/// Default probability of an interval.
const LEVEL: f64 = 0.95;

/// Lower end, upper end, level and outcome.
type Promise = (f64, f64, f64, f64);

/// Computes coverage, interval score and MASE; returns `None` without a forecast of a quantity.
///
/// Sources: Gneiting & Raftery (2007), "Strictly proper scoring rules", JASA 102, equation 43; Hyndman &
/// Koehler (2006), "Another look at measures of forecast accuracy", with the naive forecasts of the ledger.
pub(super) fn scores(entries: &[&LedgerEntry]) -> Option<IntervalScores> {
    let intervals: Vec<Promise> = entries
        .iter()
        .filter_map(|entry| Some((entry.lo?, entry.hi?, entry.level.unwrap_or(LEVEL), entry.outcome?)))
        .collect();
    let errors: Vec<(f64, f64)> = entries
        .iter()
        .filter_map(|entry| {
            let outcome = entry.outcome?;
            Some(((entry.mean? - outcome).abs(), (entry.naive? - outcome).abs()))
        })
        .collect();
    if intervals.is_empty() && errors.is_empty() {
        return None;
    }
    let count = intervals.len() as f64;
    let mean =
        |of: &dyn Fn(&Promise) -> f64| (!intervals.is_empty()).then(|| intervals.iter().map(of).sum::<f64>() / count);
    let naive: f64 = errors.iter().map(|(_, naive)| naive).sum();
    Some(IntervalScores {
        count: intervals.len() as u64,
        coverage: mean(&|(lo, hi, _, outcome)| f64::from(lo <= outcome && outcome <= hi)),
        promised: mean(&|(_, _, level, _)| *level),
        interval_score: mean(&|(lo, hi, level, outcome)| interval_score(*lo, *hi, *level, *outcome)),
        mase: (naive > 0.0).then(|| errors.iter().map(|(error, _)| error).sum::<f64>() / naive),
    })
}

pub(super) fn interval_score(lo: f64, hi: f64, level: f64, outcome: f64) -> f64 {
    let miss = (lo - outcome).max(0.0) + (outcome - hi).max(0.0);
    hi - lo + 2.0 / (1.0 - level).max(1e-6) * miss
}
