//! Deletes the caller's picture.

use axum::extract::State;
use shared::store::avatar;

use super::avatar_update::Answer;
use crate::{
    error::Result,
    extract::{Caller, Json, Success},
    state::AppState,
};

/// Delete the profile picture.
#[utoipa::path(delete, path = "/api/user/avatar", tag = "user", responses((status = 200, body = Answer)))]
pub async fn handler(State(state): State<AppState>, caller: Caller) -> Result<Json<Answer>> {
    let mut tx = state.db.begin().await?;
    avatar::delete(&mut tx, caller.user_id).await?;
    tx.commit().await?;
    Ok(Json(Answer { success: Success, avatar: None }))
}
