//! Briefs of documents.

use engines::content::Fact;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What a document must say.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[schema(as = DocumentBrief)]
pub struct Brief {
    /// Questions of readers, at most 100 of 300 characters.
    pub questions: Vec<String>,
    /// Headings, at most 100 of 200 characters.
    pub outline: Vec<String>,
    /// Facts, at most 1,000, each with an id, a value and a source.
    #[schema(schema_with = crate::fact_schema)]
    pub facts: Vec<Fact>,
    /// Words to cover, at most 500 of 100 characters.
    pub words: Vec<String>,
}
