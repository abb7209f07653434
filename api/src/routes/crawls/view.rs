//! A crawl, in responses.

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::Value;
use shared::domain::{
    crawl::{AiAccess, AiReadiness, Crawl, CrawlReport, GoneReason, IssueCount, RenderedCounts},
    run::RunStatus,
};
use utoipa::ToSchema;
use uuid::Uuid;

/// A crawl.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Crawl)]
pub(super) struct CrawlView {
    id: Uuid,
    website_id: Uuid,
    /// Its run, with its progress.
    run_id: Uuid,
    /// Import that holds its pages for the engines.
    import_id: Uuid,
    /// URL at which it started.
    url: String,
    /// Settings of the crawler that were given.
    settings: Value,
    created_at: DateTime<Utc>,
    /// `null` until it is complete.
    finished_at: Option<DateTime<Utc>>,
    /// What it found; `null` until it is complete.
    report: Option<ReportView>,
    /// Status of its run; `null` if the run is no longer kept.
    status: Option<RunStatus>,
}

/// What a crawl found.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CrawlReport)]
pub(super) struct ReportView {
    /// Requested URLs.
    fetched: i64,
    /// HTML pages that answered.
    pages: i64,
    /// Pages that search engines may show.
    indexable: i64,
    /// Responses that redirect.
    redirected: i64,
    /// Responses with a status of 400 or more, and URLs without a response.
    failed: i64,
    /// URLs that robots.txt excludes.
    blocked: i64,
    /// URLs left out because they belong to an endless space, such as a calendar or combinations of filters; `null` in
    /// reports of earlier versions.
    left_out: Option<i64>,
    /// Received bytes.
    bytes: i64,
    elapsed_ms: i64,
    /// Budget that ended it early: `pages`, `time` or `bytes`; `null` if it is complete.
    stopped: Option<String>,
    /// Mean score of the pages by the SEO audits of Lighthouse, 0 to 100; `null` without pages.
    score: Option<f64>,
    /// Median milliseconds until the headers of a page.
    median_response_ms: Option<i64>,
    /// Pages by issue, in the order of the issues' list.
    issues: Vec<IssueCountView>,
    /// URLs with at least one error; `null` in reports of earlier versions.
    error_pages: Option<i64>,
    /// URLs with at least one warning and no error; `null` in reports of earlier versions.
    warning_pages: Option<i64>,
    /// Pages that the crawl before did not have; `null` for the first crawl.
    added: Option<i64>,
    /// Pages of the crawl before that answer 404 or 410 now, or that no page links to any more; `null` for the first
    /// crawl and if that is unknown.
    gone: Option<i64>,
    /// Why `gone` is unknown: a limit ended the crawl early (`endedEarly`), the crawl before had other settings
    /// (`otherSettings`), or pages whose links are needed did not answer (`failedPages`).
    gone_reason: Option<GoneReason>,
    /// Pages that only the crawl before had, if it is unknown whether they are gone.
    not_reached: Option<i64>,
    /// Pages with another status or content.
    changed: Option<i64>,
    /// The first hundred URLs that are gone, or that were not reached if that is unknown.
    gone_urls: Vec<String>,
    /// What AI crawlers may fetch and can read.
    ai: Option<AiView>,
    /// Pages that a browser rendered; `null` if none were to be.
    rendered: Option<RenderedView>,
}

/// Pages that a browser rendered.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CrawlRendered)]
pub(super) struct RenderedView {
    /// All, also those that could not be rendered.
    pages: i64,
    /// Those that could not be rendered.
    failed: i64,
    /// Those that scripts change.
    changed: i64,
}

/// Pages with an issue.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CrawlIssueCount)]
pub(super) struct IssueCountView {
    /// Key of the issue.
    issue: String,
    /// Pages that have it.
    pages: i64,
    /// Pages on which no earlier crawl had found it.
    new: i64,
    /// Pages on which it is gone.
    fixed: i64,
    /// Pages on which it was fixed and is back.
    regressed: i64,
}

/// What AI crawlers may fetch and can read.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CrawlAi)]
pub(super) struct AiView {
    agents: Vec<AgentView>,
    /// Pages whose content is written by scripts, which AI crawlers do not run.
    script_pages: i64,
    /// Whether the website has an `llms.txt`, which no large operator has promised to read; `null` if unknown.
    has_llms_txt: Option<bool>,
}

/// Access of an AI crawler.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CrawlAgent)]
pub(super) struct AgentView {
    /// Name in robots.txt.
    name: String,
    /// `training`, `searchIndex` or `userRequest`.
    purpose: String,
    /// Pages that it may fetch and use.
    allowed: i64,
    /// Pages that robots.txt, the page or its headers keep from it.
    refused: i64,
    /// Allowed pages that it may not quote, by `nosnippet` or `max-snippet:0`; `null` in reports of earlier versions.
    nosnippet: Option<i64>,
    /// Whether its operator says that robots.txt does not bind it.
    is_unbound: bool,
}

impl From<Crawl> for CrawlView {
    fn from(crawl: Crawl) -> Self {
        Self {
            id: crawl.id,
            website_id: crawl.website_id,
            run_id: crawl.run_id,
            import_id: crawl.import_id,
            url: crawl.url,
            settings: crawl.settings.0,
            created_at: crawl.created_at,
            finished_at: crawl.finished_at,
            report: crawl.report.map(|report| report.0.into()),
            status: crawl.status,
        }
    }
}

impl From<CrawlReport> for ReportView {
    fn from(report: CrawlReport) -> Self {
        let (gone, gone_reason, not_reached) = gone(&report);
        Self {
            fetched: report.fetched,
            pages: report.pages,
            indexable: report.indexable,
            redirected: report.redirected,
            failed: report.failed,
            blocked: report.blocked,
            left_out: report.left_out,
            bytes: report.bytes,
            elapsed_ms: report.elapsed_ms,
            stopped: report.stopped,
            score: report.score,
            median_response_ms: report.median_response_ms,
            issues: report.issues.into_iter().map(IssueCountView::from).collect(),
            error_pages: report.error_pages,
            warning_pages: report.warning_pages,
            added: report.added,
            gone,
            gone_reason,
            not_reached,
            changed: report.changed,
            gone_urls: report.gone_urls,
            ai: report.ai.map(AiView::from),
            rendered: report.rendered.map(|RenderedCounts { pages, failed, changed }| RenderedView {
                pages,
                failed,
                changed,
            }),
        }
    }
}

/// Returns what is known about gone pages. Earlier versions counted as gone what a crawl that ended early did not reach.
fn gone(report: &CrawlReport) -> (Option<i64>, Option<GoneReason>, Option<i64>) {
    let is_doubtful = report.stopped.is_some() && report.gone_reason.is_none() && report.not_reached.is_none();
    match report.gone.filter(|gone| is_doubtful && *gone > 0) {
        Some(gone) => (None, Some(GoneReason::EndedEarly), Some(gone)),
        None => (report.gone, report.gone_reason, report.not_reached),
    }
}

impl From<IssueCount> for IssueCountView {
    fn from(count: IssueCount) -> Self {
        let IssueCount { issue, pages, new, fixed, regressed } = count;
        Self { issue, pages, new, fixed, regressed }
    }
}

impl From<AiReadiness> for AiView {
    fn from(ai: AiReadiness) -> Self {
        let AiReadiness { agents, script_pages, has_llms_txt } = ai;
        Self { agents: agents.into_iter().map(AgentView::from).collect(), script_pages, has_llms_txt }
    }
}

impl From<AiAccess> for AgentView {
    fn from(access: AiAccess) -> Self {
        let AiAccess { name, purpose, allowed, refused, nosnippet, is_unbound } = access;
        Self { name, purpose, allowed, refused, nosnippet, is_unbound }
    }
}
