//! Imports through the public interface: all export formats, hostile files, and properties for all files.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a test may stop")]

mod access_log;
mod archives;
mod cancellation;
mod formats;
mod hostile;
mod languages;
mod mapped;
mod observed;
mod properties;
mod records;
mod support;
mod throughput;
mod tools;
mod workbooks;
