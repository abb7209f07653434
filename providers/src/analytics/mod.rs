//! Google Analytics 4: properties, and sessions and conversions by day, page and source.

mod client;
#[cfg(test)]
mod tests;

pub use self::client::{GoogleAnalytics, Property, Report, Visits};
