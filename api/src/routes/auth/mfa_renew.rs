//! Replaces the recovery codes.

use axum::extract::State;
use serde::Deserialize;
use serde_json::json;
use shared::store::{audit::Action, two_factor};

use super::{
    mfa,
    mfa_confirm::{Answer, new_codes},
};
use crate::{
    auth::{confirm, session},
    error::{ApiError, FieldError, Result},
    extract::{Json, Person, RequestContext, Success},
    layer::guard,
    state::AppState,
};

/// Confirmation by both factors.
#[derive(Deserialize, utoipa::ToSchema)]
#[schema(as = RenewRecoveryCodes)]
pub struct Body {
    /// Current password. Accounts without one omit it and must have signed in within the last ten minutes.
    password: Option<String>,
    /// Current code of the app, or an unused recovery code.
    code: String,
}

/// Replace the recovery codes.
///
/// Returns the new codes once; the previous ones become invalid.
#[utoipa::path(
    post, path = "/api/auth/mfa/recovery-codes", tag = "auth", request_body = Body,
    responses((status = 200, body = Answer))
)]
pub async fn handler(
    State(state): State<AppState>, context: RequestContext, person: Person, Json(body): Json<Body>,
) -> Result<Json<Answer>> {
    let user = confirm::identity(&state, person, body.password.as_deref(), "/password").await?;
    guard::count(&state, guard::SECOND_FACTOR, &user.id.to_string()).await?;
    let mut tx = state.db.begin().await?;
    let second = two_factor::find(&mut tx, user.id).await?;
    if second.is_none_or(|second| second.confirmed_at.is_none()) {
        return Err(ApiError::Conflict(FieldError::new(
            "",
            "Two-factor sign-in is off, so there are no recovery codes.",
        )));
    }
    if !mfa::check(&state, &mut tx, user.id, &body.code, &context).await? {
        return Err(ApiError::invalid("/code", "The code is wrong. Enter the current code of your app."));
    }
    let recovery_codes = new_codes(&mut tx, user.id).await?;
    session::note(&mut tx, Some(user.id), Action::RecoveryCodesRenewed, &context, json!({})).await?;
    tx.commit().await?;
    Ok(Json(Answer { success: Success, recovery_codes }))
}
