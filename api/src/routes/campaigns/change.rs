//! Changed fields of a campaign.

use serde::Deserialize;
use shared::domain::campaign::{CampaignGoal, CampaignPlan, CampaignRules, CampaignSite, CampaignTargets};
use utoipa::ToSchema;

use super::body::{Budget, one_line};
use crate::error::{ApiError, Result};

/// Changed fields; omitted fields are unchanged.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = CampaignChanges)]
pub(super) struct Input {
    /// At most 100 characters.
    name: Option<String>,
    goal: Option<CampaignGoal>,
    targets: Option<CampaignTargets>,
    site: Option<CampaignSite>,
    rules: Option<CampaignRules>,
    budget: Option<Budget>,
}

impl Input {
    /// Returns true if it changes more than the name.
    pub(super) const fn changes_terms(&self) -> bool {
        self.goal.is_some()
            || self.targets.is_some()
            || self.site.is_some()
            || self.rules.is_some()
            || self.budget.is_some()
    }

    /// Returns true if it changes the markets.
    pub(super) const fn changes_targets(&self) -> bool {
        self.targets.is_some()
    }

    /// Applies the changes to a plan.
    ///
    /// # Errors
    /// Returns [`ApiError::Invalid`] for an empty name.
    pub(super) fn apply(self, plan: CampaignPlan) -> Result<CampaignPlan> {
        let name = self.name.as_deref().map_or(plan.name, one_line);
        if name.is_empty() {
            return Err(ApiError::invalid("/name", "must not be empty"));
        }
        Ok(CampaignPlan {
            name,
            goal: self.goal.unwrap_or(plan.goal),
            targets: self.targets.unwrap_or(plan.targets),
            site: self.site.unwrap_or(plan.site),
            rules: self.rules.unwrap_or(plan.rules),
            budget: self.budget.map_or(plan.budget, |budget| budget.complete()),
        })
    }
}
