//! Tests the access of a connection. After Google's consent page, the first test exchanges the code for tokens.

use std::sync::Arc;

use providers::{
    ProviderError,
    google::{OAuthClient, Pkce, Session, Tokens},
};
use shared::vault::Credentials;

use super::Found;
use crate::collect::provider::{Opened, google};

pub(super) async fn ask(opened: &Opened) -> Result<Found, ProviderError> {
    let mut access = opened.access();
    let mut credentials = None;
    if opened.credentials.get("code").is_some() {
        let oauth = google::oauth(opened);
        let tokens = exchange(opened, &oauth).await?;
        let granted = granted(opened, &tokens)?;
        let refresh = tokens.refresh.clone().unwrap_or_default();
        access.session = Some(Arc::new(Session::new(opened.caller.clone(), oauth, refresh).with_access(&tokens)));
        credentials = Some(granted);
    }
    Ok(Found { credentials, ..opened.provider.test(&access).await?.into() })
}

async fn exchange(opened: &Opened, oauth: &OAuthClient) -> Result<Tokens, ProviderError> {
    let pkce = Pkce { verifier: opened.secret("verifier"), challenge: String::new() };
    let redirect = opened.secret("redirect_url");
    oauth.exchange(&opened.caller, &opened.secret("code"), &pkce, redirect.expose()).await
}

/// Returns the credentials to store: the refresh token in place of the code.
fn granted(opened: &Opened, tokens: &Tokens) -> Result<Credentials, ProviderError> {
    let missing =
        || ProviderError::Forbidden("Google sent no lasting permission. Connect the account again".to_owned());
    let refresh = tokens.refresh.as_ref().ok_or_else(missing)?;
    let mut credentials = opened.credentials.clone();
    for used in ["code", "verifier", "redirect_url"] {
        credentials.remove(used);
    }
    credentials.set("refresh_token", refresh.expose().to_owned());
    Ok(credentials)
}
