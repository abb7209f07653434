//! Lists invoices, and what is due.

use axum::extract::State;
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use shared::{
    domain::invoice::{InvoiceStatus, InvoiceTotal},
    store::invoice::{self, InvoiceFilter},
    table::Format,
};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::{View, today};
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
    /// Only with this status.
    #[param(inline)]
    status: Option<InvoiceStatus>,
    /// Only open ones whose last day to pay is over.
    #[serde(default)]
    overdue: bool,
    /// Only of this rental.
    rental_id: Option<Uuid>,
    /// Only of this website.
    website_id: Option<Uuid>,
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
    pub(super) fn filter(&self, today: NaiveDate) -> InvoiceFilter {
        InvoiceFilter {
            status: self.status,
            due_before: self.overdue.then_some(today),
            rental_id: self.rental_id,
            website_id: self.website_id,
        }
    }
}

/// A page of invoices, newest first, and what all tenants of the workspace owe and are owed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = InvoiceList)]
pub(super) struct Answer {
    success: Success,
    invoices: Vec<View>,
    /// Of all invoices, by currency: sums over the ledger.
    totals: Vec<InvoiceTotal>,
    /// Value of `cursor` for the next page.
    next_cursor: Option<String>,
}

/// List invoices.
///
/// Invoices of rent, newest first, with the totals that are due and overdue.
#[utoipa::path(get, path = "/api/invoices", tag = "leads", params(Params), responses((status = 200, body = Answer)))]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let today = today(&state, member.workspace_id).await?;
    let (filter, limit) = (params.filter(today), params.limit.get());
    let page = invoice::list(&state.db, member.workspace_id, &filter, params.cursor, limit).await?;
    let totals = invoice::totals(&state.db, member.workspace_id, today).await?;
    let invoices = page.items.into_iter().map(|one| View::of(one, today)).collect();
    Ok(Json(Answer { success: Success, invoices, totals, next_cursor: page.next_cursor }))
}
