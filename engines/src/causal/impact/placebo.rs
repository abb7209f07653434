//! Placebo tests: effects of changes that were not made.

use super::design::Material;
use super::estimate::{Estimate, estimate};
use super::output::Placebos;
use crate::common::{Control, EngineError};

/// Minimum number of steps before a placebo change.
const LEAST_BEFORE: usize = 20;

/// Runs `wanted` placebo tests: on the controls at the time of the change, and on the series at earlier times.
///
/// Source: Abadie, Diamond & Hainmueller (2010), "Synthetic control methods for comparative case studies", JASA 105.
///
/// # Errors
/// Returns [`EngineError::Cancelled`] if the caller cancelled.
pub(super) fn placebos(
    material: &Material<'_>, after: usize, wanted: usize, found: &Estimate, control: &dyn Control,
) -> Result<Option<Placebos>, EngineError> {
    if wanted == 0 {
        return Ok(None);
    }
    let mut tries = (Vec::new(), Vec::new());
    for place in 0..material.controls.len().min(wanted / 2) {
        tries.1.extend(on_control(material, after, place, control)?);
    }
    let length = material.end - after;
    let room = (material.change - material.from).saturating_sub(LEAST_BEFORE + length);
    let count = wanted - tries.1.len();
    for place in 0..count.min(room) {
        let start = material.from + LEAST_BEFORE + room * (place + 1) / count.min(room);
        let fake = Material { change: start, end: start + length, ..*material };
        tries.0.extend(tried(estimate(&fake, start, control))?);
    }
    let all = || tries.0.iter().chain(&tries.1);
    let count = all().count();
    if count == 0 {
        return Ok(None);
    }
    let real = (found.effect() / found.expected).abs();
    let at_least = all().filter(|(effect, _)| effect.abs() >= real).count();
    Ok(Some(Placebos {
        false_share: all().filter(|(_, is_clear)| *is_clear).count() as f64 / count as f64,
        rank_p: (at_least + 1) as f64 / (count + 1) as f64,
        in_time: tries.0.iter().map(|(effect, _)| *effect).collect(),
        in_space: tries.1.iter().map(|(effect, _)| *effect).collect(),
    }))
}

/// Measures the control at `place` as if it had been changed; the others remain controls.
fn on_control(
    material: &Material<'_>, after: usize, place: usize, control: &dyn Control,
) -> Result<Option<(f64, bool)>, EngineError> {
    let series: Vec<Option<f64>> = material.controls[place].iter().map(|value| Some(*value)).collect();
    let others: Vec<Vec<f64>> =
        material.controls.iter().enumerate().filter(|(at, _)| *at != place).map(|(_, c)| c.clone()).collect();
    tried(estimate(&Material { series: &series, controls: &others, ..*material }, after, control))
}

/// Relative effect and whether its interval excludes 0; `None` where nothing can be said.
fn tried(result: Result<Estimate, EngineError>) -> Result<Option<(f64, bool)>, EngineError> {
    match result {
        Ok(found) => {
            let relative = found.effect() / found.expected;
            Ok(relative.is_finite().then(|| (relative, found.p() <= 0.05)))
        }
        Err(EngineError::Cancelled) => Err(EngineError::Cancelled),
        Err(_) => Ok(None),
    }
}
