//! The gate: checks of a site before it is deployed.
//!
//! [`check`] reads the rendered files of a site, compares them with its model and with the other sites of the workspace, and
//! reports what must not be published. The checks follow the published spam and structured-data policies of search engines.
//! Pure functions: no clock, no file, no network. [`Prepared`] does the same in two steps, so that a caller loads the
//! shingles of only those pages of the portfolio that need an exact comparison.
// Outside tests nothing panics.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]
#![warn(missing_docs)]

mod candidate;
mod checks;
mod css;
mod error;
mod html;
mod limits;
mod page;
mod portfolio;
mod prepared;
mod report;
mod sketch;
mod variation;
mod words;

pub use candidate::{Candidate, Competitor, FormReach, Market, Review, State};
pub use error::GateError;
pub use limits::Limits;
pub use portfolio::{PageKey, Portfolio, PortfolioSite, SketchedPage, StoredPage};
pub use prepared::{Prepared, check};
pub use report::{Check, Finding, Level, Report, Status};
pub use sketch::{Shingles, Sketch, sketch};
pub use variation::Variation;

/// Returns the telephone numbers of the North American plan in a text, as they are written.
#[must_use]
pub fn phones(text: &str) -> Vec<String> {
    words::phone::find(text).map(str::to_owned).collect()
}
