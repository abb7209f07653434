//! Requests to an identity provider: guarded against the own network, limited in time and size, without redirects.

use std::time::Duration;

use axum::http::StatusCode;
use net::{
    addresses::{AddressGuard, LookupError},
    client::GuardedNames,
};
use reqwest::{Client, Response, redirect::Policy};
use serde::de::DeserializeOwned;
use tokio::sync::OnceCell;
use url::{Host, Url};

use super::IssuerError;

const TIMEOUT: Duration = Duration::from_secs(10);
const MOST_BYTES: usize = 1 << 20;

#[derive(Debug)]
pub(super) struct Http {
    guard: AddressGuard,
    client: OnceCell<Client>,
}

fn unreachable(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> IssuerError {
    IssuerError::Unreachable(error.into())
}

impl Http {
    pub(super) fn new(guard: AddressGuard) -> Self {
        Self { guard, client: OnceCell::new() }
    }

    /// Fetches JSON from a URL.
    pub(super) async fn get<T: DeserializeOwned>(&self, url: &Url) -> Result<T, IssuerError> {
        let response = self.client(url).await?.get(url.clone()).send().await.map_err(unreachable)?;
        if response.status() != StatusCode::OK {
            return Err(unreachable(format!("{url} answered {}", response.status())));
        }
        serde_json::from_slice(&body(response).await?).map_err(|_| IssuerError::Nonsense("not its JSON"))
    }

    /// Posts a form and returns the response.
    pub(super) async fn post(
        &self, url: &Url, form: &[(&str, &str)], basic: Option<(&str, &str)>,
    ) -> Result<(StatusCode, Vec<u8>), IssuerError> {
        let mut request = self.client(url).await?.post(url.clone()).form(form);
        if let Some((name, secret)) = basic {
            request = request.basic_auth(name, Some(secret));
        }
        let response = request.header("accept", "application/json").send().await.map_err(unreachable)?;
        Ok((response.status(), body(response).await?))
    }

    /// Returns the client, if it may call this URL.
    async fn client(&self, url: &Url) -> Result<&Client, IssuerError> {
        let literal = match url.host() {
            Some(Host::Ipv4(address)) => Some(address.into()),
            Some(Host::Ipv6(address)) => Some(address.into()),
            Some(Host::Domain(_)) | None => None,
        };
        if literal.is_some_and(|address| !self.guard.permits(address)) {
            return Err(unreachable(LookupError::OwnNetwork(url.to_string())));
        }
        // Without TLS only if the operator has allowed this address.
        if url.scheme() != "https" && !(url.scheme() == "http" && literal.is_some()) {
            return Err(unreachable(format!("{url} is not reached over TLS")));
        }
        self.client.get_or_try_init(async || build(&self.guard)).await
    }
}

fn build(guard: &AddressGuard) -> Result<Client, IssuerError> {
    let roots = rustls::RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
    let provider = std::sync::Arc::new(rustls::crypto::ring::default_provider());
    let tls = rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(unreachable)?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Client::builder()
        .tls_backend_preconfigured(tls)
        .dns_resolver(GuardedNames::new(guard.clone()))
        .redirect(Policy::none())
        .no_proxy()
        .timeout(TIMEOUT)
        .build()
        .map_err(unreachable)
}

async fn body(mut response: Response) -> Result<Vec<u8>, IssuerError> {
    let mut body = Vec::new();
    while let Some(piece) = response.chunk().await.map_err(unreachable)? {
        body.extend_from_slice(&piece);
        if body.len() > MOST_BYTES {
            return Err(IssuerError::Nonsense("more than 1 MiB"));
        }
    }
    Ok(body)
}
