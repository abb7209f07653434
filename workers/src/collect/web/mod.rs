//! Fetching what others serve, who may mean harm: only by HTTP, only from addresses that the guard permits, at each step
//! of a redirect anew; bounded in time, in size as sent and in size as unpacked.
//!
//! What is connected to is what was checked: names are looked up by the guard alone, and no proxy is asked.

mod body;
pub(crate) mod client;
mod error;

pub use error::FetchError;

use std::time::Duration;

use reqwest::{Client, StatusCode, header};
use shared::addresses::AddressGuard;
use url::Url;

/// Redirects that are followed.
const MOST_HOPS: usize = 5;

/// What is asked for, and how much of it is taken.
#[derive(Debug, Clone, Copy)]
pub struct Wanted {
    /// As in `Accept`.
    pub accept: &'static str,
    /// Types that it may have, as in `text/html`; a server that names none is believed.
    pub types: &'static [&'static str],
    /// Bytes at most, both as sent and as unpacked.
    pub bytes: usize,
    /// How long it may take in all, redirects included.
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

/// What was fetched.
#[derive(Debug, Clone)]
pub struct Fetched {
    /// Where it was in the end.
    pub url: Url,
    /// As text; what is no text of its encoding is replaced.
    pub text: String,
}

/// Fetches.
#[derive(Debug, Clone)]
pub struct Fetcher {
    guard: AddressGuard,
    client: Client,
}

impl Fetcher {
    /// One that calls what the guard permits.
    ///
    /// # Errors
    /// [`FetchError::Unreachable`] when there is no TLS to be had.
    pub fn new(guard: AddressGuard) -> Result<Self, FetchError> {
        let client = client::build(&guard)?;
        Ok(Self { guard, client })
    }

    /// What is at an address.
    ///
    /// # Errors
    /// [`FetchError`] says what is wrong with it, or with who serves it.
    pub async fn get(&self, url: &Url, wanted: &Wanted) -> Result<Fetched, FetchError> {
        let fetched = tokio::time::timeout(wanted.time, self.follow(url.clone(), wanted));
        fetched.await.map_err(|_| FetchError::TooSlow { host: host(url), seconds: wanted.time.as_secs() })?
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
            let text = body::read(response, wanted).await?;
            return Ok(Fetched { url, text });
        }
        Err(FetchError::TooManyHops { host: host(&url), most: MOST_HOPS })
    }
}

/// Where a redirect leads.
fn redirect(response: &reqwest::Response, from: &Url) -> Result<Option<Url>, FetchError> {
    if !response.status().is_redirection() || response.status() == StatusCode::NOT_MODIFIED {
        return Ok(None);
    }
    let astray = || FetchError::Astray(host(from));
    let target = response.headers().get(header::LOCATION).ok_or_else(astray)?;
    let target = target.to_str().map_err(|_| astray())?;
    from.join(target).map(Some).map_err(|_| astray())
}

fn host(url: &Url) -> String {
    url.host_str().unwrap_or_default().to_owned()
}
