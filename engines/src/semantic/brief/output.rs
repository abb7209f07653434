//! What a brief answers.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::common::Insight;

/// The answer of `brief`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct BriefOutput {
    /// The search.
    pub query: String,
    /// Sections that winners share, in their usual order.
    pub sections: Vec<Section>,
    /// Questions that winners ask or answer, most shared first.
    pub questions: Vec<Counted>,
    /// Names that at least two winners mention.
    pub entities: Vec<Counted>,
    /// Terms that winners share, heaviest first.
    pub terms: Vec<BriefTerm>,
    /// Words of the winners: a quarter, half and three quarters of them have at most so many.
    pub words: [usize; 3],
    /// Your statements compared with the top pages, new ones first.
    pub information_gain: Vec<Statement>,
    /// The findings.
    pub insights: Vec<Insight>,
    /// What the reader should know about this run.
    pub notes: Vec<String>,
    /// Assumptions.
    pub assumptions: Vec<String>,
    /// What is missing and what it would unlock.
    pub needs: Vec<String>,
    /// Name of the method.
    pub method: String,
    /// Version of the method.
    pub method_version: String,
}

/// A section that winners share.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Section {
    /// The heading as the best winner has it.
    pub heading: String,
    /// Winners with a heading that means the same.
    pub winners: u32,
    /// Usual position on the page: 0 first, 1 last.
    pub place: f64,
    /// Other wordings.
    pub variants: Vec<String>,
}

/// Something and the winners that have it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Counted {
    /// Its words.
    pub text: String,
    /// Winners that have it.
    pub winners: u32,
}

/// A term that winners share.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct BriefTerm {
    /// The term.
    pub term: String,
    /// Winners that use it.
    pub winners: u32,
    /// Winners read.
    pub of: u32,
    /// Weight: how well it separates top pages from other pages.
    pub weight: f64,
}

/// A statement of yours compared with the top pages.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Statement {
    /// The statement.
    pub text: String,
    /// True if no top page has a similar sentence or one of its numbers.
    pub is_new: bool,
    /// Most similar sentence of the top pages.
    pub nearest: Option<String>,
    /// Similarity, 0 to 1.
    pub likeness: f64,
}
