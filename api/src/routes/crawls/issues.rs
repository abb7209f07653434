//! Lists the issues that the audit knows.

use crawler::audit::{Category, Definition, ISSUES, Severity};
use serde::Serialize;
use utoipa::ToSchema;

use crate::extract::{Json, Member, Success};

/// An issue.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CrawlIssue)]
pub(super) struct IssueView {
    /// Stable name.
    key: &'static str,
    severity: SeverityView,
    category: CategoryView,
    /// What is wrong.
    title: &'static str,
    /// Why it matters.
    why: &'static str,
    /// How to fix it.
    fix: &'static str,
    /// What the evidence of a finding lists.
    evidence: &'static str,
}

/// How much an issue matters.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CrawlSeverity)]
pub(super) enum SeverityView {
    Notice,
    Warning,
    Error,
}

/// Part of the audit.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CrawlCategory)]
pub(super) enum CategoryView {
    Response,
    Indexing,
    Languages,
    Snippets,
    Content,
    Links,
    Images,
    StructuredData,
    Security,
    Performance,
    Addresses,
}

/// All issues.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CrawlIssueList)]
pub(super) struct Answer {
    success: Success,
    issues: Vec<IssueView>,
}

/// List the issues of the audit.
///
/// Every issue that a crawl can find, with why it matters and how to fix it.
#[utoipa::path(get, path = "/api/crawls/issues", tag = "crawls", responses((status = 200, body = Answer)))]
pub(super) async fn handler(_member: Member) -> Json<Answer> {
    Json(Answer { success: Success, issues: ISSUES.iter().map(IssueView::from).collect() })
}

impl From<&Definition> for IssueView {
    fn from(issue: &Definition) -> Self {
        Self {
            key: issue.key,
            severity: issue.severity.into(),
            category: issue.category.into(),
            title: issue.title,
            why: issue.why,
            fix: issue.fix,
            evidence: issue.evidence,
        }
    }
}

impl From<Severity> for SeverityView {
    fn from(severity: Severity) -> Self {
        match severity {
            Severity::Notice => Self::Notice,
            Severity::Warning => Self::Warning,
            Severity::Error => Self::Error,
        }
    }
}

impl From<Category> for CategoryView {
    fn from(category: Category) -> Self {
        match category {
            Category::Response => Self::Response,
            Category::Indexing => Self::Indexing,
            Category::Languages => Self::Languages,
            Category::Snippets => Self::Snippets,
            Category::Content => Self::Content,
            Category::Links => Self::Links,
            Category::Images => Self::Images,
            Category::StructuredData => Self::StructuredData,
            Category::Security => Self::Security,
            Category::Performance => Self::Performance,
            Category::Addresses => Self::Addresses,
        }
    }
}
