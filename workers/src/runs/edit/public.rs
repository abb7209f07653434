//! The pages as visitors get them.

use std::time::Duration;

use net::{
    FetchError,
    fetch::{Fetched, Fetcher, Wanted},
};
use url::Url;

use crate::{context::RunContext, error::JobError};

/// What is fetched of a page.
const PAGE: Wanted = Wanted {
    accept: "text/html,application/xhtml+xml;q=0.9",
    types: &["text/html", "application/xhtml+xml"],
    bytes: edits::MOST_BYTES,
    time: Duration::from_secs(20),
};

/// Fetches pages of a website.
pub(super) struct Public(Fetcher);

impl Public {
    pub(super) fn new(context: &RunContext) -> Result<Self, JobError> {
        if !context.outside.fetches_pages {
            let detail = "The operator has switched off fetching pages, so that the website cannot be read.";
            return Err(JobError::permanent("switched-off", detail));
        }
        Fetcher::new(context.outside.guard.clone()).map(Self).map_err(|error| JobError::defect(&error))
    }

    /// Returns the status of the first response of an address, and where it leads.
    pub(super) async fn first(&self, url: &Url) -> Result<(u16, Option<String>), FetchError> {
        self.0.first(url, PAGE.time).await
    }

    /// Fetches a page. A server that answers with another status, or not at all, is an error.
    pub(super) async fn page(&self, url: &Url) -> Result<Fetched, FetchError> {
        self.0.get(url, &PAGE).await
    }
}

/// Converts an error for a step that needs the page.
pub(super) fn fetch_error(error: &FetchError) -> JobError {
    let (kind, detail) = (error.kind(), error.to_string());
    if error.is_transient() { JobError::transient(kind, detail) } else { JobError::permanent(kind, detail) }
}
