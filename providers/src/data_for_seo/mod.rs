//! DataForSEO: search results, volumes, difficulty, ranked keywords, ideas and backlinks.
//!
//! Responses have the HTTP status 200 even if a task failed: the envelope and its task have status codes of their own.

mod backlinks;
mod client;
mod envelope;
mod keywords;
mod serp;
#[cfg(test)]
mod tests;

pub use self::{
    backlinks::{Backlink, BacklinkMode, BacklinkPage, BacklinkSummary},
    client::{Account, DataForSeo, Market},
    keywords::{Keyword, KeywordPage, MonthVolume, RankedKeyword, RankedPage},
};
