//! Invoices of rent.

mod email;
mod export;
mod get;
mod html;
mod list;
mod moves;

use chrono::NaiveDate;
use serde::Serialize;
use shared::{
    domain::{
        invoice::{Invoice, InvoiceMove},
        now,
    },
    store::{invoice, lead_settings},
};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use uuid::Uuid;

use crate::{
    error::{ApiError, Result},
    extract::{Json, Success},
    routes::boxed_handler::routes,
    state::AppState,
};

/// An invoice with the moves that its status allows.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = InvoiceView)]
pub(super) struct View {
    #[serde(flatten)]
    invoice: Invoice,
    /// Whether it is open and its last day to pay is over.
    #[serde(rename = "isOverdue")]
    is_overdue: bool,
    /// What the tenant pays or paid for it apart from used credit, in cents.
    #[serde(rename = "restCents")]
    rest_cents: i64,
    /// Moves that its status and its credit allow.
    moves: Vec<InvoiceMove>,
}

impl View {
    fn of(invoice: Invoice, today: NaiveDate) -> Self {
        let (is_overdue, rest_cents) = (invoice.is_overdue(today), invoice.rest_cents());
        Self { is_overdue, rest_cents, moves: invoice.moves(), invoice }
    }
}

/// Response with an invoice.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OneInvoice)]
pub(super) struct Answer {
    success: Success,
    invoice: View,
}

/// Returns the current day of a workspace.
async fn today(state: &AppState, workspace_id: Uuid) -> Result<NaiveDate> {
    Ok(lead_settings::find(&state.db, workspace_id).await?.day(now()))
}

/// Returns the response with an invoice.
async fn answer(state: &AppState, workspace_id: Uuid, id: Uuid) -> Result<Json<Answer>> {
    let invoice = invoice::find(&state.db, workspace_id, id).await?.ok_or(ApiError::NotFound("invoice"))?;
    let invoice = View::of(invoice, today(state, workspace_id).await?);
    Ok(Json(Answer { success: Success, invoice }))
}

/// Routes of this resource.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list::handler))
        .routes(routes!(get::handler))
        .routes(routes!(html::handler))
        .routes(routes!(moves::handler))
        .routes(routes!(email::handler))
}

/// Routes of exports, which may take long.
pub fn streaming() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(export::handler))
}
