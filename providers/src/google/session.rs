//! Access to an account: the token is renewed when it is about to expire, and once if it is refused.

use chrono::{DateTime, TimeDelta, Utc};
use tokio::sync::Mutex;

use super::{OAuthClient, Tokens};
use crate::{
    call::{Called, Caller, Parsed, Request, Response},
    error::ProviderError,
    provider::Credentials,
    secret::Secret,
};

/// An access token is renewed this long before it expires.
const MARGIN: TimeDelta = TimeDelta::seconds(120);

/// Access to a Google account.
#[derive(Debug)]
pub struct Session {
    caller: Caller,
    oauth: OAuthClient,
    refresh: Secret,
    access: Mutex<Option<(Secret, DateTime<Utc>)>>,
}

impl Session {
    /// Creates a session of a stored refresh token.
    #[must_use]
    pub fn new(caller: Caller, oauth: OAuthClient, refresh: Secret) -> Self {
        Self { caller, oauth, refresh, access: Mutex::new(None) }
    }

    /// Starts with a stored access token, if it is still valid.
    #[must_use]
    pub fn with_access(mut self, tokens: &Tokens) -> Self {
        self.access = Mutex::new(Some((tokens.access.clone(), tokens.expires_at)));
        self
    }

    /// Returns the caller.
    #[must_use]
    pub const fn caller(&self) -> &Caller {
        &self.caller
    }

    /// Returns the current access token and when it expires, to store them.
    pub async fn access(&self) -> Option<(Secret, DateTime<Utc>)> {
        self.access.lock().await.clone()
    }

    /// Makes a call with an access token. If Google refuses the token, it is renewed once.
    ///
    /// # Errors
    /// Returns [`ProviderError::ExpiredToken`] if a new token is refused too, or another [`ProviderError`].
    pub async fn call<T>(
        &self, request: Request, parse: impl Fn(&Response) -> Result<Parsed<T>, ProviderError>,
    ) -> Result<Called<T>, ProviderError> {
        let token = self.token(None).await?;
        let first = self.caller.call(request.clone().authorization(&token), &parse).await;
        if first.as_ref().err() != Some(&ProviderError::BadKey) {
            return first;
        }
        let renewed = self.token(Some(&token)).await?;
        match self.caller.call(request.authorization(&renewed), parse).await {
            Err(ProviderError::BadKey) => Err(ProviderError::ExpiredToken),
            other => other,
        }
    }

    /// Returns a valid token other than the refused one. Concurrent calls renew it once.
    async fn token(&self, refused: Option<&Credentials>) -> Result<Credentials, ProviderError> {
        let mut access = self.access.lock().await;
        if let Some((token, expires_at)) = &*access {
            let token = Credentials::AccessToken(token.clone());
            if *expires_at - MARGIN > self.caller.clock().now() && refused != Some(&token) {
                return Ok(token);
            }
        }
        let tokens = self.oauth.refresh(&self.caller, &self.refresh).await?;
        *access = Some((tokens.access.clone(), tokens.expires_at));
        Ok(Credentials::AccessToken(tokens.access))
    }
}
