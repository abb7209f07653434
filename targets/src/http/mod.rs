//! HTTP client of all targets: guarded addresses, limits on time and size, and retries of failures that pass.

mod reply;
mod send;
mod service;

use bytes::Bytes;
use reqwest::{Method, header::HeaderMap};
use url::Url;

pub(crate) use self::{reply::Reply, send::Http, service::Service};

/// Longest response of a service.
const LONGEST: usize = 32 << 20;

/// A request.
#[derive(Debug, Clone)]
pub(crate) struct Call {
    pub(crate) method: Method,
    pub(crate) url: Url,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
    /// Longest response body in bytes.
    pub(crate) longest: usize,
    pub(crate) repeat: Repeat,
}

/// Whether a request may be sent again if its outcome is unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Repeat {
    /// Sending it twice has the effect of once.
    Safe,
    /// It creates something: the caller looks for it before it sends the request again.
    Once,
}

impl Call {
    /// Creates a request without a body.
    pub(crate) fn new(method: Method, url: Url) -> Self {
        let repeat = if method == Method::POST { Repeat::Once } else { Repeat::Safe };
        Self { method, url, headers: HeaderMap::new(), body: Bytes::new(), longest: LONGEST, repeat }
    }

    /// Returns host and port, for messages.
    pub(crate) fn host(&self) -> String {
        host(&self.url)
    }
}

/// Returns host and port of an address, for messages.
pub(crate) fn host(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
}
