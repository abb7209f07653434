//! Changes the status of a received lead.

use axum::extract::State;
use serde::Deserialize;
use shared::{
    domain::{lead::LeadMove, now},
    events,
    store::lead::{self, Deed, Moved},
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{detail, route};
use crate::{
    error::{ApiError, FieldError, Result},
    extract::{Changes, Json, Member, Path},
    state::AppState,
};

const NOTE_CHARS: usize = 1_000;

/// A move of a lead.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = LeadMoveInput)]
pub(super) struct Input {
    /// What happens to the lead.
    r#move: LeadMove,
    /// At most 1,000 characters.
    #[serde(default)]
    note: String,
    /// Amount of a refund, in cents, at most the price. Default: the price.
    #[serde(default)]
    amount_cents: Option<i64>,
}

/// Change the status of a received lead.
///
/// Requires an editor. `accept` posts the price in the ledger, `refund` the inverse, each once. A qualified lead is offered to
/// the buyers at once, a rejected one only to buyers who did not have it. A lead that a tenant got does not move.
#[utoipa::path(
    post, path = "/api/received-leads/{id}/move", tag = "leads", request_body = Input, params(("id" = Uuid, Path)),
    responses((status = 200, body = super::detail::Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>, Json(input): Json<Input>,
) -> Result<Json<detail::Answer>> {
    if input.note.chars().count() > NOTE_CHARS {
        return Err(ApiError::invalid("/note", "must have at most 1,000 characters"));
    }
    if input.amount_cents.is_some() && input.r#move != LeadMove::Refund {
        return Err(ApiError::invalid("/amountCents", "is only for refunds"));
    }
    let workspace_id = member.workspace_id;
    let deed = Deed {
        user_id: Some(member.caller.user_id),
        note: input.note.trim().to_owned(),
        amount_cents: input.amount_cents,
    };
    match lead::apply(&state.db, (workspace_id, id), input.r#move, &deed, now()).await? {
        Moved::Done(events) => events::publish_stored(&state.bus, events),
        Moved::NotFound => return Err(ApiError::NotFound("lead")),
        Moved::Refused(status) => {
            let detail = format!("A lead with the status '{status}' does not allow this.");
            return Err(ApiError::Conflict(FieldError::new("/move", detail)));
        }
        Moved::Amount(paid) => {
            return Err(ApiError::invalid("/amountCents", format!("must be 1 to {paid} cents, the price of the lead")));
        }
    }
    // A rejected lead may be qualified for the next buyer.
    if matches!(input.r#move, LeadMove::Qualify | LeadMove::Reject) {
        route::offer(&state, workspace_id, id).await;
    }
    detail::answer(&state, workspace_id, id).await
}
