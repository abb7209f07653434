//! Crawls websites: what a search engine sees of their pages, and what to mend.

pub mod audit;
pub mod page;
