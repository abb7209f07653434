//! Parameters of the local engine, unchecked and checked.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::common::{EngineError, within};

/// Unchecked parameters; [`Parameters::check`] validates them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[schemars(title = "Local engine parameters")]
pub struct Parameters {
    /// Expected profit a month from which a market is tier 1, cents.
    #[schemars(title = "Tier 1 from (cents a month)", range(min = 1, max = 1_000_000_000))]
    pub tier1_cents: f64,
    /// Expected profit a month from which a market is tier 2, cents.
    #[schemars(title = "Tier 2 from (cents a month)", range(min = 1, max = 1_000_000_000))]
    pub tier2_cents: f64,
    /// A market below this confidence is given no tier. Confidence is the probability that its expected revenue is within a factor of three of the value shown.
    #[schemars(title = "Minimum confidence for a tier", range(min = 0.0, max = 1.0))]
    pub min_confidence: f64,
    /// Cost of building one site, cents.
    #[schemars(title = "Cost of a site (cents)", range(min = 0, max = 100_000_000))]
    pub setup_cents: f64,
    /// Cost of one more area page on a regional site, cents.
    #[schemars(title = "Cost of an area page (cents)", range(min = 0, max = 10_000_000))]
    pub page_cents: f64,
    /// Cost of keeping a site for a month, cents.
    #[schemars(title = "Monthly cost of a site (cents)", range(min = 0, max = 10_000_000))]
    pub monthly_cost_cents: f64,
    /// How far off the costs may be, as the deviation of their logarithm.
    #[schemars(title = "Uncertainty of the costs", range(min = 0.0, max = 2.0))]
    pub cost_spread: f64,
    /// Mean chance that a site reaches the first ten results of a market of difficulty 50 within a year. Replaces the built-in assumption.
    #[schemars(title = "Probability of ranking at difficulty 50", range(min = 0.001, max = 0.999))]
    pub win_chance: Option<f64>,
    /// Median months until a site that ranks within the year does so.
    #[schemars(title = "Months to rank (median)", range(min = 0.5, max = 12.0))]
    pub months_to_rank: f64,
    /// Position a site that ranks is taken to hold. Without it: any of the first ten, evenly.
    #[schemars(title = "Assumed position of a ranking site", range(min = 1, max = 10))]
    pub target_position: Option<f64>,
    /// Share of visitors who become a lead. Replaces the built-in assumption of 5 % (x 1.5 for emergency trades).
    #[schemars(title = "Conversion rate", range(min = 0.0001, max = 1.0))]
    pub conversion_rate: Option<f64>,
    /// Share of leads that buyers accept and pay.
    #[schemars(title = "Share of leads accepted", range(min = 0.01, max = 1.0))]
    pub accepted_share: f64,
    /// Neighbours within this distance count for hot spots, km.
    #[schemars(title = "Radius of hot spots (km)", range(min = 1, max = 500))]
    pub hot_spot_radius_km: f64,
    /// Lowest rent suggested, as a share of the owner's gross profit from the leads.
    #[schemars(title = "Lowest rent share", range(min = 0.01, max = 0.9))]
    pub rent_share_low: f64,
    /// Highest rent suggested, as a share of the owner's gross profit from the leads.
    #[schemars(title = "Highest rent share", range(min = 0.01, max = 0.9))]
    pub rent_share_high: f64,
    /// Maximum number of insights reported.
    #[schemars(title = "Most insights", range(min = 1, max = 200))]
    pub max_insights: u32,
    /// Draws behind the intervals of a market that is opened.
    #[schemars(title = "Draws", range(min = 100, max = 20_000))]
    pub draws: u32,
    /// Seed of the random numbers. The same seed gives the same result.
    #[schemars(title = "Seed")]
    pub seed: u64,
}

impl Default for Parameters {
    fn default() -> Self {
        Self {
            tier1_cents: 100_000.0,
            tier2_cents: 30_000.0,
            min_confidence: 0.3,
            setup_cents: 20_000.0,
            page_cents: 1_500.0,
            monthly_cost_cents: 1_500.0,
            cost_spread: 0.25,
            win_chance: None,
            months_to_rank: 4.0,
            target_position: None,
            conversion_rate: None,
            accepted_share: 0.75,
            hot_spot_radius_km: 50.0,
            rent_share_low: 0.10,
            rent_share_high: 0.30,
            max_insights: 20,
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
        within("tier1Cents", self.tier1_cents, 1.0, 1e9)?;
        within("tier2Cents", self.tier2_cents, 1.0, 1e9)?;
        if self.tier2_cents > self.tier1_cents {
            return Err(invalid("tier2Cents", "must not exceed tier1Cents"));
        }
        within("minConfidence", self.min_confidence, 0.0, 1.0)?;
        self.check_costs()?;
        self.check_shares()?;
        within("monthsToRank", self.months_to_rank, 0.5, 12.0)?;
        within("hotSpotRadiusKm", self.hot_spot_radius_km, 1.0, 500.0)?;
        within("maxInsights", f64::from(self.max_insights), 1.0, 200.0)?;
        within("draws", f64::from(self.draws), 100.0, 20_000.0)?;
        Ok(Checked(self))
    }

    fn check_costs(&self) -> Result<(), EngineError> {
        within("setupCents", self.setup_cents, 0.0, 1e8)?;
        within("pageCents", self.page_cents, 0.0, 1e7)?;
        within("monthlyCostCents", self.monthly_cost_cents, 0.0, 1e7)?;
        within("costSpread", self.cost_spread, 0.0, 2.0)
    }

    fn check_shares(&self) -> Result<(), EngineError> {
        if let Some(chance) = self.win_chance {
            within("winChance", chance, 0.001, 0.999)?;
        }
        if let Some(position) = self.target_position {
            within("targetPosition", position, 1.0, 10.0)?;
        }
        if let Some(rate) = self.conversion_rate {
            within("conversionRate", rate, 0.0001, 1.0)?;
        }
        within("acceptedShare", self.accepted_share, 0.01, 1.0)?;
        within("rentShareLow", self.rent_share_low, 0.01, 0.9)?;
        within("rentShareHigh", self.rent_share_high, 0.01, 0.9)?;
        if self.rent_share_high < self.rent_share_low {
            return Err(invalid("rentShareHigh", "must not be less than rentShareLow"));
        }
        Ok(())
    }
}

fn invalid(field: &'static str, problem: impl Into<String>) -> EngineError {
    EngineError::InvalidParameter { field, problem: problem.into() }
}

/// Returns the JSON schema of [`Parameters`], from which the app builds the form.
pub fn parameters_schema() -> serde_json::Value {
    schemars::schema_for!(Parameters).to_value()
}
