//! Serper: search results, local results and completed queries.

mod client;
#[cfg(test)]
mod tests;

pub use self::client::{Serper, parse as parse_serp};
