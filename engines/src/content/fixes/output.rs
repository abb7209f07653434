//! Report of the fixes of a page.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::super::ClickRange;

/// What to change on a page for a keyword, best first, with the source of every figure.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PageReport {
    /// The page as it was found.
    pub page: AuditedPage,
    /// Scores, each 0 to 100.
    pub scores: Vec<ScoreBar>,
    /// Where the page has the keyword.
    pub places: Vec<KeywordPlace>,
    /// SEO audits of Lighthouse; empty without a page.
    pub lighthouse: Vec<LighthouseAudit>,
    /// Figures of the keyword.
    pub search: SearchFacts,
    /// Fixes, best first.
    pub fixes: Vec<PageFix>,
    /// Missing data and what they would show.
    pub missing: Vec<MissingData>,
    /// Assumptions.
    pub assumptions: Vec<String>,
    /// Name of the method.
    pub method: String,
    /// Version of the method.
    pub method_version: String,
}

/// A page as it was found.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditedPage {
    /// Address after redirects.
    pub url: String,
    /// Status of the last response.
    pub status: Option<u16>,
    /// Title.
    pub title: Option<String>,
    /// Meta description.
    pub description: Option<String>,
    /// First heading of level 1.
    pub h1: Option<String>,
    /// Number of words of the main text; `None` without a page.
    pub words: Option<u64>,
    /// Canonical address.
    pub canonical: Option<String>,
    /// Whether search engines may show the page.
    pub is_indexable: bool,
    /// Types of its structured data.
    pub types: Vec<String>,
    /// Milliseconds until the headers of the response; `None` without a page.
    pub response_ms: Option<u64>,
    /// Time of the request.
    pub observed_at: String,
}

/// A score.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScoreBar {
    /// Which score.
    pub kind: ScoreKind,
    /// 0 to 100; `None` if data are missing.
    pub value: Option<f64>,
    /// The figures behind it, or what is missing.
    pub detail: String,
    /// Source of the figures.
    pub source: String,
}

/// A score of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum ScoreKind {
    /// SEO audits of Lighthouse.
    Lighthouse,
    /// Where the page has the keyword.
    Placement,
    /// Terms of the top-ranking pages that the page has.
    Coverage,
    /// Flesch reading ease.
    Readability,
}

/// A place in which a page should have its keyword.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct KeywordPlace {
    /// Which place.
    pub place: PlaceKind,
    /// Whether it has every word of the keyword.
    pub is_found: bool,
    /// Weight in the score.
    pub weight: f64,
}

/// A place of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum PlaceKind {
    /// Title.
    Title,
    /// First heading of level 1.
    Heading,
    /// First hundred words of the main text.
    Opening,
    /// Main text.
    Text,
    /// Another heading.
    Subheading,
    /// Meta description.
    Description,
    /// Path of the address.
    Address,
}

/// An SEO audit of Lighthouse.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LighthouseAudit {
    /// Name in Lighthouse.
    pub id: String,
    /// Whether the page passes; `None` if the audit does not apply.
    pub is_passed: Option<bool>,
    /// Weight in the score.
    pub weight: f64,
}

/// Figures of a keyword.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SearchFacts {
    /// Position of the website.
    pub position: Option<Figure>,
    /// Page that has this position; `None` if the source does not name it.
    pub ranking_url: Option<String>,
    /// Number of results in which the website was not found; `None` if it was found or not looked for.
    pub beyond: Option<Figure>,
    /// Clicks a month.
    pub clicks: Option<Figure>,
    /// Impressions a month.
    pub impressions: Option<Figure>,
    /// Monthly search volume.
    pub volume: Option<Figure>,
    /// Latest results of the keyword.
    pub serp: Option<SerpFacts>,
}

/// A figure with its source.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Figure {
    /// Value.
    pub value: f64,
    /// Source, such as `Search Console`.
    pub source: String,
    /// Day or time of the observation; `None` if unknown.
    pub observed_at: Option<String>,
}

/// Results of a keyword.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SerpFacts {
    /// First results, best position first.
    pub results: Vec<SerpEntry>,
    /// Features of the results.
    pub features: Vec<String>,
    /// Source.
    pub source: String,
    /// Day or time of the observation.
    pub observed_at: String,
}

/// A result.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SerpEntry {
    /// Position, from 1.
    pub position: u32,
    /// Address.
    pub url: String,
    /// Title, if known.
    pub title: Option<String>,
}

/// A change that helps the page, with its cost and its benefit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PageFix {
    /// Stable name, such as `title` or an issue of the crawler.
    pub key: String,
    /// What to do.
    pub title: String,
    /// What was found, with its figures.
    pub reason: String,
    /// Whether the page cannot appear in search results without it.
    pub is_blocking: bool,
    /// Impact by the rule of the method, 1 to 100.
    pub impact: u32,
    /// Effort in minutes by the rule of the method.
    pub effort_minutes: u32,
    /// Impact points an hour, by which fixes are sorted.
    pub priority: f64,
    /// Extra clicks a month: 10 % quantile, median and 90 % quantile.
    pub clicks: Option<ClickRange>,
    /// Why there is no figure of clicks.
    pub clicks_missing: Option<String>,
    /// Text to copy; `None` if the change has no fixed text.
    pub snippet: Option<Snippet>,
    /// Places on the page, or other pages concerned.
    pub evidence: Vec<String>,
    /// Source of the finding.
    pub source: String,
    /// Changes in the form of `changes` of an edit; empty if it is no change of a page.
    #[schemars(extend("items" = {"$ref": "#/components/schemas/PageChange"}))]
    pub changes: Vec<Value>,
    /// The same changes before their paths are known.
    #[serde(skip)]
    #[schemars(skip)]
    pub proposals: Vec<Proposal>,
}

/// Text to copy.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Snippet {
    /// Where it belongs.
    pub place: String,
    /// `html`, `http` or `text`.
    pub language: String,
    /// Text.
    pub text: String,
}

/// A change of a page.
#[derive(Debug, Clone, PartialEq)]
pub enum Proposal {
    /// Replaces the title.
    Title(String),
    /// Replaces the meta description.
    Description(String),
    /// Replaces the first heading.
    Heading(String),
    /// Links these words of another page to the page.
    Link {
        /// Address of the other page.
        from: String,
        /// Words to link.
        anchor: String,
    },
    /// Adds structured data.
    StructuredData(Value),
    /// Redirects the address that was asked for to another, permanently.
    Redirect {
        /// Target.
        to: String,
    },
}

/// Missing data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MissingData {
    /// What is missing.
    pub what: String,
    /// How to add it.
    pub unlock: String,
}

/// Returns the JSON schema of [`PageReport`], from which the description of the API is made.
#[must_use]
pub fn report_schema() -> Value {
    schemars::schema_for!(PageReport).to_value()
}
