//! Which version of which action makes the results of a run.

use engines::ActionId;

/// Version of an action that makes the results of a run.
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
