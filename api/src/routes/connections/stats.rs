//! Figures about the calls of data providers.

use std::collections::BTreeMap;

use axum::extract::State;
use chrono::{DateTime, Days, Months, NaiveDate, Utc};
use serde::Serialize;
use shared::{
    domain::{
        connection::{CallStats, SpendRow, day_of},
        ledger::LedgerGroup,
        now,
    },
    store::{
        connection::{self, SpendBy},
        ledger::{self, LedgerFilter},
    },
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::view::Extras;
use crate::{
    error::Result,
    extract::{Json, Member, Success},
    state::AppState,
};

/// Days of daily costs, and of the projection.
const DAYS: u64 = 30;
/// Months of monthly costs.
const MONTHS: u32 = 12;
/// Days with calls before a year is projected from them.
const FEWEST_DAYS: i64 = 7;

/// Calls over the retention of the ledger. Money is in US dollars.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ScraperStats)]
pub(crate) struct ScraperStats {
    /// Calls that ended.
    total_calls: i64,
    /// Share of them that succeeded, 0 to 1; `null` without calls.
    success_rate: Option<f64>,
    /// Mean cost of a call; `null` without calls.
    cost_per_call: Option<f64>,
    /// Spent and reserved in this calendar month (UTC).
    monthly_spend: f64,
    /// Spent and reserved today (UTC).
    daily_spend: f64,
    /// Mean duration of a call, in milliseconds; `null` without calls.
    avg_response_time: Option<f64>,
    /// Time of the last call.
    last_used: Option<DateTime<Utc>>,
}

/// Cost of a day, in US dollars.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DailyCost)]
struct DailyCost {
    date: String,
    cost: f64,
    calls: i64,
    /// Calls that failed or were lost.
    failed: i64,
}

/// Cost of a calendar month, in US dollars.
#[derive(Debug, Default, Serialize, ToSchema)]
#[schema(as = MonthlyCost)]
struct MonthlyCost {
    #[schema(examples("2026-11"))]
    month: String,
    cost: f64,
    calls: i64,
    /// Calls that failed or were lost.
    failed: i64,
}

/// Costs over time, in US dollars.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CostTracking)]
struct CostTracking {
    /// The last 30 days with calls, oldest first.
    daily_costs: Vec<DailyCost>,
    /// The last 12 months with calls, oldest first.
    monthly_costs: Vec<MonthlyCost>,
    /// Cost of a year at the daily mean of the last 30 days; `null` until the first call is a week old.
    yearly_projection: Option<f64>,
    /// Cost of the last 12 months for each dollar of revenue that the ledger has for them; `null` without such revenue.
    cost_per_revenue: Option<f64>,
}

/// Figures about calls.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ConnectionStats)]
pub(super) struct Answer {
    success: Success,
    scraper_stats: ScraperStats,
    cost_tracking: CostTracking,
}

/// Get figures about calls of data providers.
///
/// Calls in progress count with their estimates.
#[utoipa::path(get, path = "/api/connections/stats", tag = "connections", responses((status = 200, body = Answer)))]
pub(super) async fn handler(State(state): State<AppState>, member: Member) -> Result<Json<Answer>> {
    let (workspace_id, today) = (member.workspace_id, day_of(now()));
    let scraper_stats = read(&state, workspace_id).await?;
    let from = today.checked_sub_months(Months::new(MONTHS - 1)).unwrap_or(today);
    let from = start_of_month(from);
    let days = connection::spend(&state.db, workspace_id, SpendBy::Day, None, from, today).await?;
    let revenue_cents = revenue(&state, workspace_id, (from, today)).await?;
    Ok(Json(Answer { success: Success, scraper_stats, cost_tracking: cost_tracking(&days, today, revenue_cents) }))
}

/// Returns the revenue of a period in US dollars, the currency of the costs, in cents.
async fn revenue(state: &AppState, workspace_id: Uuid, (from, to): (NaiveDate, NaiveDate)) -> Result<i64> {
    let filter = LedgerFilter { from: Some(from), to: Some(to), ..LedgerFilter::default() };
    let months = ledger::sums(&state.db, workspace_id, &filter, LedgerGroup::Month).await?;
    Ok(months.iter().filter(|one| one.currency == "USD").map(|one| one.revenue_cents).sum())
}

/// Returns the figures about calls of a workspace.
pub(crate) async fn read(state: &AppState, workspace_id: Uuid) -> Result<ScraperStats> {
    let stats = connection::stats(&state.db, workspace_id, first_day()).await?;
    let spent = Extras::read(state, workspace_id).await?.spent(workspace_id);
    Ok(scraper_stats(&stats, spent.day_micros, spent.month_micros))
}

/// The ledger has no earlier day.
fn first_day() -> NaiveDate {
    NaiveDate::from_ymd_opt(2000, 1, 1).unwrap_or_default()
}

fn start_of_month(day: NaiveDate) -> NaiveDate {
    use chrono::Datelike;
    day.with_day(1).unwrap_or(day)
}

/// Converts millionths of a dollar to dollars.
#[expect(clippy::cast_precision_loss, reason = "amounts below a billion dollars are exact to a millionth")]
pub(crate) fn dollars(micros: i64) -> f64 {
    micros as f64 / 1e6
}

#[expect(clippy::cast_precision_loss, reason = "fewer than 2^52 calls")]
fn scraper_stats(stats: &CallStats, day_micros: i64, month_micros: i64) -> ScraperStats {
    let per_call = |amount: f64| (stats.calls > 0).then(|| amount / stats.calls as f64);
    ScraperStats {
        total_calls: stats.calls,
        success_rate: per_call(stats.succeeded as f64),
        cost_per_call: per_call(dollars(stats.micros)),
        monthly_spend: dollars(month_micros),
        daily_spend: dollars(day_micros),
        avg_response_time: stats.mean_latency_ms,
        last_used: stats.last_at,
    }
}

#[expect(clippy::cast_precision_loss, reason = "amounts below a billion dollars are exact to a cent")]
fn cost_tracking(days: &[SpendRow], today: NaiveDate, revenue_cents: i64) -> CostTracking {
    let spent = dollars(days.iter().map(|row| row.micros).sum());
    let start = today.checked_sub_days(Days::new(DAYS - 1)).unwrap_or(today);
    let recent: Vec<&SpendRow> =
        days.iter().filter(|row| row.group.parse().is_ok_and(|day: NaiveDate| day >= start)).collect();
    let daily_costs = recent.iter().map(|row| DailyCost {
        date: row.group.clone(),
        cost: dollars(row.micros),
        calls: row.calls,
        failed: row.failed,
    });
    CostTracking {
        daily_costs: daily_costs.collect(),
        monthly_costs: monthly(days),
        yearly_projection: projection(&recent, today),
        cost_per_revenue: (revenue_cents > 0).then(|| spent / (revenue_cents as f64 / 100.0)),
    }
}

fn monthly(days: &[SpendRow]) -> Vec<MonthlyCost> {
    let mut months: BTreeMap<&str, (i64, i64, i64)> = BTreeMap::new();
    for row in days {
        let sum = months.entry(row.group.get(..7).unwrap_or(&row.group)).or_default();
        *sum = (sum.0 + row.micros, sum.1 + row.calls, sum.2 + row.failed);
    }
    let of = |(month, (micros, calls, failed)): (&str, (i64, i64, i64))| MonthlyCost {
        month: month.to_owned(),
        cost: dollars(micros),
        calls,
        failed,
    };
    months.into_iter().map(of).collect()
}

/// Projects the mean of the days since the first recent call.
#[expect(clippy::cast_precision_loss, reason = "at most 30 days")]
fn projection(recent: &[&SpendRow], today: NaiveDate) -> Option<f64> {
    let first: NaiveDate = recent.first()?.group.parse().ok()?;
    let days = (today - first).num_days() + 1;
    let sum: i64 = recent.iter().map(|row| row.micros).sum();
    (days >= FEWEST_DAYS).then(|| dollars(sum) / days as f64 * 365.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(day: &str, micros: i64) -> SpendRow {
        SpendRow { group: day.to_owned(), calls: 2, failed: 1, micros }
    }

    #[test]
    fn costs_are_added_up_by_month_and_projected_over_a_year() {
        let today = NaiveDate::from_ymd_opt(2026, 11, 24).unwrap();
        let days = [row("2026-10-03", 5_000_000), row("2026-11-15", 2_000_000), row("2026-11-24", 3_000_000)];
        let costs = cost_tracking(&days, today, 40_000);
        assert_eq!(costs.daily_costs.len(), 2);
        let months: Vec<_> = costs.monthly_costs.iter().map(|one| (one.month.as_str(), one.cost, one.failed)).collect();
        assert_eq!(months, [("2026-10", 5.0, 1), ("2026-11", 5.0, 2)]);
        // Five dollars in the ten days since the first recent call.
        assert_eq!(costs.yearly_projection, Some(182.5));
        assert_eq!(costs.cost_per_revenue, Some(0.025), "ten dollars of four hundred");
        let costs = cost_tracking(&days[2..], today, 0);
        assert_eq!((costs.yearly_projection, costs.cost_per_revenue), (None, None), "one day is not enough");
        assert_eq!(cost_tracking(&[], today, -1).cost_per_revenue, None, "refunds only");
    }

    #[test]
    fn figures_without_calls_are_unknown() {
        let stats = scraper_stats(&CallStats::default(), 0, 0);
        assert_eq!((stats.success_rate, stats.cost_per_call), (None, None));
    }
}
