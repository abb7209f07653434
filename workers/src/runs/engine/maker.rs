//! What made a finding: an action and the version of its parameters.

use engines::ActionId;

/// Action and version of a run.
#[derive(Debug)]
pub(super) struct Maker {
    pub(super) action: ActionId,
    pub(super) version: String,
}

impl Maker {
    pub(super) fn engine_id(&self) -> String {
        self.action.info().engine.to_string()
    }
}
