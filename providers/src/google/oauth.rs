//! Permission of a Google account by OAuth 2.0 with PKCE.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::{DateTime, TimeDelta, Utc};
use serde::Deserialize;
use serde_json::Value;
use sha2::{Digest, Sha256};
use url::Url;

use crate::{
    call::{Caller, Parsed, Rejection, Request, Response, classify as by_status},
    error::ProviderError,
    provider::Operation,
    secret::Secret,
};

/// Life of an access token that does not name one.
const LIFE: i64 = 3_600;

/// Proof key (RFC 7636) that binds the answer of Google to the browser that asked.
#[derive(Debug, Clone)]
pub struct Pkce {
    /// Secret kept until the code is exchanged.
    pub verifier: Secret,
    /// Digest sent with the first request.
    pub challenge: String,
}

impl Pkce {
    /// Creates a proof key of 32 random bytes from a cryptographic generator.
    #[must_use]
    pub fn new(random: [u8; 32]) -> Self {
        let verifier = URL_SAFE_NO_PAD.encode(random);
        Self { challenge: URL_SAFE_NO_PAD.encode(Sha256::digest(&verifier)), verifier: Secret::new(&verifier) }
    }
}

/// Tokens of an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tokens {
    /// Token for calls.
    pub access: Secret,
    /// When it expires.
    pub expires_at: DateTime<Utc>,
    /// Token to renew it; Google sends it with the first permission only.
    pub refresh: Option<Secret>,
    /// What the user agreed to, which may be less than what was asked for.
    pub scopes: Vec<String>,
}

#[derive(Deserialize)]
struct Granted {
    access_token: String,
    #[serde(default)]
    expires_in: Option<i64>,
    #[serde(default)]
    refresh_token: Option<String>,
    #[serde(default)]
    scope: Option<String>,
}

/// The operator's client at Google.
#[derive(Debug, Clone)]
pub struct OAuthClient {
    client_id: String,
    client_secret: Secret,
    consent: String,
    tokens: String,
}

impl OAuthClient {
    /// Creates a client with Google's addresses.
    #[must_use]
    pub fn new(client_id: &str, client_secret: Secret) -> Self {
        Self {
            client_id: client_id.to_owned(),
            client_secret,
            consent: "https://accounts.google.com/o/oauth2/v2/auth".to_owned(),
            tokens: "https://oauth2.googleapis.com".to_owned(),
        }
    }

    /// Overrides the base address of the token service.
    #[must_use]
    pub fn with_base(mut self, base: &str) -> Self {
        base.clone_into(&mut self.tokens);
        self
    }

    /// Overrides the base address of the page on which the user agrees.
    #[must_use]
    pub fn with_consent_base(mut self, base: &str) -> Self {
        self.consent = format!("{base}/o/oauth2/v2/auth");
        self
    }

    /// Returns the page on which the user agrees. It asks for access without the user being present, and again for
    /// consent, because only then Google sends a refresh token.
    ///
    /// # Errors
    /// Returns [`ProviderError::BadAddress`] if the address of the page is invalid.
    pub fn authorise_url(
        &self, redirect: &str, scopes: &[&str], state: &str, pkce: &Pkce,
    ) -> Result<Url, ProviderError> {
        let url = Url::parse(&self.consent).map_err(|_| ProviderError::BadAddress(self.consent.clone()));
        let mut url = url?;
        url.query_pairs_mut()
            .append_pair("client_id", &self.client_id)
            .append_pair("redirect_uri", redirect)
            .append_pair("response_type", "code")
            .append_pair("scope", &scopes.join(" "))
            .append_pair("state", state)
            .append_pair("code_challenge", &pkce.challenge)
            .append_pair("code_challenge_method", "S256")
            .append_pair("access_type", "offline")
            .append_pair("prompt", "consent");
        Ok(url)
    }

    /// Exchanges the code that Google sent for tokens.
    ///
    /// # Errors
    /// Returns [`ProviderError::ExpiredToken`] for a code that was used or has expired, or another [`ProviderError`].
    pub async fn exchange(
        &self, caller: &Caller, code: &Secret, pkce: &Pkce, redirect: &str,
    ) -> Result<Tokens, ProviderError> {
        let request = self.request("/token")?.form("grant_type", "authorization_code").form("redirect_uri", redirect);
        let request = request.secret_form("code", code).secret_form("code_verifier", &pkce.verifier);
        self.granted(caller, request).await
    }

    /// Renews the access token.
    ///
    /// # Errors
    /// Returns [`ProviderError::ExpiredToken`] if the user withdrew the permission, or another [`ProviderError`].
    pub async fn refresh(&self, caller: &Caller, refresh: &Secret) -> Result<Tokens, ProviderError> {
        let request = self.request("/token")?.form("grant_type", "refresh_token");
        self.granted(caller, request.secret_form("refresh_token", refresh)).await
    }

    /// Withdraws the permission. A token that is no longer valid counts as withdrawn.
    ///
    /// # Errors
    /// Returns a [`ProviderError`] if Google cannot be asked.
    pub async fn revoke(&self, caller: &Caller, token: &Secret) -> Result<(), ProviderError> {
        let request = Request::new(Operation::SEARCH_CONSOLE_TOKEN, reqwest::Method::POST, &self.tokens, "/revoke")?;
        let request = request.secret_form("token", token).private().classify(classify);
        match caller.call(request, |_| Ok(Parsed::fixed(()))).await {
            Ok(_) | Err(ProviderError::ExpiredToken) => Ok(()),
            Err(error) => Err(error),
        }
    }

    fn request(&self, path: &str) -> Result<Request, ProviderError> {
        let request = Request::new(Operation::SEARCH_CONSOLE_TOKEN, reqwest::Method::POST, &self.tokens, path)?;
        let request = request.form("client_id", &self.client_id).secret_form("client_secret", &self.client_secret);
        Ok(request.private().classify(classify))
    }

    async fn granted(&self, caller: &Caller, request: Request) -> Result<Tokens, ProviderError> {
        let called = caller.call(request, |response| response.json::<Granted>().map(Parsed::fixed)).await?;
        let granted = called.value;
        let life = TimeDelta::seconds(granted.expires_in.unwrap_or(LIFE).clamp(0, 86_400));
        Ok(Tokens {
            access: Secret::new(&granted.access_token),
            expires_at: called.call.fetched_at + life,
            refresh: granted.refresh_token.as_deref().map(Secret::new),
            scopes: granted.scope.unwrap_or_default().split_whitespace().map(str::to_owned).collect(),
        })
    }
}

/// Converts an error of the token service (RFC 6749, 5.2).
fn classify(response: &Response) -> Option<Rejection> {
    let rejection = by_status(response)?;
    let body: Value = serde_json::from_slice(&response.body).unwrap_or_default();
    let error = match body.get("error").and_then(Value::as_str) {
        Some("invalid_grant" | "invalid_token") => ProviderError::ExpiredToken,
        Some("invalid_client" | "unauthorized_client") => ProviderError::BadKey,
        Some("access_denied") => ProviderError::Forbidden(response.message()),
        _ => return Some(rejection),
    };
    Some(error.into())
}
