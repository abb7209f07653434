//! Fetches one URL: only public addresses, checked at each connection, with limits on time, speed and size.
//!
//! Redirects are not followed: each is a record of its own, and its target is checked like any other URL.

mod body;
mod decode;
mod failure;
mod names;
mod pace;

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use net::{addresses::AddressGuard, client};
use reqwest::{Client, Method, Response, header};
use tokio::sync::Semaphore;
use url::Url;

pub use failure::{Failure, FailureKind};
pub use names::Names;

use crate::{page::Headers, urls::is_safe};

/// Accepted content encodings.
const ENCODINGS: &str = "gzip, deflate, br";
/// Bodies of more than [`body::SMALL`] that are in memory at once.
const LARGE_BODIES: usize = 3;

/// Limits of one response.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    /// Time to connect, including name resolution and TLS.
    pub(crate) connect: Duration,
    /// Time until the headers are complete.
    pub(crate) headers: Duration,
    /// Time until the body is complete.
    pub(crate) body: Duration,
    /// Bytes a second below which a response is given up, after the first seconds.
    pub(crate) min_rate: u64,
    /// Bytes of a body, both as sent and as unpacked.
    pub(crate) max_bytes: usize,
}

/// Whether the body of a response is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// HTML of a successful response.
    Page,
    /// Any body of a successful response, up to a number of bytes.
    Any(usize),
}

/// A request other than for a page.
#[derive(Debug)]
pub(crate) struct Request<'a> {
    pub(crate) method: Method,
    pub(crate) url: &'a Url,
    /// Headers beside the client's own.
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
    pub(crate) wanted: Wanted,
}

/// A response, complete or as far as it could be read.
#[derive(Debug, Default)]
pub(crate) struct Fetched {
    pub(crate) status: Option<u16>,
    pub(crate) headers: Headers,
    /// Unpacked body, if it was wanted.
    pub(crate) body: Vec<u8>,
    /// Bytes as sent, without headers.
    pub(crate) sent: u64,
    pub(crate) is_truncated: bool,
    /// Time until the headers were complete.
    pub(crate) first_byte: Duration,
    pub(crate) total: Duration,
    pub(crate) failure: Option<Failure>,
}

impl Fetched {
    pub(crate) fn is_success(&self) -> bool {
        self.status.is_some_and(|status| (200..300).contains(&status))
    }

    /// Returns the type of the response without parameters, in lower case.
    pub(crate) fn essence(&self) -> String {
        let value = self.headers.get("content-type").unwrap_or_default();
        value.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
    }
}

/// Sends requests; its clones share connections.
#[derive(Debug, Clone)]
pub(crate) struct Fetcher {
    client: Client,
    /// A client that uses each connection once.
    single: Client,
    is_single: Arc<AtomicBool>,
    guard: AddressGuard,
    limits: Limits,
    large: Arc<Semaphore>,
}

impl Fetcher {
    pub(crate) fn new(guard: &AddressGuard, names: &Names, agent: &str, limits: Limits) -> Result<Self, Failure> {
        let unusable = |error: &dyn ToString| Failure::new(FailureKind::Client, error.to_string());
        let client = |idle: usize| {
            let client = client::builder(guard).map_err(|error| unusable(&error))?;
            let client = client
                .dns_resolver(names.guarded(guard.clone()))
                .connect_timeout(limits.connect)
                .user_agent(agent)
                .pool_idle_timeout(Duration::from_secs(20))
                .pool_max_idle_per_host(idle);
            client.build().map_err(|error| unusable(&error))
        };
        Ok(Self {
            client: client(usize::MAX)?,
            single: client(0)?,
            is_single: Arc::default(),
            guard: guard.clone(),
            limits,
            large: Arc::new(Semaphore::new(LARGE_BODIES)),
        })
    }

    /// Uses each connection once from now on, for many hosts: open connections that are not used again cost memory and files.
    pub(crate) fn keep_no_connections(&self) {
        self.is_single.store(true, Ordering::Relaxed);
    }

    /// Returns a fetcher with less time for each response.
    pub(crate) fn within(&self, time: Duration) -> Self {
        let limits = Limits { body: self.limits.body.min(time), headers: self.limits.headers.min(time), ..self.limits };
        Self { limits, ..self.clone() }
    }

    /// Fetches a URL. Problems are reported in [`Fetched::failure`], with what was received before.
    pub(crate) async fn get(&self, url: &Url, wanted: Wanted) -> Fetched {
        let accept = (header::ACCEPT.to_string(), "text/html,application/xhtml+xml;q=0.9,*/*;q=0.5".to_owned());
        self.send(Request { method: Method::GET, url, headers: vec![accept], body: Vec::new(), wanted }).await
    }

    /// Checks an address without its name.
    ///
    /// # Errors
    /// Returns a failure if it is not allowed.
    pub(crate) fn check(&self, url: &Url) -> Result<(), Failure> {
        self.guard.check(url)?;
        if url.port_or_known_default().is_some_and(is_safe) {
            return Ok(());
        }
        Err(Failure::new(FailureKind::BadAddress, "The port belongs to another protocol."))
    }

    /// Sends a request. Problems are reported in [`Fetched::failure`], with what was received before.
    pub(crate) async fn send(&self, request: Request<'_>) -> Fetched {
        let begun = Instant::now();
        let mut fetched = Fetched::default();
        if let Err(failure) = self.fetch(request, begun, &mut fetched).await {
            fetched.failure = Some(failure);
        }
        fetched.total = begun.elapsed();
        if fetched.status.is_none() {
            fetched.first_byte = fetched.total;
        }
        fetched
    }

    async fn fetch(&self, request: Request<'_>, begun: Instant, fetched: &mut Fetched) -> Result<(), Failure> {
        let Request { method, url, headers: own, body, wanted } = request;
        self.check(url)?;
        let client = if self.is_single.load(Ordering::Relaxed) { &self.single } else { &self.client };
        let mut request = client.request(method, url.clone()).header(header::ACCEPT_ENCODING, ENCODINGS);
        for (name, value) in own {
            request = request.header(name, value);
        }
        if !body.is_empty() {
            request = request.body(body);
        }
        let response = tokio::time::timeout(self.limits.headers, request.send()).await;
        let response = response.map_err(|_| Failure::too_slow(self.limits.headers))?;
        let response = response.map_err(|error| Failure::of(url, &error))?;
        fetched.first_byte = begun.elapsed();
        fetched.status = Some(response.status().as_u16());
        fetched.headers = headers(&response);
        let left = self.limits.body.saturating_sub(begun.elapsed());
        let read = body::read(response, self, wanted, fetched);
        tokio::time::timeout(left, read).await.map_err(|_| Failure::too_slow(self.limits.body))?
    }
}

fn headers(response: &Response) -> Headers {
    let text = |value: &header::HeaderValue| String::from_utf8_lossy(value.as_bytes()).into_owned();
    response.headers().iter().map(|(name, value)| (name.as_str(), text(value))).collect()
}
