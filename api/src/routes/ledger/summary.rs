//! Sums over the ledger.

use axum::extract::State;
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use shared::{
    domain::ledger::{AccountBalance, LedgerGroup, LedgerSum},
    store::ledger::{self, LedgerFilter},
};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::{
    error::Result,
    extract::{Json, Member, Query, Success},
    state::AppState,
};

/// Query parameters.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// Group of the sums. Default: `month`.
    #[param(inline)]
    by: Option<LedgerGroup>,
    /// Only of this website.
    website_id: Option<Uuid>,
    /// Only of this buyer.
    buyer_id: Option<Uuid>,
    /// First day (UTC).
    from: Option<NaiveDate>,
    /// Last day (UTC).
    to: Option<NaiveDate>,
}

/// Sums by group and currency, and the balances of the accounts.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LedgerSummary)]
pub(super) struct Answer {
    success: Success,
    /// Ordered by currency and group.
    groups: Vec<LedgerSum>,
    /// Debits equal credits over all accounts of a currency.
    accounts: Vec<AccountBalance>,
}

/// Summarise the ledger.
///
/// Revenue after refunds, and costs, by website, buyer, vertical, place, month or day.
#[utoipa::path(
    get, path = "/api/ledger/summary", tag = "leads", params(Params), responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let filter = LedgerFilter {
        from: params.from,
        to: params.to,
        website_id: params.website_id,
        buyer_id: params.buyer_id,
        reason: None,
    };
    let by = params.by.unwrap_or(LedgerGroup::Month);
    let groups = ledger::sums(&state.db, member.workspace_id, &filter, by).await?;
    let accounts = ledger::balances(&state.db, member.workspace_id, &filter).await?;
    Ok(Json(Answer { success: Success, groups, accounts }))
}
