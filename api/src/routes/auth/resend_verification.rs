//! Sends the verification email again.

use axum::extract::State;
use serde::Deserialize;
use serde_json::json;
use shared::{
    domain::now,
    store::{audit::Action, user},
};

use super::{answer::Told, check::normal_email};
use crate::{
    auth::{constant_time, link, session},
    error::Result,
    extract::{Json, RequestContext},
    layer::guard,
    state::AppState,
};

/// Address of the account.
#[derive(Deserialize, utoipa::ToSchema)]
#[schema(as = EmailOnly)]
pub struct Body {
    pub email: String,
}

/// Resend the verification email.
///
/// The response is the same for known and unknown addresses.
#[utoipa::path(
    post, path = "/api/auth/resend-verification", tag = "auth", security(()), request_body = Body,
    responses((status = 200, body = Told))
)]
pub async fn handler(
    State(state): State<AppState>, context: RequestContext, Json(body): Json<Body>,
) -> Result<Json<Told>> {
    let email = normal_email(&body.email);
    guard::count(&state, guard::MAIL_PER_ADDRESS, &context.network()).await?;
    guard::count(&state, guard::RESEND, &email).await?;
    constant_time::answer(send(&state, &context, &email)).await?;
    Ok(Told::new("Verification email sent! Please check your email and click the verification link."))
}

async fn send(state: &AppState, context: &RequestContext, email: &str) -> Result<()> {
    let found = user::find_by_email(&state.db, email).await?;
    let at = now();
    let mut tx = state.db.begin().await?;
    let user_id = found.as_ref().map(|user| user.id);
    session::note(&mut tx, user_id, Action::VerificationSent, context, json!({})).await?;
    if let Some(user) = found.filter(|user| user.email_verified_at.is_none() && user.disabled_at.is_none()) {
        link::send_verification(state, &mut tx, user.id, &user.email, at).await?;
    }
    Ok(tx.commit().await?)
}
