//! Output of the overlap analysis.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::common::Insight;

/// Output of `overlap`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OverlapOutput {
    /// Number of pages compared.
    pub pages: usize,
    /// Number of overlapping pairs. A page of a large template is compared with only some hundred others.
    pub pairs_found: usize,
    /// The 2,000 most similar pairs: near-duplicates first, then pages with the same topic in other words.
    pub pairs: Vec<OverlapPair>,
    /// Insights, at most `maxInsights`.
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

/// Two overlapping pages.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OverlapPair {
    /// Address of the first page.
    pub a: String,
    /// Address of the second page.
    pub b: String,
    /// Exact Jaccard index of runs of five words, 0 to 1.
    pub jaccard: f64,
    /// Hamming distance of the 64-bit SimHashes; a cross-check, small for near-duplicates.
    pub sim_hash_distance: u32,
    /// Cosine of the sentence vectors of their titles and first headings, from `sameTopicFrom`; `None` below it and without
    /// a sentence model.
    pub meaning: Option<f64>,
    /// Recommendation.
    pub verdict: Verdict,
}

/// Recommendation for two pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Duplicates.
    Merge,
    /// Similar enough for a manual review.
    Review,
}
