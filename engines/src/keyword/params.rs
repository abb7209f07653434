//! Parameters of the keyword engine, unchecked and checked.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::cluster::MEANING_SIMILARITY;
use crate::common::{EngineError, within};

/// Unchecked parameters; [`Parameters::check`] validates them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[schemars(title = "Keyword engine parameters")]
pub struct Parameters {
    /// Value per lead, in cents. Without it and without CPC no monetary values are shown.
    #[schemars(title = "Value per lead (cents)", range(min = 1, max = 100_000_000))]
    pub value_per_lead_cents: Option<f64>,
    /// How far off the value per lead may be: 0.5 means that in 8 of 10 cases it is between two thirds of it and one and a half times it.
    #[schemars(title = "Uncertainty of the value per lead", range(min = 0.0, max = 3.0))]
    pub value_per_lead_spread: f64,
    /// Share of visitors who become a lead, when you know it. Replaces the built-in assumption of 5 %.
    #[schemars(title = "Conversion rate", range(min = 0.0001, max = 1.0))]
    pub conversion_rate: Option<f64>,
    /// Visits behind the conversion rate. With them the rate is weighted against the built-in assumption (200 visits);
    /// without them it is used unchanged.
    #[schemars(title = "Visits behind the conversion rate", range(min = 1, max = 10_000_000))]
    pub conversion_visits: Option<f64>,
    /// Your own CTR in percent for positions 1, 2, 3 and so on. Overrides the published curve.
    #[schemars(title = "CTR by position (%)", length(min = 1, max = 20))]
    pub ctr_percent_by_position: Option<Vec<f64>>,
    /// Published CTR curve to start from. `auto` uses the map-pack curve for queries whose SERP has a map pack.
    #[schemars(title = "Published curve")]
    pub ctr_curve: CtrCurveChoice,
    /// Weight of the published curve at each position, in clicks.
    #[schemars(title = "Weight of the published curve (clicks)", range(min = 1, max = 100_000))]
    pub prior_clicks: f64,
    /// Target position of a page.
    #[schemars(title = "Target position", range(min = 1, max = 10))]
    pub target_position: f64,
    /// Where striking distance begins.
    #[schemars(title = "Striking distance from position", range(min = 2, max = 50))]
    pub striking_from: f64,
    /// Where striking distance ends.
    #[schemars(title = "Striking distance to position", range(min = 2, max = 100))]
    pub striking_to: f64,
    /// Queries with fewer impressions in the period give no quick win.
    #[schemars(title = "Least impressions", range(min = 1, max = 1_000_000))]
    pub min_impressions: f64,
    /// Accepted share of false positives among the findings of a test (false discovery rate).
    #[schemars(title = "False discovery rate", range(min = 0.0001, max = 0.5))]
    pub false_discovery_rate: f64,
    /// Smallest reported CTR gap: 0.3 is 30% below the curve.
    #[schemars(title = "Minimum CTR gap", range(min = 0.0, max = 0.95))]
    pub min_ctr_shortfall: f64,
    /// Smallest reported change between two periods: 0.2 is 20%.
    #[schemars(title = "Minimum change between periods", range(min = 0.0, max = 10.0))]
    pub min_change: f64,
    /// Minimum number of common results in the top ten to target two keywords with one page.
    #[schemars(title = "Shared results to join", range(min = 1, max = 10))]
    pub serp_overlap: u32,
    /// Minimum word similarity to join keywords without SERPs.
    #[schemars(title = "Text similarity to join", range(min = 0.2, max = 1.0))]
    pub cluster_similarity: f64,
    /// Minimum semantic similarity to join keywords without SERPs; requires a sentence model.
    #[schemars(title = "Meaning similarity to join", range(min = 0.5, max = 1.0))]
    pub meaning_similarity: f64,
    /// Below this probability the engine abstains from an intent.
    #[schemars(title = "Minimum confidence of an intent", range(min = 0.5, max = 0.99))]
    pub intent_threshold: f64,
    /// Brand terms, in addition to the host name.
    #[schemars(title = "Brand terms", length(max = 200))]
    pub brand_terms: Vec<String>,
    /// Hourly rate, in cents; ranks quick wins by value per cost.
    #[schemars(title = "Cost per hour (cents)", range(min = 0, max = 10_000_000))]
    pub hourly_rate_cents: f64,
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

/// Choice of the published CTR curve.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum CtrCurveChoice {
    /// The map-pack curve for queries whose SERP has a map pack, otherwise the default curve.
    #[default]
    Auto,
    /// The median of the studies since 2020, for all queries.
    Default,
    /// The curve for pages with a map pack, for all queries.
    LocalPack,
}

impl Default for Parameters {
    fn default() -> Self {
        Self {
            value_per_lead_cents: None,
            value_per_lead_spread: 0.5,
            conversion_rate: None,
            conversion_visits: None,
            ctr_percent_by_position: None,
            ctr_curve: CtrCurveChoice::Auto,
            prior_clicks: 200.0,
            target_position: 3.0,
            striking_from: 4.0,
            striking_to: 20.0,
            min_impressions: 20.0,
            false_discovery_rate: 0.05,
            min_ctr_shortfall: 0.3,
            min_change: 0.2,
            serp_overlap: 4,
            cluster_similarity: 0.5,
            meaning_similarity: MEANING_SIMILARITY,
            intent_threshold: 0.7,
            brand_terms: Vec::new(),
            hourly_rate_cents: 5_000.0,
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
        self.check_money()?;
        self.check_curve()?;
        self.check_thresholds()?;
        within("maxInsights", f64::from(self.max_insights), 1.0, 200.0)?;
        within("draws", f64::from(self.draws), 100.0, 20_000.0)?;
        if self.brand_terms.len() > 200 {
            return Err(invalid("brandTerms", "contains more than 200 terms"));
        }
        Ok(Checked(self))
    }

    fn check_money(&self) -> Result<(), EngineError> {
        if let Some(cents) = self.value_per_lead_cents {
            within("valuePerLeadCents", cents, 1.0, 1e8)?;
        }
        within("valuePerLeadSpread", self.value_per_lead_spread, 0.0, 3.0)?;
        if let Some(rate) = self.conversion_rate {
            within("conversionRate", rate, 0.0001, 1.0)?;
        }
        if let Some(visits) = self.conversion_visits {
            within("conversionVisits", visits, 1.0, 1e7)?;
        }
        within("hourlyRateCents", self.hourly_rate_cents, 0.0, 1e7)
    }

    fn check_curve(&self) -> Result<(), EngineError> {
        within("priorClicks", self.prior_clicks, 1.0, 100_000.0)?;
        let Some(percents) = &self.ctr_percent_by_position else { return Ok(()) };
        if percents.is_empty() || percents.len() > 20 {
            return Err(invalid("ctrPercentByPosition", "must have 1 to 20 values"));
        }
        for percent in percents {
            within("ctrPercentByPosition", *percent, 0.0001, 100.0)?;
        }
        if percents.windows(2).any(|pair| pair[1] > pair[0]) {
            return Err(invalid("ctrPercentByPosition", "must not rise from one position to the next"));
        }
        Ok(())
    }

    fn check_thresholds(&self) -> Result<(), EngineError> {
        within("targetPosition", self.target_position, 1.0, 10.0)?;
        within("strikingFrom", self.striking_from, 2.0, 50.0)?;
        within("strikingTo", self.striking_to, 2.0, 100.0)?;
        if self.striking_to < self.striking_from {
            return Err(invalid("strikingTo", "must not be less than strikingFrom"));
        }
        within("minImpressions", self.min_impressions, 1.0, 1e6)?;
        within("falseDiscoveryRate", self.false_discovery_rate, 0.0001, 0.5)?;
        within("minCtrShortfall", self.min_ctr_shortfall, 0.0, 0.95)?;
        within("minChange", self.min_change, 0.0, 10.0)?;
        within("serpOverlap", f64::from(self.serp_overlap), 1.0, 10.0)?;
        within("clusterSimilarity", self.cluster_similarity, 0.2, 1.0)?;
        within("meaningSimilarity", self.meaning_similarity, 0.5, 1.0)?;
        within("intentThreshold", self.intent_threshold, 0.5, 0.99)
    }
}

fn invalid(field: &'static str, problem: &str) -> EngineError {
    EngineError::InvalidParameter { field, problem: problem.to_owned() }
}

/// Returns the JSON schema of [`Parameters`], from which the app builds its form.
pub fn parameters_schema() -> serde_json::Value {
    schemars::schema_for!(Parameters).to_value()
}
