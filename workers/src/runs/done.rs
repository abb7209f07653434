//! Return value of handlers.

use serde_json::Value;
use shared::store::effect::Effect;

/// Result of a handler.
#[derive(Debug, Default)]
pub(crate) struct Done {
    /// Result of the run.
    pub(crate) result: Value,
    /// Effects, written in the same transaction as the result.
    pub(crate) effects: Vec<Effect>,
}
