//! The evidence and the actions of the engine's findings.

use serde_json::Value;

use crate::common::{Action, Day, Evidence};

/// A fact read from search results.
pub(super) fn evidence(kind: &str, reference: &str, value: Value, observed_at: Option<Day>) -> Evidence {
    Evidence::new(kind, reference, value, "search results of this run", observed_at)
}

/// What to do about a rival or a query.
pub(super) fn action(kind: &str, label: &str, target: &str) -> Option<Action> {
    Some(Action::new(kind, label, Some(target.to_owned())))
}
