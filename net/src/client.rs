//! HTTP client: guarded name resolution, TLS with browser roots, no proxy, no automatic redirects.

use std::{sync::Arc, time::Duration};

use reqwest::{
    Client, ClientBuilder,
    dns::{Addrs, Name, Resolve, Resolving},
    redirect::Policy,
};

use crate::{FetchError, addresses::AddressGuard};

const TO_CONNECT: Duration = Duration::from_secs(5);
/// User agent.
const AGENT: &str = concat!("Motherlode/", env!("CARGO_PKG_VERSION"));

/// Resolves names and removes addresses that the guard refuses.
#[derive(Debug)]
pub struct GuardedNames(AddressGuard);

impl GuardedNames {
    /// Creates a resolver for addresses that the guard permits.
    #[must_use]
    pub const fn new(guard: AddressGuard) -> Self {
        Self(guard)
    }
}

impl Resolve for GuardedNames {
    fn resolve(&self, name: Name) -> Resolving {
        let guard = self.0.clone();
        Box::pin(async move {
            let permitted = guard.look_up(name.as_str()).await?;
            Ok(Box::new(permitted.into_iter()) as Addrs)
        })
    }
}

/// Builds a client that connects only to addresses that the guard permits.
///
/// # Errors
/// Returns [`FetchError::Client`] if TLS is not available.
pub fn build(guard: &AddressGuard) -> Result<Client, FetchError> {
    builder(guard)?.build().map_err(|error| FetchError::Client(error.to_string()))
}

/// Returns the builder of such a client, for callers with another user agent or other time limits.
///
/// # Errors
/// Returns [`FetchError::Client`] if TLS is not available.
pub fn builder(guard: &AddressGuard) -> Result<ClientBuilder, FetchError> {
    let roots = rustls::RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let tls = rustls::ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let tls = tls.map_err(|error| FetchError::Client(error.to_string()))?;
    let builder = Client::builder()
        .tls_backend_preconfigured(tls.with_root_certificates(roots).with_no_client_auth())
        .dns_resolver(GuardedNames::new(guard.clone()))
        .redirect(Policy::none())
        .no_proxy()
        .connect_timeout(TO_CONNECT)
        .user_agent(AGENT);
    Ok(builder)
}
