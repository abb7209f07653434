//! Turns two-factor sign-in off.

use axum::extract::State;
use serde::Deserialize;
use serde_json::json;
use shared::store::{audit::Action, two_factor};

use super::{answer::Told, mfa};
use crate::{
    auth::{confirm, session},
    error::{ApiError, Result},
    extract::{Json, OptionalJson, Person, RequestContext},
    layer::guard,
    state::AppState,
};

/// Confirmation by both factors.
#[derive(Default, Deserialize, utoipa::ToSchema)]
#[schema(as = DisableTwoFactor)]
pub struct Body {
    /// Current password. Accounts without one omit it and must have signed in within the last ten minutes.
    #[schema(format = Password)]
    password: Option<String>,
    /// Current code of the app, or an unused recovery code. Required while two-factor sign-in is on.
    code: Option<String>,
}

/// Turn off two-factor sign-in.
///
/// Requires the password and a code. Invalidates the recovery codes.
#[utoipa::path(
    post, path = "/api/auth/mfa/disable", tag = "auth", request_body = Body, responses((status = 200, body = Told))
)]
pub async fn handler(
    State(state): State<AppState>, context: RequestContext, person: Person, OptionalJson(body): OptionalJson<Body>,
) -> Result<Json<Told>> {
    let user = confirm::identity(&state, person, body.password.as_deref(), "/password").await?;
    guard::count(&state, guard::SECOND_FACTOR, &user.id.to_string()).await?;
    let mut tx = state.db.begin().await?;
    let second = two_factor::find(&mut tx, user.id).await?;
    if second.is_some_and(|second| second.confirmed_at.is_some()) {
        let code = body.code.as_deref().ok_or_else(|| {
            ApiError::invalid("/code", "Enter the current code of your authenticator app, or a recovery code.")
        })?;
        if !mfa::check(&state, &mut tx, user.id, code, &context).await? {
            return Err(ApiError::invalid("/code", "The code is wrong. Enter the current code of your app."));
        }
    }
    if two_factor::delete(&mut tx, user.id).await? {
        session::note(&mut tx, Some(user.id), Action::TwoFactorDisabled, &context, json!({})).await?;
    }
    tx.commit().await?;
    Ok(Told::new("Two-factor sign-in is off."))
}
