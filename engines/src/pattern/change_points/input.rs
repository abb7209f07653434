//! Input of change-point detection.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::common::{EngineError, within};

/// One or more series of equal length, searched for common change points.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct ChangePointInput {
    /// One list of values per dimension, one value per step; `null` is missing.
    pub series: Vec<Vec<Option<f64>>>,
}

/// Unchecked parameters.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[schemars(title = "Change point parameters")]
pub struct Parameters {
    /// Length of the season in steps, 0 for none; detected if absent.
    #[schemars(range(min = 0, max = 10000))]
    pub season: Option<usize>,
    /// Minimum length of a segment in steps.
    #[schemars(range(min = 2, max = 10000))]
    pub shortest: usize,
    /// Weight of the penalty: 1 is the modified Bayesian information criterion; higher values find fewer changes. Default 1.5, because real
    /// series are never exactly levels and lines.
    #[schemars(range(min = 0.1, max = 100.0))]
    pub penalty: f64,
    /// Minimum share of the variance treated as noise, so that invisibly small changes are not reported.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub noise_floor: f64,
    /// Whether autocorrelated steps count less, so that drift of the noise is not a change.
    pub discount_autocorrelation: bool,
}

impl Default for Parameters {
    fn default() -> Self {
        Self { season: None, shortest: 5, penalty: 1.5, noise_floor: 0.1, discount_autocorrelation: true }
    }
}

/// Parameters that passed [`Parameters::check`].
#[derive(Debug, Clone, PartialEq)]
pub struct Checked(Parameters);

impl std::ops::Deref for Checked {
    type Target = Parameters;

    fn deref(&self) -> &Parameters {
        &self.0
    }
}

impl Parameters {
    /// Checks the parameters.
    ///
    /// # Errors
    /// Returns [`EngineError::InvalidParameter`] for the first parameter outside its range; NaN is outside.
    pub fn check(self) -> Result<Checked, EngineError> {
        within("season", self.season.unwrap_or(0) as f64, 0.0, 10_000.0)?;
        within("shortest", self.shortest as f64, 2.0, 10_000.0)?;
        within("penalty", self.penalty, 0.1, 100.0)?;
        within("noiseFloor", self.noise_floor, 0.0, 1.0)?;
        Ok(Checked(self))
    }
}
