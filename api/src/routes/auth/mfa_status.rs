//! Returns the caller's two-factor status.

use axum::extract::State;
use serde::Serialize;
use shared::store::two_factor;

use crate::{
    error::Result,
    extract::{Json, Person, Success},
    state::AppState,
};

/// Two-factor status.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TwoFactorStatus)]
pub struct Answer {
    success: Success,
    enabled: bool,
    recovery_codes_left: i64,
}

/// Get the two-factor status.
#[utoipa::path(get, path = "/api/auth/mfa", tag = "auth", responses((status = 200, body = Answer)))]
pub async fn handler(State(state): State<AppState>, person: Person) -> Result<Json<Answer>> {
    let second = two_factor::find(&state.db, person.user_id).await?;
    let enabled = second.is_some_and(|second| second.confirmed_at.is_some());
    let recovery_codes_left = two_factor::count_recovery_codes(&state.db, person.user_id).await?;
    Ok(Json(Answer { success: Success, enabled, recovery_codes_left }))
}
