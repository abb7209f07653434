//! What would settle an effect that is likely, but not proved.

use super::super::verdict::{errors_of_proof, not_yet};
use super::design::Material;
use super::estimate::Estimate;
use super::input::{ImpactInput, Times};
use super::spread::predict_spread;
use crate::common::{Control, EngineError};

/// Longest time after a change, in steps, at which proof is predicted.
const LONGEST: usize = 365;

/// Standard errors from the centre to the end of a 95 % interval.
const Z95: f64 = 1.959_963_984_540_054;

/// Returns the number of steps after the change from which an effect that remains as large is proved; `None` if a year is
/// not enough.
///
/// The standard error of the effect changes with the number of steps as the one without controls does, see
/// [`predict_spread`].
///
/// # Errors
/// Returns the errors of [`predict_spread`].
pub(super) fn steps_to_proof(
    material: &Material<'_>, after: usize, found: &Estimate, half_width: f64, control: &dyn Control,
) -> Result<Option<usize>, EngineError> {
    let steps = material.end - after;
    if steps >= LONGEST {
        return Ok(None);
    }
    let before = &material.series[material.from..material.change];
    let spreads = predict_spread(before, &[], material.season, LONGEST, control)?;
    let now = spreads[steps - 1];
    let wanted = found.effect().abs() / errors_of_proof();
    let error = |steps: usize| half_width / Z95 * spreads[steps - 1] / now;
    Ok((steps + 1..=LONGEST).find(|steps| error(*steps) <= wanted))
}

/// Says after how many steps a measurement decides.
pub(super) fn by_time(input: &ImpactInput, times: &Times, p: f64, steps: Option<usize>) -> String {
    let start = not_yet(p);
    let Some(steps) = steps else {
        return format!(
            "{start} A year of data would not prove an effect of this size: test the change on a random half of similar pages."
        );
    };
    let last = times.after + steps - 1;
    let day = input.first_day.map(|first| first.plus(i32::try_from(last).unwrap_or(i32::MAX)));
    let when = day.map_or_else(String::new, |day| format!(", on {day}"));
    format!(
        "{start} Measure again {steps} steps after the change{when}: an effect that remains as large is then proved."
    )
}
