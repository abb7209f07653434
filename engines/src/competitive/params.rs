//! Parameters of the competitive engine.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::result_set::host;
use crate::common::{EngineError, within};

/// Maximum number of competitors named.
const MOST_COMPETITORS: usize = 50;

/// Unchecked parameters; [`Parameters::check`] validates them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[schemars(title = "Competitive engine parameters")]
pub struct Parameters {
    /// Value per lead, in cents. Without it, values are the cost of the clicks in advertising, if CPC is known.
    #[schemars(title = "Value per lead (cents)", range(min = 1, max = 100_000_000))]
    pub value_per_lead_cents: Option<f64>,
    /// Share of visitors who become a lead, when you know it. Replaces the built-in assumption of 5 %.
    #[schemars(title = "Conversion rate", range(min = 0.0001, max = 1.0))]
    pub conversion_rate: Option<f64>,
    /// Minimum number of common queries of a competitor.
    #[schemars(title = "Minimum common queries", range(min = 1, max = 10_000))]
    pub min_shared: u32,
    /// Number of SERP positions to use.
    #[schemars(title = "Depth", range(min = 3, max = 100))]
    pub depth: u32,
    /// Persistence of the searcher who reads results from the top (p of the rank-biased overlap).
    #[schemars(title = "Persistence", range(min = 0.5, max = 0.99))]
    pub persistence: f64,
    /// Share of the SERPs held out to test predictions of the order.
    #[schemars(title = "Held-out share", range(min = 0.05, max = 0.5))]
    pub held_out: f64,
    /// Hosts of competitors that you name. They are always reported, and a query that one of them wins is listed under it.
    #[schemars(title = "Competitors", length(max = 50))]
    pub competitors: Vec<String>,
    /// Maximum number of competitors reported, in addition to those that you name.
    #[schemars(title = "Most rivals", range(min = 1, max = 200))]
    pub max_rivals: u32,
    /// Maximum number of insights reported.
    #[schemars(title = "Most insights", range(min = 1, max = 200))]
    pub max_insights: u32,
    /// Number of draws for monetary intervals.
    #[schemars(title = "Draws", range(min = 100, max = 20_000))]
    pub draws: u32,
    /// Seed of the random numbers. The same seed gives the same result.
    #[schemars(title = "Seed")]
    pub seed: u64,
}

impl Default for Parameters {
    fn default() -> Self {
        Self {
            value_per_lead_cents: None,
            conversion_rate: None,
            min_shared: 2,
            depth: 20,
            persistence: 0.9,
            held_out: 0.2,
            competitors: Vec::new(),
            max_rivals: 20,
            max_insights: 25,
            draws: 2_000,
            seed: 20_260_101,
        }
    }
}

/// Parameters that passed [`Parameters::check`]; runs accept only these.
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
    /// Returns [`EngineError::InvalidParameter`] for the first parameter outside its range; NaN is outside every range.
    pub fn check(self) -> Result<Checked, EngineError> {
        if let Some(cents) = self.value_per_lead_cents {
            within("valuePerLeadCents", cents, 1.0, 1e8)?;
        }
        if let Some(rate) = self.conversion_rate {
            within("conversionRate", rate, 0.0001, 1.0)?;
        }
        if self.competitors.len() > MOST_COMPETITORS {
            return Err(invalid("contains more than 50 hosts"));
        }
        if self.competitors.iter().any(|name| !(1..=253).contains(&host(name).len())) {
            return Err(invalid("contains a text that is no host name, such as rival.example"));
        }
        within("minShared", f64::from(self.min_shared), 1.0, 10_000.0)?;
        within("depth", f64::from(self.depth), 3.0, 100.0)?;
        within("persistence", self.persistence, 0.5, 0.99)?;
        within("heldOut", self.held_out, 0.05, 0.5)?;
        within("maxRivals", f64::from(self.max_rivals), 1.0, 200.0)?;
        within("maxInsights", f64::from(self.max_insights), 1.0, 200.0)?;
        within("draws", f64::from(self.draws), 100.0, 20_000.0)?;
        Ok(Checked(self))
    }
}

fn invalid(problem: &str) -> EngineError {
    EngineError::InvalidParameter { field: "competitors", problem: problem.to_owned() }
}

/// Returns the JSON schema of [`Parameters`], from which the app builds its form.
pub fn parameters_schema() -> serde_json::Value {
    schemars::schema_for!(Parameters).to_value()
}
