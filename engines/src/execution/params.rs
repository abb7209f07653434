//! Limits of the execution engine, unchecked and checked.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::common::{EngineError, within};

/// Unchecked limits; [`Parameters::check`] validates them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[schemars(title = "Execution engine parameters")]
pub struct Parameters {
    /// Share of the steps of a kind that run first, at least one.
    #[schemars(title = "Canary share", range(min = 0.01, max = 1.0))]
    pub canary_share: f64,
    /// Maximum number of pages created or replaced per site and day.
    #[schemars(title = "Pages a site a day", range(min = 1, max = 10_000))]
    pub pages_per_site_day: u32,
    /// Maximum number of sites deployed for the first time per day.
    #[schemars(title = "New sites a day", range(min = 1, max = 10_000))]
    pub new_sites_day: u32,
    /// Maximum number of concurrent steps.
    #[schemars(title = "Steps at once", range(min = 1, max = 1_000))]
    pub at_once: u32,
    /// Attempts per step with temporary failures.
    #[schemars(title = "Attempts", range(min = 1, max = 10))]
    pub attempts: u32,
    /// Share of failed steps at which the plan stops.
    #[schemars(title = "Halt at failures", range(min = 0.0, max = 1.0))]
    pub halt_share: f64,
}

impl Default for Parameters {
    fn default() -> Self {
        Self { canary_share: 0.05, pages_per_site_day: 10, new_sites_day: 3, at_once: 10, attempts: 3, halt_share: 0.2 }
    }
}

/// Limits that passed [`Parameters::check`].
#[derive(Debug, Clone, PartialEq)]
pub struct Checked(Parameters);

impl std::ops::Deref for Checked {
    type Target = Parameters;

    fn deref(&self) -> &Parameters {
        &self.0
    }
}

impl Parameters {
    /// Checks the limits.
    ///
    /// # Errors
    /// Returns [`EngineError::InvalidParameter`] for the first one outside its range; NaN is outside every range.
    pub fn check(self) -> Result<Checked, EngineError> {
        within("canaryShare", self.canary_share, 0.01, 1.0)?;
        within("pagesPerSiteDay", f64::from(self.pages_per_site_day), 1.0, 10_000.0)?;
        within("newSitesDay", f64::from(self.new_sites_day), 1.0, 10_000.0)?;
        within("atOnce", f64::from(self.at_once), 1.0, 1_000.0)?;
        within("attempts", f64::from(self.attempts), 1.0, 10.0)?;
        within("haltShare", self.halt_share, 0.0, 1.0)?;
        Ok(Checked(self))
    }
}
