//! What an issue is, why it matters and how to fix it.

use serde::{Deserialize, Serialize};

use super::{Found, Issue, Site, Visit};

/// Definition of an issue.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Definition {
    /// Issue.
    pub issue: Issue,
    /// Stable name, as in exports and addresses.
    pub key: &'static str,
    /// How much it matters.
    pub severity: Severity,
    /// Part of the audit.
    pub category: Category,
    /// What is wrong.
    pub title: &'static str,
    /// Why it matters.
    pub why: &'static str,
    /// How to fix it.
    pub fix: &'static str,
    /// What the evidence of a finding lists.
    pub evidence: &'static str,
    /// How the issue is decided.
    #[serde(skip)]
    pub(crate) check: Check,
}

/// How an issue is decided.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Check {
    /// From the visit alone.
    Visit(fn(&Visit<'_>) -> Option<Found>),
    /// From the visit and the whole crawl.
    Site(fn(&Site, &Visit<'_>) -> Option<Found>),
}

/// How much an issue matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Severity {
    /// Good to know; often intended.
    Notice,
    /// Costs visits or makes work for search engines.
    Warning,
    /// Keeps pages out of results or breaks them for people.
    Error,
}

/// Part of the audit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Category {
    /// Status and redirects.
    Response,
    /// What search engines may index.
    Indexing,
    /// Versions for languages and regions.
    Languages,
    /// Titles, descriptions and headings.
    Snippets,
    /// Text of pages.
    Content,
    /// Links between pages.
    Links,
    /// Images.
    Images,
    /// Structured data and social tags.
    StructuredData,
    /// Encryption and security headers.
    Security,
    /// Size and speed.
    Performance,
    /// Form of addresses.
    Addresses,
}
