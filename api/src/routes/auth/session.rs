//! Whose session the cookie is.

use axum::{
    extract::State,
    http::{HeaderMap, header},
    response::{IntoResponse, Response},
};
use shared::store::user;

use super::answer::CurrentUser;
use crate::{
    auth::{cookie, session},
    error::{ApiError, Result},
    extract::{CookieCaller, Json, RequestContext},
    routes::user::view::UserView,
    state::AppState,
};

/// Get the user of the session cookie.
#[utoipa::path(
    get, path = "/api/auth/session", tag = "auth", security(("cookie" = [])),
    responses((status = 200, body = CurrentUser))
)]
pub async fn handler(
    State(state): State<AppState>, context: RequestContext, CookieCaller(caller): CookieCaller, headers: HeaderMap,
) -> Result<Response> {
    if let Some(session_id) = caller.session_id {
        session::seen(&state, session_id, &context).await?;
    }
    let user = user::find(&state.db, caller.user_id).await?.ok_or(ApiError::NotAuthenticated)?;
    let user = UserView::of(&state.db, user, shared::domain::now()).await?;
    let mut response = Json(CurrentUser::new(user)).into_response();
    // The session's end was put off, so the cookie's is too.
    if let Some(token) = cookie::read(&headers) {
        response.headers_mut().append(header::SET_COOKIE, cookie::set(&state, token));
    }
    Ok(response)
}
