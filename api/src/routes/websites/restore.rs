//! Restores an archived website.

use axum::extract::State;
use shared::store::website;
use uuid::Uuid;

use super::answer::{Answer, answer};
use crate::{
    error::{ApiError, FieldError, Result},
    extract::{Changes, Json, Member, Path},
    state::AppState,
};

/// Restore an archived website.
///
/// It appears in lists again, with its data. Requires an editor or owner. Fails with 409 if a website with the same
/// host was added in the meantime.
#[utoipa::path(
    post, path = "/api/websites/{id}/restore", tag = "websites", params(("id" = Uuid, Path)),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>,
) -> Result<Json<Answer>> {
    let found = website::find(&state.db, member.workspace_id, id).await?.ok_or(ApiError::NotFound("website"))?;
    let mut tx = state.db.begin().await?;
    let active = website::find_by_host(&mut tx, member.workspace_id, &found.host, found.kind).await?;
    if active.is_some_and(|other| other != id) {
        let detail =
            format!("Another website with the host {} is in use. Archive or delete that one first.", found.host);
        return Err(ApiError::Conflict(FieldError::new("", detail)));
    }
    website::set_archived(&mut tx, member.workspace_id, id, None).await?;
    tx.commit().await?;
    answer(&state, member.workspace_id, id).await
}
