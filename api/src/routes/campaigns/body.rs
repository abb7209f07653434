//! Campaigns in requests, and their validation.

use engines::local::Parameters;
use serde::Deserialize;
use shared::{
    domain::campaign::{
        CampaignBudget, CampaignGoal, CampaignGoalKind, CampaignPlan, CampaignRules, CampaignSite, CampaignTargets,
        CampaignTargetsKind, MOST_CENTS, MOST_MARKETS, MOST_NAMES, MOST_SITES, MOST_SITES_PER_DAY, NAME_CHARS,
    },
    store::deploy_target,
};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    error::{ApiError, FieldError, Result},
    state::AppState,
};

/// Maximum target of a number of leads or sites.
const MOST_COUNT: i64 = 1_000_000;
/// Maximum number of characters of a slug, code or id.
const WORD_CHARS: usize = 100;

/// What a campaign may spend, in US dollar cents.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = NewCampaignBudget)]
pub(super) struct Budget {
    /// All that it may spend.
    total_cents: i64,
    /// Cost of a site for the first twelve months: domain and hosting. Default: that of the market model.
    #[serde(default)]
    cost_per_site_cents: Option<i64>,
    /// Part of the total that is set aside for calls of data providers; no site is paid from it. Default: 0.
    #[serde(default)]
    provider_cents: i64,
}

/// A campaign to create, to try or to forecast.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = NewCampaign)]
pub(super) struct Input {
    /// At most 100 characters. Required to create a campaign.
    #[serde(default)]
    name: Option<String>,
    goal: CampaignGoal,
    targets: CampaignTargets,
    site: CampaignSite,
    #[serde(default)]
    rules: CampaignRules,
    budget: Budget,
}

impl Input {
    /// Returns the plan of a campaign with a name.
    pub(super) fn named(self) -> Result<CampaignPlan> {
        match self.name.as_deref().map(str::trim) {
            None => Err(ApiError::invalid("/name", "The field 'name' is required.")),
            Some("") => Err(ApiError::invalid("/name", "must not be empty")),
            Some(_) => Ok(self.plan()),
        }
    }

    /// Returns the plan of a campaign that need not have a name.
    pub(super) fn plan(self) -> CampaignPlan {
        let Self { name, goal, targets, site, rules, budget } = self;
        let name = one_line(name.as_deref().unwrap_or_default());
        CampaignPlan { name, goal, targets, site, rules, budget: budget.complete() }
    }
}

impl Budget {
    /// Returns the budget with the cost of a site of the market model, if none is given.
    pub(super) fn complete(&self) -> CampaignBudget {
        CampaignBudget {
            total_cents: self.total_cents,
            cost_per_site_cents: self.cost_per_site_cents.unwrap_or_else(site_cost_cents),
            provider_cents: self.provider_cents,
        }
    }
}

/// Returns a text on one line.
pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the cost of a site in its first twelve months by the market model, in cents.
pub(super) fn site_cost_cents() -> i64 {
    let params = Parameters::default();
    cents(params.setup_cents + 12.0 * params.monthly_cost_cents)
}

/// Returns an amount of cents as a whole number.
#[expect(clippy::cast_possible_truncation, reason = "amounts of the model are far below the maximum")]
fn cents(amount: f64) -> i64 {
    amount.round() as i64
}

/// Checks a campaign, all fields together.
///
/// # Errors
/// Returns [`ApiError::Invalid`] with the fields, or [`ApiError::NotFound`] for a target of another workspace.
pub(super) async fn check(state: &AppState, workspace_id: Uuid, plan: &CampaignPlan) -> Result<()> {
    let mut faults = Faults::default();
    faults.check(plan.name.chars().count() <= NAME_CHARS, "/name", "must have at most 100 characters");
    goal(&mut faults, &plan.goal);
    targets(&mut faults, &plan.targets);
    rules(&mut faults, &plan.rules);
    budget(&mut faults, &plan.budget);
    if !faults.0.is_empty() {
        return Err(ApiError::Invalid(faults.0));
    }
    if let Some(id) = plan.site.target_id {
        deploy_target::find(&state.db, workspace_id, id).await?.ok_or(ApiError::NotFound("target"))?;
    }
    Ok(())
}

/// Faults of a request.
#[derive(Debug, Default)]
struct Faults(Vec<FieldError>);

impl Faults {
    fn check(&mut self, is_right: bool, pointer: &str, detail: &str) {
        if !is_right {
            self.0.push(FieldError::new(pointer, detail));
        }
    }
}

fn goal(faults: &mut Faults, goal: &CampaignGoal) {
    let (most, detail) = match goal.kind {
        CampaignGoalKind::MonthlyRevenue => (MOST_CENTS, "must be 1 to 100,000,000,000 cents"),
        CampaignGoalKind::LiveSites => (MOST_SITES, "must be 1 to 1,000 sites"),
        CampaignGoalKind::Leads => (MOST_COUNT, "must be 1 to 1,000,000 leads"),
    };
    faults.check((1..=most).contains(&goal.target), "/goal/target", detail);
}

fn targets(faults: &mut Faults, targets: &CampaignTargets) {
    let is_word = |text: &String| !text.is_empty() && text.chars().count() <= WORD_CHARS;
    match targets.kind {
        CampaignTargetsKind::Markets => {
            let count = targets.markets.len();
            faults.check((1..=MOST_MARKETS).contains(&count), "/targets/markets", "must have 1 to 1,000 markets");
            for (at, market) in targets.markets.iter().enumerate().take(MOST_MARKETS) {
                for (field, text) in [("vertical", &market.vertical), ("place", &market.place)] {
                    let pointer = format!("/targets/markets/{at}/{field}");
                    faults.check(is_word(text), &pointer, "must have 1 to 100 characters");
                }
            }
            let only = "must be omitted with a list of markets";
            faults.check(targets.verticals.is_empty(), "/targets/verticals", only);
            faults.check(targets.states.is_empty(), "/targets/states", only);
            faults.check(targets.min_population.is_none(), "/targets/minPopulation", only);
            faults.check(targets.tiers.is_empty(), "/targets/tiers", only);
        }
        CampaignTargetsKind::Filter => {
            let is_short = |list: &Vec<String>| list.len() <= MOST_NAMES && list.iter().all(is_word);
            let names = "must be at most 1,000 names of 1 to 100 characters";
            faults.check(targets.markets.is_empty(), "/targets/markets", "must be omitted with a filter");
            faults.check(is_short(&targets.verticals), "/targets/verticals", names);
            faults.check(is_short(&targets.states), "/targets/states", names);
            let people = targets.min_population.is_none_or(|people| (0.0..=1e10).contains(&people));
            faults.check(people, "/targets/minPopulation", "must be 0 to 10,000,000,000");
            faults.check(targets.tiers.len() <= 3, "/targets/tiers", "must be at most three tiers");
        }
    }
}

fn rules(faults: &mut Faults, rules: &CampaignRules) {
    let money = |cents: i64| (0..=MOST_CENTS).contains(&cents);
    let amount = "must be 0 to 100,000,000,000 cents";
    faults.check((0.0..=100.0).contains(&rules.min_score), "/rules/minScore", "must be 0 to 100");
    faults.check(money(rules.min_payout_cents), "/rules/minPayoutCents", amount);
    faults.check(money(rules.min_monthly_profit_cents), "/rules/minMonthlyProfitCents", amount);
    faults.check((0.0..=1.0).contains(&rules.min_confidence), "/rules/minConfidence", "must be 0 to 1");
    let per_day = (1..=MOST_SITES_PER_DAY).contains(&rules.sites_per_day);
    faults.check(per_day, "/rules/sitesPerDay", "must be 1 to 100");
    faults.check((1..=MOST_SITES).contains(&rules.sites_total), "/rules/sitesTotal", "must be 1 to 1,000");
}

fn budget(faults: &mut Faults, budget: &CampaignBudget) {
    let detail = "must be 1 to 100,000,000,000 cents";
    faults.check((1..=MOST_CENTS).contains(&budget.total_cents), "/budget/totalCents", detail);
    // A site without a cost would never use the budget up.
    faults.check((1..=MOST_CENTS).contains(&budget.cost_per_site_cents), "/budget/costPerSiteCents", detail);
    let provider = (0..=budget.total_cents.clamp(0, MOST_CENTS)).contains(&budget.provider_cents);
    faults.check(provider, "/budget/providerCents", "must be 0 to the total");
}
