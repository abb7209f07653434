//! Erases the personal data of a person who sent a lead.

use axum::extract::State;
use serde::Serialize;
use serde_json::json;
use shared::{
    domain::now,
    events,
    store::{audit::Action, lead},
};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    auth::session,
    error::{ApiError, Result},
    extract::{Changes, Json, Member, Path, RequestContext, Success},
    state::AppState,
};

/// Number of leads whose personal data were erased.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LeadErased)]
pub(super) struct Answer {
    success: Success,
    /// This lead and others of the same person.
    erased: usize,
}

/// Erase the personal data of a lead.
///
/// Requires an editor. Erases name, email address, phone number, message, other fields and the hash of the address, of this
/// lead and of the others with the same email address or phone number. Status, history and ledger stay. The user is recorded.
/// It cannot be undone; what buyers already got is not erased there.
#[utoipa::path(
    post, path = "/api/received-leads/{id}/erase", tag = "leads", params(("id" = Uuid, Path)),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, context: RequestContext, member: Member<Changes>, Path(id): Path<Uuid>,
) -> Result<Json<Answer>> {
    let (workspace_id, user_id) = (member.workspace_id, member.caller.user_id);
    let mut tx = state.db.begin().await?;
    let found = lead::erase(&mut tx, (workspace_id, id), Some(user_id), now()).await?;
    let (erased, stored) = found.ok_or(ApiError::NotFound("lead"))?;
    let detail = json!({"workspaceId": workspace_id, "leadId": id, "leads": erased});
    session::note(&mut tx, Some(user_id), Action::LeadErased, &context, detail).await?;
    tx.commit().await?;
    events::publish_stored(&state.bus, stored);
    Ok(Json(Answer { success: Success, erased }))
}
