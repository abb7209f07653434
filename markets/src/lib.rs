//! Markets of a workspace: the reference data with the workspace's own data, as the pipeline and campaigns need them.
//!
//! Functions that compute read tables that are loaded once; callers run them on a thread of their own. The others read the
//! store.

// Outside tests nothing panics.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::print_stdout, clippy::print_stderr))]

mod candidates;
mod find;
mod market;
mod own;
mod scans;
mod serps;

pub use candidates::{TargetError, pool, select};
pub use find::{Key, Unknown, best, find, ranked};
pub use market::{candidate, new_market};
pub use own::own;
pub use scans::{Scan, known, scans};

use chrono::NaiveDate;
use engines::common::Day;
pub use engines::local::catalog::metro_of;

/// Returns a day as the engines need it.
#[must_use]
pub fn day(day: NaiveDate) -> Option<Day> {
    Day::parse(&day.to_string())
}
