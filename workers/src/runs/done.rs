//! What a handler returns.

use serde_json::Value;
use shared::store::effect::Effect;

/// What a handler returns.
#[derive(Debug, Default)]
pub(crate) struct Done {
    /// The run's result.
    pub(crate) result: Value,
    /// Rows for other records, written together with the result or not at all.
    pub(crate) effects: Vec<Effect>,
}
