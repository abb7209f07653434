//! Crawls websites: what a search engine sees of their pages, and what to mend.
//!
//! [`crawl`] fetches the pages of a site, [`page`] reads them, [`render`] renders them in a browser, [`audit`] finds what to mend, [`graph`] ranks pages by their
//! links; [`external`] asks whether links to other websites work; [`robots`], [`sitemap`] and [`urls`] hold the rules of the
//! web that a crawler follows.

pub mod audit;
mod cancel;
pub mod crawl;
pub mod disk;
pub mod external;
mod fetch;
mod frontier;
pub mod graph;
pub mod page;
pub mod render;
pub mod robots;
pub mod sitemap;
pub mod urls;

pub use cancel::Cancel;
