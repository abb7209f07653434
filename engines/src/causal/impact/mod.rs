//! The effect of one change on one series.

mod conclusion;
mod design;
mod doubt;
mod effect;
mod estimate;
mod grid;
mod input;
mod output;
mod placebo;
mod posterior;
mod scale;
mod settle;
mod spread;
mod whitened;

pub(super) use conclusion::{action, decision};
pub use input::{Checked, ImpactInput, ImpactMetric, LEAST_BEFORE, MAX_CONTROLS, MAX_SPAN, Parameters};
pub(super) use input::{MAX_UPDATES, checked_controls};
pub use output::{Impact, Placebos, Range};
pub(super) use spread::predict_spread;

use super::verdict::{Grounds, Verdict, judge};
use crate::common::{Control, EngineError, Update, overlapping};
use design::Material;
use doubt::Doubt;
use estimate::estimate;
use input::Times;

/// Days around a change within which an update makes the cause ambiguous.
const DAYS_AROUND: i32 = 3;
/// Maximum share of placebo tests with an effect for the verdict `likely` by a p-value that proves nothing, from five tests on.
pub(super) const MOST_FALSE: f64 = 0.2;

/// Estimates the effect of a change compared with the counterfactual without it.
///
/// A structural time series (Harvey 1989; Brodersen et al. 2015, "Inferring causal impact using Bayesian structural
/// time-series models", Annals of Applied Statistics 9(1)), integrated over a grid of noise processes, trend, season
/// and sets of controls instead of sampled. The interval includes the uncertainty about all of them.
///
/// # Errors
/// Returns [`EngineError::InvalidInput`] with the invalid field, [`EngineError::NoInput`], [`EngineError::TooLarge`] or
/// [`EngineError::Cancelled`].
pub fn impact(input: &ImpactInput, params: &Checked, control: &dyn Control) -> Result<Impact, EngineError> {
    measure(input, params, false, control)
}

/// Estimates the effect as [`impact()`] does; `is_planned` if the change was planned before its outcome was known.
///
/// # Errors
/// Returns the errors of [`impact()`].
pub(super) fn measure(
    input: &ImpactInput, params: &Checked, is_planned: bool, control: &dyn Control,
) -> Result<Impact, EngineError> {
    let controls = input.controls()?;
    let times = input.times()?;
    let material = Material {
        series: &input.y,
        controls: &controls,
        from: times.from,
        change: times.change,
        end: times.end,
        season: params.season,
    };
    control.progress(5.0, "model", "Estimating the counterfactual");
    let found = estimate(&material, times.after, control)?;
    control.progress(60.0, "placebo", "Running placebo tests");
    let tests = doubt::tests(params.placebos, &found);
    let placebos = placebo::placebos(&material, times.after, tests, &found, control)?;
    let doubt = Doubt::of(&found, placebos.as_ref(), is_planned);
    let updates = updates_at(input, &times);
    let lo_hi = (found.quantile(0.025), found.quantile(0.975));
    let half_width = 0.5 * (lo_hi.1 - lo_hi.0);
    let placebos_fail = placebos.as_ref().is_some_and(|placebos| {
        placebos.in_time.len() + placebos.in_space.len() >= 5 && placebos.false_share > MOST_FALSE
    });
    let verdict = judge(&Grounds {
        p: found.p(),
        half_width: half_width / found.expected.abs(),
        widest: params.widest_useful,
        is_contaminated: !updates.is_empty(),
        placebos_fail,
        can_prove: doubt.is_none(),
    });
    let unsettled = match (verdict, doubt) {
        (Verdict::Likely, Some(doubt)) => doubt.advice(found.p()),
        (Verdict::Likely, None) => {
            let steps = settle::steps_to_proof(&material, times.after, &found, half_width, control)?;
            settle::by_time(input, &times, found.p(), steps)
        }
        _ => String::new(),
    };
    control.progress(100.0, "done", "Measured");
    Ok(conclusion::tell(input, &times, &found, lo_hi, (verdict, unsettled), placebos, &updates))
}

/// Returns the updates between shortly before the change and the last step after it.
fn updates_at<'a>(input: &'a ImpactInput, times: &Times) -> Vec<&'a Update> {
    let Some(first) = input.first_day else { return Vec::new() };
    let day = |step: usize| first.plus(i32::try_from(step).unwrap_or(i32::MAX));
    overlapping(&input.updates, day(times.after).plus(-DAYS_AROUND), day(times.end - 1))
}
