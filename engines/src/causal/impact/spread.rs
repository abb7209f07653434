//! Standard error of the average effect over future steps.

use super::design::{Design, Material};
use super::estimate::choose_controls;
use super::posterior::Posterior;
use super::scale::Scale;
use crate::common::{Control, EngineError, checkpoint};

/// Number of models that are averaged; the rest have negligible weight.
const MOST_MODELS: usize = 60;
/// Numbers of steps for which the error is computed; between them it is interpolated on logarithms.
const STEPS: [usize; 13] = [1, 2, 4, 7, 10, 14, 21, 28, 42, 60, 90, 180, 365];

/// Returns the standard error of the average effect of a change over the next 1, 2 ... `longest` steps, scaled so that 95 %
/// of errors are within 1.96; the future steps are assumed to be as predicted.
///
/// The controls have the length of the series. What they will be is not known; they repeat their last whole seasons.
///
/// # Errors
/// Returns [`EngineError::InvalidInput`] for a constant series, [`EngineError::TooLarge`] or [`EngineError::Cancelled`].
pub(crate) fn predict_spread(
    series: &[Option<f64>], controls: &[Vec<f64>], season: usize, longest: usize, control: &dyn Control,
) -> Result<Vec<f64>, EngineError> {
    if series.len() > super::MAX_SPAN {
        return Err(EngineError::TooLarge { what: "steps", got: series.len(), limit: super::MAX_SPAN });
    }
    let change = series.len();
    // Future steps have no figures, only the columns of trend and season.
    let padded: Vec<Option<f64>> = series.iter().copied().chain((0..longest).map(|_| None)).collect();
    let controls: Vec<Vec<f64>> = controls.iter().map(|values| continued(values, season, longest)).collect();
    let material = Material { series: &padded, controls: &controls, from: 0, change, end: change + longest, season };
    let flat = || EngineError::input("y", "is constant, so its natural variation is unknown");
    let chosen = choose_controls(&material).ok_or_else(flat)?;
    let controls: Vec<Vec<f64>> = chosen.into_iter().map(|place| controls[place].clone()).collect();
    let material = Material { controls: &controls, ..material };
    let design = Design::new(&material, change, Scale::Plain).ok_or_else(flat)?;
    let mut posterior = Posterior::new(&design, control)?;
    posterior.keep(MOST_MODELS);
    if posterior.models.is_empty() {
        return Err(EngineError::input("y", "cannot be modelled: its values differ too much in magnitude"));
    }
    let predicted = (0..longest).map(|ahead| {
        let mut weights = vec![0.0; ahead + 1];
        weights[ahead] = 1.0;
        Some(design.centre + design.spread * posterior.sum(&design, &weights).mean())
    });
    let future: Vec<Option<f64>> = series.iter().copied().chain(predicted).collect();
    let mut known: Vec<(usize, f64)> = Vec::new();
    for steps in STEPS.into_iter().filter(|steps| *steps < longest).chain([longest]) {
        checkpoint(control)?;
        let measured = Material { series: &future, end: change + steps, ..material };
        let design = Design::new(&measured, change, Scale::Plain).ok_or_else(flat)?;
        let mixture = posterior.planned(&design);
        // Uses a quarter of the 95 % range, because a few extreme models would dominate the standard deviation.
        let range = mixture.quantile(0.975) - mixture.quantile(0.025);
        known.push((steps, design.spread * range / 3.92));
    }
    Ok((1..=longest).map(|steps| between(&known, steps)).collect())
}

/// Interpolates the error after `steps` steps.
fn between(known: &[(usize, f64)], steps: usize) -> f64 {
    let next = known.partition_point(|(at, _)| *at < steps).min(known.len() - 1);
    let (above, last) = known[next];
    let Some((below, first)) = next.checked_sub(1).map(|at| known[at]).filter(|_| above != steps) else { return last };
    let share = (steps as f64 / below as f64).ln() / (above as f64 / below as f64).ln();
    first * (last / first).powf(share)
}

/// A control with `longest` more steps: its last whole seasons again and again.
fn continued(values: &[f64], season: usize, longest: usize) -> Vec<f64> {
    let whole = values.len() - values.len() % season.max(1);
    let again = &values[values.len() - if whole > 0 { whole } else { values.len() }..];
    values.iter().copied().chain(again.iter().copied().cycle().take(longest)).collect()
}
