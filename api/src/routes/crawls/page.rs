//! Returns a page of a crawl.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use shared::{domain::crawl::CrawlFinding, store::crawl};
use utoipa::ToSchema;
use uuid::Uuid;

use super::pages::PageView;
use crate::{
    error::{ApiError, Result},
    extract::{Json, Member, Path, Success},
    state::AppState,
};

/// Path parameters.
#[derive(Debug, Deserialize)]
pub(super) struct Place {
    id: Uuid,
    no: i64,
}

/// An issue of a page with its evidence.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CrawlFinding)]
pub(super) struct FindingView {
    /// Key of the issue.
    issue: String,
    /// Number of places on the page.
    count: i64,
    /// Whether the crawl before had not found it.
    is_new: bool,
    /// First examples.
    evidence: Vec<String>,
}

/// Further facts of a page.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[derive(Default)]
#[schema(as = CrawlPageFacts)]
pub(super) struct FactsView {
    canonical: Option<String>,
    /// What robots.txt says: `allowed`, `disallowed` or `unreachable`.
    robots: Option<String>,
    /// Reason why there is no complete response.
    failure: Option<String>,
    /// Target, if the URL redirects.
    redirect: Option<String>,
    /// URLs that redirected here.
    redirect_chain: Vec<String>,
    /// The page on which it was discovered.
    discovered_from: Option<String>,
    content_type: Option<String>,
    /// Milliseconds until the response was complete.
    total_ms: Option<i64>,
    /// Fewest clicks from the start page; `null` if no link leads there.
    click_depth: Option<i64>,
    /// Pages of the crawl that it links to.
    outlinks: Option<i64>,
    description: Option<String>,
    headings: Option<Vec<HeadingView>>,
    /// Language of the `html` element.
    language: Option<String>,
    images: Option<i64>,
    links: Option<i64>,
    /// Types of its structured data.
    types: Option<Vec<String>>,
    /// Start of the main content.
    excerpt: Option<String>,
    /// The page as a browser renders it; `null` if it was not rendered.
    rendered: Option<RenderedView>,
}

/// A rendered page, compared with the HTML as it was sent.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CrawlRenderedPage)]
pub(super) struct RenderedView {
    /// Why the page could not be rendered.
    failure: Option<String>,
    /// Every fact in both versions.
    comparison: Vec<ComparedView>,
    /// First addresses of the same host to which only the rendered page links.
    added_links: Vec<String>,
    /// Number of such addresses.
    added_link_count: i64,
    /// Other address that scripts went to.
    redirect: Option<String>,
    /// First errors of scripts.
    errors: Vec<String>,
    /// Number of errors of scripts; at most 1,000 are counted.
    error_count: i64,
    /// Requests of the page for scripts, style sheets and data.
    requests: i64,
    /// Requests that failed.
    failed_requests: i64,
    /// Requests that robots.txt forbids.
    blocked_requests: i64,
    total_ms: i64,
    /// Whether the page came to rest before its time was over.
    is_complete: bool,
}

/// A fact in both versions of a page.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CrawlCompared)]
pub(super) struct ComparedView {
    fact: FactView,
    /// In the HTML as it was sent.
    raw: Option<String>,
    /// In the rendered page.
    rendered: Option<String>,
    /// Whether they differ by more than a little.
    is_changed: bool,
}

/// A fact that is compared; of content and links, their number.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CrawlFact)]
pub(super) enum FactView {
    Title,
    Description,
    Canonical,
    Robots,
    Heading,
    Content,
    Links,
}

/// A heading.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = CrawlHeading)]
pub(super) struct HeadingView {
    /// 1 to 6.
    level: u8,
    text: String,
}

/// A page with its facts and issues.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OneCrawlPage)]
pub(super) struct Answer {
    success: Success,
    page: PageView,
    facts: FactsView,
    findings: Vec<FindingView>,
}

/// Get a page of a crawl.
#[utoipa::path(
    get, path = "/api/crawls/{id}/pages/{no}", tag = "crawls", params(("id" = Uuid, Path), ("no" = i64, Path)),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Path(Place { id, no }): Path<Place>,
) -> Result<Json<Answer>> {
    let mut page =
        crawl::page(&state.db, member.workspace_id, id, no).await?.ok_or(ApiError::NotFound("page of the crawl"))?;
    let facts: Value = std::mem::take(&mut page.facts.0);
    let facts = serde_json::from_value(facts).map_err(ApiError::unexpected)?;
    let findings = crawl::findings(&state.db, member.workspace_id, id, no).await?;
    let findings = findings.into_iter().map(FindingView::from).collect();
    Ok(Json(Answer { success: Success, page: page.into(), facts, findings }))
}

impl From<CrawlFinding> for FindingView {
    fn from(finding: CrawlFinding) -> Self {
        let CrawlFinding { issue, count, is_new, evidence, .. } = finding;
        Self { issue, count, is_new, evidence: evidence.0 }
    }
}
