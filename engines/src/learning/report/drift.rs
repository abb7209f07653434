//! Detection of drift.

use super::input::LedgerEntry;
use super::output::Drift;

/// Tolerated increase of the mean loss, in standard deviations.
const TOLERATED: f64 = 0.5;
/// Cumulative increase that counts as drift, in standard deviations.
const THRESHOLD: f64 = 15.0;
/// Minimum number of outcomes for detecting drift.
const LEAST: usize = 30;

/// Loss of a forecast, 0 to 1: squared error of a probability, or miss of an interval.
pub(super) fn loss(entry: &LedgerEntry) -> Option<f64> {
    let outcome = entry.outcome?;
    match (entry.probability, entry.lo, entry.hi, entry.mean, entry.naive) {
        (Some(p), ..) => Some((p - outcome).powi(2)),
        (_, _, _, Some(mean), Some(naive)) => {
            let (own, other) = ((mean - outcome).abs(), (naive - outcome).abs());
            Some(if own + other > 0.0 { own / (own + other) } else { 0.5 })
        }
        (_, Some(lo), Some(hi), ..) => Some(f64::from(outcome < lo || outcome > hi)),
        _ => None,
    }
}

/// Finds a lasting increase of the loss, in the order of the ledger.
///
/// Source: Page (1954), "Continuous inspection schemes", Biometrika 41, with Hinkley's (1971) estimate of the
/// start; the mean and deviation come from the first third of the outcomes.
pub(super) fn of(entries: &[&LedgerEntry]) -> Option<Drift> {
    let losses: Vec<f64> = entries.iter().filter_map(|entry| loss(entry)).collect();
    if losses.len() < LEAST {
        return None;
    }
    let first = &losses[..losses.len() / 3];
    let mean = average(first);
    let deviation = (first.iter().map(|loss| (loss - mean).powi(2)).sum::<f64>() / first.len() as f64).sqrt().max(0.02);
    let (mut sum, mut least, mut start) = (0.0, 0.0, 0);
    for (at, loss) in losses.iter().enumerate() {
        sum += (loss - mean) / deviation - TOLERATED;
        if sum < least {
            (least, start) = (sum, at + 1);
        }
        if sum - least > THRESHOLD {
            let (before, since) = (average(&losses[..start]), average(&losses[start..]));
            return Some(Drift { noticed_at: at as u64, began_at: start as u64, before, since });
        }
    }
    None
}

fn average(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}
