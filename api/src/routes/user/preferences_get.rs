//! Returns the caller's preferences.

use axum::extract::State;
use serde::Serialize;
use serde_json::Value;
use shared::store::user;

use crate::{
    error::{ApiError, Result},
    extract::{Caller, Json, Success},
    state::AppState,
};

/// The preferences.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = Preferences)]
pub struct Answer {
    pub success: Success,
    #[schema(value_type = Object)]
    pub preferences: Value,
}

/// Get preferences.
#[utoipa::path(get, path = "/api/user/preferences", tag = "user", responses((status = 200, body = Answer)))]
pub async fn handler(State(state): State<AppState>, caller: Caller) -> Result<Json<Answer>> {
    let user = user::find(&state.db, caller.user_id).await?.ok_or(ApiError::NotAuthenticated)?;
    Ok(Json(Answer { success: Success, preferences: user.preferences.0 }))
}
