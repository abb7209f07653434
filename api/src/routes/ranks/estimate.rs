//! Estimates the cost of rank checks.

use axum::extract::State;
use providers::{
    PriceBook, Provider,
    serp::{SerpRequest, cost},
};
use serde::{Deserialize, Serialize};
use shared::{
    domain::{
        connection::Connection,
        now,
        rank::{RankSettings, TrackedKeyword},
    },
    ranks,
    store::{connection, rank},
};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::settings;
use crate::{
    error::{ApiError, Result},
    extract::{Json, Member, Query, Success},
    routes::admin::prices,
    state::AppState,
};

/// Keywords that an estimate may add.
const MOST_MORE: u32 = 5_000;

/// Settings to estimate; omitted ones are as stored.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    website_id: Uuid,
    /// Results to check, 10 to 100.
    depth: Option<i32>,
    /// Whether to load AI overviews.
    wants_overview: Option<bool>,
    /// Monthly budget in millionths of a dollar.
    month_budget_micros: Option<i64>,
    /// Keywords to add to those that are tracked, at most 5,000.
    more: Option<u32>,
}

/// Cost of rank checks and their frequency within the budget, in millionths of a dollar.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RankEstimate)]
pub(super) struct Estimate {
    /// Name of the connection; `null` without one.
    connection: Option<String>,
    /// Most that a check costs; `null` without a connection.
    check_micros: Option<u64>,
    /// Keywords that are due.
    due: usize,
    /// Most that the next run costs, within what is left of the budget.
    run_micros: u64,
    /// Cost of a month of 31 days at the planned frequency.
    month_micros: u64,
    /// Spent and reserved this month.
    spent_micros: i64,
    /// Budget of a month; `null` without one.
    budget_micros: Option<i64>,
    /// Keywords that are checked about daily.
    daily: usize,
    /// Keywords that are checked about weekly or more often.
    weekly: usize,
    /// Keywords that are checked less often, at least every 30 days.
    monthly: usize,
    /// Keywords that the budget does not cover.
    uncovered: usize,
}

/// Estimate of the cost.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RankEstimateAnswer)]
pub(super) struct Answer {
    success: Success,
    estimate: Estimate,
}

/// Estimate the cost of rank checks.
///
/// Nothing is asked of the provider. Keywords with a higher monthly value and a higher volatility are checked more often.
#[utoipa::path(get, path = "/api/ranks/estimate", tag = "ranks", params(Params), responses((status = 200, body = Answer)))]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let website = super::website(&state, member.workspace_id, params.website_id).await?;
    let stored = rank::settings(&state.db, member.workspace_id, website.id).await?;
    let wanted = RankSettings {
        depth: params.depth.unwrap_or(stored.depth),
        wants_overview: params.wants_overview.unwrap_or(stored.wants_overview),
        month_budget_micros: params.month_budget_micros.or(stored.month_budget_micros),
        ..stored
    };
    settings::check(&wanted)?;
    let more = params.more.unwrap_or(0);
    if more > MOST_MORE {
        return Err(ApiError::invalid("/more", "must be at most 5,000"));
    }
    let connections = connection::list(&state.db, member.workspace_id).await?;
    let chosen = ranks::choose(connections, wanted.connection_id);
    let keywords = rank::all(&state.db, member.workspace_id, website.id).await?;
    let prices = prices::book(&state.db).await?;
    let check = chosen.as_ref().and_then(|connection| check_micros(&wanted, connection, &prices));
    Ok(Json(Answer { success: Success, estimate: estimate(&wanted, (chosen.as_ref(), check), &keywords, more) }))
}

/// Returns the most that a check through a connection costs.
pub(super) fn check_micros(settings: &RankSettings, connection: &Connection, prices: &PriceBook) -> Option<u64> {
    let provider: Provider = connection.provider.parse().ok()?;
    let depth = u32::try_from(settings.depth).ok()?;
    let search = SerpRequest { depth, wants_overview: settings.wants_overview, ..SerpRequest::default() };
    Some(cost(provider, &search, prices)?.0)
}

fn estimate(
    settings: &RankSettings, (chosen, check): (Option<&Connection>, Option<u64>), keywords: &[TrackedKeyword],
    more: u32,
) -> Estimate {
    let needs = keywords.iter().map(ranks::need);
    let new = ranks::Need { value_cents: None, volatility: ranks::PRIOR };
    let needs: Vec<ranks::Need> = needs.chain(std::iter::repeat_n(new, usize::try_from(more).unwrap_or(0))).collect();
    let budget = settings.month_budget_micros.map(|micros| u64::try_from(micros).unwrap_or(0));
    let intervals = ranks::intervals(&needs, check.unwrap_or(0), budget);
    let [daily, weekly, monthly, uncovered] = ranks::interval_counts(&intervals);
    let planned = ranks::plan(keywords, check.unwrap_or(0), settings.month_budget_micros, now());
    let due = planned.iter().filter(|plan| plan.is_due).count();
    let spent_micros = settings.spent(now());
    let left = settings.month_budget_micros.map_or(u64::MAX, |b| u64::try_from(b - spent_micros).unwrap_or(0));
    let all_due = check.unwrap_or(0).saturating_mul(u64::try_from(due).unwrap_or(u64::MAX));
    Estimate {
        connection: chosen.map(|connection| connection.name.clone()),
        check_micros: check,
        due,
        run_micros: all_due.min(left),
        month_micros: ranks::month_cost(&intervals, check.unwrap_or(0)),
        spent_micros,
        budget_micros: settings.month_budget_micros,
        daily,
        weekly,
        monthly,
        uncovered,
    }
}
