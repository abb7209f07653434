//! Output of a brief.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::common::Insight;

/// Output of `brief`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct BriefOutput {
    /// Query.
    pub query: String,
    /// Sections that top pages share, in their usual order.
    pub sections: Vec<Section>,
    /// Questions that top pages ask or answer, most common first.
    pub questions: Vec<Counted>,
    /// Names on at least two top pages.
    pub entities: Vec<Counted>,
    /// Terms that top pages share, by weight descending.
    pub terms: Vec<BriefTerm>,
    /// Quartiles of the number of words of the top pages.
    pub words: [usize; 3],
    /// Your statements compared with the top pages, new ones first.
    pub information_gain: Vec<Statement>,
    /// Insights.
    pub insights: Vec<Insight>,
    /// Notes for the reader about this run.
    pub notes: Vec<String>,
    /// Assumptions.
    pub assumptions: Vec<String>,
    /// Missing data and what they would enable.
    pub needs: Vec<String>,
    /// Name of the method.
    pub method: String,
    /// Version of the method.
    pub method_version: String,
}

/// A section that top pages share.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Section {
    /// Heading of the best-ranking page.
    pub heading: String,
    /// Number of top pages with a heading of the same meaning.
    pub winners: u32,
    /// Usual position on the page: 0 first, 1 last.
    pub place: f64,
    /// Other wordings.
    pub variants: Vec<String>,
}

/// A text and the number of top pages that have it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Counted {
    /// Text.
    pub text: String,
    /// Number of top pages that have it.
    pub winners: u32,
}

/// A term that top pages share.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct BriefTerm {
    /// The term.
    pub term: String,
    /// Number of top pages that use it.
    pub winners: u32,
    /// Number of top pages read.
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
