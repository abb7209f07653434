//! Archives a website.

use axum::extract::State;
use shared::store::website;
use uuid::Uuid;

use super::answer::{Answer, answer};
use crate::{
    error::{ApiError, Result},
    extract::{Changes, Json, Member, Path},
    state::AppState,
};

/// Archive a website.
///
/// An archived website keeps its data but no longer appears in lists. It can be restored at any time. Requires an
/// editor or owner.
#[utoipa::path(
    post, path = "/api/websites/{id}/archive", tag = "websites", params(("id" = Uuid, Path)),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>,
) -> Result<Json<Answer>> {
    let mut tx = state.db.begin().await?;
    if !website::set_archived(&mut tx, member.workspace_id, id, Some(shared::domain::now())).await? {
        return Err(ApiError::NotFound("website"));
    }
    tx.commit().await?;
    answer(&state, member.workspace_id, id).await
}
