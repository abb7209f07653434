//! Parameters of the predictive engine, unchecked and checked.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::common::{EngineError, within};

/// Unchecked parameters; [`Parameters::check`] validates them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[schemars(title = "Predictive engine parameters")]
pub struct Parameters {
    /// Days of traffic to forecast.
    #[schemars(title = "Days ahead", range(min = 7, max = 365))]
    pub horizon_days: u32,
    /// Months of scenarios, the current one included.
    #[schemars(title = "Months of scenarios", range(min = 1, max = 12))]
    pub months: u32,
    /// Value per lead, in cents. Without it no monetary values are shown.
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
    /// Share of pages that reach the first ten results within a year; the prior for your own record.
    #[schemars(title = "Pages that reach the top 10 in a year", range(min = 0.0001, max = 0.9))]
    pub yearly_top10_share: f64,
    /// Smallest reported change of future clicks: 0.1 is 10%.
    #[schemars(title = "Smallest reported change", range(min = 0.0, max = 10.0))]
    pub min_change: f64,
    /// Number of latest days used for the traffic forecast. Default: all.
    #[schemars(title = "Days of history", range(min = 28, max = 20_000))]
    pub history_days: Option<u32>,
    /// Factor on the width of traffic intervals: 1.2 makes them 20% wider.
    #[schemars(title = "Width of intervals", range(min = 0.2, max = 5.0))]
    pub interval_width: f64,
    /// Maximum number of insights reported.
    #[schemars(title = "Most insights", range(min = 1, max = 200))]
    pub max_insights: u32,
    /// Number of draws for sums, leads and revenue.
    #[schemars(title = "Draws", range(min = 100, max = 20_000))]
    pub draws: u32,
    /// Seed of the random numbers. The same seed gives the same result.
    #[schemars(title = "Seed")]
    pub seed: u64,
}

impl Default for Parameters {
    fn default() -> Self {
        Self {
            horizon_days: 90,
            months: 6,
            value_per_lead_cents: None,
            value_per_lead_spread: 0.5,
            conversion_rate: None,
            conversion_visits: None,
            yearly_top10_share: 0.0611,
            min_change: 0.1,
            history_days: None,
            interval_width: 1.0,
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
        within("horizonDays", f64::from(self.horizon_days), 7.0, 365.0)?;
        within("months", f64::from(self.months), 1.0, 12.0)?;
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
        within("yearlyTop10Share", self.yearly_top10_share, 0.0001, 0.9)?;
        within("minChange", self.min_change, 0.0, 10.0)?;
        if let Some(days) = self.history_days {
            within("historyDays", f64::from(days), 28.0, 20_000.0)?;
        }
        within("intervalWidth", self.interval_width, 0.2, 5.0)?;
        within("maxInsights", f64::from(self.max_insights), 1.0, 200.0)?;
        within("draws", f64::from(self.draws), 100.0, 20_000.0)?;
        Ok(Checked(self))
    }
}

/// Returns the JSON schema of [`Parameters`], from which a form can be built.
pub fn parameters_schema() -> serde_json::Value {
    schemars::schema_for!(Parameters).to_value()
}
