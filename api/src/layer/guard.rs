//! Rate limits, counted over all replicas.

use std::time::Duration;

use axum::{
    extract::{Request, State},
    middleware::Next,
    response::{IntoResponse, Response},
};
use shared::limit::{Allowed, Limit};

use super::context::RequestContext;
use crate::{error::ApiError, state::AppState};

const MINUTE: Duration = Duration::from_mins(1);

/// All requests from one address.
pub const PER_ADDRESS: Limit = Limit { name: "address", times: 6_000, window: MINUTE };
/// All requests of one user.
pub const PER_USER: Limit = Limit { name: "user", times: 3_000, window: MINUTE };
/// Sign-ins to one account from one address.
pub const LOGIN: Limit = Limit { name: "login", times: 20, window: Duration::from_mins(5) };
/// Sign-ins from one address to any account.
pub const LOGIN_PER_ADDRESS: Limit = Limit { name: "login-address", times: 100, window: Duration::from_mins(5) };
/// Sign-ins to one account from any address: high enough that nobody can easily lock out its owner.
pub const LOGIN_PER_ACCOUNT: Limit = Limit { name: "login-account", times: 200, window: Duration::from_mins(15) };
/// Emails caused by one address.
pub const MAIL_PER_ADDRESS: Limit = Limit { name: "mail-address", times: 30, window: Duration::from_mins(15) };
/// Password reset links for one account.
pub const RESET: Limit = Limit { name: "reset", times: 5, window: Duration::from_mins(15) };
/// Verification links to one address.
pub const RESEND: Limit = Limit { name: "resend", times: 5, window: Duration::from_mins(15) };
/// Links opened from one address.
pub const LINK: Limit = Limit { name: "link", times: 60, window: Duration::from_mins(5) };
/// Password confirmations of one user.
pub const CONFIRM: Limit = Limit { name: "confirm", times: 20, window: Duration::from_mins(5) };
/// Second-factor codes tried for one account.
pub const SECOND_FACTOR: Limit = Limit { name: "second-factor", times: 10, window: Duration::from_mins(5) };
/// Invitations of one user.
pub const INVITE: Limit = Limit { name: "invite", times: 60, window: Duration::from_mins(60) };
/// Contact messages from one address.
pub const CONTACT: Limit = Limit { name: "contact", times: 5, window: Duration::from_mins(60) };
/// Requests of the demonstration from one address.
pub const DEMO: Limit = Limit { name: "demo", times: 120, window: MINUTE };
/// Exports of one user's data.
pub const EXPORT: Limit = Limit { name: "export", times: 5, window: Duration::from_mins(10) };
/// Pages fetched for one user.
pub const FETCH: Limit = Limit { name: "fetch", times: 20, window: Duration::from_mins(5) };
/// New accounts from one address.
pub const REGISTER: Limit = Limit { name: "register", times: 120, window: Duration::from_mins(10) };
/// Exchanges of refresh tokens from one address.
pub const REFRESH: Limit = Limit { name: "refresh", times: 300, window: MINUTE };

/// Counts a request for `key`.
///
/// # Errors
/// Returns [`ApiError::RateLimited`] if the limit is exceeded.
pub async fn count(state: &AppState, limit: Limit, key: &str) -> Result<(), ApiError> {
    let now_ms = u64::try_from(shared::domain::now().timestamp_millis()).unwrap_or(0);
    match state.limiter.count(limit, key, now_ms).await {
        Allowed::Yes => Ok(()),
        Allowed::After(after) => Err(ApiError::RateLimited(after)),
    }
}

/// Layer that limits every request by its address.
pub(crate) async fn by_address(State(state): State<AppState>, request: Request, next: Next) -> Response {
    if let Some(context) = request.extensions().get::<RequestContext>() {
        let key = context.address.to_string();
        if let Err(error) = count(&state, PER_ADDRESS, &key).await {
            return error.into_response();
        }
    }
    next.run(request).await
}
