//! Scores of probabilities.

use super::input::LedgerEntry;
use super::output::{ProbabilityScores, ReliabilityBin};

/// Bins of the reliability table.
const BINS: usize = 10;
/// Minimum distance of probabilities from 0 and 1 before logarithms.
const EDGE: f64 = 1e-6;

/// Computes the Brier score with its parts, and the reliability table; returns `None` without probabilities.
///
/// Sources: Brier (1950), "Verification of forecasts expressed in terms of probability"; Murphy (1973), "A new
/// vector partition of the probability score", Journal of Applied Meteorology 12.
pub(super) fn scores(entries: &[&LedgerEntry]) -> Option<ProbabilityScores> {
    let pairs: Vec<(f64, f64)> =
        entries.iter().filter_map(|entry| Some((entry.probability?, entry.outcome?))).collect();
    if pairs.is_empty() {
        return None;
    }
    let count = pairs.len() as f64;
    let mean = |of: &dyn Fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>() / count;
    let share = mean(&|pair| pair.1);
    let table: Vec<ReliabilityBin> = (0..BINS).filter_map(|at| bin(at, &pairs)).collect();
    let over =
        |of: &dyn Fn(&ReliabilityBin) -> f64| table.iter().map(|bin| bin.count as f64 * of(bin)).sum::<f64>() / count;
    Some(ProbabilityScores {
        count: pairs.len() as u64,
        brier: mean(&|(p, came)| (p - came).powi(2)),
        reliability: over(&|bin| (bin.forecast - bin.came_true).powi(2)),
        resolution: over(&|bin| (bin.came_true - share).powi(2)),
        uncertainty: share * (1.0 - share),
        log_loss: mean(&|(p, came)| -(if *came > 0.5 { *p } else { 1.0 - p }).max(EDGE).ln()),
        calibration_error: over(&|bin| (bin.forecast - bin.came_true).abs()),
        table,
    })
}

fn bin(at: usize, pairs: &[(f64, f64)]) -> Option<ReliabilityBin> {
    let inside: Vec<&(f64, f64)> =
        pairs.iter().filter(|(p, _)| ((p * BINS as f64) as usize).min(BINS - 1) == at).collect();
    if inside.is_empty() {
        return None;
    }
    let count = inside.len() as f64;
    let came_true = inside.iter().map(|(_, came)| came).sum::<f64>() / count;
    let (low, high) = wilson(came_true, count);
    Some(ReliabilityBin {
        from: at as f64 / BINS as f64,
        to: (at + 1) as f64 / BINS as f64,
        count: inside.len() as u64,
        forecast: inside.iter().map(|(p, _)| p).sum::<f64>() / count,
        came_true,
        low,
        high,
    })
}

/// 95 % interval of a proportion. Source: Wilson (1927), "Probable inference", JASA 22.
fn wilson(share: f64, count: f64) -> (f64, f64) {
    let z2 = 1.959_963_985_f64.powi(2);
    let centre = (share + z2 / (2.0 * count)) / (1.0 + z2 / count);
    let half = (z2 * (share * (1.0 - share) / count + z2 / (4.0 * count * count))).sqrt() / (1.0 + z2 / count);
    ((centre - half).max(0.0), (centre + half).min(1.0))
}
