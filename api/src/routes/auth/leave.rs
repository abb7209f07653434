//! Ends the cookie's session; the app calls it after signing out.

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
    // Browsers send no origin with a plain GET unless the address is safe (TLS or this machine).
    if origin::of(&headers, &state.settings.public_url) == Origin::Foreign {
        return Err(ApiError::ForeignOrigin);
    }
    end_by_cookie(&state, &context, &headers).await
}
