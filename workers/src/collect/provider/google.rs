//! Access to the Google account of a connection.

use providers::google::{OAuthClient, Session};

use super::Opened;

/// Returns the client that gets tokens for a connection.
pub(crate) fn oauth(opened: &Opened) -> OAuthClient {
    let text = |name: &str| opened.credentials.get(name).map(|secret| secret.reveal().to_owned());
    let client = OAuthClient::new(&text("client_id").unwrap_or_default(), opened.secret("client_secret"));
    match text("token_url") {
        Some(base) => client.with_base(&base),
        None => client,
    }
}

/// Returns a session of the stored refresh token.
pub(crate) fn session(opened: &Opened) -> Session {
    Session::new(opened.caller.clone(), oauth(opened), opened.secret("refresh_token"))
}
