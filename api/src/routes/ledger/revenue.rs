//! Figures of the revenue: sums over the ledger.

use std::collections::BTreeMap;

use axum::extract::State;
use chrono::{DateTime, Datelike, Duration, Months, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use shared::{
    domain::{
        ledger::{LedgerGroup, LedgerSum, is_currency},
        now,
        revenue::{Projection, project},
    },
    store::ledger::{self, LedgerFilter},
};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::{
    error::{ApiError, Result},
    extract::{Json, Member, Query, Success},
    state::AppState,
};

/// Days of the history.
const HISTORY: i64 = 90;
/// Recent days of the projection.
const RECENT: i64 = 28;
/// Name of revenue without a vertical.
const OTHER: &str = "other";

/// Query parameters. Unknown ones are ignored.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// Currency of the figures. Default: the one with most transactions, or `USD`.
    currency: Option<String>,
}

/// Revenue of the tiers of markets. The sum is the total revenue.
#[derive(Debug, Serialize, ToSchema)]
struct RevenueByTier {
    tier1: f64,
    tier2: f64,
    tier3: f64,
    /// Revenue of markets without a tier, and of transactions about no market of the pipeline.
    untiered: f64,
}

impl RevenueByTier {
    fn of(tiers: &BTreeMap<Option<String>, i64>, total: i64) -> Self {
        let cents = |tier: &str| tiers.get(&Some(tier.to_owned())).copied().unwrap_or(0);
        let (tier1, tier2, tier3) = (cents("tier1"), cents("tier2"), cents("tier3"));
        let untiered = units(total - tier1 - tier2 - tier3);
        Self { tier1: units(tier1), tier2: units(tier2), tier3: units(tier3), untiered }
    }
}

/// Figures of the revenue. Plain amounts are in units of the currency; those in cents are exact.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RevenueMetrics {
    #[schema(examples("USD"))]
    currency: String,
    total_revenue: f64,
    total_revenue_cents: i64,
    /// Of the current month (UTC).
    monthly_revenue: f64,
    monthly_revenue_cents: i64,
    /// Of the current day (UTC).
    daily_revenue: f64,
    daily_revenue_cents: i64,
    total_costs_cents: i64,
    revenue_by_tier: RevenueByTier,
    /// By slug of the vertical; `other` without one.
    revenue_by_vertical: BTreeMap<String, f64>,
    /// Mean of the projection; `null` until there are 14 days of revenue.
    projected_monthly_revenue: Option<f64>,
    /// Revenue so far plus the mean of the last 28 days for each remaining day, with an 80% interval.
    projection: Option<Projection>,
    /// Share of the revenue that remains after costs; `null` without revenue.
    profit_margin: Option<f64>,
    /// Profit divided by costs; `null` without costs.
    roi: Option<f64>,
}

/// A day of the history.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RevenueDay {
    date: NaiveDate,
    revenue: f64,
    revenue_cents: i64,
    cost_cents: i64,
}

/// Revenue with its history.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PipelineRevenue)]
pub(super) struct Answer {
    success: Success,
    metrics: RevenueMetrics,
    /// The last 90 days (UTC), oldest first.
    history: Vec<RevenueDay>,
}

/// Get revenue.
///
/// All figures are sums over the ledger.
#[utoipa::path(
    get, path = "/api/dominator-pipeline/revenue", tag = "leads", params(Params),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    if params.currency.as_deref().is_some_and(|code| !is_currency(code)) {
        return Err(ApiError::invalid("/currency", "must be three capital letters, such as USD"));
    }
    let verticals = sums(&state, member.workspace_id, LedgerGroup::Vertical).await?;
    let currency = params.currency.unwrap_or_else(|| main_currency(&verticals));
    let days = sums(&state, member.workspace_id, LedgerGroup::Day).await?;
    let days: BTreeMap<NaiveDate, (i64, i64)> = days
        .into_iter()
        .filter(|one| one.currency == currency)
        .filter_map(|one| Some((one.name?.parse().ok()?, (one.revenue_cents, one.cost_cents))))
        .collect();
    let history = history(&days, now());
    let tiers = ledger::by_tier(&state.db, member.workspace_id, &currency).await?;
    let metrics = metrics(currency, &verticals, &tiers, &days, now());
    Ok(Json(Answer { success: Success, metrics, history }))
}

async fn sums(state: &AppState, workspace_id: Uuid, by: LedgerGroup) -> Result<Vec<LedgerSum>> {
    Ok(ledger::sums(&state.db, workspace_id, &LedgerFilter::default(), by).await?)
}

fn main_currency(sums: &[LedgerSum]) -> String {
    let mut counts = BTreeMap::<&str, i64>::new();
    for one in sums {
        *counts.entry(&one.currency).or_default() += one.transactions;
    }
    let most = counts.into_iter().max_by_key(|(_, count)| *count);
    most.map_or_else(|| "USD".to_owned(), |(currency, _)| currency.to_owned())
}

fn metrics(
    currency: String, verticals: &[LedgerSum], tiers: &BTreeMap<Option<String>, i64>,
    days: &BTreeMap<NaiveDate, (i64, i64)>, at: DateTime<Utc>,
) -> RevenueMetrics {
    let (today, month) = (at.date_naive(), at.date_naive().with_day(1).unwrap_or_default());
    let total: i64 = days.values().map(|(revenue, _)| revenue).sum();
    let costs: i64 = days.values().map(|(_, cost)| cost).sum();
    let monthly: i64 = days.range(month..=today).map(|(_, (revenue, _))| revenue).sum();
    let daily = days.get(&today).map_or(0, |(revenue, _)| *revenue);
    let projection = projection(days, monthly, today);
    // Payments and common costs have no vertical, and earn nothing.
    let has_revenue = |one: &&LedgerSum| one.name.is_some() || one.revenue_cents != 0;
    let of_currency = verticals.iter().filter(|one| one.currency == currency).filter(has_revenue);
    let by_vertical = of_currency
        .map(|one| (one.name.clone().unwrap_or_else(|| OTHER.to_owned()), units(one.revenue_cents)))
        .collect();
    RevenueMetrics {
        total_revenue: units(total),
        total_revenue_cents: total,
        monthly_revenue: units(monthly),
        monthly_revenue_cents: monthly,
        daily_revenue: units(daily),
        daily_revenue_cents: daily,
        total_costs_cents: costs,
        revenue_by_tier: RevenueByTier::of(tiers, total),
        revenue_by_vertical: by_vertical,
        projected_monthly_revenue: projection.map(|one| units(one.mid_cents)),
        projection,
        profit_margin: (total > 0).then(|| units(total - costs) / units(total)),
        roi: (costs > 0).then(|| units(total - costs) / units(costs)),
        currency,
    }
}

fn projection(days: &BTreeMap<NaiveDate, (i64, i64)>, monthly: i64, today: NaiveDate) -> Option<Projection> {
    let first = days.iter().find(|(_, (revenue, _))| *revenue != 0).map(|(day, _)| *day)?;
    let begin = first.max(today - Duration::days(RECENT));
    let recent: Vec<i64> = begin
        .iter_days()
        .take_while(|day| *day < today)
        .map(|day| days.get(&day).map_or(0, |(revenue, _)| *revenue))
        .collect();
    let next_month = today.with_day(1)?.checked_add_months(Months::new(1))?;
    let remaining = u32::try_from((next_month - today).num_days() - 1).unwrap_or(0);
    project(monthly, &recent, remaining)
}

fn history(days: &BTreeMap<NaiveDate, (i64, i64)>, at: DateTime<Utc>) -> Vec<RevenueDay> {
    let today = at.date_naive();
    let first = today - Duration::days(HISTORY - 1);
    let day = |date: NaiveDate| {
        let (revenue_cents, cost_cents) = days.get(&date).copied().unwrap_or_default();
        RevenueDay { date, revenue: units(revenue_cents), revenue_cents, cost_cents }
    };
    first.iter_days().take_while(|date| *date <= today).map(day).collect()
}

/// Converts cents to units of the currency.
#[expect(clippy::cast_precision_loss, reason = "exact to 90 trillion units")]
fn units(cents: i64) -> f64 {
    cents as f64 / 100.0
}
