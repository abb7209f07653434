//! Signs in with email address and password.

use axum::{extract::State, http::HeaderMap, response::Response};
use serde::Deserialize;
use serde_json::json;
use shared::store::{audit::Action, user};

use super::{
    check::normal_email,
    finish::{SignInAnswer, finish},
};
use crate::{
    auth::{
        device::{self, Sender},
        session,
    },
    error::{ApiError, Result},
    extract::{Json, RequestContext},
    layer::guard,
    state::AppState,
};

/// The sign-in form.
#[derive(Deserialize, utoipa::ToSchema)]
#[schema(as = Credentials)]
pub struct Body {
    email: String,
    #[schema(format = Password)]
    password: String,
}

/// Sign in with a password.
///
/// Response and timing do not reveal whether the account exists.
#[utoipa::path(
    post, path = "/api/auth/login", tag = "auth", security(()), request_body = Body,
    responses((status = 200, body = SignInAnswer))
)]
pub async fn handler(
    State(state): State<AppState>, context: RequestContext, headers: HeaderMap, Json(body): Json<Body>,
) -> Result<Response> {
    let email = normal_email(&body.email);
    let user = user::find_by_email(&state.db, &email).await?;
    let sender = device::sender(&state, user.as_ref().map(|user| user.id), &headers, &context).await?;
    throttle(&state, &sender, &email, &context.network()).await?;
    let hash = user.as_ref().and_then(|user| user.password_hash.clone());
    let is_right = state.passwords.check(body.password, hash).await?;
    let mut tx = state.db.begin().await?;
    match user {
        Some(user) if is_right => finish(&state, tx, user, &context, "password").await,
        user => {
            let user_id = user.map(|user| user.id);
            session::note(&mut tx, user_id, Action::SignInRefused, &context, json!({})).await?;
            tx.commit().await?;
            Err(ApiError::InvalidCredentials)
        }
    }
}

/// Counts the attempt. A known browser counts by itself, so neither an attack on the account nor other clients of its
/// address lock it out; a known address is spared the attacks of strangers.
async fn throttle(state: &AppState, sender: &Sender, email: &str, network: &str) -> Result<()> {
    if let Sender::Device(id) = sender {
        return guard::count(state, guard::LOGIN_PER_DEVICE, id).await;
    }
    guard::count(state, guard::LOGIN_PER_ADDRESS, network).await?;
    guard::count(state, guard::LOGIN, &format!("{network} {email}")).await?;
    match sender {
        Sender::Stranger => guard::count(state, guard::LOGIN_PER_ACCOUNT, email).await,
        Sender::Address | Sender::Device(_) => Ok(()),
    }
}
