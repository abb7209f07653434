//! Resumes a deployment.

use axum::extract::State;
use shared::{domain::now, store::deployment};
use uuid::Uuid;

use super::view::{self, Answer};
use crate::{
    error::Result,
    extract::{Changes, Json, Member, Path},
    state::AppState,
};

/// Resume a paused deployment.
#[utoipa::path(
    post, path = "/api/deployments/{id}/resume", tag = "sites", params(("id" = Uuid, Path)),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>,
) -> Result<Json<Answer>> {
    let acted = deployment::resume(&state.db, member.workspace_id, id, now()).await?;
    let batched = view::done(acted, "Only a paused deployment can be resumed.")?;
    view::started(&state, member.workspace_id, batched).await
}
