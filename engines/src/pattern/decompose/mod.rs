//! Decomposition into trend, seasons and remainder.

mod input;
mod plans;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use input::{Checked, DecomposeInput, Jump, Parameters, Periods, SeasonalWindow};

use super::GivenSeries;
use crate::common::{Control, EngineError, checkpoint};
use crate::stat::{mstl, series, stl};

/// A series as trend + seasons + remainder.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Decomposed {
    /// The trend, one value per step, in units of the series.
    pub trend: Vec<f64>,
    /// Remainder after trend and seasons; `null` where the series is missing.
    pub remainder: Vec<Option<f64>>,
    /// Share of the variance of detrended figures that the seasons explain, 0 to 1.
    ///
    /// Source: Wang, Smith & Hyndman (2006), "Characteristic-based clustering for time series data".
    pub seasonal_strength: f64,
    /// Notes for the reader about this run.
    pub notes: Vec<String>,
    /// The series of the steps; see [`GivenSeries`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub given: Option<GivenSeries>,
    /// Name of the method.
    pub method: String,
    /// Version of the method.
    pub method_version: String,
    /// The season: `seasonal`, or `seasonal_P` for each period P.
    #[serde(flatten)]
    pub seasons: BTreeMap<String, Vec<f64>>,
}

/// Decomposes a series by one period (STL, as R's `stl`) or several (MSTL).
///
/// # Errors
/// Returns [`EngineError::InvalidInput`] for a series shorter than two periods or not finite,
/// [`EngineError::TooLarge`] for windows that would take more than a few seconds.
pub fn decompose(input: &DecomposeInput, params: &Checked, control: &dyn Control) -> Result<Decomposed, EngineError> {
    let periods = input.periods()?;
    let longest = periods.iter().max().copied().unwrap_or(2);
    series::check("y", &input.y, 2)?;
    if input.y.len() < 2 * longest {
        let problem = format!("has {} steps, two periods of {longest} are needed", input.y.len());
        return Err(EngineError::input("y", problem));
    }
    checkpoint(control)?;
    let values = series::filled(&input.y);
    let plans = plans::plans(values.len(), &periods, params)?;
    checkpoint(control)?;
    let (trend, seasons) = match plans.as_slice() {
        [plan] => {
            let parts = stl(&values, plan);
            (parts.trend, vec![parts.seasonal])
        }
        _ => {
            let parts = mstl(&values, &plans, params.iterate);
            (parts.trend, parts.seasonal)
        }
    };
    Ok(answer(input, &values, &periods, trend, seasons))
}

fn answer(
    input: &DecomposeInput, values: &[f64], periods: &[usize], trend: Vec<f64>, seasons: Vec<Vec<f64>>,
) -> Decomposed {
    let season_at = |step: usize| seasons.iter().map(|season| season[step]).sum::<f64>();
    let left: Vec<f64> = (0..values.len()).map(|step| values[step] - trend[step] - season_at(step)).collect();
    let detrended: Vec<f64> = (0..values.len()).map(|step| values[step] - trend[step]).collect();
    let remainder = left.iter().zip(&input.y).map(|(left, given)| given.map(|_| *left)).collect();
    let missing = input.y.iter().filter(|value| value.is_none()).count();
    let notes = match missing {
        0 => Vec::new(),
        count => vec![format!("{count} missing values were interpolated; their remainder is omitted.")],
    };
    let seasonal_strength = match variance(&detrended) {
        whole if whole > 0.0 => (1.0 - variance(&left) / whole).clamp(0.0, 1.0),
        _ => 0.0,
    };
    let name = |period: &usize| if periods.len() == 1 { "seasonal".to_owned() } else { format!("seasonal_{period}") };
    Decomposed {
        seasons: periods.iter().map(name).zip(seasons).collect(),
        trend,
        remainder,
        seasonal_strength,
        notes,
        given: None,
        method: super::METHOD.to_owned(),
        method_version: super::METHOD_VERSION.to_owned(),
    }
}

fn variance(values: &[f64]) -> f64 {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count
}
