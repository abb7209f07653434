//! Removes an own pack.

use axum::extract::State;
use shared::{
    domain::now,
    store::{pack, workspace},
};

use super::{get, key::key, put::Answer};
use crate::{
    error::{ApiError, Result},
    extract::{Changes, Json, Member, Path, Success},
    state::AppState,
};

/// Remove an own pack.
///
/// The built-in pack counts again, if there is one. The changes remain, so that each text can be restored.
#[utoipa::path(
    delete, path = "/api/packs/{language}/{vertical}", tag = "packs",
    params(("language" = String, Path), ("vertical" = String, Path)), responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path((language, vertical)): Path<(String, String)>,
) -> Result<Json<Answer>> {
    let key = key(language, vertical)?;
    let mut tx = state.db.begin().await?;
    workspace::lock(&mut tx, member.workspace_id).await?;
    if !pack::remove(&mut tx, member.workspace_id, &key, member.caller.user_id, now()).await? {
        return Err(ApiError::NotFound("own pack of this vertical"));
    }
    tx.commit().await?;
    Ok(Json(Answer { success: Success, is_new: true, pack: get::view(&state, member.workspace_id, &key).await? }))
}
