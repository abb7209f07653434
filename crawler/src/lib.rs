//! Crawls websites: what a search engine sees of their pages, and what to mend.
//!
//! [`crawl`] fetches the pages of a site, [`page`] reads them, [`graph`] ranks them by their links, [`audit`] finds what to mend;
//! [`robots`], [`sitemap`]
//! and [`urls`] hold the rules of the web that a crawler follows.

pub mod audit;
mod cancel;
pub mod crawl;
mod fetch;
mod frontier;
pub mod graph;
pub mod page;
pub mod robots;
pub mod sitemap;
pub mod urls;

pub use cancel::Cancel;
