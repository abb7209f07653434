//! Input of a series forecast.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::gaps::Complete;
use crate::common::EngineError;
use crate::predictive::calendar::Calendar;

/// Minimum number of values.
pub(crate) const LEAST_VALUES: usize = 8;
/// Maximum number of values.
const MOST_GIVEN: usize = 2_000_000;
/// Maximum horizon in steps.
pub(crate) const MOST_STEPS: usize = 1_000;
/// Maximum magnitude of a value.
const LARGEST: f64 = 1e15;

/// A series of equal steps, oldest first, and the horizon.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SeriesInput {
    /// Values, oldest first, one per step; at least 8, and no more than half of them missing (`null`).
    pub y: Vec<Option<f64>>,
    /// Steps of the main season: 12 for months, 24 for hours, 7 for days; 1 for none.
    #[serde(default = "one")]
    pub season: usize,
    /// Steps to forecast, 1 to 1000.
    pub horizon: usize,
    /// Length of a step, if known; adds longer seasons (the week for hours, the year for weeks).
    #[serde(default)]
    pub freq: Option<Frequency>,
}

fn one() -> usize {
    1
}

/// Frequency of the steps of a series.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Frequency {
    /// An hour.
    #[serde(alias = "hourly", alias = "H", alias = "h")]
    Hourly,
    /// A day.
    #[serde(alias = "daily", alias = "D", alias = "d")]
    Daily,
    /// A week.
    #[serde(alias = "weekly", alias = "W", alias = "w")]
    Weekly,
    /// A month.
    #[serde(alias = "monthly", alias = "M", alias = "m")]
    Monthly,
    /// A quarter.
    #[serde(alias = "quarterly", alias = "Q", alias = "q")]
    Quarterly,
    /// A year.
    #[serde(alias = "yearly", alias = "Y", alias = "y")]
    Yearly,
    /// Anything else.
    #[serde(other)]
    Other,
}

impl SeriesInput {
    /// Validates the input and returns the values with filled gaps.
    pub(super) fn checked(&self) -> Result<Complete, EngineError> {
        if self.y.len() > MOST_GIVEN {
            return Err(EngineError::TooLarge { what: "values", got: self.y.len(), limit: MOST_GIVEN });
        }
        if !(1..=MOST_STEPS).contains(&self.horizon) {
            return Err(EngineError::input("horizon", format!("must be 1 to {MOST_STEPS}")));
        }
        if !(1..=100_000).contains(&self.season) {
            return Err(EngineError::input("season", "must be 1 to 100000"));
        }
        let is_usable = |value: &Option<f64>| value.is_none_or(|value| value.abs() <= LARGEST);
        if let Some(at) = self.y.iter().position(|value| !is_usable(value)) {
            let value = self.y[at].unwrap_or(f64::NAN);
            return Err(EngineError::input(
                format!("y[{at}]"),
                format!("is {value:e}; it must be between -1e15 and 1e15"),
            ));
        }
        self.complete()
    }

    fn complete(&self) -> Result<Complete, EngineError> {
        let known = self.y.iter().flatten().count();
        if known < LEAST_VALUES {
            let problem = format!("has {known} values that are known; a forecast needs at least {LEAST_VALUES}");
            return Err(EngineError::input("y", problem));
        }
        let series = Complete::of(&self.y, self.season);
        if 2 * series.gaps() > series.values.len() {
            let problem =
                format!("has {} of {} values missing; at most half may be", series.gaps(), series.values.len());
            return Err(EngineError::input("y", problem));
        }
        if series.late + self.horizon > MOST_STEPS {
            let problem = format!("ends with {} missing values; with the horizon at most {MOST_STEPS}", series.late);
            return Err(EngineError::input("y", problem));
        }
        Ok(series)
    }

    /// Returns the seasons of the series.
    pub(super) fn calendar(&self, values: &[f64]) -> Calendar {
        Calendar::of(self.season, self.freq, values)
    }
}
