//! Editorial rules.

mod alone;
mod completeness;
mod flow;
mod language;
mod repeats;
mod slips;
mod trust;
mod wording;

pub use repeats::Shingles;

use crate::Pack;

/// Severity of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// The pack cannot be used for pages.
    Error,
    /// It can be improved.
    Warning,
}

/// A violated rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Severity.
    pub level: Level,
    /// Id of the statement or question, or the name of the part.
    pub at: String,
    /// What is wrong, and what to do.
    pub problem: String,
}

impl Finding {
    fn error(at: impl Into<String>, problem: impl Into<String>) -> Self {
        Self { level: Level::Error, at: at.into(), problem: problem.into() }
    }

    fn warning(at: impl Into<String>, problem: impl Into<String>) -> Self {
        Self { level: Level::Warning, at: at.into(), problem: problem.into() }
    }
}

/// Checks a pack against all rules.
#[must_use]
pub fn check(pack: &Pack) -> Vec<Finding> {
    let mut found = completeness::check(pack);
    found.extend(language::check(pack));
    found.extend(flow::check(pack));
    found.extend(alone::check(pack));
    found.extend(slips::check(pack));
    found.extend(trust::check(pack));
    found.extend(repeats::check(pack));
    found
}
