//! Responses of sign-ins.

use axum::{
    http::{StatusCode, header},
    response::{AppendHeaders, IntoResponse, Response},
};
use serde::Serialize;
use shared::domain::user::User;

use crate::{
    auth::{
        cookie, device,
        session::{Begun, Tokens},
    },
    error::Result,
    extract::{Json, Success},
    routes::user::view::UserView,
    state::AppState,
};

/// Response of a successful sign-in.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SignedIn {
    success: Success,
    message: &'static str,
    data: SignedInData,
    user: UserView,
}

/// The user and tokens.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SignedInData {
    user: UserView,
    tokens: TokenPair,
    /// Same as `tokens.accessToken`.
    token: String,
}

/// Access token and refresh token.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TokenPair {
    /// Access token, valid for 15 minutes.
    access_token: String,
    /// Single-use refresh token, valid for at most 30 days.
    refresh_token: String,
}

/// Response with the signed-in user.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct CurrentUser {
    success: Success,
    data: CurrentUserData,
    user: UserView,
}

/// Compatibility field with the user.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct CurrentUserData {
    user: UserView,
}

/// Acknowledgement of a request.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Done {
    pub success: Success,
}

/// Acknowledgement with a message for the user.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Told {
    success: Success,
    message: &'static str,
}

impl Told {
    /// Returns the response with this message.
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
    /// Returns the access token.
    #[must_use]
    pub fn access_token(&self) -> &str {
        &self.access_token
    }
}

impl CurrentUser {
    /// Returns the response for a user.
    #[must_use]
    pub fn new(user: UserView) -> Self {
        Self { success: Success, data: CurrentUserData { user: user.clone() }, user }
    }
}

/// Builds the response of a sign-in, with its cookies: the session's, and the mark of a known browser.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn signed_in(
    state: &AppState, status: StatusCode, message: &'static str, user: User, begun: Begun,
) -> Result<Response> {
    let device = cookie::set_device(state, &device::issue(state, user.id));
    let user = UserView::of(&state.db, user, shared::domain::now()).await?;
    let cookies = [cookie::set(state, &begun.cookie), device].map(|cookie| (header::SET_COOKIE, cookie));
    let tokens = TokenPair::from(begun.tokens);
    let token = tokens.access_token.clone();
    let data = SignedInData { user: user.clone(), tokens, token };
    let body = SignedIn { success: Success, message, data, user };
    Ok((status, AppendHeaders(cookies), Json(body)).into_response())
}
