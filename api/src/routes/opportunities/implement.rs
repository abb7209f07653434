//! Beginning to do what an opportunity says.

use axum::extract::State;
use serde::Serialize;
use shared::{domain::opportunity::OpportunityStatus, store::opportunity};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{update::save, view::OpportunityView};
use crate::{
    error::{ApiError, Result},
    extract::{Changes, Json, Member, Path, Success},
    state::AppState,
};

/// The current opportunity.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OpportunityImplementation)]
pub(super) struct Answer {
    success: Success,
    opportunity_id: Uuid,
    /// `implementing`, or `implemented` when it was done before.
    status: OpportunityStatus,
    opportunity: OpportunityView,
}

/// Start implementing an opportunity.
///
/// Sets its status to `implementing`.
#[utoipa::path(post, path = "/api/opportunities/{id}/implement", tag = "opportunities", params(("id" = Uuid, Path)), responses((status = 200, body = Answer)))]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>,
) -> Result<Json<Answer>> {
    let opportunity = begin(&state, &member, id).await?;
    Ok(Json(Answer { success: Success, opportunity_id: id, status: opportunity.status, opportunity }))
}

/// The one way to take an opportunity in hand, whichever door the request came through. One that is being or has
/// been implemented stays as it is.
pub(crate) async fn begin(state: &AppState, member: &Member<Changes>, id: Uuid) -> Result<OpportunityView> {
    let found = opportunity::find(&state.db, member.workspace_id, id).await?;
    let found = found.ok_or(ApiError::NotFound("opportunity"))?;
    if matches!(found.status, OpportunityStatus::Implementing | OpportunityStatus::Implemented) {
        return Ok(found.into());
    }
    let body = &found.body.0;
    save(state, member, id, OpportunityStatus::Implementing, body).await.map(OpportunityView::from)
}
