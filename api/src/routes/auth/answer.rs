//! What sign-ins answer.

use axum::{
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::Serialize;
use shared::domain::user::User;

use crate::{
    auth::{
        cookie,
        session::{Begun, Tokens},
    },
    error::Result,
    extract::{Json, Success},
    routes::user::view::UserView,
    state::AppState,
};

/// A sign-in.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SignedIn {
    success: Success,
    message: &'static str,
    data: SignedInData,
    user: UserView,
}

/// The user with what to go on with.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SignedInData {
    user: UserView,
    tokens: TokenPair,
    /// The same as `tokens.accessToken`.
    token: String,
}

/// Data to continue with.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TokenPair {
    /// For calls: holds fifteen minutes.
    access_token: String,
    /// For the next pair: holds until it is used, at most thirty days.
    refresh_token: String,
}

/// The user.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct CurrentUser {
    success: Success,
    data: CurrentUserData,
    user: UserView,
}

/// The user, where some clients look for it.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct CurrentUserData {
    user: UserView,
}

/// Acknowledgement of a request.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Done {
    pub success: Success,
}

/// Done, with a sentence for the user.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Told {
    success: Success,
    message: &'static str,
}

impl Told {
    /// The answer with this sentence.
    #[must_use]
    pub const fn new(message: &'static str) -> Json<Self> {
        Json(Self { success: Success, message })
    }
}

impl From<Tokens> for TokenPair {
    fn from(tokens: Tokens) -> Self {
        Self { access_token: tokens.access, refresh_token: tokens.refresh }
    }
}

impl TokenPair {
    /// The one for calls.
    #[must_use]
    pub fn access_token(&self) -> &str {
        &self.access_token
    }
}

impl CurrentUser {
    /// The answer for a user.
    #[must_use]
    pub fn new(user: UserView) -> Self {
        Self { success: Success, data: CurrentUserData { user: user.clone() }, user }
    }
}

/// The answer to a sign-in, with its cookie.
///
/// # Errors
/// Those of the database.
pub async fn signed_in(
    state: &AppState, status: StatusCode, message: &'static str, user: User, begun: Begun,
) -> Result<Response> {
    let user = UserView::of(&state.db, user, shared::domain::now()).await?;
    let cookie = cookie::set(state, &begun.cookie);
    let tokens = TokenPair::from(begun.tokens);
    let token = tokens.access_token.clone();
    let data = SignedInData { user: user.clone(), tokens, token };
    let body = SignedIn { success: Success, message, data, user };
    Ok((status, [(header::SET_COOKIE, cookie)], Json(body)).into_response())
}
