//! Returns the revenue of a website in a period.

use std::collections::BTreeMap;

use axum::extract::State;
use chrono::{DateTime, Days, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use shared::{
    domain::{ledger::LedgerGroup, now},
    store::{
        imported,
        ledger::{self, LedgerFilter},
        website,
    },
};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::{
    error::{ApiError, Result},
    extract::{Json, Member, Path, Query, Success},
    state::AppState,
};

/// Days of the period without parameters: a year.
const DAYS: u64 = 365;

/// Query parameters.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// First day. Default: 364 days before the last one.
    from: Option<NaiveDate>,
    /// Last day. Default: today. Later days are not counted.
    to: Option<NaiveDate>,
}

/// Where revenue comes from.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = RevenueSource)]
enum Source {
    /// Transactions of the ledger.
    Ledger,
    /// Imported files.
    Imported,
}

/// Revenue in a currency.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = WebsiteRevenueAmount)]
struct Amount {
    /// ISO 4217 code.
    currency: String,
    /// Revenue after refunds, in cents.
    cents: i64,
}

/// An imported file with revenue of the period.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = WebsiteRevenueFile)]
struct File {
    /// Name of the file.
    file_name: String,
    /// Time of the import.
    imported_at: Option<DateTime<Utc>>,
}

/// Revenue of a website.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = WebsiteRevenue)]
pub(super) struct Answer {
    success: Success,
    /// First day.
    from: NaiveDate,
    /// Last day.
    to: NaiveDate,
    /// `ledger`, otherwise `imported`: the two are never added, as they may be the same money. `null` without revenue.
    source: Option<Source>,
    /// Amounts by currency.
    amounts: Vec<Amount>,
    /// Imported files with revenue of the period, latest import first; empty for the ledger.
    files: Vec<File>,
}

/// Get the revenue of a website.
///
/// Of the ledger, or of imported files if the ledger has none in the period.
#[utoipa::path(
    get, path = "/api/websites/{id}/revenue", tag = "websites", params(("id" = Uuid, Path), Params),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Path(id): Path<Uuid>, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    super::days::Days::new(params.from, params.to)?;
    website::find(&state.db, member.workspace_id, id).await?.ok_or(ApiError::NotFound("website"))?;
    let today = now().date_naive();
    let to = params.to.map_or(today, |to| to.min(today));
    let first = to.checked_sub_days(Days::new(DAYS - 1)).unwrap_or(NaiveDate::MIN);
    let from = params.from.unwrap_or(first);
    let mut answer = Answer { success: Success, from, to, source: None, amounts: Vec::new(), files: Vec::new() };
    answer.amounts = amounts(booked(&state, member.workspace_id, id, (from, to)).await?);
    if !answer.amounts.is_empty() {
        answer.source = Some(Source::Ledger);
        return Ok(Json(answer));
    }
    let rows = imported::revenue_within(&state.db, member.workspace_id, id, (from, to)).await?;
    for row in &rows {
        let file = File { file_name: row.file_name.clone(), imported_at: row.imported_at };
        if !answer.files.contains(&file) {
            answer.files.push(file);
        }
    }
    answer.amounts = amounts(rows.into_iter().map(|row| (row.currency, row.amount_cents)).collect());
    answer.source = (!answer.amounts.is_empty()).then_some(Source::Imported);
    Ok(Json(answer))
}

async fn booked(
    state: &AppState, workspace_id: Uuid, website_id: Uuid, (from, to): (NaiveDate, NaiveDate),
) -> Result<Vec<(String, i64)>> {
    let filter =
        LedgerFilter { from: Some(from), to: Some(to), website_id: Some(website_id), ..LedgerFilter::default() };
    let sums = ledger::sums(&state.db, workspace_id, &filter, LedgerGroup::Website).await?;
    Ok(sums.into_iter().map(|sum| (sum.currency, sum.revenue_cents)).collect())
}

/// Adds the amounts of each currency; currencies without revenue are left out.
fn amounts(rows: Vec<(String, i64)>) -> Vec<Amount> {
    let mut sums: BTreeMap<String, i64> = BTreeMap::new();
    for (currency, cents) in rows {
        *sums.entry(currency).or_default() += cents;
    }
    let amounts = sums.into_iter().filter(|(_, cents)| *cents != 0);
    amounts.map(|(currency, cents)| Amount { currency, cents }).collect()
}
