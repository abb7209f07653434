//! Emails an invoice.

use axum::extract::State;
use serde_json::json;
use shared::{
    domain::now,
    store::{
        audit::Action,
        invoice::{self, Emailed},
    },
};
use uuid::Uuid;

use super::{Answer, answer};
use crate::{
    auth::session,
    error::{ApiError, FieldError, Result},
    extract::{Changes, Json, Member, Path, RequestContext},
    layer::guard,
    state::AppState,
};

/// Email an invoice to its tenant.
///
/// Requires an editor. The email holds the invoice; answers go to the operator's email address. Limited for each invoice.
#[utoipa::path(
    post, path = "/api/invoices/{id}/email", tag = "leads", params(("id" = Uuid, Path)),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, context: RequestContext, member: Member<Changes>, Path(id): Path<Uuid>,
) -> Result<Json<Answer>> {
    let (workspace_id, user_id) = (member.workspace_id, member.caller.user_id);
    guard::count(&state, guard::INVOICE_EMAIL, &format!("{workspace_id}:{id}")).await?;
    let refusal = match invoice::email(&state.db, (workspace_id, id), now()).await? {
        Emailed::Done => None,
        Emailed::NotFound => return Err(ApiError::NotFound("invoice")),
        Emailed::NoAddress => Some(("/tenant/email", "The tenant has no email address. Add one to the rental.")),
        Emailed::Void => Some(("/status", "A void invoice is not emailed.")),
    };
    if let Some((pointer, detail)) = refusal {
        return Err(ApiError::Conflict(FieldError::new(pointer, detail)));
    }
    let detail = json!({"workspaceId": workspace_id, "invoiceId": id});
    let mut tx = state.db.begin().await?;
    session::note(&mut tx, Some(user_id), Action::InvoiceEmailed, &context, detail).await?;
    tx.commit().await?;
    answer(&state, workspace_id, id).await
}
