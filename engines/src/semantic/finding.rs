//! The evidence and the actions of the engine's findings.

use serde_json::Value;

use crate::common::{Action, Day, Evidence};

/// Days a finding about the texts of pages is valid.
pub(super) const DAYS_VALID: i32 = 60;

/// Evidence from a crawled page.
pub(super) fn evidence(kind: &str, reference: &str, value: Value, observed_at: Option<Day>) -> Evidence {
    Evidence::new(kind, reference, value, "crawled pages of this run", observed_at)
}

/// What to do with a page or for a query.
pub(super) fn action(kind: &str, label: &str, target: &str) -> Option<Action> {
    Some(Action::new(kind, label, Some(target.to_owned())))
}
