//! The links between the pages of a crawl: inlinks, click depth and internal PageRank, computed from disk.
//!
//! Memory grows with 25 bytes for each URL; the links are read in passes and never held.

mod file;
mod ranks;
mod report;
#[cfg(test)]
mod tests;

pub(crate) use file::write;
pub use report::{LinkFacts, LinkTotals, report};
