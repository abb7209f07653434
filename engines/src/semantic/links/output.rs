//! What the links of a site answer.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::common::Insight;

/// The answer of `links`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LinksOutput {
    /// The pages, highest rank first.
    pub pages: Vec<PageRank>,
    /// Links to add, best first.
    pub proposals: Vec<LinkProposal>,
    /// Pages without a link from another page of the run, home aside.
    pub orphans: Vec<String>,
    /// Links with weak anchor texts (the first 100).
    pub weak_anchors: Vec<WeakAnchor>,
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

/// A page and its place in the site's links.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PageRank {
    /// Address.
    pub url: String,
    /// Chance that a reader who follows links is here; all sum to 1.
    pub rank: f64,
    /// Pages of the run that link to it.
    pub links_in: u32,
    /// Pages of the run it links to.
    pub links_out: u32,
    /// Clicks from the home page; `None` where no path leads.
    pub clicks_from_home: Option<u32>,
}

/// A link to add.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LinkProposal {
    /// The page to link from.
    pub from: String,
    /// The page to link to.
    pub to: String,
    /// Words to link.
    pub anchor: String,
    /// True if the text of the page already contains the anchor.
    pub is_in_text: bool,
    /// Similarity of the two pages by their rare words, 0 to 1.
    pub relevance: f64,
    /// Part of the source's rank the link would pass on.
    pub rank_passed: f64,
}

/// A link whose anchor text does not describe its target.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WeakAnchor {
    /// Page that contains it.
    pub from: String,
    /// The page it leads to.
    pub to: String,
    /// Its words.
    pub anchor: String,
    /// Similarity of the anchor text and the target's title, 0 to 1.
    pub relevance: f64,
}
