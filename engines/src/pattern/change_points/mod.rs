//! Detection of changes in level or slope.

mod cost;
mod criterion;
mod input;
mod partition;
mod prepare;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use input::{ChangePointInput, Checked, Parameters};
pub(crate) use prepare::{Prepared, prepare};

use crate::common::{Control, EngineError};
use crate::stat::series;
use cost::Sums;
use criterion::{Criterion, Weights};
use partition::{Segmentation, segmentations};

/// Number of steps above which neighbours are averaged before the search.
const MOST_STEPS: usize = 1_500;
/// Maximum number of series.
const MAX_SERIES: usize = 100;
/// Maximum number of values of all series together.
const MAX_VALUES: usize = 5_000_000;

/// A change.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangePoint {
    /// First step of the new segment, from 0.
    pub index: usize,
    /// First and last step of the 90 % range of the position.
    pub earliest: usize,
    /// See [`Self::earliest`].
    pub latest: usize,
    /// Probability of a change, compared with a single segment, at least 0.5.
    pub confidence: f64,
}

/// Changes and the seasons removed before detection.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangePoints {
    /// First step of each new segment, from 0.
    pub cps: Vec<usize>,
    /// Changes with range and confidence.
    pub changes: Vec<ChangePoint>,
    /// Season removed from each series, in steps; `null` for none.
    pub seasons: Vec<Option<usize>>,
    /// Name of the method.
    pub method: String,
    /// Version of the method.
    pub method_version: String,
}

/// Finds common changes of one or more series.
///
/// Removes season and spikes, then finds the optimal segmentation into levels and lines by a modified Bayesian
/// information criterion with a noise floor. Changes that autocorrelated noise explains are removed again, so every
/// reported change is more likely than none.
///
/// # Errors
/// Returns [`EngineError::NoInput`] without a series, [`EngineError::InvalidInput`] for lengths that differ or
/// figures that are not finite, [`EngineError::TooLarge`], or [`EngineError::Cancelled`].
pub fn change_points(
    input: &ChangePointInput, params: &Checked, control: &dyn Control,
) -> Result<ChangePoints, EngineError> {
    let steps = input.series.first().map_or(0, Vec::len);
    if input.series.is_empty() {
        return Err(EngineError::NoInput { what: "series", unlock: "give `series`: a list of lists of values" });
    }
    let values = input.series.iter().map(Vec::len).sum();
    EngineError::check_sizes(&[
        ("series", input.series.len(), MAX_SERIES),
        ("values of `series`", values, MAX_VALUES),
    ])?;
    for (place, values) in input.series.iter().enumerate() {
        series::check(&format!("series[{place}]"), values, 1)?;
        if values.len() != steps {
            let problem = format!("has {} steps, series[0] has {steps}", values.len());
            return Err(EngineError::input(format!("series[{place}]"), problem));
        }
    }
    let prepared: Vec<Prepared> =
        input.series.iter().map(|values| prepare(values, params.season, params.noise_floor)).collect();
    let changes = cut(&prepared, params, control)?;
    Ok(ChangePoints {
        cps: changes.iter().map(|change| change.index).collect(),
        changes,
        seasons: prepared.iter().map(|series| series.season).collect(),
        method: super::METHOD.to_owned(),
        method_version: super::METHOD_VERSION.to_owned(),
    })
}

/// Segments prepared series of equal length.
///
/// # Errors
/// Returns [`EngineError::Cancelled`] if the caller cancelled.
pub(crate) fn cut(
    prepared: &[Prepared], params: &Checked, control: &dyn Control,
) -> Result<Vec<ChangePoint>, EngineError> {
    let steps = prepared.first().map_or(0, |series| series.values.len());
    let block = steps.div_ceil(MOST_STEPS).max(1);
    let series: Vec<Vec<f64>> = prepared.iter().map(|one| averaged(&one.values, block)).collect();
    // A short series needs shorter segments.
    let shortest = if steps > 60 { params.shortest } else { params.shortest.min(3) }.div_ceil(block).max(2);
    let length = series.first().map_or(0, Vec::len);
    if length < 2 * shortest {
        return Ok(Vec::new());
    }
    let criterion = Criterion {
        steps: length,
        dimensions: series.len(),
        floor: params.noise_floor,
        penalty: params.penalty,
        discounts: params.discount_autocorrelation,
    };
    let sums = Sums::new(&series);
    let all = segmentations(&sums, length, shortest, criterion.units(), control)?;
    let costs = all.into_iter().map(|one| (criterion.of(&one), one));
    let Some((_, best)) = costs.min_by(|a, b| a.0.total_cmp(&b.0)) else { return Ok(Vec::new()) };
    let best = criterion.prune(&sums, best, &series);
    let weights = criterion.deciding(&best, &series);
    let change = |place: usize| describe(&sums, &criterion, &best, place, &weights, shortest);
    let coarse: Vec<ChangePoint> = (1..best.segments.len()).map(change).collect();
    Ok(if block == 1 { coarse } else { refined(prepared, &coarse, block, steps) })
}

/// Computes range and confidence of the change at the start of segment `place`.
fn describe(
    sums: &Sums, criterion: &Criterion, best: &Segmentation, place: usize, weights: &Weights, shortest: usize,
) -> ChangePoint {
    let (before, at) = (best.segments[place - 1], best.segments[place]);
    let end = best.segments.get(place + 1).map_or(criterion.steps, |next| next.start);
    let cost = |index: usize| {
        let ((level, line), (next_level, next_line)) = (sums.cost(before.start, index), sums.cost(index, end));
        (if before.is_line { line } else { level }) + if at.is_line { next_line } else { next_level }
    };
    let others = best.left - cost(at.start);
    let span = before.start + shortest..(end - shortest + 1).max(before.start + shortest + 1).min(end);
    let value = |index: usize| criterion.log_likelihood(others + cost(index), weights);
    let peak = value(at.start);
    let likelihoods: Vec<f64> = span.clone().map(|index| (value(index) - peak).exp()).collect();
    let (earliest, latest) = central(&likelihoods, 0.9);
    let (loss, _) = criterion.without(sums, best, place, weights);
    ChangePoint {
        index: at.start,
        earliest: (span.start + earliest).min(at.start),
        latest: (span.start + latest).max(at.start),
        confidence: 1.0 / (1.0 + (-0.5 * loss).clamp(-500.0, 500.0).exp()),
    }
}

/// First and last index of the central `share` of weights.
fn central(weights: &[f64], share: f64) -> (usize, usize) {
    let total: f64 = weights.iter().sum();
    let tail = 0.5 * (1.0 - share) * total;
    let from_start = |weights: &mut dyn Iterator<Item = &f64>| {
        let mut sum = 0.0;
        weights
            .take_while(|weight| {
                sum += **weight;
                sum <= tail
            })
            .count()
    };
    let first = from_start(&mut weights.iter());
    let last = weights.len().saturating_sub(1 + from_start(&mut weights.iter().rev()));
    (first.min(last), last.max(first))
}

fn averaged(values: &[f64], block: usize) -> Vec<f64> {
    values.chunks(block).map(|chunk| chunk.iter().sum::<f64>() / chunk.len() as f64).collect()
}

/// Refines changes found between averages to the best single step nearby.
fn refined(prepared: &[Prepared], coarse: &[ChangePoint], block: usize, steps: usize) -> Vec<ChangePoint> {
    let series: Vec<Vec<f64>> = prepared.iter().map(|one| one.values.clone()).collect();
    let sums = Sums::new(&series);
    let start = |place: usize| (coarse[place].index * block).min(steps);
    let one = |place: usize| {
        let before = if place == 0 { 0 } else { start(place - 1) };
        let end = if place + 1 < coarse.len() { start(place + 1) } else { steps };
        let (low, high) = (start(place).saturating_sub(block).max(before + 2), (start(place) + block).min(end - 2));
        let cost = |index: usize| sums.cost(before, index).1 + sums.cost(index, end).1;
        let index = (low..=high).min_by(|a, b| cost(*a).total_cmp(&cost(*b))).unwrap_or_else(|| start(place));
        let earliest = (coarse[place].earliest * block).min(index);
        let latest = (coarse[place].latest * block + block - 1).clamp(index, steps - 1);
        ChangePoint { index, earliest, latest, confidence: coarse[place].confidence }
    };
    (0..coarse.len()).map(one).collect()
}
