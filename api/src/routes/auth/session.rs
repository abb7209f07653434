//! Returns the user signed in with the session cookie.

use axum::{
    extract::State,
    http::{HeaderMap, header},
    response::{IntoResponse, Response},
};
use serde::Serialize;
use shared::store::user;

use super::answer::CurrentUser;
use crate::{
    auth::{cookie, session},
    error::{ApiError, Result},
    extract::{CookieCaller, Json, RequestContext},
    routes::user::view::UserView,
    state::AppState,
};

/// The user of the session cookie, or no user.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(untagged)]
#[schema(as = CurrentSession)]
pub enum Answer {
    /// A signed-in user.
    SignedIn(Box<CurrentUser>),
    /// A visitor.
    Visitor(Box<NoSession>),
}

/// Response to a visitor: no user.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct NoSession {
    /// `false`: not signed in.
    success: bool,
    /// Always `null`.
    user: Option<UserView>,
}

/// Get the user of the session cookie.
///
/// Without a cookie the response is `{"success": false, "user": null}`: a visitor is no error. An invalid cookie returns
/// 401.
#[utoipa::path(
    get, path = "/api/auth/session", tag = "auth", security((), ("cookie" = [])),
    responses((status = 200, body = Answer, description = "The user; without a cookie `success` is `false` and `user` is `null`."))
)]
pub async fn handler(
    State(state): State<AppState>, context: RequestContext, headers: HeaderMap,
    caller: std::result::Result<CookieCaller, ApiError>,
) -> Result<Response> {
    if cookie::read(&headers).is_none() {
        return Ok(Json(Answer::Visitor(Box::new(NoSession { success: false, user: None }))).into_response());
    }
    let CookieCaller(caller) = caller?;
    if let Some(session_id) = caller.session_id {
        session::seen(&state, session_id, &context).await?;
    }
    let user = user::find(&state.db, caller.user_id).await?.ok_or(ApiError::NotAuthenticated)?;
    let user = UserView::of(&state.db, user, shared::domain::now()).await?;
    let mut response = Json(Answer::SignedIn(Box::new(CurrentUser::new(user)))).into_response();
    // The session was extended, so its cookie is extended too.
    if let Some(token) = cookie::read(&headers) {
        response.headers_mut().append(header::SET_COOKIE, cookie::set(&state, token));
    }
    Ok(response)
}
