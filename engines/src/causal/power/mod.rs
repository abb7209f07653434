//! Power analysis before a change.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::impact::predict_spread;
use super::{METHOD, METHOD_VERSION};
use crate::common::{Control, EngineError, within};
use crate::stat::normal_quantile;
use crate::stat::series::check as check_series;

/// Relative effects for which the required steps are reported.
const EFFECTS: [&str; 8] = ["0.02", "0.05", "0.1", "0.15", "0.2", "0.3", "0.5", "1"];
/// Maximum number of steps after a change.
const LONGEST: usize = 365;

/// The series that will be changed.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct PowerInput {
    /// Figures so far, one per step (a day); `null` is missing.
    pub y: Vec<Option<f64>>,
    /// Controls: series of the same length that the change will not affect.
    pub x: Vec<Vec<Option<f64>>>,
    /// Steps that will be measured after the change, 1 to 365.
    #[serde(alias = "postSteps")]
    pub post_steps: usize,
}

/// Unchecked parameters.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[schemars(title = "Power parameters")]
pub struct Parameters {
    /// Steps of the season, 0 for none.
    #[schemars(range(min = 0, max = 400))]
    pub season: usize,
    /// Probability of detecting an effect that exists.
    #[schemars(range(min = 0.5, max = 0.99))]
    pub power: f64,
    /// Probability of a false positive.
    #[schemars(range(min = 0.001, max = 0.5))]
    pub false_positives: f64,
    /// Largest useful effect. If only larger effects are detectable, the change is not measurable.
    #[schemars(range(min = 0.01, max = 10.0))]
    pub largest_useful: f64,
}

impl Default for Parameters {
    fn default() -> Self {
        Self { season: 7, power: 0.8, false_positives: 0.05, largest_useful: 0.2 }
    }
}

/// Parameters that passed [`Parameters::check`].
#[derive(Debug, Clone, PartialEq)]
pub struct Checked(Parameters);

impl Parameters {
    /// Checks the parameters.
    ///
    /// # Errors
    /// Returns [`EngineError::InvalidParameter`] for the first parameter outside its range; NaN is outside.
    pub fn check(self) -> Result<Checked, EngineError> {
        within("season", self.season as f64, 0.0, 400.0)?;
        within("power", self.power, 0.5, 0.99)?;
        within("falsePositives", self.false_positives, 0.001, 0.5)?;
        within("largestUseful", self.largest_useful, 0.01, 10.0)?;
        Ok(Checked(self))
    }
}

/// Output of the power analysis.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Power {
    /// Minimum detectable relative effect after `post_steps` steps.
    pub mde_relative: f64,
    /// Minimum detectable effect per step, in units of the series.
    pub mde_absolute: f64,
    /// Steps needed to detect each relative effect; `null` if a year is not enough.
    pub steps_for: BTreeMap<String, Option<usize>>,
    /// Number of similar sites to pool to detect each effect after `post_steps` steps.
    pub sites_for: BTreeMap<String, usize>,
    /// False if only effects above the largest useful one are detectable.
    pub is_measurable: bool,
    /// Summary in one sentence.
    pub advice: String,
    /// Name of the method.
    pub method: String,
    /// Version of the method.
    #[serde(rename = "methodVersion")]
    pub method_version: String,
}

/// Computes the minimum detectable effect.
///
/// (z of power + z of false positives) x standard error of the average effect, from the same
/// posterior as [`super::impact`] (Bloom 1995, "Minimum detectable effects", Evaluation Review 19(5)). For white noise
/// it is 2.8 sqrt(v / n + v / m) / mean.
///
/// # Errors
/// Returns [`EngineError::InvalidInput`] for too few or constant values, a mean of 0 or `post_steps` outside 1 to 365.
pub fn power(input: &PowerInput, params: &Checked, control: &dyn Control) -> Result<Power, EngineError> {
    let params = &params.0;
    check_series("y", &input.y, super::impact::LEAST_BEFORE)?;
    if !(1..=LONGEST).contains(&input.post_steps) {
        return Err(EngineError::input("post_steps", format!("is {}, must be 1 to {LONGEST}", input.post_steps)));
    }
    let known: Vec<f64> = input.y.iter().flatten().copied().collect();
    let mean = known.iter().sum::<f64>() / known.len() as f64;
    let largest = known.iter().map(|value| value.abs()).fold(0.0, f64::max);
    if mean.abs() <= 1e-9 * largest {
        return Err(EngineError::input("y", "has mean 0: a relative effect has no meaning"));
    }
    let controls = super::impact::checked_controls(&input.x, input.y.len())?;
    let spreads = predict_spread(&input.y, &controls, params.season, LONGEST, control)?;
    let factor = normal_quantile(params.power) + normal_quantile(1.0 - 0.5 * params.false_positives);
    let mde = |steps: usize| factor * spreads[steps - 1] / mean.abs();
    let mde_relative = mde(input.post_steps);
    let steps = |effect: f64| (1..=LONGEST).find(|steps| mde(*steps) <= effect);
    let sites = |effect: f64| ((mde_relative / effect).powi(2)).ceil().clamp(1.0, 1e9) as usize;
    let by_effect = || EFFECTS.iter().filter_map(|word| Some((*word, word.parse::<f64>().ok()?)));
    let is_measurable = mde_relative <= params.largest_useful;
    Ok(Power {
        mde_relative,
        mde_absolute: factor * spreads[input.post_steps - 1],
        steps_for: by_effect().map(|(word, effect)| (word.to_owned(), steps(effect))).collect(),
        sites_for: by_effect().map(|(word, effect)| (word.to_owned(), sites(effect))).collect(),
        is_measurable,
        advice: advice(is_measurable, mde_relative, input.post_steps, sites(params.largest_useful)),
        method: METHOD.to_owned(),
        method_version: METHOD_VERSION.to_owned(),
    })
}

fn advice(is_measurable: bool, mde: f64, steps: usize, sites: usize) -> String {
    let percent = 100.0 * mde;
    if is_measurable {
        format!(
            "{steps} steps (days of a daily series) after a change are enough to detect an effect of {percent:.1} % or more."
        )
    } else {
        format!(
            "{steps} steps (days of a daily series) after a change are enough only for an effect of {percent:.0} % or more. To detect smaller effects, pool {sites} similar sites."
        )
    }
}
