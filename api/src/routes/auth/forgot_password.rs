//! Sends the link that sets a new password.

use axum::extract::State;
use serde_json::json;
use shared::{
    domain::now,
    store::{audit::Action, user},
};

use super::{answer::Told, check::normal_email, resend_verification::Body};
use crate::{
    auth::{constant_time, link, session},
    error::Result,
    extract::{Json, RequestContext},
    layer::guard,
    state::AppState,
};

/// Request a password reset link.
///
/// The response is the same for known and unknown addresses.
#[utoipa::path(
    post, path = "/api/auth/forgot-password", tag = "auth", security(()), request_body = Body,
    responses((status = 200, body = Told))
)]
pub async fn handler(
    State(state): State<AppState>, context: RequestContext, Json(body): Json<Body>,
) -> Result<Json<Told>> {
    let email = normal_email(&body.email);
    guard::count(&state, guard::MAIL_PER_ADDRESS, &context.network()).await?;
    guard::count(&state, guard::RESET, &email).await?;
    constant_time::answer(send(&state, &context, &email)).await?;
    Ok(Told::new("If an account with this address exists, we sent a link to reset its password."))
}

async fn send(state: &AppState, context: &RequestContext, email: &str) -> Result<()> {
    let found = user::find_by_email(&state.db, email).await?;
    let mut tx = state.db.begin().await?;
    let user_id = found.as_ref().map(|user| user.id);
    session::note(&mut tx, user_id, Action::ResetRequested, context, json!({})).await?;
    if let Some(user) = found.filter(|user| user.disabled_at.is_none()) {
        link::send_reset(state, &mut tx, &user, now()).await?;
    }
    Ok(tx.commit().await?)
}
