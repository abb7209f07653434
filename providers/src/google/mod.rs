//! Google accounts: permission by OAuth 2.0, access tokens, and the errors of Google's APIs.

mod errors;
mod oauth;
#[cfg(test)]
pub(crate) mod recorded;
mod session;
#[cfg(test)]
mod tests;

pub use self::{
    errors::classify,
    oauth::{OAuthClient, Pkce, Tokens},
    session::Session,
};

/// Read access to Search Console.
pub const SCOPE_SEARCH_CONSOLE: &str = "https://www.googleapis.com/auth/webmasters.readonly";
/// Read access to Google Analytics.
pub const SCOPE_ANALYTICS: &str = "https://www.googleapis.com/auth/analytics.readonly";
