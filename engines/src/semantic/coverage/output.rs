//! Output of the coverage.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::common::Insight;

/// Output of `coverage`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CoverageOutput {
    /// Weighted share of the top-ranking pages' terms that the page contains, 0 to 1.
    pub coverage: f64,
    /// Coverage of each top page, in input order.
    pub winners_coverage: Vec<f64>,
    /// BM25 of the page for the top pages' terms, reduced for stuffing. 0 or more.
    pub score: f64,
    /// Score of each top page.
    pub winners_scores: Vec<f64>,
    /// Terms of the top pages by weight; those to add have `add` 1.
    pub terms: Vec<TermCoverage>,
    /// Terms repeated beyond the allowed density, worst first.
    pub stuffed: Vec<StuffedTerm>,
    /// Share of the page's terms that no top page has, 0 to 1; 0 for a copy.
    pub information_gain: f64,
    /// Terms of the page that no top page has, most frequent first.
    pub only_here: Vec<String>,
    /// Number of words of the page.
    pub words: usize,
    /// Median number of words of the top pages.
    pub winners_words: usize,
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

/// A term of the top pages.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TermCoverage {
    /// The term in its most common spelling.
    pub term: String,
    /// Number of top pages that use it.
    pub winners: u32,
    /// Median number of mentions on these pages.
    pub winners_times: u32,
    /// Number of mentions on your page.
    pub times: u32,
    /// Its weight in the score.
    pub weight: f64,
    /// Share of that weight that the page has reached, 0 to 1.
    pub saturation: f64,
    /// Mentions to add: 1 if there is none, otherwise 0, because further ones hardly count.
    pub add: u32,
    /// Increase of the score by one sentence with only the term.
    pub score_gain: f64,
}

/// A term repeated too often.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StuffedTerm {
    /// The term.
    pub term: String,
    /// Number of mentions on the page.
    pub times: u32,
    /// Share of the words, 0 to 1.
    pub density: f64,
}
