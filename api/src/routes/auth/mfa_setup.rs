//! Begins to set a second factor up: nothing changes until a code was shown.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use shared::{domain::now, store::two_factor};

use crate::{
    auth::{confirm, totp::Totp},
    error::{ApiError, FieldError, Result},
    extract::{Json, OptionalJson, Person, Success},
    state::AppState,
};

/// That it is the user.
#[derive(Default, Deserialize, utoipa::ToSchema)]
#[schema(as = PasswordOnly)]
pub struct Body {
    /// May be left out by who signs in by an identity provider alone, within ten minutes of signing in.
    #[schema(format = Password)]
    pub password: Option<String>,
}

/// What the authenticator app needs.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TwoFactorSetup)]
pub struct Answer {
    success: Success,
    /// To type, in base 32.
    secret: String,
    /// To show as a QR code.
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
