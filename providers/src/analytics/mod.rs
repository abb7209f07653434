//! Google Analytics 4: properties, and sessions and conversions by day, page and source.

#[cfg(test)]
mod cases;
mod client;
mod provider;
#[cfg(test)]
mod tests;

pub use self::client::{GoogleAnalytics, Property, Report, Visits};
