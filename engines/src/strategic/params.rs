//! Parameters of the strategic engine, unchecked and checked.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::common::{EngineError, within};

/// Unchecked parameters; [`Parameters::check`] validates them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[schemars(title = "Strategic engine parameters")]
pub struct Parameters {
    /// Money to spend, in cents. It or the hours must be given.
    #[schemars(title = "Budget (cents)", range(min = 0, max = 1_000_000_000_000_i64))]
    pub budget_cents: Option<f64>,
    /// Hours of work to spend.
    #[schemars(title = "Hours", range(min = 0, max = 1_000_000))]
    pub hours: Option<f64>,
    /// Hours of work a week, for the roadmap.
    #[schemars(title = "Hours a week", range(min = 0.5, max = 10_000))]
    pub hours_per_week: f64,
    /// Months over which income counts.
    #[schemars(title = "Horizon (months)", range(min = 1, max = 120))]
    pub horizon_months: u32,
    /// What money must earn a year elsewhere: 0.1 is 10 %.
    #[schemars(title = "Discount rate a year", range(min = 0.0, max = 2.0))]
    pub discount_rate: f64,
    /// Hourly rate, in cents; deducted from the value.
    #[schemars(title = "Cost of an hour (cents)", range(min = 0, max = 10_000_000))]
    pub hourly_rate_cents: f64,
    /// Largest share of the budget (hours where there is no budget) for one vertical.
    #[schemars(title = "Most of the budget in one vertical", range(min = 0.01, max = 1.0))]
    pub max_share_per_vertical: Option<f64>,
    /// Most bets in one vertical.
    #[schemars(title = "Most opportunities in one vertical", range(min = 1, max = 1_000))]
    pub max_per_vertical: Option<u32>,
    /// What risk means: how far results spread, or how bad the worst tenth is.
    #[schemars(title = "Risk measure")]
    pub risk_measure: RiskMeasure,
    /// What a cent of risk costs: 0 looks at the mean alone, 1 is cautious.
    #[schemars(title = "Weight of risk", range(min = 0.0, max = 10.0))]
    pub risk_weight: f64,
    /// Correlation of the outcomes of two opportunities in one vertical: 0 none, 1 identical.
    #[schemars(title = "Correlation within a vertical", range(min = 0.0, max = 0.9))]
    pub vertical_correlation: f64,
    /// Correlation of the outcomes of any two opportunities.
    #[schemars(title = "Correlation of all opportunities", range(min = 0.0, max = 0.9))]
    pub common_correlation: f64,
    /// A bet is not made, or stopped, below this probability to earn its cost back.
    #[schemars(title = "Least probability to break even", range(min = 0.0, max = 0.99))]
    pub stop_probability: f64,
    /// Number of draws for monetary intervals.
    #[schemars(title = "Draws", range(min = 100, max = 20_000))]
    pub draws: u32,
    /// Seed of the random numbers. The same seed gives the same result.
    #[schemars(title = "Seed")]
    pub seed: u64,
}

/// What risk means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum RiskMeasure {
    /// Standard deviation of the result (Markowitz 1952).
    #[default]
    Deviation,
    /// Mean less the mean of the worst tenth of results (conditional value at risk: Rockafellar & Uryasev 2000).
    ConditionalValueAtRisk,
}

impl Default for Parameters {
    fn default() -> Self {
        Self {
            budget_cents: None,
            hours: None,
            hours_per_week: 10.0,
            horizon_months: 24,
            discount_rate: 0.1,
            hourly_rate_cents: 5_000.0,
            max_share_per_vertical: None,
            max_per_vertical: None,
            risk_measure: RiskMeasure::Deviation,
            risk_weight: 0.0,
            vertical_correlation: 0.3,
            common_correlation: 0.1,
            stop_probability: 0.15,
            draws: 1_000,
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
        if self.budget_cents.is_none() && self.hours.is_none() {
            let problem = "or `hours` must be given: at least one limit is required".to_owned();
            return Err(EngineError::InvalidParameter { field: "budgetCents", problem });
        }
        within("budgetCents", self.budget_cents.unwrap_or(0.0), 0.0, 1e12)?;
        within("hours", self.hours.unwrap_or(0.0), 0.0, 1e6)?;
        within("hoursPerWeek", self.hours_per_week, 0.5, 10_000.0)?;
        within("horizonMonths", f64::from(self.horizon_months), 1.0, 120.0)?;
        within("discountRate", self.discount_rate, 0.0, 2.0)?;
        within("hourlyRateCents", self.hourly_rate_cents, 0.0, 1e7)?;
        within("maxSharePerVertical", self.max_share_per_vertical.unwrap_or(1.0), 0.01, 1.0)?;
        within("maxPerVertical", f64::from(self.max_per_vertical.unwrap_or(1)), 1.0, 1_000.0)?;
        within("riskWeight", self.risk_weight, 0.0, 10.0)?;
        within("verticalCorrelation", self.vertical_correlation, 0.0, 0.9)?;
        within("commonCorrelation", self.common_correlation, 0.0, 0.9)?;
        within("commonCorrelation", self.common_correlation + self.vertical_correlation, 0.0, 0.99)?;
        within("stopProbability", self.stop_probability, 0.0, 0.99)?;
        within("draws", f64::from(self.draws), 100.0, 20_000.0)?;
        Ok(Checked(self))
    }
}

/// Returns the JSON schema of [`Parameters`], from which the app builds its form.
pub fn parameters_schema() -> serde_json::Value {
    schemars::schema_for!(Parameters).to_value()
}
