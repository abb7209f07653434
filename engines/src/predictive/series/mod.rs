//! Forecast of one series by many models, weighted by their accuracy on its past.

mod accuracy;
mod backtest;
mod combine;
mod dependence;
mod fan;
mod gaps;
mod input;
mod output;
mod scale;
mod spread;

pub(super) use backtest::Backtest;
pub(super) use fan::Fan;
pub use input::{Frequency, SeriesInput};
pub(super) use output::against;
pub use output::{Accuracy, SeriesForecast, Weight};

use super::calendar::Calendar;
use crate::common::{Control, EngineError, checkpoint};

/// Maximum number of values used, the latest; older ones cost time and add little.
const MOST_VALUES: usize = 4_000;

/// Forecasts a series with 95 % intervals, quantiles and the accuracy of the method on its past.
///
/// # Errors
/// Returns [`EngineError::InvalidInput`] for an invalid series or horizon, or [`EngineError::Cancelled`].
pub fn forecast_series(input: &SeriesInput, control: &dyn Control) -> Result<SeriesForecast, EngineError> {
    let series = input.checked()?;
    let from = series.values.len().saturating_sub(MOST_VALUES);
    let (values, filled) = (&series.values[from..], &series.filled[from..]);
    let steps = series.late + input.horizon;
    let fan = fan_of_filled(values, filled, input.calendar(values), steps, control)?;
    Ok(SeriesForecast::new(fan, series.late, series.gaps()))
}

/// Forecasts at least 8 validated values.
pub(super) fn fan_of(
    values: &[f64], calendar: Calendar, horizon: usize, control: &dyn Control,
) -> Result<Fan, EngineError> {
    fan_of_filled(values, &[], calendar, horizon, control)
}

/// Forecasts values of which some fill gaps: the models see them, but no error is measured there.
fn fan_of_filled(
    values: &[f64], filled: &[bool], calendar: Calendar, horizon: usize, control: &dyn Control,
) -> Result<Fan, EngineError> {
    if let Some(constant) = Fan::constant(values, horizon) {
        return Ok(constant);
    }
    let setting = backtest::Setting { scale: scale::Scale::of(values), values, filled, calendar, horizon };
    checkpoint(control)?;
    let backtest = Backtest::run(&setting, control)?;
    let weights = combine::weights(&backtest);
    let mean = combine::combined(&backtest.ahead, &weights);
    let past: Vec<Vec<f64>> = backtest.paths.iter().map(|paths| combine::combined(paths, &weights)).collect();
    Ok(Fan::of(&setting, &backtest, &weights, mean, &past))
}
