//! Input of curves and rates.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::common::{Day, EngineError};

/// Maximum number of rows of a kind per run.
const MAX_ROWS: usize = 2_000_000;
/// Maximum number of priors, one for each kind of rate.
const MAX_PRIORS: usize = 10_000;

/// Clicks by position, and counts of leads and sales.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct CurvesInput {
    /// The day of the analysis; validity starts here.
    pub as_of: Option<Day>,
    /// Clicks by position.
    pub clicks: Vec<ClickRow>,
    /// Conversion and close rates.
    pub rates: Vec<RateRow>,
    /// Weight of the published curve compared with the site's own clicks, at each position. Default 200.
    pub prior_clicks: Option<f64>,
    /// Prior of each kind of rate. Default for `conversion`: Beta(10, 190), 5 %.
    pub priors: Vec<RatePrior>,
}

/// Clicks of a site at a position.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ClickRow {
    /// The site.
    pub site: String,
    /// Device, intent and SERP features, such as `mobile|local|local_pack`.
    pub bucket: String,
    /// Average position, 1 or more.
    pub position: f64,
    /// Impressions.
    pub impressions: f64,
    /// Clicks.
    pub clicks: f64,
}

/// Successes and trials of a trade, site or page.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct RateRow {
    /// Kind of rate: `conversion` (leads per visit), `close` (sales per lead), or another word.
    pub kind: String,
    /// Subject of the rate, such as `roofing`.
    pub key: String,
    /// Leads, or sales.
    pub successes: f64,
    /// Visits, or leads.
    pub trials: f64,
}

/// Beta prior of a kind of rate.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RatePrior {
    /// Kind of rate.
    pub kind: String,
    /// Weight of successes, more than 0.
    pub alpha: f64,
    /// Weight of failures, more than 0.
    pub beta: f64,
}

/// Validates the input; errors name the field.
pub(super) fn check(input: &CurvesInput) -> Result<(), EngineError> {
    EngineError::check_sizes(&[
        ("click rows", input.clicks.len(), MAX_ROWS),
        ("rate rows", input.rates.len(), MAX_ROWS),
        ("`priors`", input.priors.len(), MAX_PRIORS),
    ])?;
    if let Some(prior) = input.prior_clicks {
        positive("priorClicks", prior)?;
    }
    for (at, row) in input.clicks.iter().enumerate() {
        counts(&format!("clicks[{at}]"), ("clicks", row.clicks), ("impressions", row.impressions))?;
        if !(row.position >= 1.0 && row.position <= 1e6) {
            return Err(EngineError::input(format!("clicks[{at}].position"), "must be 1 or more"));
        }
    }
    for (at, row) in input.rates.iter().enumerate() {
        counts(&format!("rates[{at}]"), ("successes", row.successes), ("trials", row.trials))?;
    }
    for (at, prior) in input.priors.iter().enumerate() {
        positive(&format!("priors[{at}].alpha"), prior.alpha)?;
        positive(&format!("priors[{at}].beta"), prior.beta)?;
    }
    Ok(())
}

fn positive(field: &str, value: f64) -> Result<(), EngineError> {
    if value > 0.0 && value <= 1e9 {
        Ok(())
    } else {
        Err(EngineError::input(field, "must be more than 0, at most 1e9"))
    }
}

fn counts(field: &str, part: (&str, f64), whole: (&str, f64)) -> Result<(), EngineError> {
    for (name, value) in [part, whole] {
        if !(0.0..=1e15).contains(&value) {
            return Err(EngineError::input(format!("{field}.{name}"), "must be 0 or more"));
        }
    }
    if part.1 > whole.1 {
        return Err(EngineError::input(format!("{field}.{}", part.0), format!("must not exceed `{}`", whole.0)));
    }
    Ok(())
}
