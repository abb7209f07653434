//! Forecasts revenue and cost of a campaign.

use axum::extract::State;
use chrono::{Days, NaiveDate};
use engines::{common::Unattended, local};
use serde::Serialize;
use shared::domain::{
    campaign::{CURRENCY, CampaignPlan, CampaignStop, Candidate, PlannedSite, Replay, replay, rules},
    now,
    site_market::TakenMarkets,
};
use utoipa::ToSchema;

use super::{
    body::{self, Input},
    dry_run::terms,
    market_pool,
    money::Cents,
};
use crate::{
    error::Result,
    extract::{Changes, Json, Member, Success},
    market::{own, today},
    state::AppState,
};

/// Days of the forecast: twelve months.
const DAYS: u64 = 360;
/// Days of a month of the forecast.
const MONTH_DAYS: usize = 30;

/// A month of a forecast.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CampaignForecastMonth)]
struct MonthView {
    /// 1 to 12, from today; a month has 30 days.
    month: u32,
    /// Sites started so far.
    sites: u32,
    revenue_cents: Cents,
    cost_cents: Cents,
    /// Revenue minus cost.
    profit_cents: Cents,
}

impl From<local::PortfolioMonth> for MonthView {
    fn from(month: local::PortfolioMonth) -> Self {
        Self {
            month: month.month,
            sites: month.sites,
            revenue_cents: month.revenue.into(),
            cost_cents: month.cost.into(),
            profit_cents: month.profit.into(),
        }
    }
}

/// Forecast of a campaign over twelve months.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CampaignForecast)]
pub(super) struct Answer {
    success: Success,
    months: Vec<MonthView>,
    /// Sums of the twelve months.
    total: MonthView,
    /// Sites that it would start, by the figures of today.
    sites: usize,
    /// Money that they would take from the budget.
    spent_cents: i64,
    /// Why it would start no more sites; `null` if it would go on, or if no other market passes.
    stopped_by: Option<CampaignStop>,
    /// The same for a person.
    stop_reason: Option<String>,
    /// Markets that it may choose from.
    candidates: usize,
    /// Markets of them that its rules let through today: without a site, and at or above each minimum.
    passing: usize,
    /// Expected revenue minus cost of a month once all sites had their time to rank.
    monthly_profit_cents: Cents,
    /// ISO 4217 code of all amounts.
    #[schema(examples("USD"))]
    currency: String,
    /// Assumptions of the market model.
    assumptions: Vec<String>,
    /// Name of the method.
    method: String,
    /// Its version.
    method_version: String,
}

/// Forecast a campaign.
///
/// Applies the rules to the figures of today, day by day, and adds up the market model of the sites: the mean, and 10%, 50% and
/// 90% quantiles of joint draws. One market has the figures of its explanation. Nothing is written. Requires an editor.
#[utoipa::path(
    post, path = "/api/campaigns/forecast", tag = "campaigns", operation_id = "campaigns_forecast", request_body = Input,
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Json(input): Json<Input>,
) -> Result<Json<Answer>> {
    let workspace_id = member.workspace_id;
    let plan = input.plan();
    body::check(&state, workspace_id, &plan).await?;
    let own = own(&state.db, workspace_id).await?;
    let candidates = market_pool::today_candidates(&state, workspace_id, &own, &plan.targets).await?;
    let taken = market_pool::taken(&state, workspace_id).await?;
    let planned = planned(&state, &plan, &candidates, &taken);
    let forecast = forecast(&state, own, &plan, &planned).await?;
    let reason = |stop| rules::stop_reason(stop, &plan.goal, &plan.rules, &plan.budget, planned.spent_cents);
    Ok(Json(Answer {
        success: Success,
        months: forecast.months.into_iter().map(MonthView::from).collect(),
        total: forecast.total.into(),
        sites: planned.sites.len(),
        spent_cents: planned.spent_cents,
        stopped_by: planned.stopped_by,
        stop_reason: planned.stopped_by.map(reason),
        candidates: candidates.len(),
        passing: rules::passing(&plan.rules, &candidates, |one| one.taken(&taken)),
        monthly_profit_cents: forecast.profit_month.into(),
        currency: CURRENCY.to_owned(),
        assumptions: forecast.assumptions,
        method: local::METHOD.to_owned(),
        method_version: local::METHOD_VERSION.to_owned(),
    }))
}

/// Returns the sites that a campaign would start from today on.
fn planned(state: &AppState, plan: &CampaignPlan, candidates: &[Candidate], taken: &TakenMarkets) -> Replay {
    let first = now().date_naive();
    let days: Vec<NaiveDate> = (0..DAYS).filter_map(|day| first.checked_add_days(Days::new(day))).collect();
    let terms = terms(state, plan);
    replay(&terms, &plan.goal, &days, |_| candidates, |_, one| one.taken(taken), (0, true))
}

async fn forecast(
    state: &AppState, own: local::catalog::OwnData, plan: &CampaignPlan, planned: &Replay,
) -> Result<local::Portfolio> {
    let site = |site: &PlannedSite| local::PortfolioSite {
        markets: site.markets.clone(),
        starts_after: u32::try_from(site.day / MONTH_DAYS).unwrap_or(u32::MAX),
    };
    let input = local::PortfolioInput {
        as_of: today(),
        overrides: own.overrides,
        sites: planned.sites.iter().map(site).collect(),
        site_cost_cents: Some(as_f64(plan.budget.cost_per_site_cents)),
    };
    state.markets.compute(move |params| local::portfolio(&input, params, &Unattended)).await
}

#[expect(clippy::cast_precision_loss, reason = "exact to 90 trillion dollars")]
fn as_f64(cents: i64) -> f64 {
    cents as f64
}
