//! Reverses a transaction that was posted by hand.

use axum::{extract::State, http::StatusCode};
use serde_json::json;
use shared::{
    domain::now,
    events,
    store::{
        audit::Action,
        event,
        ledger::{self, Reversed},
    },
};
use uuid::Uuid;

use super::create::Answer;
use crate::{
    auth::session,
    error::{ApiError, FieldError, Result},
    extract::{Changes, Json, Member, Path, RequestContext},
    state::AppState,
};

/// Reverse a transaction.
///
/// Posts the inverse of a transaction that was posted by hand, dated now. Requires an editor. A transaction is reversed once: a
/// repeated request returns the first inverse.
#[utoipa::path(
    post, path = "/api/ledger/{id}/reverse", tag = "leads", params(("id" = Uuid, Path)),
    responses((status = 201, body = Answer), (status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, context: RequestContext, member: Member<Changes>, Path(id): Path<Uuid>,
) -> Result<(StatusCode, Json<Answer>)> {
    let (workspace_id, user_id) = (member.workspace_id, member.caller.user_id);
    let mut tx = state.db.begin().await?;
    let (posted, inverse) = match ledger::reverse(&mut tx, workspace_id, id, user_id, now()).await? {
        Reversed::Posted(posted, inverse) => (posted, inverse),
        Reversed::NotFound => return Err(ApiError::NotFound("transaction")),
        Reversed::NotByHand => {
            let detail =
                "Only transactions that were posted by hand can be reversed. Refund the lead, or void the invoice.";
            return Err(ApiError::Conflict(FieldError::new("/id", detail)));
        }
    };
    let mut stored = Vec::new();
    if posted.is_new {
        let tick = ledger::tick(&mut tx, workspace_id, posted, &inverse).await?;
        stored = event::append(&mut tx, &[tick], now()).await?;
        let detail = json!({
            "workspaceId": workspace_id, "transactionId": posted.id, "reverses": id, "reason": inverse.reason(),
            "amountCents": inverse.cents(), "currency": inverse.currency(),
        });
        session::note(&mut tx, Some(user_id), Action::LedgerPosted, &context, detail).await?;
    }
    tx.commit().await?;
    events::publish_stored(&state.bus, stored);
    Answer::of(&state, workspace_id, posted).await
}
