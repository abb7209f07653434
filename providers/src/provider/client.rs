//! What each provider implements, and what it gets to call its service.

use std::{future::Future, sync::Arc};

use serde_json::{Value, json};

use super::{Credentials, PriceBook, Profile};
use crate::{call::Caller, error::ProviderError, google::Session};

/// A provider: one file implements it, and `providers!` in this module's parent lists it.
///
/// A client makes requests ([`crate::call::Request`]), which state the most that they can cost, whether the cache may
/// answer them and how errors are recognised, and passes them with their parser to the one [`Caller`] of its access. The
/// caller keeps the budget, rate limit and cache, retries, and records evidence and costs: no client does so itself.
pub trait ProviderClient {
    /// Client with a function for each operation.
    type Client;

    /// Name, credentials, address, capabilities and rate limit.
    const PROFILE: Profile;

    /// Creates the client.
    ///
    /// # Errors
    /// Returns [`ProviderError::ExpiredToken`] if the provider needs an account that is not connected.
    fn connect(access: &Access) -> Result<Self::Client, ProviderError>;

    /// Makes the call that costs little or nothing and shows whether the credentials are valid.
    ///
    /// # Errors
    /// Returns a [`ProviderError`] if the call fails.
    fn test(access: &Access) -> impl Future<Output = Result<Tested, ProviderError>> + Send;

    /// Returns a case of the contract test for each operation.
    #[cfg(test)]
    fn cases() -> Vec<crate::testing::Case>;
}

/// What a client needs to call its provider.
#[derive(Debug, Clone)]
pub struct Access {
    /// Makes the calls, within the budget and with the cache of the connection.
    pub caller: Caller,
    /// Key or password.
    pub credentials: Credentials,
    /// Account of a provider with OAuth.
    pub session: Option<Arc<Session>>,
    /// Prices that estimates and computed costs use.
    pub prices: PriceBook,
    /// Address in place of the profile's.
    pub base: Option<String>,
}

impl Access {
    /// Returns the base address of a provider.
    #[must_use]
    pub fn base(&self, profile: &Profile) -> &str {
        self.base.as_deref().unwrap_or(profile.base)
    }

    /// Returns the session of the account.
    ///
    /// # Errors
    /// Returns [`ProviderError::ExpiredToken`] if no account is connected.
    pub fn session(&self) -> Result<Arc<Session>, ProviderError> {
        self.session.clone().ok_or(ProviderError::ExpiredToken)
    }
}

/// What the test of a connection found.
#[derive(Debug, Clone, PartialEq)]
pub struct Tested {
    /// Sentence about the account.
    pub message: String,
    /// Account, such as its balance or its properties.
    pub account: Value,
}

impl Tested {
    /// Most sites, properties and models that are listed.
    pub(crate) const MOST: usize = 500;

    pub(crate) fn new(message: impl Into<String>, account: Value) -> Self {
        Self { message: message.into(), account }
    }

    pub(crate) fn valid() -> Self {
        Self::new("The key is valid.", json!({}))
    }
}

/// Returns a number with its noun.
pub(crate) fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
