//! Bing Webmaster Tools: sites, queries, pages and traffic.

mod client;
#[cfg(test)]
mod tests;

pub use self::client::{BingSite, BingWebmaster, Stats, Traffic};
