//! Input of a decomposition.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::common::{Day, EngineError};

/// A series and its periods.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct DecomposeInput {
    /// The values, one per step; `null` is missing.
    pub y: Vec<Option<f64>>,
    /// Date of the first step, used only to label the result.
    #[serde(rename = "firstDay")]
    pub first_day: Option<Day>,
    /// Length of a period in steps, such as 7 for days of a week; or several.
    pub period: Option<Periods>,
    /// Several periods; used if `period` is absent.
    pub periods: Option<Vec<usize>>,
}

/// One period or several.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Periods {
    /// One.
    One(usize),
    /// Several.
    Several(Vec<usize>),
}

impl DecomposeInput {
    /// Returns the periods, shortest first.
    ///
    /// # Errors
    /// Returns [`EngineError::InvalidInput`] if there is none, one is below 2, one is duplicated or there are more
    /// than 6.
    pub(super) fn periods(&self) -> Result<Vec<usize>, EngineError> {
        let mut periods = match (&self.period, &self.periods) {
            (Some(Periods::One(period)), _) => vec![*period],
            (Some(Periods::Several(periods)), _) | (None, Some(periods)) => periods.clone(),
            (None, None) => Vec::new(),
        };
        periods.sort_unstable();
        if periods.is_empty() || periods.len() > 6 {
            return Err(EngineError::input("period", "must have 1 to 6 numbers of steps, such as 7"));
        }
        if periods.iter().any(|period| *period < 2) || periods.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(EngineError::input("period", "must be at least 2 steps, each once"));
        }
        Ok(periods)
    }
}

/// Parameters with the names of R's `stl`; all are optional.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(title = "Decomposition parameters")]
pub struct Parameters {
    /// Window of the seasonal smoother in cycles, odd and at least 7; or `periodic`. Default 7.
    pub s_window: Option<SeasonalWindow>,
    /// Degree of the seasonal smoother, 0 or 1. Default 0 for one period, 1 for several.
    pub s_degree: Option<u8>,
    /// Window of the trend smoother in steps. Default: the next odd number of 1.5 period / (1 - 1.5 / s_window).
    pub t_window: Option<usize>,
    /// Degree of the trend smoother, 0 or 1. Default 1.
    pub t_degree: Option<u8>,
    /// Window of the low-pass filter in steps. Default: the next odd number from the period.
    pub l_window: Option<usize>,
    /// Degree of the low-pass filter, 0 or 1. Default 1.
    pub l_degree: Option<u8>,
    /// True to give outliers less weight. Default false.
    pub robust: bool,
    /// Passes of the inner loop. Default 2, robust 1 (several periods: 5, robust 2).
    pub inner: Option<usize>,
    /// Passes of the robustness loop. Default 0, robust 15.
    pub outer: Option<usize>,
    /// Steps between evaluated points: a number, or `ceil(window/10)`, the default for one period (several: 1).
    pub jump: Option<Jump>,
    /// Several periods: seasonal windows, shortest period first. Default 11, 15, 19 and so on.
    pub windows: Option<Vec<usize>>,
    /// Several periods: rounds over all of them. Default 2.
    pub iterate: Option<usize>,
    /// Must be empty; accepted for compatibility with other tools.
    pub stl_kwargs: Option<NoOptions>,
}

/// An object without fields.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NoOptions {}

/// Window of the seasonal smoother.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum SeasonalWindow {
    /// Number of cycles.
    Cycles(usize),
    /// `periodic`: the season repeats exactly.
    Word(String),
}

/// Steps between evaluated points.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Jump {
    /// Number of steps for every smoother.
    Steps(usize),
    /// `ceil(window/10)`: a tenth of each smoother's window.
    Word(String),
}

/// Parameters that passed [`Parameters::check`].
#[derive(Debug, Clone, PartialEq)]
pub struct Checked {
    params: Parameters,
    /// `None` for an exactly periodic season.
    pub(super) seasonal_window: Option<usize>,
    /// `None` for a tenth of the window.
    pub(super) jump: Option<usize>,
    pub(super) iterate: usize,
}

impl std::ops::Deref for Checked {
    type Target = Parameters;

    fn deref(&self) -> &Parameters {
        &self.params
    }
}

impl Parameters {
    /// Checks the parameters.
    ///
    /// # Errors
    /// Returns [`EngineError::InvalidParameter`] for the first parameter outside its range.
    pub fn check(self) -> Result<Checked, EngineError> {
        let seasonal_window = match &self.s_window {
            None => Some(7),
            Some(SeasonalWindow::Cycles(cycles)) => Some(odd("s_window", *cycles)?),
            Some(SeasonalWindow::Word(word)) if word.starts_with("per") => None,
            Some(SeasonalWindow::Word(_)) => return Err(invalid("s_window", "must be a number or `periodic`")),
        };
        let jump = match &self.jump {
            None => None,
            Some(Jump::Steps(steps)) if *steps >= 1 => Some(*steps),
            Some(Jump::Word(word)) if word == "ceil(window/10)" => None,
            Some(_) => return Err(invalid("jump", "must be a number from 1 or `ceil(window/10)`")),
        };
        for (name, degree) in [("s_degree", self.s_degree), ("t_degree", self.t_degree), ("l_degree", self.l_degree)] {
            if degree.is_some_and(|degree| degree > 1) {
                return Err(invalid(name, "must be 0 or 1"));
            }
        }
        for (name, window) in [("t_window", self.t_window), ("l_window", self.l_window)] {
            window.map(|window| odd(name, window)).transpose()?;
        }
        for window in self.windows.iter().flatten() {
            odd("windows", *window)?;
        }
        passes("inner", self.inner, 1)?;
        passes("outer", self.outer, 0)?;
        passes("iterate", self.iterate, 1)?;
        Ok(Checked { seasonal_window, jump, iterate: self.iterate.unwrap_or(2), params: self })
    }
}

fn passes(name: &'static str, count: Option<usize>, least: usize) -> Result<(), EngineError> {
    match count {
        Some(count) if !(least..=100).contains(&count) => Err(invalid(name, "must be a small number, at most 100")),
        _ => Ok(()),
    }
}

/// Makes an even window odd, as R does.
pub(super) fn odd(name: &'static str, window: usize) -> Result<usize, EngineError> {
    if !(3..=10_000_001).contains(&window) {
        return Err(invalid(name, "must be 3 to 10000001 steps"));
    }
    Ok(window + usize::from(window.is_multiple_of(2)))
}

fn invalid(field: &'static str, problem: &str) -> EngineError {
    EngineError::InvalidParameter { field, problem: problem.to_owned() }
}
