//! Missing data.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Missing data that would improve a result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Need {
    /// Stable identifier, such as `value_per_lead`.
    pub kind: String,
    /// Data to provide and what it would enable.
    pub label: String,
}

impl Need {
    pub(super) fn new(kind: &str, label: &str) -> Self {
        Self { kind: kind.to_owned(), label: label.to_owned() }
    }
}
