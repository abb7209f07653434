//! Turns two-factor sign-in off.

use axum::extract::State;
use serde_json::json;
use shared::store::{audit::Action, two_factor};

use super::{answer::Told, mfa_setup::Body};
use crate::{
    auth::{confirm, session},
    error::Result,
    extract::{Json, OptionalJson, Person, RequestContext},
    state::AppState,
};

/// Turn off two-factor sign-in.
///
/// Invalidates the recovery codes.
#[utoipa::path(
    post, path = "/api/auth/mfa/disable", tag = "auth", request_body = Body, responses((status = 200, body = Told))
)]
pub async fn handler(
    State(state): State<AppState>, context: RequestContext, person: Person, OptionalJson(body): OptionalJson<Body>,
) -> Result<Json<Told>> {
    let user = confirm::identity(&state, person, body.password.as_deref(), "/password").await?;
    let mut tx = state.db.begin().await?;
    if two_factor::delete(&mut tx, user.id).await? {
        session::note(&mut tx, Some(user.id), Action::TwoFactorDisabled, &context, json!({})).await?;
    }
    tx.commit().await?;
    Ok(Told::new("Two-factor sign-in is off."))
}
