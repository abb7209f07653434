//! The links between the pages of a crawl: inlinks, click depth and internal PageRank, computed from disk.
//!
//! The links are read in passes and never held, and the values of the pages are on disk, so memory does not grow with their number.

mod file;
mod ranks;
mod report;
#[cfg(test)]
mod tests;

pub(crate) use file::write;
pub use report::{LinkFacts, LinkTotals, report};
