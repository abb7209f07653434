//! Anomalies: steps that fit neither trend nor season.

mod expected;
mod scale;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::GivenSeries;
use crate::common::{Control, Day, EngineError, checkpoint, within};
use crate::stat::student::student_probability;
use crate::stat::{benjamini_hochberg, series};
pub(crate) use expected::{Expected, expect};
pub(crate) use scale::Scale;

/// Minimum number of known values for estimating the spread of remainders.
pub(crate) const LEAST_VALUES: usize = 12;

/// A series and its season.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct AnomalyInput {
    /// The values, one per step; `null` is missing.
    pub y: Vec<Option<f64>>,
    /// Date of the first step, used only to label the result.
    #[serde(rename = "firstDay")]
    pub first_day: Option<Day>,
    /// Length of the season in steps, 0 for none; detected if absent.
    pub season: Option<usize>,
}

/// Unchecked parameters.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[schemars(title = "Anomaly parameters")]
pub struct Parameters {
    /// Accepted share of false anomalies (false discovery rate).
    #[schemars(range(min = 0.000_001, max = 0.5))]
    pub false_discovery_rate: f64,
}

impl Default for Parameters {
    fn default() -> Self {
        Self { false_discovery_rate: 0.01 }
    }
}

/// Parameters that passed [`Parameters::check`].
#[derive(Debug, Clone, PartialEq)]
pub struct Checked(Parameters);

impl Parameters {
    /// Checks the parameters.
    ///
    /// # Errors
    /// Returns [`EngineError::InvalidParameter`] for a rate outside of 0.000001 to 0.5.
    pub fn check(self) -> Result<Checked, EngineError> {
        within("falseDiscoveryRate", self.false_discovery_rate, 0.000_001, 0.5)?;
        Ok(Checked(self))
    }
}

/// An anomalous step.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Anomaly {
    /// The step, from 0.
    pub index: usize,
    /// Deviation from the expected value, in robust standard deviations.
    pub score: f64,
    /// Expected value from trend and season, in units of the series.
    pub expected: f64,
    /// Ends of the 95 % range of a normal step.
    pub lo: f64,
    /// See [`Self::lo`].
    pub hi: f64,
    /// Observed value.
    pub observed: f64,
    /// False discovery rate of anomalies with at least this significance (Benjamini & Hochberg).
    pub q_value: f64,
}

/// The anomalies of a series.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Anomalies {
    /// Anomalies in chronological order.
    pub anomalies: Vec<Anomaly>,
    /// Season used; `null` for none.
    pub season: Option<usize>,
    /// Scale with the most even remainders: `plain`, `root` or `logarithm`.
    pub scale: String,
    /// Notes for the reader about this run.
    pub notes: Vec<String>,
    /// The series of the steps; see [`GivenSeries`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub given: Option<GivenSeries>,
    /// Name of the method.
    pub method: String,
    /// Version of the method.
    pub method_version: String,
}

/// Finds steps that fit neither trend nor season.
///
/// Robust STL (Cleveland et al. 1990), remainders by their median absolute deviation as in S-H-ESD
/// (Hochenbaum, Vallis & Kejariwal 2017, arXiv:1704.07706), tails of a Student distribution, and the false
/// discovery rate of Benjamini & Hochberg (1995) instead of a fixed number of outliers.
///
/// # Errors
/// Returns [`EngineError::InvalidInput`] for fewer than 12 known values or figures that are not finite.
pub fn anomalies(input: &AnomalyInput, params: &Checked, control: &dyn Control) -> Result<Anomalies, EngineError> {
    series::check("y", &input.y, LEAST_VALUES)?;
    within("season", input.season.unwrap_or(0) as f64, 0.0, 10_000.0)?;
    checkpoint(control)?;
    let expected = expect(&input.y, input.season);
    checkpoint(control)?;
    let mut notes = Vec::new();
    if expected.spread <= 0.0 {
        notes.push(
            "More than half of the steps fit exactly, so the usual error is unknown and no anomalies are reported."
                .to_owned(),
        );
    }
    Ok(Anomalies {
        anomalies: unusual(&input.y, &expected, params.0.false_discovery_rate),
        season: expected.season,
        scale: expected.scale.word().to_owned(),
        notes,
        given: None,
        method: super::METHOD.to_owned(),
        method_version: super::METHOD_VERSION.to_owned(),
    })
}

/// Degrees of freedom: heavier tails than normal, as in daily figures.
const TAILS: f64 = 8.0;

/// Returns steps with an anomalous remainder, at a false discovery rate.
pub(crate) fn unusual(given: &[Option<f64>], expected: &Expected, rate: f64) -> Vec<Anomaly> {
    if expected.spread <= 0.0 {
        return Vec::new();
    }
    let known: Vec<(usize, f64)> = given.iter().enumerate().filter_map(|(at, value)| value.map(|v| (at, v))).collect();
    let score = |at: usize, value: f64| (expected.scale.to(value) - expected.level[at]) / expected.spread;
    let p_values: Vec<f64> =
        known.iter().map(|(at, value)| 2.0 * student_probability(-score(*at, *value).abs(), TAILS)).collect();
    let adjusted = benjamini_hochberg(&p_values);
    let found = known.iter().zip(adjusted).filter(|(_, q_value)| *q_value <= rate);
    found
        .map(|(&(index, observed), q_value)| {
            let at = |spreads: f64| expected.scale.back(expected.level[index] + spreads * expected.spread);
            // 97.5 % quantile of a Student distribution with 8 degrees of freedom.
            let (lo, hi) = (at(-2.306), at(2.306));
            Anomaly { index, score: score(index, observed), expected: at(0.0), lo, hi, observed, q_value }
        })
        .collect()
}
