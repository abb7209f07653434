//! Returns whether the caller has completed onboarding.

use axum::extract::State;
use serde::Serialize;
use shared::store::user;

use crate::{
    error::{ApiError, Result},
    extract::{Caller, Json, Success},
    state::AppState,
};

/// Response with the status.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = Onboarding)]
pub struct Answer {
    pub success: Success,
    pub data: Status,
}

/// Onboarding status.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OnboardingStatus)]
pub struct Status {
    pub needs_onboarding: bool,
}

/// Get the onboarding status.
#[utoipa::path(get, path = "/api/user/onboarding-status", tag = "user", responses((status = 200, body = Answer)))]
pub async fn handler(State(state): State<AppState>, caller: Caller) -> Result<Json<Answer>> {
    let user = user::find(&state.db, caller.user_id).await?.ok_or(ApiError::NotAuthenticated)?;
    let data = Status { needs_onboarding: user.onboarded_at.is_none() };
    Ok(Json(Answer { success: Success, data }))
}
