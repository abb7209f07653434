//! What would tell more.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Data that would sharpen an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Need {
    /// Stable word for the data, such as `value_per_lead`.
    pub kind: String,
    /// What to bring and what it would unlock.
    pub label: String,
}

impl Need {
    pub(super) fn new(kind: &str, label: &str) -> Self {
        Self { kind: kind.to_owned(), label: label.to_owned() }
    }
}
