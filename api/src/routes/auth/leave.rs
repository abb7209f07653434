//! Ends the cookie's session: what the app asks for after it has signed out.

use axum::{extract::State, http::HeaderMap, response::Response};

use super::{answer::Done, logout::end_by_cookie};
use crate::{
    auth::origin::{self, Origin},
    error::{ApiError, Result},
    extract::RequestContext,
    state::AppState,
};

/// End the cookie session.
#[utoipa::path(
    get, path = "/api/logout", tag = "auth", security(("cookie" = [])), responses((status = 200, body = Done))
)]
pub async fn handler(State(state): State<AppState>, context: RequestContext, headers: HeaderMap) -> Result<Response> {
    // Browsers say nothing of where a plain GET comes from unless the address is safe (TLS or this machine).
    if origin::of(&headers, &state.settings.public_url) == Origin::Foreign {
        return Err(ApiError::ForeignOrigin);
    }
    end_by_cookie(&state, &context, &headers).await
}
