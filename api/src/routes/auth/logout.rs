//! Signs out: ends the sessions of the token and the cookie, and clears the cookie. Idempotent.

use axum::{
    extract::State,
    http::{HeaderMap, header},
    response::{IntoResponse, Response},
};
use shared::store::audit::Action;

use super::answer::Done;
use crate::{
    auth::{cookie, origin, session, token},
    error::{ApiError, Result},
    extract::{Caller, Json, RequestContext, Success},
    state::AppState,
};

/// Sign out.
#[utoipa::path(post, path = "/api/auth/logout", tag = "auth", responses((status = 200, body = Done)))]
pub async fn handler(State(state): State<AppState>, context: RequestContext, headers: HeaderMap) -> Result<Response> {
    // An expired token still identifies the session to end.
    let claims = Caller::bearer(&headers).and_then(|text| token::read_signature(&state, text).ok());
    if let Some(claims) = claims {
        session::end(&state, claims.sub, claims.session, Action::SignedOut, &context).await?;
    } else if cookie::read(&headers).is_some()
        && origin::of(&headers, &state.settings.public_url) != origin::Origin::Own
    {
        return Err(ApiError::ForeignOrigin);
    }
    end_by_cookie(&state, &context, &headers).await
}

/// Ends the cookie's session, if any, and clears the cookie.
pub(super) async fn end_by_cookie(state: &AppState, context: &RequestContext, headers: &HeaderMap) -> Result<Response> {
    match Caller::by_cookie(state, headers).await {
        Ok(caller) => {
            if let Some(session_id) = caller.session_id {
                session::end(state, caller.user_id, session_id, Action::SignedOut, context).await?;
            }
        }
        Err(ApiError::NotAuthenticated) => {}
        Err(error) => return Err(error),
    }
    Ok(([(header::SET_COOKIE, cookie::clear(state))], Json(Done { success: Success })).into_response())
}
