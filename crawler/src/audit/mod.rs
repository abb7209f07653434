//! Issues of pages and of a whole crawl.
//!
//! [`ISSUES`] defines every issue once. [`visit_findings`] decides those that one visit shows. [`SiteBuilder`] keeps
//! small facts of all visits; the [`Site`] it builds decides the rest for each page ([`site_findings`]).

pub mod ai;
mod check;
mod definition;
pub mod diff;
pub mod directories;
mod finding;
mod issue;
mod robots_txt;
pub mod score;
mod site;
pub mod thresholds;
mod visit;

pub use definition::{Category, Definition, Severity};
pub use finding::Finding;
pub use issue::{ISSUES, Issue};
pub use site::{Site, SiteBuilder};
pub use visit::{Hop, Visit};

pub(crate) use check::links::is_internal;

use definition::Check;
use finding::Found;

/// Returns the issues that a visit shows by itself.
#[must_use]
pub fn visit_findings(visit: &Visit<'_>) -> Vec<Finding> {
    let decide = |definition: &Definition| match definition.check {
        Check::Visit(check) => check(visit).map(|found| found.with_issue(definition.issue)),
        Check::Site(_) => None,
    };
    ISSUES.iter().filter_map(decide).collect()
}

/// Returns the issues of a page that only the whole crawl shows.
#[must_use]
pub fn site_findings(site: &Site, visit: &Visit<'_>) -> Vec<Finding> {
    let decide = |definition: &Definition| match definition.check {
        Check::Site(check) => check(site, visit).map(|found| found.with_issue(definition.issue)),
        Check::Visit(_) => None,
    };
    ISSUES.iter().filter_map(decide).collect()
}
