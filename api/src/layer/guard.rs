//! Rate limits, counted over all replicas. An address means the client's network: its IPv4 address, or the /64 of its
//! IPv6 address.

use std::time::Duration;

use axum::{
    extract::{Request, State},
    middleware::Next,
    response::{IntoResponse, Response},
};
use shared::{
    config::ClientLimits,
    limit::{Allowed, Limit},
};
use uuid::Uuid;

use super::context::RequestContext;
use crate::{error::ApiError, state::AppState};

const MINUTE: Duration = Duration::from_mins(1);

/// Sign-ins to one account from one address.
pub const LOGIN: Limit = Limit { name: "login", times: 20, window: Duration::from_mins(5) };
/// Sign-ins from one address to any account.
pub const LOGIN_PER_ADDRESS: Limit = Limit { name: "login-address", times: 100, window: Duration::from_mins(5) };
/// Sign-ins to one account from browsers and addresses that have never signed in to it.
pub const LOGIN_PER_ACCOUNT: Limit = Limit { name: "login-account", times: 100, window: Duration::from_mins(15) };
/// Sign-ins to one account from one browser that has signed in to it before.
pub const LOGIN_PER_DEVICE: Limit = Limit { name: "login-device", times: 20, window: Duration::from_mins(5) };
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

/// Counts a request of a user, by the installation's limit.
///
/// # Errors
/// Returns [`ApiError::RateLimited`] if the limit is exceeded.
pub async fn count_user(state: &AppState, user_id: Uuid) -> Result<(), ApiError> {
    let times = state.settings.limits.requests_per_user;
    count(state, Limit { name: "user", times, window: MINUTE }, &user_id.to_string()).await
}

/// Limit of beacon reports of one address. Many people may share one: a company, or a telephone network.
#[must_use]
pub const fn beacon(limits: &ClientLimits) -> Limit {
    Limit { name: "beacon", times: limits.beacons_per_address, window: MINUTE }
}

/// Layer that limits every request by its address.
pub(crate) async fn by_address(State(state): State<AppState>, request: Request, next: Next) -> Response {
    if let Some(context) = request.extensions().get::<RequestContext>() {
        let times = state.settings.limits.requests_per_address;
        let limit = Limit { name: "address", times, window: MINUTE };
        if let Err(error) = count(&state, limit, &context.network()).await {
            return error.into_response();
        }
    }
    next.run(request).await
}
