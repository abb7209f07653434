//! Removal of season and spikes, and standardisation, before change-point detection.

use super::super::season;
use crate::stat::series::{filled, median, robust_spread};

/// A series prepared for segmentation: mean 0, variance 1, without season and spikes.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Prepared {
    pub(crate) values: Vec<f64>,
    /// Length of the removed season in steps.
    pub(crate) season: Option<usize>,
    /// Steps at which a spike was replaced.
    pub(crate) spikes: Vec<usize>,
    /// The series without season and spikes, in original units.
    pub(crate) adjusted: Vec<f64>,
}

/// Steps on each side for the median that a spike is compared with.
const NEAR: usize = 3;
/// Minimum deviation of a spike, in standard deviations.
const OUT: f64 = 5.0;

/// Prepares a series; `season` is 0 for none, `None` to detect one; `floor` is the share of variance that counts as
/// noise.
pub(crate) fn prepare(given: &[Option<f64>], season: Option<usize>, floor: f64) -> Prepared {
    let mut adjusted = filled(given);
    let found = match season {
        None => season::find(&adjusted),
        Some(period) => (period >= 2 && adjusted.len() > 2 * period).then_some(period),
    };
    if let Some(period) = found {
        let profile = season::profile(&adjusted, period);
        adjusted.iter_mut().enumerate().for_each(|(at, value)| *value -= profile[at % period]);
    }
    let spikes = replace_spikes(&mut adjusted, floor);
    Prepared { values: standardised(&adjusted), season: found, spikes, adjusted }
}

/// Replaces outliers by the median of their neighbours (Hampel 1974).
fn replace_spikes(values: &mut [f64], floor: f64) -> Vec<usize> {
    let count = values.len();
    let near = |at: usize| median(&values[at.saturating_sub(NEAR)..(at + NEAR + 1).min(count)]);
    let middles: Vec<f64> = (0..count).map(near).collect();
    let off: Vec<f64> = values.iter().zip(&middles).map(|(value, middle)| value - middle).collect();
    let (_, spread) = moments(values);
    let bound = OUT * robust_spread(&off).max(floor.sqrt() * spread);
    // The ends have neighbours on one side only, so a change there looks like a spike.
    let inside = NEAR..count.saturating_sub(NEAR);
    let spikes: Vec<usize> = inside.filter(|at| bound > 0.0 && off[*at].abs() > bound).collect();
    spikes.iter().for_each(|at| values[*at] = middles[*at]);
    spikes
}

fn standardised(values: &[f64]) -> Vec<f64> {
    let (mean, spread) = moments(values);
    let unit = if spread > 1e-12 * mean.abs().max(1e-300) { spread } else { f64::INFINITY };
    values.iter().map(|value| (value - mean) / unit).collect()
}

fn moments(values: &[f64]) -> (f64, f64) {
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    (mean, (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt())
}
