//! Sign-in with an identity provider: OpenID Connect's code flow with PKCE, state and nonce. Google is the default; any
//! issuer can be configured.
//!
//! Sources: OpenID Connect Core 1.0 (sections 3.1.2 and 3.1.3), Discovery 1.0 (section 4), RFC 7636 (PKCE).

mod http;
mod id_token;
mod ticket;

pub use id_token::Identity;
pub use ticket::{LIFETIME_SECONDS, Ticket};

use std::time::{Duration, Instant};

use axum::http::StatusCode;
use net::addresses::AddressGuard;
use serde::Deserialize;
use shared::config::IssuerSettings;
use tokio::sync::Mutex;
use url::Url;

use http::Http;

/// Cache time of the issuer's discovery document.
const FRESH: Duration = Duration::from_mins(10);

/// Reason why a provider sign-in failed. The texts are for users.
#[derive(Debug, thiserror::Error)]
pub enum IssuerError {
    /// The provider cannot be reached, or its address is not allowed.
    #[error("The identity provider is not reachable. Try again, or sign in with your password.")]
    Unreachable(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The provider's response is invalid.
    #[error("The identity provider returned an invalid response ({0}). Try again, or sign in with your password.")]
    Nonsense(&'static str),
    /// The provider rejected the code: it was used before or has expired.
    #[error("The sign-in has expired. Start again.")]
    Refused,
    /// The token does not belong to this sign-in.
    #[error("The sign-in is inconsistent. Start again.")]
    Mismatch,
}

/// Discovery document of an issuer.
#[derive(Debug, Clone, Deserialize)]
struct Discovery {
    issuer: String,
    authorization_endpoint: Url,
    token_endpoint: Url,
    jwks_uri: Url,
    #[serde(default)]
    token_endpoint_auth_methods_supported: Vec<String>,
}

/// An identity provider.
#[derive(Debug)]
pub struct Issuer {
    settings: IssuerSettings,
    http: Http,
    known: Mutex<Option<(Instant, Discovery)>>,
}

#[derive(Deserialize)]
struct TokenAnswer {
    id_token: String,
}

impl Issuer {
    /// Creates a provider from the settings without any request.
    #[must_use]
    pub fn new(settings: IssuerSettings, guard: AddressGuard) -> Self {
        Self { settings, http: Http::new(guard), known: Mutex::default() }
    }

    /// Issuer URL, which identifies its users.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.settings.url
    }

    /// Returns the URL at which the browser signs in.
    ///
    /// # Errors
    /// Returns an error if the provider does not respond, or its response is invalid.
    pub async fn authorization_url(&self, ticket: &Ticket, back: &str) -> Result<Url, IssuerError> {
        let mut url = self.discovery().await?.authorization_endpoint;
        url.query_pairs_mut()
            .append_pair("response_type", "code")
            .append_pair("client_id", &self.settings.client_id)
            .append_pair("redirect_uri", back)
            .append_pair("scope", "openid email profile")
            .append_pair("state", ticket.state())
            .append_pair("nonce", ticket.nonce())
            .append_pair("code_challenge", &ticket.challenge())
            .append_pair("code_challenge_method", "S256");
        Ok(url)
    }

    /// Exchanges `code` for the identity of the user.
    ///
    /// # Errors
    /// Returns an [`IssuerError`] with the reason of the failure.
    pub async fn identify(&self, code: &str, ticket: &Ticket, back: &str) -> Result<Identity, IssuerError> {
        let discovery = self.discovery().await?;
        let answer = self.exchange(&discovery, code, ticket, back).await?;
        let keys = self.http.get(&discovery.jwks_uri).await?;
        id_token::read(&answer.id_token, &keys, &discovery.issuer, &self.settings.client_id, ticket.nonce())
    }

    async fn exchange(
        &self, discovery: &Discovery, code: &str, ticket: &Ticket, back: &str,
    ) -> Result<TokenAnswer, IssuerError> {
        let id = self.settings.client_id.as_str();
        let secret = self.settings.client_secret.as_ref().map(|secret| secret.reveal());
        let mut form = vec![
            ("grant_type", "authorization_code"),
            ("code", code),
            ("redirect_uri", back),
            ("code_verifier", ticket.verifier()),
        ];
        // Uses the header unless the provider requires the form: Core, section 9.
        let by_form = discovery.token_endpoint_auth_methods_supported.iter().any(|way| way == "client_secret_post");
        let basic = secret.filter(|_| !by_form).map(|secret| (id, secret));
        if basic.is_none() {
            form.push(("client_id", id));
            form.extend(secret.map(|secret| ("client_secret", secret)));
        }
        let (status, body) = self.http.post(&discovery.token_endpoint, &form, basic).await?;
        match status {
            StatusCode::OK => serde_json::from_slice(&body).map_err(|_| IssuerError::Nonsense("no token")),
            status if status.is_client_error() => Err(IssuerError::Refused),
            status => Err(IssuerError::Unreachable(format!("the token endpoint answered {status}").into())),
        }
    }

    /// Returns the discovery document, refreshed periodically.
    async fn discovery(&self) -> Result<Discovery, IssuerError> {
        let mut known = self.known.lock().await;
        if let Some((_, discovery)) = known.as_ref().filter(|(at, _)| at.elapsed() < FRESH) {
            return Ok(discovery.clone());
        }
        let address = format!("{}/.well-known/openid-configuration", self.settings.url);
        let address = Url::parse(&address).map_err(|error| IssuerError::Unreachable(error.into()))?;
        let discovery: Discovery = self.http.get(&address).await?;
        if discovery.issuer.trim_end_matches('/') != self.settings.url {
            return Err(IssuerError::Nonsense("it says that it is another"));
        }
        *known = Some((Instant::now(), discovery.clone()));
        Ok(discovery)
    }
}
