//! OAuth 2.1 for assistants: they register themselves, a user allows them in the browser, and they exchange a code for
//! tokens that work at `/mcp` only.
//!
//! Follows the authorization of the Model Context Protocol (2025-06-18): metadata (RFC 8414, RFC 9728), registration (RFC 7591),
//! PKCE with S256 (RFC 7636), resource indicators (RFC 8707), the issuer in the answer (RFC 9207) and revocation (RFC 7009).
//! Clients are public, so a refresh token works once.

pub mod authorization;
pub mod client;
mod failure;
mod metadata;
mod register;
mod revoke;
mod token;

use axum::{
    Router,
    http::{HeaderMap, header},
    routing::{get, post},
};
use chrono::Duration;
use shared::config::ApiSettings;
use url::Url;

use crate::state::AppState;

/// Prefix of the access tokens of assistants.
pub const ACCESS_PREFIX: &str = "mla_";
/// Path of the tools: what the tokens are for.
pub const RESOURCE_PATH: &str = "/mcp";
/// Lifetime of a code.
pub const CODE: Duration = Duration::minutes(5);
/// Lifetime of an access token.
const ACCESS: Duration = Duration::hours(1);
/// Lifetime of an unused refresh token.
const REFRESH: Duration = Duration::days(60);

/// Whether assistants may call this path from pages of other websites. No cookie counts there.
#[must_use]
pub fn is_open(path: &str) -> bool {
    path.starts_with("/.well-known/oauth-")
        || matches!(path, RESOURCE_PATH | "/oauth/register" | "/oauth/token" | "/oauth/revoke")
}

/// Routes that assistants call without a signed-in user.
pub(crate) fn router() -> Router<AppState> {
    Router::new()
        .route("/.well-known/oauth-protected-resource", get(metadata::resource))
        .route("/.well-known/oauth-protected-resource/mcp", get(metadata::resource))
        .route("/.well-known/oauth-authorization-server", get(metadata::server))
        .route("/oauth/register", post(register::handler))
        .route("/oauth/token", post(token::handler))
        .route("/oauth/revoke", post(revoke::handler))
}

/// URL of this server as the request names it, without a path. Its host was checked, so it is one of ours.
#[must_use]
pub fn base(settings: &ApiSettings, headers: &HeaderMap) -> String {
    let public = settings.public_url.trim_end_matches('/');
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let named = host.zip(Url::parse(public).ok()).map(|(host, url)| format!("{}://{host}", url.scheme()));
    named.unwrap_or_else(|| public.to_owned())
}

/// Whether `resource` names the tools of this server.
fn is_ours(resource: &str, base: &str) -> bool {
    let path = resource.strip_prefix(base);
    matches!(path, Some("" | "/" | RESOURCE_PATH | "/mcp/"))
}
