//! Bing Webmaster Tools: sites, queries, pages and traffic.

#[cfg(test)]
mod cases;
mod client;
mod provider;
#[cfg(test)]
mod tests;

pub use self::client::{BingSite, BingWebmaster, Stats, Traffic};
