//! Fetches untrusted URLs: only HTTP, only addresses that the guard permits, checked again at each redirect; with limits
//! on time, on the size as sent and on the size as unpacked.
//!
//! The connection uses the checked address: only the guard resolves names, and no proxy is used.

mod body;

use std::time::Duration;

use reqwest::{Client, StatusCode, header};
use url::Url;

use crate::{FetchError, addresses::AddressGuard, client, error::host};

/// Maximum number of redirects.
const MOST_HOPS: usize = 5;

/// What to request, and its limits.
#[derive(Debug, Clone, Copy)]
pub struct Wanted {
    /// Value of the `Accept` header.
    pub accept: &'static str,
    /// Accepted types, such as `text/html`; a response without a type is accepted.
    pub types: &'static [&'static str],
    /// Maximum bytes, both as sent and as unpacked.
    pub bytes: usize,
    /// Time limit, including redirects.
    pub time: Duration,
}

/// A web page.
pub const PAGE: Wanted = Wanted {
    accept: "text/html,application/xhtml+xml;q=0.9",
    types: &["text/html", "application/xhtml+xml"],
    bytes: 2 << 20,
    time: Duration::from_secs(15),
};

/// A style sheet.
pub const SHEET: Wanted =
    Wanted { accept: "text/css", types: &["text/css"], bytes: 1 << 20, time: Duration::from_secs(10) };

/// A fetched document.
#[derive(Debug, Clone)]
pub struct Fetched {
    /// Final URL.
    pub url: Url,
    /// Text; invalid characters are replaced.
    pub text: String,
    /// Bytes as unpacked, before they were decoded.
    pub bytes: Vec<u8>,
}

/// Fetches documents.
#[derive(Debug, Clone)]
pub struct Fetcher {
    guard: AddressGuard,
    client: Client,
}

impl Fetcher {
    /// Creates a fetcher for addresses that the guard permits.
    ///
    /// # Errors
    /// Returns [`FetchError::Unreachable`] if TLS is not available.
    pub fn new(guard: AddressGuard) -> Result<Self, FetchError> {
        let client = client::build(&guard)?;
        Ok(Self { guard, client })
    }

    /// Fetches a URL.
    ///
    /// # Errors
    /// Returns a [`FetchError`] for a problem of the address, the server or the response.
    pub async fn get(&self, url: &Url, wanted: &Wanted) -> Result<Fetched, FetchError> {
        let fetched = tokio::time::timeout(wanted.time, self.follow(url.clone(), wanted));
        fetched.await.map_err(|_| FetchError::TooSlow { host: host(url), seconds: wanted.time.as_secs() })?
    }

    /// Returns the status of the first response and its `Location`, without following it or reading its body.
    ///
    /// # Errors
    /// Returns a [`FetchError`] for a problem of the address or the server.
    pub async fn first(&self, url: &Url, time: Duration) -> Result<(u16, Option<String>), FetchError> {
        self.guard.check(url)?;
        let asked = tokio::time::timeout(time, self.client.get(url.clone()).send()).await;
        let asked = asked.map_err(|_| FetchError::TooSlow { host: host(url), seconds: time.as_secs() })?;
        let response = asked.map_err(|error| FetchError::of(url, &error))?;
        let location = response.headers().get(header::LOCATION).and_then(|value| value.to_str().ok());
        Ok((response.status().as_u16(), location.map(str::to_owned)))
    }

    async fn follow(&self, mut url: Url, wanted: &Wanted) -> Result<Fetched, FetchError> {
        for _ in 0..=MOST_HOPS {
            self.guard.check(&url)?;
            let request = self.client.get(url.clone()).header(header::ACCEPT, wanted.accept);
            let request = request.header(header::ACCEPT_ENCODING, body::TAKEN);
            let response = request.send().await.map_err(|error| FetchError::of(&url, &error))?;
            if let Some(next) = redirect(&response, &url)? {
                url = next;
                continue;
            }
            if response.status() != StatusCode::OK {
                return Err(FetchError::Status { host: host(&url), status: response.status() });
            }
            let (text, bytes) = body::read(response, wanted).await?;
            return Ok(Fetched { url, text, bytes });
        }
        Err(FetchError::TooManyHops { host: host(&url), most: MOST_HOPS })
    }
}

/// Returns the target of a redirect.
fn redirect(response: &reqwest::Response, from: &Url) -> Result<Option<Url>, FetchError> {
    if !response.status().is_redirection() || response.status() == StatusCode::NOT_MODIFIED {
        return Ok(None);
    }
    let astray = || FetchError::Astray(host(from));
    let target = response.headers().get(header::LOCATION).ok_or_else(astray)?;
    let target = target.to_str().map_err(|_| astray())?;
    from.join(target).map(Some).map_err(|_| astray())
}
