//! Changes the status of an invoice.

use axum::extract::State;
use chrono::NaiveDate;
use serde::Deserialize;
use serde_json::json;
use shared::{
    domain::{invoice::InvoiceMove, now},
    events,
    store::{
        audit::Action,
        invoice::{self, InvoiceDeed, InvoiceMoved},
    },
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{Answer, answer};
use crate::{
    auth::session,
    error::{ApiError, FieldError, Result},
    extract::{Changes, Json, Member, Path, RequestContext},
    state::AppState,
};

const NOTE_CHARS: usize = 500;

/// A move of an invoice.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = InvoiceMoveInput)]
pub(super) struct Input {
    /// What happens to the invoice.
    r#move: InvoiceMove,
    /// Day of the payment, for `pay` and `pay_back`. Default: today.
    #[serde(default)]
    paid_on: Option<NaiveDate>,
    /// At most 500 characters.
    #[serde(default)]
    note: String,
}

/// Change the status of an invoice.
///
/// Requires an editor. `pay` posts the payment in the ledger, `void` the inverse of the rent, `undo_payment` the inverse of
/// the payment. The period of a paid or void invoice is not invoiced again. `pay_back` posts that what is left of its credit was paid
/// to the tenant, `undo_pay_back` the inverse. Credit that is free pays for open invoices of the same tenant at once.
#[utoipa::path(
    post, path = "/api/invoices/{id}/move", tag = "leads", request_body = Input, params(("id" = Uuid, Path)),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, context: RequestContext, member: Member<Changes>, Path(id): Path<Uuid>,
    Json(input): Json<Input>,
) -> Result<Json<Answer>> {
    let (workspace_id, user_id, by) = (member.workspace_id, member.caller.user_id, input.r#move);
    if input.note.chars().count() > NOTE_CHARS {
        return Err(ApiError::invalid("/note", "must have at most 500 characters"));
    }
    if input.paid_on.is_some() && !matches!(by, InvoiceMove::Pay | InvoiceMove::PayBack) {
        return Err(ApiError::invalid("/paidOn", "is only for the moves 'pay' and 'pay_back'"));
    }
    let note = input.note.trim().to_owned();
    let deed = InvoiceDeed { user_id: Some(user_id), paid_on: input.paid_on, note };
    match invoice::apply(&state.db, (workspace_id, id), by, &deed, now()).await? {
        InvoiceMoved::Done(stored) => events::publish_stored(&state.bus, stored),
        InvoiceMoved::NotFound => return Err(ApiError::NotFound("invoice")),
        InvoiceMoved::Refused(status) => {
            let detail = format!("An invoice with the status '{status}' does not allow this.");
            return Err(ApiError::Conflict(FieldError::new("/move", detail)));
        }
        InvoiceMoved::Credited => {
            let detail = "Later days of this invoice are credited, and that credit was used or paid back. Record the payment \
                          of the rest, or undo the payback first.";
            return Err(ApiError::Conflict(FieldError::new("/move", detail)));
        }
        InvoiceMoved::PaidOn(first, last) => {
            return Err(ApiError::invalid("/paidOn", format!("must be a day from {first} to {last}")));
        }
    }
    let detail = json!({"workspaceId": workspace_id, "invoiceId": id, "move": by});
    let mut tx = state.db.begin().await?;
    session::note(&mut tx, Some(user_id), Action::InvoiceMoved, &context, detail).await?;
    tx.commit().await?;
    answer(&state, workspace_id, id).await
}
