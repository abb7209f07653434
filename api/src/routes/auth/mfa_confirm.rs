//! Turns two-factor sign-in on with a code of the app; returns the recovery codes once.

use axum::extract::State;
use data_encoding::BASE32_NOPAD;
use serde::{Deserialize, Serialize};
use serde_json::json;
use shared::{
    domain::now,
    store::{Tx, audit::Action, two_factor},
};
use uuid::Uuid;

use super::mfa;
use crate::{
    auth::{key::hash_token, session},
    error::{ApiError, FieldError, Result},
    extract::{Json, Person, RequestContext, Success},
    layer::guard,
    state::AppState,
};

const CODES: usize = 10;

/// A code of the app.
#[derive(Deserialize, utoipa::ToSchema)]
#[schema(as = TwoFactorCode)]
pub struct Body {
    code: String,
}

/// Recovery codes for a lost device.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RecoveryCodes)]
pub struct Answer {
    pub(super) success: Success,
    /// Single-use codes, shown only now.
    pub(super) recovery_codes: Vec<String>,
}

/// Turn on two-factor sign-in.
///
/// Requires a code of the authenticator app. Returns the recovery codes once.
#[utoipa::path(
    post, path = "/api/auth/mfa/confirm", tag = "auth", request_body = Body, responses((status = 200, body = Answer))
)]
pub async fn handler(
    State(state): State<AppState>, context: RequestContext, person: Person, Json(body): Json<Body>,
) -> Result<Json<Answer>> {
    guard::count(&state, guard::SECOND_FACTOR, &person.user_id.to_string()).await?;
    let mut tx = state.db.begin().await?;
    let second = two_factor::find(&mut tx, person.user_id).await?;
    let nothing = || ApiError::Conflict(FieldError::new("", "Nothing to confirm. Start the two-factor setup first."));
    if second.is_none_or(|second| second.confirmed_at.is_some()) {
        return Err(nothing());
    }
    if !mfa::check(&state, &mut tx, person.user_id, &body.code, &context).await? {
        return Err(ApiError::invalid("/code", "The code is wrong. Enter the current code of your app."));
    }
    if !two_factor::confirm(&mut tx, person.user_id, now()).await? {
        return Err(nothing());
    }
    let recovery_codes = new_codes(&mut tx, person.user_id).await?;
    session::note(&mut tx, Some(person.user_id), Action::TwoFactorEnabled, &context, json!({})).await?;
    tx.commit().await?;
    Ok(Json(Answer { success: Success, recovery_codes }))
}

/// Replaces the user's recovery codes.
pub(super) async fn new_codes(tx: &mut Tx, user_id: Uuid) -> Result<Vec<String>> {
    let codes: Vec<String> = (0..CODES).map(|_| recovery_code()).collect();
    let hashes: Vec<Vec<u8>> = codes.iter().map(|code| hash_token(&code.replace('-', ""))).collect();
    two_factor::set_recovery_codes(tx, user_id, &hashes).await?;
    Ok(codes)
}

/// Generates 80 random bits in four groups.
fn recovery_code() -> String {
    let bytes: [u8; 10] = rand::random();
    let text = BASE32_NOPAD.encode(&bytes);
    let groups: Vec<&str> = [0, 4, 8, 12].iter().filter_map(|at| text.get(*at..at + 4)).collect();
    groups.join("-")
}
