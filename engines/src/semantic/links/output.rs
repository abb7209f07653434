//! Output of the link analysis.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::common::Insight;

/// Output of `links`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LinksOutput {
    /// The pages, highest rank first.
    pub pages: Vec<PageRank>,
    /// Links to add, most valuable first.
    pub proposals: Vec<LinkProposal>,
    /// Pages without a link from another page of the run, except the home page.
    pub orphans: Vec<String>,
    /// Links with weak anchor texts (the first 100).
    pub weak_anchors: Vec<WeakAnchor>,
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

/// A page and its position in the link graph.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PageRank {
    /// Address.
    pub url: String,
    /// Probability that a reader who follows links is on the page; the sum is 1.
    pub rank: f64,
    /// Number of pages of the run that link to it.
    pub links_in: u32,
    /// Number of pages of the run that it links to.
    pub links_out: u32,
    /// Clicks from the home page; `None` if there is no path.
    pub clicks_from_home: Option<u32>,
}

/// A link to add.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LinkProposal {
    /// Source page.
    pub from: String,
    /// Target page.
    pub to: String,
    /// Anchor text: a phrase of the page that names the target, otherwise the name of the target.
    pub anchor: String,
    /// True if the text of the page already contains the anchor; otherwise it must be added.
    pub is_in_text: bool,
    /// Similarity of the two pages by their rare words, 0 to 1.
    pub relevance: f64,
    /// PageRank that the link would pass on.
    pub rank_passed: f64,
}

/// A link whose anchor text does not describe its target.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WeakAnchor {
    /// Page that contains it.
    pub from: String,
    /// Target page.
    pub to: String,
    /// Anchor text.
    pub anchor: String,
    /// Similarity of the anchor text and the target's title, 0 to 1.
    pub relevance: f64,
}
