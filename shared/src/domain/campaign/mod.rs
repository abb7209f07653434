//! Campaigns: rules that turn scored markets into sites, within a budget, until a goal.

mod replay;
pub mod rules;
mod words;

use chrono::{DateTime, Days, NaiveDate, NaiveTime, Utc};
use serde::{Deserialize, Serialize};
use sqlx::types::Json;
use utoipa::ToSchema;
use uuid::Uuid;

pub use replay::{PlannedSite, Replay, ReplayedDay, replay};
pub use words::dollars;

use super::{
    pipeline::NewPipelineMarket,
    site::{SiteKind, SiteStatus},
    site_market::{Area, Taken, TakenMarkets},
    site_theme::SiteTheme,
    text_enum,
};

/// Currency of all amounts of campaigns.
pub const CURRENCY: &str = "USD";
/// Maximum number of characters of a name.
pub const NAME_CHARS: usize = 100;
/// Maximum number of named markets.
pub const MOST_MARKETS: usize = 1_000;
/// Maximum number of names in a filter.
pub const MOST_NAMES: usize = 1_000;
/// Maximum number of markets that a step looks at, the best first.
pub const MOST_CANDIDATES: usize = 5_000;
/// Maximum number of sites of a day.
pub const MOST_SITES_PER_DAY: i64 = 100;
/// Maximum number of sites of a campaign.
pub const MOST_SITES: i64 = 1_000;
/// Maximum amount, in cents.
pub const MOST_CENTS: i64 = 100_000_000_000;
/// Days whose revenue counts for a goal of monthly revenue.
pub const REVENUE_DAYS: u64 = 30;

text_enum! {
    /// Status of a campaign.
    CampaignStatus {
        /// Nobody has launched it.
        Draft = "draft",
        /// A step is done every day.
        Active = "active",
        /// Held back until a person resumes it.
        Paused = "paused",
        /// Its goal is reached, or the day of the goal has passed.
        Finished = "finished",
        /// A person ended it.
        Stopped = "stopped",
    }
}

impl CampaignStatus {
    /// Returns true if it never changes again.
    #[must_use]
    pub const fn is_final(self) -> bool {
        matches!(self, Self::Finished | Self::Stopped)
    }
}

text_enum! {
    /// What a campaign aims at.
    CampaignGoalKind {
        /// Revenue of its sites in 30 days, in cents.
        MonthlyRevenue = "monthly_revenue",
        /// Number of live sites.
        LiveSites = "live_sites",
        /// Number of leads of its sites, without spam and duplicates.
        Leads = "leads",
    }
}

text_enum! {
    /// How a campaign names its markets.
    CampaignTargetsKind {
        /// A list of markets.
        Markets = "markets",
        /// All markets that match a filter.
        Filter = "filter",
    }
}

text_enum! {
    /// Tier of a market by expected monthly profit.
    CampaignTier {
        /// The best markets.
        Tier1 = "tier1",
        /// Good markets.
        Tier2 = "tier2",
        /// The other markets.
        Tier3 = "tier3",
    }
}

text_enum! {
    /// Decision about a market on a day.
    CampaignDecision {
        /// Its site is being built; it then waits for a person's approval.
        Deployed = "deployed",
        /// A rule forbids it.
        Skipped = "skipped",
        /// The rules allow it, and there is no room today.
        Waiting = "waiting",
        /// Its site could not be started.
        Failed = "failed",
    }
}

text_enum! {
    /// Why a campaign starts no more sites.
    CampaignStop {
        /// The goal is reached.
        Goal = "goal",
        /// The day of the goal has passed.
        Deadline = "deadline",
        /// What is left of the budget does not pay for another site.
        Budget = "budget",
        /// It has all its sites.
        SitesTotal = "sites_total",
    }
}

/// What a campaign aims at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CampaignGoal {
    /// What is counted.
    pub kind: CampaignGoalKind,
    /// Cents a month for `monthly_revenue`, otherwise a number; at least 1.
    pub target: i64,
    /// Last day (UTC) of the campaign; `null` for none.
    #[serde(default)]
    pub by: Option<NaiveDate>,
}

/// A vertical in a place.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CampaignMarket {
    /// Slug of the vertical.
    pub vertical: String,
    /// Id of the place.
    pub place: String,
}

/// Markets of a campaign. An empty list of a filter matches all.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CampaignTargets {
    /// `markets` for a list of markets, `filter` for all that match a filter.
    pub kind: CampaignTargetsKind,
    /// The markets, 1 to 1,000; empty for a filter.
    #[serde(default)]
    pub markets: Vec<CampaignMarket>,
    /// Slugs of verticals.
    #[serde(default)]
    pub verticals: Vec<String>,
    /// State codes, such as `OK`.
    #[serde(default)]
    pub states: Vec<String>,
    /// Minimum population of a place.
    #[serde(default)]
    pub min_population: Option<f64>,
    /// Tiers.
    #[serde(default)]
    pub tiers: Vec<CampaignTier>,
}

/// Sites that a campaign builds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CampaignSite {
    /// `goldmine`: a site for each market. `dominator`: a site for each vertical and state, with pages for 2 to 200 markets.
    pub kind: SiteKind,
    /// Theme; `null` for one that differs from site to site.
    #[serde(default)]
    pub theme: Option<SiteTheme>,
    /// Target; `null` for built-in hosting.
    #[serde(default)]
    pub target_id: Option<Uuid>,
}

/// Which markets get a site, and how many.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct CampaignRules {
    /// Minimum score, 0 to 100. Default: 0, since the markets with the highest expected profit are chosen first.
    pub min_score: f64,
    /// Minimum payout per lead or call, in cents. Default: 0.
    pub min_payout_cents: i64,
    /// Minimum expected monthly profit, in cents. Default: 0.
    pub min_monthly_profit_cents: i64,
    /// Minimum confidence, 0 to 1. Default: 0.3.
    pub min_confidence: f64,
    /// Maximum number of sites of a day (UTC), 1 to 100. Default: 1.
    pub sites_per_day: i64,
    /// Maximum number of sites, 1 to 1,000. Default: 10.
    pub sites_total: i64,
}

impl Default for CampaignRules {
    fn default() -> Self {
        Self {
            min_score: 0.0,
            min_payout_cents: 0,
            min_monthly_profit_cents: 0,
            min_confidence: 0.3,
            sites_per_day: 1,
            sites_total: 10,
        }
    }
}

/// What a campaign may spend, in US dollar cents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CampaignBudget {
    /// All that it may spend.
    pub total_cents: i64,
    /// Cost of a site for the first twelve months: domain and hosting.
    pub cost_per_site_cents: i64,
    /// Part of the total that is set aside for calls of data providers; no site is paid from it.
    pub provider_cents: i64,
}

impl CampaignBudget {
    /// Returns what is left for sites after [`CampaignFigures::spent_on_sites_cents`]; may be negative.
    #[must_use]
    pub const fn left_cents(&self, spent_cents: i64) -> i64 {
        self.total_cents.saturating_sub(self.provider_cents).saturating_sub(spent_cents)
    }
}

/// What a person enters of a campaign.
#[derive(Debug, Clone, PartialEq)]
pub struct CampaignPlan {
    /// Name, one line.
    pub name: String,
    /// Goal.
    pub goal: CampaignGoal,
    /// Markets.
    pub targets: CampaignTargets,
    /// Sites.
    pub site: CampaignSite,
    /// Rules.
    pub rules: CampaignRules,
    /// Budget.
    pub budget: CampaignBudget,
}

/// A campaign.
#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct Campaign {
    /// Time-ordered.
    pub id: Uuid,
    /// Workspace.
    pub workspace_id: Uuid,
    /// Name, one line.
    pub name: String,
    /// Goal.
    pub goal: Json<CampaignGoal>,
    /// Markets.
    pub targets: Json<CampaignTargets>,
    /// Sites.
    pub site: Json<CampaignSite>,
    /// Rules.
    pub rules: Json<CampaignRules>,
    /// Budget.
    pub budget: Json<CampaignBudget>,
    /// Status.
    pub status: CampaignStatus,
    /// Why it is paused or finished.
    pub pause_reason: Option<String>,
    /// Who launched or last resumed it.
    pub approved_by: Option<Uuid>,
    /// Time of that.
    pub approved_at: Option<DateTime<Utc>>,
    /// Last day (UTC) whose step is done.
    pub last_day: Option<NaiveDate>,
    /// When the next step is due.
    pub next_at: Option<DateTime<Utc>>,
    /// Run of the latest step; the run may be deleted.
    pub run_id: Option<Uuid>,
    /// User who created it.
    pub created_by: Uuid,
    /// Time of creation.
    pub created_at: DateTime<Utc>,
    /// Time of the last change.
    pub updated_at: DateTime<Utc>,
}

impl Campaign {
    /// Returns what a person entered of it.
    #[must_use]
    pub fn plan(&self) -> CampaignPlan {
        CampaignPlan {
            name: self.name.clone(),
            goal: self.goal.0.clone(),
            targets: self.targets.0.clone(),
            site: self.site.0.clone(),
            rules: self.rules.0.clone(),
            budget: self.budget.0,
        }
    }
}

/// A market with the figures that are known on a day.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// The market; its run is the saved scan that the figures are from, if they are from one.
    pub market: NewPipelineMarket,
    /// Confidence, 0 to 1.
    pub confidence: f64,
    /// Metropolitan area of the place, if known.
    pub metro: Option<String>,
}

impl Candidate {
    /// Returns the vertical and the place.
    #[must_use]
    pub fn key(&self) -> (&str, &str) {
        (&self.market.vertical, &self.market.place_id)
    }

    /// Returns what decides which markets share a site.
    #[must_use]
    pub fn area(&self) -> Area<'_> {
        let Self { market, metro, .. } = self;
        Area { vertical: &market.vertical, state: &market.state, metro: metro.as_deref() }
    }

    /// Returns why it can have no site, if others have taken its market.
    #[must_use]
    pub fn taken(&self, taken: &TakenMarkets) -> Option<Taken> {
        let (vertical, place) = self.key();
        taken.of(vertical, place, self.metro.as_deref())
    }
}

/// A decision of a step, as stored.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct CampaignAction {
    /// Time-ordered.
    pub id: Uuid,
    /// Day (UTC) of the step.
    pub day: NaiveDate,
    /// Number in the step, from 1.
    pub no: i32,
    /// Slug of the vertical.
    pub vertical: String,
    /// Its name.
    pub vertical_name: String,
    /// Id of the place.
    pub place_id: String,
    /// Its name with the state, such as `Tulsa, OK`.
    pub place: String,
    /// Score of the market, 0 to 100.
    pub score: Option<f64>,
    /// Decision.
    pub decision: CampaignDecision,
    /// Why.
    pub reason: String,
    /// Part of the budget that it takes, in cents.
    pub cost_cents: i64,
    /// Deployment with the site; it may be deleted.
    pub deployment_id: Option<Uuid>,
    /// Site; it may be deleted.
    pub site_id: Option<Uuid>,
    /// Time.
    pub at: DateTime<Utc>,
}

/// A site of a campaign, and what it cost and earned.
#[derive(Debug, Clone, PartialEq, Eq, sqlx_macros::FromRow)]
pub struct CampaignSiteFigures {
    /// Campaign.
    pub campaign_id: Uuid,
    /// Part of the budget that was taken for it.
    pub committed_cents: i64,
    /// Costs in the ledger.
    pub cost_cents: i64,
    /// Part of them for calls of data providers.
    pub provider_cents: i64,
    /// Revenue after refunds in the ledger.
    pub revenue_cents: i64,
    /// Part of it since a day.
    pub recent_revenue_cents: i64,
    /// Leads without spam and duplicates.
    pub leads: i64,
    /// Status; `None` if the site is gone.
    pub status: Option<SiteStatus>,
    /// Whether visitors see it.
    pub is_live: bool,
    /// Whether it was deleted before visitors saw it.
    pub is_withdrawn: bool,
}

/// What a campaign has done so far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CampaignFigures {
    /// Sites that count for its limits: all but those deleted before they went live.
    pub sites: i64,
    /// Live sites.
    pub live: i64,
    /// Money spent or committed: for each site the cost in its budget, or that in the ledger if it is higher, and what calls of
    /// data providers cost.
    pub spent_cents: i64,
    /// Part of it for calls of data providers.
    pub provider_cents: i64,
    /// Revenue after refunds.
    pub revenue_cents: i64,
    /// Revenue of the last 30 days.
    pub recent_revenue_cents: i64,
    /// Leads without spam and duplicates.
    pub leads: i64,
}

impl CampaignFigures {
    /// Sums the figures of sites.
    #[must_use]
    pub fn of<'a>(sites: impl IntoIterator<Item = &'a CampaignSiteFigures>) -> Self {
        sites.into_iter().fold(Self::default(), |sum, site| {
            let committed = if site.is_withdrawn { 0 } else { site.committed_cents };
            Self {
                sites: sum.sites + i64::from(!site.is_withdrawn),
                live: sum.live + i64::from(site.is_live),
                spent_cents: sum
                    .spent_cents
                    .saturating_add(committed.max(site.cost_cents - site.provider_cents))
                    .saturating_add(site.provider_cents),
                provider_cents: sum.provider_cents.saturating_add(site.provider_cents),
                revenue_cents: sum.revenue_cents.saturating_add(site.revenue_cents),
                recent_revenue_cents: sum.recent_revenue_cents.saturating_add(site.recent_revenue_cents),
                leads: sum.leads.saturating_add(site.leads),
            }
        })
    }

    /// Returns what is spent of the part of a budget for sites: calls of data providers are paid from what is set aside for them,
    /// as far as it goes.
    #[must_use]
    pub fn spent_on_sites_cents(&self, budget: &CampaignBudget) -> i64 {
        self.spent_cents.saturating_sub(self.provider_cents.min(budget.provider_cents))
    }

    /// Returns profit relative to cost; `None` if nothing was spent.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "exact to 90 trillion dollars")]
    pub fn roi(&self) -> Option<f64> {
        (self.spent_cents > 0).then(|| (self.revenue_cents - self.spent_cents) as f64 / self.spent_cents as f64)
    }

    /// Returns what is counted for a goal.
    #[must_use]
    pub const fn towards(&self, goal: CampaignGoalKind) -> i64 {
        match goal {
            CampaignGoalKind::MonthlyRevenue => self.recent_revenue_cents,
            CampaignGoalKind::LiveSites => self.live,
            CampaignGoalKind::Leads => self.leads,
        }
    }
}

/// Returns the start of the day after the one of a time (UTC).
#[must_use]
pub fn next_day(at: DateTime<Utc>) -> DateTime<Utc> {
    let day = at.date_naive();
    day.checked_add_days(Days::new(1)).unwrap_or(day).and_time(NaiveTime::MIN).and_utc()
}
