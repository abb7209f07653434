//! Returns a received lead with its history.

use axum::extract::State;
use serde::Serialize;
use shared::{
    domain::{
        lead::{LeadChange, LeadMove, LeadStatus, ReceivedLead},
        now,
    },
    store::lead,
};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    error::{ApiError, Result},
    extract::{Json, Member, Path, Success},
    state::AppState,
};

/// A lead with its history.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OneReceivedLead)]
pub(super) struct Answer {
    success: Success,
    lead: ReceivedLead,
    /// Moves that its status allows.
    moves: Vec<LeadMove>,
    /// Who gets a rejected lead next if it is qualified; `null` for leads that are not rejected, and without another buyer.
    next_buyer: Option<String>,
    /// Why no buyer gets a qualified lead now; `null` for other leads, and before it is sent.
    waits_because: Option<String>,
    /// Oldest first.
    history: Vec<LeadChange>,
}

/// Returns the response with a lead.
pub(super) async fn answer(state: &AppState, workspace_id: Uuid, id: Uuid) -> Result<Json<Answer>> {
    let lead = lead::find(&state.db, workspace_id, id).await?.ok_or(ApiError::NotFound("lead"))?;
    let history = lead::changes(&state.db, workspace_id, id).await?;
    let next_buyer = match lead.status {
        LeadStatus::Rejected if lead.erased_at.is_none() => {
            let mut tx = state.db.begin().await?;
            lead::next_buyer(&mut tx, workspace_id, &lead, now()).await?
        }
        _ => None,
    };
    let waits_because = match lead.status {
        LeadStatus::Qualified => {
            let mut tx = state.db.begin().await?;
            lead::waits_because(&mut tx, workspace_id, &lead, now()).await?
        }
        _ => None,
    };
    Ok(Json(Answer { success: Success, moves: lead.moves(), lead, next_buyer, waits_because, history }))
}

/// Get a received lead.
///
/// With its history and the moves that its status allows.
#[utoipa::path(
    get, path = "/api/received-leads/{id}", tag = "leads", params(("id" = Uuid, Path)),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Path(id): Path<Uuid>,
) -> Result<Json<Answer>> {
    answer(&state, member.workspace_id, id).await
}
