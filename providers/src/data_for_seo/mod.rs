//! DataForSEO: search results, volumes, difficulty, ranked keywords, ideas and backlinks.
//!
//! Responses have the HTTP status 200 even if a task failed: the envelope and its task have status codes of their own.

mod ai_mode;
mod backlinks;
#[cfg(test)]
mod cases;
mod client;
mod envelope;
mod keywords;
mod plan;
mod provider;
mod serp;
#[cfg(test)]
mod tests;

pub use self::{
    backlinks::{Backlink, BacklinkMode, BacklinkPage, BacklinkSummary},
    client::{Account, DataForSeo, Market},
    keywords::{Keyword, KeywordPage, MonthVolume, RankedKeyword, RankedPage},
    plan::Wanted,
};

use crate::{
    call::Response,
    error::ProviderError,
    serp::{Overview, Serp, SerpRequest},
};

/// Parses a recorded response of a search again.
///
/// # Errors
/// Returns a [`ProviderError`] if the response is an error or has another shape.
pub fn parse_serp(response: &Response, search: &SerpRequest) -> Result<Serp, ProviderError> {
    match envelope::classify(response) {
        Some(rejection) => Err(rejection.error),
        None => serp::parse(response, search).map(|parsed| parsed.value),
    }
}

/// Parses a recorded response of AI mode again.
///
/// # Errors
/// Returns a [`ProviderError`] if the response is an error or has another shape.
pub fn parse_ai_mode(response: &Response) -> Result<Overview, ProviderError> {
    match envelope::classify(response) {
        Some(rejection) => Err(rejection.error),
        None => ai_mode::parse(response),
    }
}
