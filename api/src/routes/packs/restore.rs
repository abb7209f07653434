//! Restores the text of a change of an own pack.

use axum::extract::State;
use shared::{domain::pack::PackAction, store::pack};
use uuid::Uuid;

use super::{check, get, key::key, put::Answer, store::store};
use crate::{
    error::{ApiError, Result},
    extract::{Changes, Json, Member, Path, Success},
    state::AppState,
};

/// Restore an own pack.
///
/// Adds a change with the text of an earlier one.
#[utoipa::path(
    post, path = "/api/packs/{language}/{vertical}/history/{id}/restore", tag = "packs",
    params(("language" = String, Path), ("vertical" = String, Path), ("id" = Uuid, Path)),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>,
    Path((language, vertical, id)): Path<(String, String, Uuid)>,
) -> Result<Json<Answer>> {
    let key = key(language, vertical)?;
    let text = pack::text_of_change(&state.db, member.workspace_id, &key, id).await?;
    let text = text.ok_or(ApiError::NotFound("change of this pack"))?;
    let checked = check::read(text).await?.map_err(|mistakes| check::refused(&mistakes))?;
    let what = (PackAction::Restored, String::new());
    let is_new = store(&state, &member, &key, &checked.body(), what, None).await?;
    Ok(Json(Answer { success: Success, is_new, pack: get::view(&state, member.workspace_id, &key).await? }))
}
