//! Totals of a crawl.

use serde::{Deserialize, Serialize};

/// Reason why a crawl ended before every URL was fetched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stop {
    /// Maximum number of pages.
    Pages,
    /// Maximum time.
    Time,
    /// Maximum number of bytes.
    Bytes,
    /// The user stopped it.
    Cancelled,
}

/// Totals of a crawl, over all of its parts if it was resumed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Totals {
    /// Records passed to the sink.
    pub records: u64,
    /// URLs that were requested.
    pub fetched: u64,
    /// Responses with a status of 200 to 299.
    pub succeeded: u64,
    /// Responses that redirect.
    pub redirected: u64,
    /// Responses with a status of 400 to 499.
    pub client_errors: u64,
    /// Responses with a status of 500 or more.
    pub server_errors: u64,
    /// URLs without a complete response.
    pub failed: u64,
    /// URLs that robots.txt excludes.
    pub blocked: u64,
    /// Received bytes, without headers.
    pub bytes: u64,
    /// URLs that are known.
    pub urls: u64,
    /// Retries.
    pub retries: u64,
    /// URLs that belong to endless spaces and were dropped. A crawl that resumes may count one again.
    pub trapped: u64,
    /// Pages that were rendered, or tried.
    #[serde(default)]
    pub rendered: u64,
    /// Sitemaps that were read.
    pub sitemaps: u64,
    /// Milliseconds.
    pub elapsed_ms: u64,
    /// Reason why the crawl ended early; none if all URLs were fetched, or while it runs.
    pub stopped: Option<Stop>,
}
