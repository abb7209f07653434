//! Serper: search results, local results and completed queries.

#[cfg(test)]
mod cases;
mod client;
mod provider;
#[cfg(test)]
mod tests;

pub use self::client::{Serper, parse as parse_serp};
