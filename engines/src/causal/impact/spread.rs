//! Standard error of the expected mean of future steps.

use super::design::{Design, Material};
use super::estimate::choose_controls;
use super::posterior::Posterior;
use super::scale::Scale;
use crate::common::{Control, EngineError, checkpoint};

/// Number of models that are averaged; the rest have negligible weight.
const MOST_MODELS: usize = 60;

/// Returns the standard error of the mean of the next 1, 2 ... `longest` steps, scaled so that 95 % of errors are within
/// 1.96.
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
    let design = Design::new(&material, Scale::Plain).ok_or_else(flat)?;
    let mut posterior = Posterior::new(&design, control)?;
    posterior.keep(MOST_MODELS);
    if posterior.models.is_empty() {
        return Err(EngineError::input("y", "cannot be modelled: its values differ too much in magnitude"));
    }
    let mut spreads = Vec::with_capacity(longest);
    for steps in 1..=longest {
        checkpoint(control)?;
        let weights = vec![1.0 / steps as f64; steps];
        let mixture = posterior.sum(&design, &weights);
        // Uses a quarter of the 95 % range, because a few extreme models would dominate the standard deviation.
        let range = mixture.quantile(0.975) - mixture.quantile(0.025);
        spreads.push(design.spread * range / 3.92);
    }
    Ok(spreads)
}

/// A control with `longest` more steps: its last whole seasons again and again.
fn continued(values: &[f64], season: usize, longest: usize) -> Vec<f64> {
    let whole = values.len() - values.len() % season.max(1);
    let again = &values[values.len() - if whole > 0 { whole } else { values.len() }..];
    values.iter().copied().chain(again.iter().copied().cycle().take(longest)).collect()
}
