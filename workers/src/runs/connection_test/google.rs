//! Tests access to a Google account. After the consent page, the first test exchanges the code for tokens.

use std::sync::Arc;

use providers::{
    Provider, ProviderError,
    analytics::GoogleAnalytics,
    google::{OAuthClient, Pkce, Session, Tokens},
    search_console::SearchConsole,
};
use serde_json::json;
use shared::vault::Credentials;

use super::{Found, ask::counted};
use crate::collect::provider::{Opened, google};

/// Most properties that are stored.
const MOST: usize = 500;

pub(super) async fn ask(opened: &Opened) -> Result<Found, ProviderError> {
    let oauth = google::oauth(opened);
    let (tokens, credentials) = match opened.credentials.get("code") {
        Some(_) => {
            let tokens = exchange(opened, &oauth).await?;
            let credentials = granted(opened, &tokens)?;
            (Some(tokens), Some(credentials))
        }
        None => (None, None),
    };
    let refresh = credentials.as_ref().unwrap_or(&opened.credentials).get("refresh_token");
    let refresh = providers::Secret::new(refresh.map_or("", |secret| secret.reveal()));
    let session = Session::new(opened.caller.clone(), oauth, refresh);
    let session = match &tokens {
        Some(tokens) => session.with_access(tokens),
        None => session,
    };
    let mut found = properties(opened, session).await?;
    found.credentials = credentials;
    Ok(found)
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

async fn properties(opened: &Opened, session: Session) -> Result<Found, ProviderError> {
    if opened.provider == Provider::GoogleAnalytics {
        return analytics(opened, session).await;
    }
    let console = SearchConsole::new(Arc::new(session)).with_base(opened.base());
    let sites = console.sites().await?.value;
    let readable = sites.into_iter().filter(|site| site.permission_level != "siteUnverifiedUser");
    let sites: Vec<String> = readable.map(|site| site.site_url).take(MOST).collect();
    Ok(Found::new(listed(sites.len()), json!({"properties": sites})))
}

async fn analytics(opened: &Opened, session: Session) -> Result<Found, ProviderError> {
    let client = GoogleAnalytics::new(Arc::new(session));
    // Google lists properties at another address than it reports on them.
    let client = match &opened.connection.base_url {
        Some(base) => client.with_base(base),
        None => client,
    };
    let mut properties = client.properties().await?;
    properties.truncate(MOST);
    Ok(Found::new(listed(properties.len()), json!({"properties": properties})))
}

fn listed(count: usize) -> String {
    format!("The account has {}.", counted(count, "property", "properties"))
}
