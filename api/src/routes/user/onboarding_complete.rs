//! Completes onboarding. Idempotent.

use axum::extract::State;
use shared::store::user;

use super::onboarding_status::{Answer, Status};
use crate::{
    error::Result,
    extract::{Caller, Json, Success},
    state::AppState,
};

/// Complete onboarding.
///
/// Repeating it changes nothing.
#[utoipa::path(post, path = "/api/user/onboarding/complete", tag = "user", responses((status = 200, body = Answer)))]
pub async fn handler(State(state): State<AppState>, caller: Caller) -> Result<Json<Answer>> {
    user::complete_onboarding(&state.db, caller.user_id, shared::domain::now()).await?;
    Ok(Json(Answer { success: Success, data: Status { needs_onboarding: false } }))
}
