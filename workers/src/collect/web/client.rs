//! The client: names by the guard, TLS by the roots of browsers, no proxy, no redirects of its own.

use std::{sync::Arc, time::Duration};

use reqwest::{
    Client,
    dns::{Addrs, Name, Resolve, Resolving},
    redirect::Policy,
};
use shared::addresses::AddressGuard;

use super::FetchError;

const TO_CONNECT: Duration = Duration::from_secs(5);
/// As who it calls.
const AGENT: &str = concat!("Motherlode/", env!("CARGO_PKG_VERSION"));

/// Looks names up, and forgets the addresses that may not be called.
struct GuardedNames(AddressGuard);

impl Resolve for GuardedNames {
    fn resolve(&self, name: Name) -> Resolving {
        let guard = self.0.clone();
        Box::pin(async move {
            let permitted = guard.look_up(name.as_str()).await?;
            Ok(Box::new(permitted.into_iter()) as Addrs)
        })
    }
}

/// Builds a client that connects to what the guard permits.
pub(crate) fn build(guard: &AddressGuard) -> Result<Client, FetchError> {
    let roots = rustls::RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let tls = rustls::ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let tls = tls.map_err(|error| FetchError::Client(error.to_string()))?;
    Client::builder()
        .tls_backend_preconfigured(tls.with_root_certificates(roots).with_no_client_auth())
        .dns_resolver(GuardedNames(guard.clone()))
        .redirect(Policy::none())
        .no_proxy()
        .connect_timeout(TO_CONNECT)
        .user_agent(AGENT)
        .build()
        .map_err(|error| FetchError::Client(error.to_string()))
}
