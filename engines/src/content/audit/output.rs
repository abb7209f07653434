//! Output of the content audit.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::output::Publication;
use super::speed::SlowPage;
use crate::common::Insight;

/// What each page of a website needs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditOutput {
    /// Totals.
    pub summary: AuditSummary,
    /// Pages by the clicks at stake, then by impressions.
    pub pages: Vec<PageAudit>,
    /// Pages whose Core Web Vitals are not good, most clicks first; empty without figures.
    pub slow_pages: Vec<SlowPage>,
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

/// Totals of an audit. Pages that are gone, redirect or are not indexable are listed and not counted by verdict.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditSummary {
    /// Pages that stay as they are.
    pub keep: usize,
    /// Pages to improve.
    pub improve: usize,
    /// Pages to merge into another.
    pub merge: usize,
    /// Pages to redirect.
    pub redirect: usize,
    /// Pages to remove.
    pub remove: usize,
    /// Pages with too few impressions for a verdict; they are kept.
    pub too_little_data: usize,
    /// Clicks of all pages in the period.
    pub clicks: f64,
    /// Impressions of all pages in the period.
    pub impressions: f64,
    /// Clicks in the period of the pages to merge, redirect or remove.
    pub moved_clicks: f64,
    /// Possible extra clicks a month; `None` if the length of the period or the positions are unknown.
    pub extra_clicks: Option<ClickRange>,
    /// Length of the period in days.
    pub period_days: Option<f64>,
}

/// What to do with a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PageVerdict {
    /// Nothing.
    Keep,
    /// Change it.
    Improve,
    /// Move what only it says to the target, then redirect it.
    Merge,
    /// Redirect it to the target.
    Redirect,
    /// Remove it, or the links to it if it is broken.
    Remove,
}

/// The audit of a page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PageAudit {
    /// Address.
    pub url: String,
    /// Title, without markup.
    pub title: Option<String>,
    /// HTTP status of the response.
    pub status: Option<u16>,
    /// Verdict.
    pub verdict: PageVerdict,
    /// Address of the page that takes over, for `merge` and `redirect`.
    pub target: Option<String>,
    /// Reason in one sentence, with its figures.
    pub reason: String,
    /// True if the page has too few impressions for a verdict.
    pub is_too_little_data: bool,
    /// Clicks in the period.
    pub clicks: f64,
    /// Impressions in the period.
    pub impressions: f64,
    /// Average position by impressions.
    pub position: Option<f64>,
    /// Number of living pages that link to it.
    pub links_in: usize,
    /// Number of words; `None` if the text is unknown.
    pub words: Option<u64>,
    /// Possible extra clicks a month of the listed queries: from one position better (low) to three (high).
    pub extra_clicks: Option<ClickRange>,
    /// Queries with impressions that the title or the text does not mention, most impressions first.
    pub missing_queries: Vec<MissingQuery>,
    /// Changes.
    pub changes: Vec<PageChange>,
    /// Changed lines before.
    pub before: Vec<String>,
    /// The same lines after the changes.
    pub after: Vec<String>,
    /// Tasks for a person, in order: the steps of a plan.
    pub tasks: Vec<AuditTask>,
}

/// A range of clicks a month.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClickRange {
    /// 10% quantile.
    pub low: f64,
    /// Median.
    pub mid: f64,
    /// 90% quantile.
    pub high: f64,
}

/// A query that a page does not mention.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MissingQuery {
    /// Query.
    pub query: String,
    /// Clicks in the period.
    pub clicks: f64,
    /// Impressions in the period.
    pub impressions: f64,
    /// Average position.
    pub position: Option<f64>,
    /// True if the title mentions it.
    pub is_in_title: bool,
    /// True if the text or a heading mentions it.
    pub is_in_text: bool,
}

/// Kind of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PageChangeKind {
    /// Replace the title.
    Title,
    /// Replace the meta description.
    Description,
    /// Set the first heading.
    Heading,
    /// Add a section.
    AddSection,
    /// Cut a passage.
    Cut,
    /// Add a link to another page.
    AddLink,
    /// Move a passage to the target page.
    MovePassage,
    /// Redirect the address.
    Redirect,
    /// Remove the page.
    RemovePage,
    /// Remove or change the links to it.
    FixLinks,
    /// Restore a page that is gone, or write one for its queries.
    Restore,
}

/// A change of a page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PageChange {
    /// Kind.
    pub kind: PageChangeKind,
    /// Reason.
    pub reason: String,
    /// Text before; `None` if it is new.
    pub before: Option<String>,
    /// Text after; `None` if it is removed or must be written.
    pub after: Option<String>,
    /// Heading of a section to add.
    pub heading: Option<String>,
    /// Page that a link, passage or redirect leads to.
    pub target: Option<String>,
    /// Queries that the change serves.
    pub queries: Vec<String>,
    /// Ids of the facts or statements of the pack that the text rests on.
    pub fact_ids: Vec<String>,
    /// Where the text comes from, in words.
    pub source: Option<String>,
    /// Publications that the text rests on.
    pub sources: Vec<Publication>,
    /// Pages concerned, such as those with the same passage or with links to a broken page; at most 20.
    pub pages: Vec<String>,
}

/// A task for a person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditTask {
    /// What to do, one line of at most 200 characters.
    pub title: String,
    /// The exact change, at most 10,000 characters.
    pub detail: String,
}

impl PageChange {
    pub(super) fn new(kind: PageChangeKind, reason: String) -> Self {
        Self {
            kind,
            reason,
            before: None,
            after: None,
            heading: None,
            target: None,
            queries: Vec::new(),
            fact_ids: Vec::new(),
            source: None,
            sources: Vec::new(),
            pages: Vec::new(),
        }
    }
}
