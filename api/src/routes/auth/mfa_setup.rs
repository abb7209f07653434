//! Starts two-factor setup, which takes effect after confirmation.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use shared::{domain::now, store::two_factor};

use crate::{
    auth::{confirm, totp::Totp},
    error::{ApiError, FieldError, Result},
    extract::{Json, OptionalJson, Person, Success},
    state::AppState,
};

/// Confirmation by the user.
#[derive(Default, Deserialize, utoipa::ToSchema)]
#[schema(as = PasswordOnly)]
pub struct Body {
    /// Current password. Accounts without one omit it and must have signed in within the last ten minutes.
    #[schema(format = Password)]
    pub password: Option<String>,
}

/// Data for the authenticator app.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TwoFactorSetup)]
pub struct Answer {
    success: Success,
    /// Secret for manual entry, base 32.
    secret: String,
    /// URL for a QR code.
    otpauth_url: String,
}

/// Start two-factor setup.
///
/// Returns the secret. Takes effect after `POST /api/auth/mfa/confirm`.
#[utoipa::path(
    post, path = "/api/auth/mfa/setup", tag = "auth", request_body = Body, responses((status = 200, body = Answer))
)]
pub async fn handler(
    State(state): State<AppState>, person: Person, OptionalJson(body): OptionalJson<Body>,
) -> Result<Json<Answer>> {
    let user = confirm::identity(&state, person, body.password.as_deref(), "/password").await?;
    let nonce: [u8; 16] = rand::random();
    if !two_factor::begin(&state.db, user.id, &nonce, now()).await? {
        let detail = "Two-factor sign-in is already on. Turn it off first to set it up again.";
        return Err(ApiError::Conflict(FieldError::new("", detail)));
    }
    let totp = Totp::of(&state.keys, &nonce);
    Ok(Json(Answer { success: Success, secret: totp.to_base32(), otpauth_url: totp.url(&user.email) }))
}
