//! The series that an answer counts its steps on.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::common::Day;

/// The series that an answer counts its steps on. The engine leaves it out; whoever loaded the series adds it for readers of
/// the answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GivenSeries {
    /// Day of the first value; `None` for a series without dates.
    pub first_day: Option<Day>,
    /// The values, one a step; `None` where the series is missing.
    pub values: Vec<Option<f64>>,
}
