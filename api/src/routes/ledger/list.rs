//! Lists transactions of the ledger.

use axum::extract::State;
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use shared::{
    domain::ledger::{LedgerReason, LedgerTransaction},
    store::ledger::{self, LedgerFilter},
    table::Format,
};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::{
    error::Result,
    extract::{Json, Limit, Member, Query, Success},
    state::AppState,
};

/// Query parameters.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// Only of this website.
    website_id: Option<Uuid>,
    /// Only of this buyer.
    buyer_id: Option<Uuid>,
    /// Only with this reason.
    #[param(inline)]
    reason: Option<LedgerReason>,
    /// First day (UTC).
    from: Option<NaiveDate>,
    /// Last day (UTC).
    to: Option<NaiveDate>,
    /// Maximum number of results, 1 to 200. Default: 50. Ignored by the export.
    #[serde(default)]
    #[param(value_type = Option<u32>)]
    limit: Limit,
    /// `nextCursor` of the previous page. Ignored by the export.
    cursor: Option<Uuid>,
    /// Format of the export: `csv`, `json` or `ndjson`. Default: `csv`.
    #[serde(default)]
    #[param(inline)]
    pub(super) format: Format,
}

impl Params {
    pub(super) const fn filter(&self) -> LedgerFilter {
        LedgerFilter {
            from: self.from,
            to: self.to,
            website_id: self.website_id,
            buyer_id: self.buyer_id,
            reason: self.reason,
        }
    }
}

/// A page of transactions, the latest day first; of a day the latest posted first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LedgerList)]
pub(super) struct Answer {
    success: Success,
    transactions: Vec<LedgerTransaction>,
    /// Value of `cursor` for the next page.
    next_cursor: Option<String>,
}

/// List transactions of the ledger.
///
/// The ledger is double-entry and append-only: each transaction debits one account and credits another. The latest day is first;
/// of a day, the transaction that was posted last.
#[utoipa::path(get, path = "/api/ledger", tag = "leads", params(Params), responses((status = 200, body = Answer)))]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let limit = params.limit.get();
    let page = ledger::list(&state.db, member.workspace_id, &params.filter(), params.cursor, limit).await?;
    Ok(Json(Answer { success: Success, transactions: page.items, next_cursor: page.next_cursor }))
}
