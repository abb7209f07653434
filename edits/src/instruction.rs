//! Instructions for a person who edits a page in a content management system.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What a person must do for a change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EditInstruction)]
pub struct Instruction {
    /// Where to do it, in a sentence.
    #[serde(rename = "where")]
    pub place: String,
    /// What to enter there: text or HTML, to copy.
    pub snippet: String,
}
