//! What a coverage answers.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::common::Insight;

/// The answer of `coverage`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CoverageOutput {
    /// Weighted share of the top-ranking pages' terms that the page contains, 0 to 1.
    pub coverage: f64,
    /// The same for each winner, in the order given.
    pub winners_coverage: Vec<f64>,
    /// BM25 of the page for the winners' terms, marked down where it is stuffed. 0 or more.
    pub score: f64,
    /// The same for each winner.
    pub winners_scores: Vec<f64>,
    /// The winners' terms by weight; those to add have `add` 1.
    pub terms: Vec<TermCoverage>,
    /// Terms repeated beyond the allowed density, worst first.
    pub stuffed: Vec<StuffedTerm>,
    /// Share of the page's own terms that no winner has, 0 to 1; 0 for a copy.
    pub information_gain: f64,
    /// Terms of the page that no winner has, most frequent first.
    pub only_here: Vec<String>,
    /// Words of the page, and the median of the winners.
    pub words: usize,
    /// Median number of words of the winners.
    pub winners_words: usize,
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

/// One of the winners' terms.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TermCoverage {
    /// The term as it is written most.
    pub term: String,
    /// Winners that use it.
    pub winners: u32,
    /// Median number of times those winners use it.
    pub winners_times: u32,
    /// Number of mentions on your page.
    pub times: u32,
    /// Its weight in the score.
    pub weight: f64,
    /// Share of that weight the page has reached, 0 to 1.
    pub saturation: f64,
    /// Mentions to add: 1 where there is none, else 0, for further ones hardly count.
    pub add: u32,
    /// What one sentence with the term alone would add to the score.
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
    /// Share of the words it makes up, 0 to 1.
    pub density: f64,
}
