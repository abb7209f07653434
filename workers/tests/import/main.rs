//! Imports from the outside: real shapes of every export, hostile files, and properties that hold for all of them.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a test may stop")]

mod archives;
mod formats;
mod hostile;
mod languages;
mod observed;
mod properties;
mod support;
mod throughput;
mod tools;
mod workbooks;
