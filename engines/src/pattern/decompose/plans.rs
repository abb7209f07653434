//! Converts parameters to windows, degrees and jumps.

use super::input::{Checked, odd};
use crate::common::EngineError;
use crate::stat::{StlPlan, next_odd};

/// Maximum number of multiplications of a decomposition: about ten seconds.
const MOST_WORK: f64 = 2e10;

/// Returns one plan per period: R's defaults for one period, those of statsmodels' MSTL for several.
///
/// # Errors
/// Returns [`EngineError::InvalidParameter`] for `windows` that do not match the periods, [`EngineError::TooLarge`].
pub(super) fn plans(count: usize, periods: &[usize], params: &Checked) -> Result<Vec<StlPlan>, EngineError> {
    let plans = match periods {
        [period] => vec![adjusted(StlPlan::as_r(count, *period, params.seasonal_window, params.robust), params)?],
        _ => several(periods, params)?,
    };
    let passes = |plan: &StlPlan| (plan.inner * (plan.outer + 1)) as f64 * if plan.outer > 0 { 8.0 } else { 1.0 };
    let work: f64 = plans.iter().map(|plan| plan.cost(count) * passes(plan) * params.iterate as f64).sum();
    if work > MOST_WORK {
        return Err(EngineError::TooLarge { what: "values for windows this wide", got: count, limit: 100_000 });
    }
    Ok(plans)
}

fn several(periods: &[usize], params: &Checked) -> Result<Vec<StlPlan>, EngineError> {
    let default: Vec<usize> = (0..periods.len()).map(|place| 11 + 4 * place).collect();
    let windows = params.windows.as_ref().unwrap_or(&default);
    if windows.len() != periods.len() {
        let problem = format!("has {} numbers for {} periods", windows.len(), periods.len());
        return Err(EngineError::InvalidParameter { field: "windows", problem });
    }
    periods
        .iter()
        .zip(windows)
        .map(|(period, window)| adjusted(of_many(*period, *window, params.robust)?, params))
        .collect()
}

/// Returns the defaults of statsmodels' `STL`, which its `MSTL` uses.
fn of_many(period: usize, window: usize, is_robust: bool) -> Result<StlPlan, EngineError> {
    let window = odd("windows", window)?;
    Ok(StlPlan {
        period,
        seasonal: (window, 1, 1),
        trend: (next_odd((1.5 * period as f64 / (1.0 - 1.5 / window as f64)).ceil()), 1, 1),
        low_pass: (next_odd((period + 1) as f64), 1, 1),
        inner: if is_robust { 2 } else { 5 },
        outer: if is_robust { 15 } else { 0 },
        is_periodic: false,
        scale_as_r: false,
    })
}

/// Overrides the defaults by the parameters.
fn adjusted(mut plan: StlPlan, params: &Checked) -> Result<StlPlan, EngineError> {
    let set = |part: &mut (usize, u8, usize), window: Option<usize>, degree: Option<u8>| {
        if let Some(window) = window {
            let is_tenth = part.2 == part.0.div_ceil(10);
            part.0 = window + usize::from(window.is_multiple_of(2));
            part.2 = if is_tenth { part.0.div_ceil(10) } else { part.2 };
        }
        part.1 = degree.unwrap_or(part.1);
        part.2 = params.jump.unwrap_or(part.2);
    };
    set(&mut plan.seasonal, None, params.s_degree);
    set(&mut plan.trend, params.t_window, params.t_degree);
    set(&mut plan.low_pass, params.l_window, params.l_degree);
    plan.inner = params.inner.unwrap_or(plan.inner);
    plan.outer = params.outer.unwrap_or(plan.outer);
    Ok(plan)
}
