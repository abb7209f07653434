//! What an overlap answers.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::common::Insight;

/// The answer of `overlap`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OverlapOutput {
    /// Pages compared.
    pub pages: usize,
    /// Pairs that overlap. Of many pages of one template each is compared with some hundred others.
    pub pairs_found: usize,
    /// The 2,000 most similar pairs: near-duplicates first, then pages with the same topic in other words.
    pub pairs: Vec<OverlapPair>,
    /// The findings, at most `maxInsights`.
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

/// Two pages that overlap.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OverlapPair {
    /// Address of the page that came first.
    pub a: String,
    /// Address of the other.
    pub b: String,
    /// Shared runs of five words as a share of all, 0 to 1; exact.
    pub jaccard: f64,
    /// Hamming distance of the 64-bit SimHashes; a cross-check, small for near-duplicates.
    pub sim_hash_distance: u32,
    /// Cosine of the sentence vectors of their titles and first headings, from `sameTopicFrom`; `None` below it and without
    /// a sentence model.
    pub meaning: Option<f64>,
    /// What to do.
    pub verdict: Verdict,
}

/// What to do with two pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Duplicates.
    Merge,
    /// Similar enough for a manual review.
    Review,
}
