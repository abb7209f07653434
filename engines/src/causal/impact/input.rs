//! Input of impact measurements.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::common::{Day, EngineError, Update};
use crate::stat::series::{MAX_STEPS, check as check_series, filled};

/// Maximum number of controls.
pub const MAX_CONTROLS: usize = 50;
/// Maximum number of events to compare with.
pub(in super::super) const MAX_UPDATES: usize = 10_000;
/// Minimum number of known steps before the change.
pub const LEAST_BEFORE: usize = 10;
/// Maximum number of steps from the first before to the last after the change.
pub const MAX_SPAN: usize = 20_000;

/// Daily metric of a change that the data of the website measure.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ImpactMetric {
    /// Clicks from search.
    #[default]
    Clicks,
    /// Impressions in search.
    Impressions,
    /// Visits, as the beacon counts them by the first page.
    Visits,
    /// Conversions of these visits.
    Conversions,
    /// Visits that come from answers of AI assistants.
    AiVisits,
}

/// A series, its controls and the time of the change.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ImpactInput {
    /// The values, one per step (a day); `null` is missing.
    pub y: Vec<Option<f64>>,
    /// Controls: series of the same length that the change did not affect, such as other pages or sites.
    pub x: Vec<Vec<Option<f64>>>,
    /// First and last step before the change, from 0, both included.
    pub pre: Option<[usize; 2]>,
    /// First and last step after the change.
    pub post: Option<[usize; 2]>,
    /// Day of the first step. With it, `change` can be used instead of `pre` and `post`, and `updates` are compared.
    pub first_day: Option<Day>,
    /// Date of the change, used if `pre` and `post` are absent. All days before it and all days from it on are used.
    pub change: Option<Day>,
    /// Short description of the change.
    pub label: Option<String>,
    /// Metric that is loaded if `y` is empty. Default: clicks.
    pub metric: ImpactMetric,
    /// What the series counts, such as `clicks`.
    pub unit: Option<String>,
    /// Events that affected all sites: search engine updates, outages.
    pub updates: Vec<Update>,
    /// True if the pages were chosen because they had dropped: such pages recover without a change
    /// (regression to the mean).
    pub chosen_after_a_fall: bool,
    /// Value of one unit of the series (a click, a lead), cents.
    pub cents_per_unit: Option<f64>,
    /// ISO 4217 code of the amounts. Default `USD`.
    pub currency: Option<String>,
    /// The day of the analysis; validity starts here.
    pub as_of: Option<Day>,
}

/// Unchecked parameters.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[schemars(title = "Impact parameters")]
pub struct Parameters {
    /// Steps of the season, 0 for none. It is used only as far as the data supports it.
    #[schemars(range(min = 0, max = 400))]
    pub season: usize,
    /// Number of placebo tests before the real change. If there are any and they can prove an effect, at least 19 are run.
    #[schemars(range(min = 0, max = 50))]
    pub placebos: usize,
    /// Maximum half width of the 95 % interval, as a share of the expected value, for a measurable effect.
    #[schemars(range(min = 0.01, max = 10.0))]
    pub widest_useful: f64,
}

impl Default for Parameters {
    fn default() -> Self {
        Self { season: 7, placebos: 0, widest_useful: 0.5 }
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
        let wrong = |field, problem: &str| Err(EngineError::InvalidParameter { field, problem: problem.to_owned() });
        if self.season > 400 {
            return wrong("season", "must be at most 400 steps");
        }
        if self.placebos > 50 {
            return wrong("placebos", "must be at most 50");
        }
        if !(0.01..=10.0).contains(&self.widest_useful) {
            return wrong("widestUseful", "must be 0.01 to 10");
        }
        Ok(Checked(self))
    }
}

/// First and last step before the change, first step after it and one past the last, for which the
/// controls are complete.
pub(super) struct Times {
    pub(super) from: usize,
    pub(super) change: usize,
    pub(super) after: usize,
    pub(super) end: usize,
}

impl ImpactInput {
    /// Returns the times, validated against the series.
    ///
    /// # Errors
    /// Returns [`EngineError::InvalidInput`] with the invalid field.
    pub(super) fn times(&self) -> Result<Times, EngineError> {
        let (pre, post) = match (self.pre, self.post, self.first_day, self.change) {
            (Some(pre), Some(post), _, _) => (pre, post),
            (None, None, Some(first), Some(change)) => {
                let step = change.since(first);
                if step < 1 || step as usize >= self.y.len() {
                    let problem = format!("{change} is outside of the {} days from {first}", self.y.len());
                    return Err(EngineError::input("change", problem));
                }
                ([0, step as usize - 1], [step as usize, self.y.len() - 1])
            }
            _ => return Err(EngineError::input("pre", "and `post` are needed, or `firstDay` and `change`")),
        };
        if pre[0] > pre[1] || pre[1] >= post[0] || post[0] > post[1] || post[1] >= self.y.len() {
            let problem = format!("{pre:?} and post {post:?} must follow each other within {} steps", self.y.len());
            return Err(EngineError::input("pre", problem));
        }
        if post[1] - pre[0] >= MAX_SPAN {
            return Err(EngineError::TooLarge { what: "steps", got: post[1] - pre[0] + 1, limit: MAX_SPAN });
        }
        let known = |from: usize, to: usize| self.y[from..=to].iter().flatten().count();
        if known(pre[0], pre[1]) < LEAST_BEFORE {
            let problem = format!("has {} known values, at least {LEAST_BEFORE} are needed", known(pre[0], pre[1]));
            return Err(EngineError::input("pre", problem));
        }
        if known(post[0], post[1]) == 0 {
            return Err(EngineError::input("post", "contains no known value"));
        }
        Ok(Times { from: pre[0], change: pre[1] + 1, after: post[0], end: post[1] + 1 })
    }

    /// Returns the controls with gaps filled.
    ///
    /// # Errors
    /// Returns [`EngineError::InvalidInput`] if lengths differ or figures are not finite.
    pub(super) fn controls(&self) -> Result<Vec<Vec<f64>>, EngineError> {
        EngineError::check_sizes(&[("`updates`", self.updates.len(), MAX_UPDATES)])?;
        check_series("y", &self.y, 1)?;
        let controls = checked_controls(&self.x, self.y.len())?;
        if self.cents_per_unit.is_some_and(|cents| !(0.0..=1e9).contains(&cents)) {
            return Err(EngineError::input("centsPerUnit", "must be 0 to 1000000000"));
        }
        if self.currency.as_ref().is_some_and(|code| code.len() != 3 || !code.bytes().all(|b| b.is_ascii_uppercase())) {
            return Err(EngineError::input("currency", "must be three capital letters, such as USD"));
        }
        Ok(controls)
    }
}

/// Returns controls of a series of `steps` steps with gaps filled.
///
/// # Errors
/// Returns [`EngineError::TooLarge`] for too many, or [`EngineError::InvalidInput`] if lengths differ or figures are not
/// finite.
pub(in super::super) fn checked_controls(
    controls: &[Vec<Option<f64>>], steps: usize,
) -> Result<Vec<Vec<f64>>, EngineError> {
    if controls.len() > MAX_CONTROLS {
        return Err(EngineError::TooLarge { what: "controls", got: controls.len(), limit: MAX_CONTROLS });
    }
    for (place, control) in controls.iter().enumerate() {
        check_series(&format!("x[{place}]"), control, 1)?;
        if control.len() != steps {
            let problem = format!("has {} steps, y has {}", control.len(), steps.min(MAX_STEPS));
            return Err(EngineError::input(format!("x[{place}]"), problem));
        }
    }
    Ok(controls.iter().map(|control| filled(control)).collect())
}
