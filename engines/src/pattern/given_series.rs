//! The input series of a result.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::common::Day;

/// The input series of a result. The engine leaves it out; the code that loaded the series adds it for readers of the
/// result.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GivenSeries {
    /// Date of the first value; `None` for a series without dates.
    pub first_day: Option<Day>,
    /// Values, one per step; `None` where the series is missing.
    pub values: Vec<Option<f64>>,
}
