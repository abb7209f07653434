//! Analysis of the sites: what earns, what costs, and what to give up.

mod cohorts;
mod groups;
mod prune;

use std::collections::HashMap;

use axum::extract::State;
use chrono::{DateTime, Days, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use shared::{
    domain::{
        ledger::is_currency,
        now,
        site::{SiteKind, SiteStatus},
    },
    store::{
        ledger::{self, SiteFigures},
        pipeline::{self, Expectation},
    },
};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use self::{
    cohorts::{Cohort, cohorts},
    groups::{TierSum, VerticalSum, by_tier, by_vertical},
    prune::{Candidate, candidates},
};
use crate::{
    error::{ApiError, Result},
    extract::{Json, Member, Query, Success},
    state::AppState,
};

/// Sites in the response, those with the highest revenue.
const MOST_SITES: usize = 1_000;
/// Candidates in the response.
const MOST_CANDIDATES: usize = 200;
/// Days of the recent figures.
const RECENT_DAYS: u64 = 90;

/// Query parameters.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// Currency of the figures. Default: the one with most transactions, or `USD`.
    currency: Option<String>,
}

/// Revenue after refunds, and costs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AnalysisSum)]
struct Sum {
    revenue_cents: i64,
    cost_cents: i64,
}

impl Sum {
    const fn new(revenue_cents: i64, cost_cents: i64) -> Self {
        Self { revenue_cents, cost_cents }
    }

    const fn add(&mut self, other: Self) {
        self.revenue_cents = self.revenue_cents.saturating_add(other.revenue_cents);
        self.cost_cents = self.cost_cents.saturating_add(other.cost_cents);
    }

    const fn less(self, other: Self) -> Self {
        Self::new(
            self.revenue_cents.saturating_sub(other.revenue_cents),
            self.cost_cents.saturating_sub(other.cost_cents),
        )
    }
}

/// Sum of several sites.
#[derive(Debug, Clone, Copy, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AnalysisSitesSum)]
struct SitesSum {
    sites: usize,
    #[serde(flatten)]
    sum: Sum,
}

impl SitesSum {
    fn of<'a>(sites: impl IntoIterator<Item = &'a SiteFigures>) -> Self {
        let mut all = Self::default();
        for site in sites {
            all.sites += 1;
            all.sum.add(sum_of(site));
        }
        all
    }
}

/// A site with what it earned and cost.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AnalysisSite)]
struct SiteView {
    id: Uuid,
    name: String,
    kind: SiteKind,
    status: SiteStatus,
    is_deleted: bool,
    /// Slug of the vertical.
    vertical: String,
    vertical_name: String,
    /// Names of its places.
    places: Vec<String>,
    /// Tier that all its markets have; `null` otherwise.
    tier: Option<String>,
    /// Time when it went live for the first time.
    launched_at: Option<DateTime<Utc>>,
    /// Days since then.
    age_days: Option<i64>,
    /// Leads without spam and duplicates.
    leads: i64,
    #[serde(flatten)]
    sum: Sum,
}

/// What the sites of a workspace earned and cost in a currency. `other`, `unlaunched` and the cohorts add up to `totals`; so
/// do the tiers, and the verticals.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PipelineAnalysis)]
pub(super) struct Answer {
    success: Success,
    /// ISO 4217 code of all amounts.
    #[schema(examples("USD"))]
    currency: String,
    /// Currencies of the ledger, the one with most transactions first.
    currencies: Vec<String>,
    /// Current day (UTC).
    today: NaiveDate,
    /// First day with a transaction or a launch; `null` without both.
    first_day: Option<NaiveDate>,
    /// Days of data, from the first day to today.
    days: i64,
    /// All transactions of the currency.
    totals: Sum,
    /// Transactions that concern none of the sites.
    other: Sum,
    /// Sites that never went live.
    unlaunched: SitesSum,
    /// Sites by the month (UTC) in which they went live for the first time, the earliest first.
    cohorts: Vec<Cohort>,
    tiers: Vec<TierSum>,
    /// The highest revenue first.
    verticals: Vec<VerticalSum>,
    /// The 1,000 sites with the highest revenue, in this order.
    sites: Vec<SiteView>,
    /// The other sites.
    more_sites: SitesSum,
    /// Live sites to give up, the largest recent loss first; at most 200.
    prune: Vec<Candidate>,
    /// Number of all live sites to give up.
    prune_total: usize,
}

/// Analyse the sites.
///
/// Revenue and costs of sites by launch month and age, tier, and vertical, and the sites to give up with the reasons. All
/// amounts are sums over the ledger.
#[utoipa::path(
    get, path = "/api/dominator-pipeline/analysis", tag = "pipeline", operation_id = "pipeline_analysis",
    params(Params), responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    if params.currency.as_deref().is_some_and(|code| !is_currency(code)) {
        return Err(ApiError::invalid("/currency", "must be three capital letters, such as USD"));
    }
    let (db, workspace_id, today) = (&state.db, member.workspace_id, now().date_naive());
    let currencies = ledger::currencies(db, workspace_id).await?;
    let currency = params.currency.or_else(|| currencies.first().cloned()).unwrap_or_else(|| "USD".to_owned());
    let since = today.checked_sub_days(Days::new(RECENT_DAYS - 1)).unwrap_or(today);
    let sites = ledger::site_figures(db, workspace_id, &currency, since).await?;
    let months = ledger::cohorts(db, workspace_id, &currency).await?;
    let markets = ledger::by_market(db, workspace_id, &currency).await?;
    let first = ledger::first_day(db, workspace_id, &currency).await?;
    let plan = Plan::new(pipeline::expectations(db, workspace_id).await?);

    let mut totals = Sum::default();
    for market in &markets {
        totals.add(Sum::new(market.revenue_cents, market.cost_cents));
    }
    let launches = sites.iter().filter_map(|site| site.launched_at).map(|at| at.date_naive());
    let first_day = launches.chain(first).min();
    let mut prune = candidates(&sites, &plan, &currency, today);
    let prune_total = prune.len();
    prune.truncate(MOST_CANDIDATES);
    Ok(Json(Answer {
        success: Success,
        totals,
        other: totals.less(SitesSum::of(&sites).sum),
        unlaunched: SitesSum::of(sites.iter().filter(|site| site.launched_at.is_none())),
        cohorts: cohorts(&sites, &months, today),
        tiers: by_tier(&sites, &markets, &plan),
        verticals: by_vertical(&sites, &markets),
        more_sites: SitesSum::of(sites.iter().skip(MOST_SITES)),
        sites: sites.iter().take(MOST_SITES).map(|site| view(site, &plan, today)).collect(),
        prune,
        prune_total,
        days: first_day.map_or(0, |day| (today - day).num_days().max(0) + 1),
        first_day,
        today,
        currency,
        currencies,
    }))
}

const fn sum_of(site: &SiteFigures) -> Sum {
    Sum::new(site.revenue_cents, site.cost_cents)
}

/// Returns the days since a site went live for the first time.
fn age_of(site: &SiteFigures, today: NaiveDate) -> Option<i64> {
    site.launched_at.map(|at| (today - at.date_naive()).num_days().max(0))
}

fn view(site: &SiteFigures, plan: &Plan, today: NaiveDate) -> SiteView {
    SiteView {
        id: site.id,
        name: site.name.clone(),
        kind: site.kind,
        status: site.status,
        is_deleted: site.archived_at.is_some(),
        vertical: site.vertical.clone(),
        vertical_name: site.vertical_name.clone(),
        places: site.places.iter().map(|place| place.name.clone()).collect(),
        tier: plan.tier(site),
        launched_at: site.launched_at,
        age_days: age_of(site, today),
        leads: site.leads,
        sum: sum_of(site),
    }
}

/// What the markets of the pipeline were expected to bring.
struct Plan(HashMap<(String, String), Expectation>);

impl Plan {
    fn new(markets: Vec<Expectation>) -> Self {
        Self(markets.into_iter().map(|one| ((one.vertical.clone(), one.place_id.clone()), one)).collect())
    }

    /// Returns the markets of a site; `None` if one is not in the pipeline.
    fn markets(&self, site: &SiteFigures) -> Option<Vec<&Expectation>> {
        site.places.iter().map(|place| self.0.get(&(site.vertical.clone(), place.id.clone()))).collect()
    }

    /// Returns the tier that all markets of a site have.
    fn tier(&self, site: &SiteFigures) -> Option<String> {
        let markets = self.markets(site)?;
        let tier = markets.first()?.tier.clone()?;
        markets.iter().all(|market| market.tier.as_ref() == Some(&tier)).then_some(tier)
    }

    /// Returns the 10th percentile of the monthly profit of a site, in cents of the currency; `None` if one of its markets
    /// has none.
    fn low_profit_cents(&self, site: &SiteFigures, currency: &str) -> Option<i64> {
        let of = |market: &&Expectation| market.profit_low_cents.filter(|_| market.currency == currency);
        let lows: Option<Vec<i64>> = self.markets(site)?.iter().map(of).collect();
        lows.filter(|lows| !lows.is_empty()).map(|lows| lows.iter().fold(0_i64, |sum, low| sum.saturating_add(*low)))
    }
}
