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

/// A rate limit whose maximum may be a setting.
#[derive(Debug, Clone, Copy)]
pub struct Rule {
    name: &'static str,
    times: fn(&ClientLimits) -> u32,
    window: Duration,
}

impl Rule {
    const fn new(name: &'static str, times: fn(&ClientLimits) -> u32, window: Duration) -> Self {
        Self { name, times, window }
    }
}

/// Sign-ins to one account from one address.
pub const LOGIN: Rule = Rule::new("login", |limits| limits.sign_ins_per_browser, Duration::from_mins(5));
/// Sign-ins from one address to any account.
pub const LOGIN_PER_ADDRESS: Rule =
    Rule::new("login-address", |limits| limits.sign_ins_per_address, Duration::from_mins(5));
/// Sign-ins to one account from browsers and addresses that have never signed in to it.
pub const LOGIN_PER_ACCOUNT: Rule =
    Rule::new("login-account", |limits| limits.sign_ins_per_account, Duration::from_mins(15));
/// Sign-ins to one account from one browser that has signed in to it before.
pub const LOGIN_PER_DEVICE: Rule =
    Rule::new("login-device", |limits| limits.sign_ins_per_browser, Duration::from_mins(5));
/// Emails caused by one address.
pub const MAIL_PER_ADDRESS: Rule =
    Rule::new("mail-address", |limits| limits.emails_per_address, Duration::from_mins(15));
/// Password reset links for one account.
pub const RESET: Rule = Rule::new("reset", |limits| limits.emails_per_recipient, Duration::from_mins(15));
/// Verification links to one address.
pub const RESEND: Rule = Rule::new("resend", |limits| limits.emails_per_recipient, Duration::from_mins(15));
/// Links opened from one address.
pub const LINK: Rule = Rule::new("link", |limits| limits.links_per_address, Duration::from_mins(5));
/// Password confirmations of one user.
pub const CONFIRM: Rule = Rule::new("confirm", |_| 20, Duration::from_mins(5));
/// Second-factor codes tried for one account. Not a setting, because it protects short codes.
pub const SECOND_FACTOR: Rule = Rule::new("second-factor", |_| 10, Duration::from_mins(5));
/// Invitations of one user.
pub const INVITE: Rule = Rule::new("invite", |limits| limits.invitations_per_user, Duration::from_mins(60));
/// Digests that one user sends to themselves.
pub const DIGEST: Rule = Rule::new("digest", |_| 10, Duration::from_mins(60));
/// Contact messages from one address.
pub const CONTACT: Rule = Rule::new("contact", |_| 5, Duration::from_mins(60));
/// Requests of the demonstration from one address.
pub const DEMO: Rule = Rule::new("demo", |_| 120, MINUTE);
/// Exports of one user's data.
pub const EXPORT: Rule = Rule::new("export", |_| 5, Duration::from_mins(10));
/// Pages fetched for one user.
pub const FETCH: Rule = Rule::new("fetch", |_| 20, Duration::from_mins(5));
/// New accounts from one address.
pub const REGISTER: Rule = Rule::new("register", |limits| limits.registrations_per_address, Duration::from_mins(10));
/// Exchanges of refresh tokens from one address.
pub const REFRESH: Rule = Rule::new("refresh", |limits| limits.refreshes_per_address, MINUTE);
/// Beacon reports of one address. Many people may share one: a company, or a telephone network.
pub const BEACON: Rule = Rule::new("beacon", |limits| limits.beacons_per_address, MINUTE);
/// Forms sent from one address to one form.
pub const FORM: Rule = Rule::new("form", |_| 10, MINUTE);
/// Reports to one source of leads: forms of all visitors, or calls.
pub const LEAD_SOURCE: Rule = Rule::new("lead-source", |_| 600, MINUTE);
/// Emails of one invoice.
pub const INVOICE_EMAIL: Rule = Rule::new("invoice-email", |_| 3, Duration::from_mins(60));
/// Issues of reports made in one workspace.
pub const REPORT: Rule = Rule::new("report", |_| 60, Duration::from_mins(60));
/// Times that one report is emailed by hand.
pub const REPORT_EMAIL: Rule = Rule::new("report-email", |_| 5, Duration::from_mins(60));
/// Requests of one user.
const USER: Rule = Rule::new("user", |limits| limits.requests_per_user, MINUTE);
/// Requests of one address.
const ADDRESS: Rule = Rule::new("address", |limits| limits.requests_per_address, MINUTE);

/// Counts a request for `key`.
///
/// # Errors
/// Returns [`ApiError::RateLimited`] if the limit is exceeded.
pub async fn count(state: &AppState, rule: Rule, key: &str) -> Result<(), ApiError> {
    let now_ms = u64::try_from((state.limiter_clock)().timestamp_millis()).unwrap_or(0);
    let limit = Limit { name: rule.name, times: (rule.times)(&state.settings.limits), window: rule.window };
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
    count(state, USER, &user_id.to_string()).await
}

/// Layer that limits every request by its address.
pub(crate) async fn by_address(State(state): State<AppState>, request: Request, next: Next) -> Response {
    if let Some(context) = request.extensions().get::<RequestContext>()
        && let Err(error) = count(&state, ADDRESS, &context.network()).await
    {
        return error.into_response();
    }
    next.run(request).await
}
