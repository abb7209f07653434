//! The effect of one change on one series.

mod conclusion;
mod design;
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

use super::verdict::{Grounds, Verdict, judge, not_yet_by_placebos};
use crate::common::{Control, EngineError, Update, overlapping};
use design::Material;
use estimate::estimate;
use input::Times;

/// Days around a change within which an update makes the cause ambiguous.
const DAYS_AROUND: i32 = 3;
/// Maximum share of placebo tests with an effect for the verdict `proved`, from five tests on.
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
    let placebos = placebo::placebos(&material, times.after, params.placebos, &found, control)?;
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
    });
    let unsettled = match verdict {
        Verdict::Likely if placebos_fail => not_yet_by_placebos(),
        Verdict::Likely => {
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
