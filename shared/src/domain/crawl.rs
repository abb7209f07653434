//! Crawls: pages of a website as a search engine finds them, and their issues.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

use super::{run::RunStatus, text_enum};

text_enum! {
    /// Change of a page since the crawl before.
    #[schema(as = CrawlPageChange)]
    PageChange {
        /// The crawl before did not have it.
        Added = "added",
        /// Its status or content is another.
        Changed = "changed",
        /// Neither, or there is no crawl before.
        Same = "same",
    }
}

text_enum! {
    /// Why the pages that are gone cannot be counted.
    GoneReason {
        /// A limit ended the crawl before all pages were requested.
        EndedEarly = "endedEarly",
        /// The crawl before had other settings.
        OtherSettings = "otherSettings",
        /// Pages that answered before did not answer, so their links are unknown.
        FailedPages = "failedPages",
    }
}

/// What to crawl: the payload of a schedule.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CrawlPlan {
    /// URL to start at.
    pub url: String,
    /// Settings of the crawler.
    pub settings: Value,
}

/// A crawl.
#[derive(Debug, Clone, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Crawl {
    /// Time-ordered.
    pub id: Uuid,
    /// Website.
    pub website_id: Uuid,
    /// User who started it.
    pub user_id: Uuid,
    /// Its run.
    pub run_id: Uuid,
    /// Import that holds its pages for the engines.
    pub import_id: Uuid,
    /// URL at which it started.
    pub url: String,
    /// Settings of the crawler.
    pub settings: Json<Value>,
    /// Time of creation.
    pub created_at: DateTime<Utc>,
    /// Time at which it was complete; `None` before.
    pub finished_at: Option<DateTime<Utc>>,
    /// What it found; `None` before.
    pub report: Option<Json<CrawlReport>>,
    /// Status of its run; `None` if the run is no longer kept.
    pub status: Option<RunStatus>,
}

/// What a crawl found.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CrawlReport {
    /// Requested URLs.
    pub fetched: i64,
    /// Pages: URLs with a status of 200 to 299 and HTML.
    pub pages: i64,
    /// Pages that search engines may show.
    pub indexable: i64,
    /// Responses that redirect.
    pub redirected: i64,
    /// Responses with a status of 400 or more, and URLs without a response.
    pub failed: i64,
    /// URLs that robots.txt excludes.
    pub blocked: i64,
    /// URLs left out because they belong to an endless space, such as a calendar; `None` in reports of earlier versions.
    pub left_out: Option<i64>,
    /// Received bytes.
    pub bytes: i64,
    /// Duration.
    pub elapsed_ms: i64,
    /// Why it ended before all URLs were fetched: `pages`, `time` or `bytes`.
    pub stopped: Option<String>,
    /// Mean score of the pages by the SEO audits of Lighthouse, 0 to 100; `None` without pages.
    pub score: Option<f64>,
    /// Median milliseconds until the headers of a page.
    pub median_response_ms: Option<i64>,
    /// Pages by issue.
    pub issues: Vec<IssueCount>,
    /// URLs with at least one error; `None` in reports of earlier versions.
    pub error_pages: Option<i64>,
    /// URLs with at least one warning and no error; `None` in reports of earlier versions.
    pub warning_pages: Option<i64>,
    /// Pages that the crawl before did not have; `None` for the first crawl.
    pub added: Option<i64>,
    /// Pages of the crawl before that answer 404 or 410 now, or that no page links to any more; `None` for the first crawl
    /// and with a [`GoneReason`].
    pub gone: Option<i64>,
    /// Why `gone` is unknown.
    pub gone_reason: Option<GoneReason>,
    /// Pages that only the crawl before had, if it is unknown whether they are gone.
    pub not_reached: Option<i64>,
    /// Pages with another status or content.
    pub changed: Option<i64>,
    /// First URLs that are gone, or that were not reached if that is unknown.
    pub gone_urls: Vec<String>,
    /// Access of AI crawlers to the start page.
    pub ai: Option<AiReadiness>,
    /// Pages that a browser rendered; `None` if none were to be.
    pub rendered: Option<RenderedCounts>,
}

/// Pages that a browser rendered.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RenderedCounts {
    /// All, also those that could not be rendered.
    pub pages: i64,
    /// Those that could not be rendered.
    pub failed: i64,
    /// Those that scripts change.
    pub changed: i64,
}

/// Pages with an issue.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct IssueCount {
    /// Key of the issue.
    pub issue: String,
    /// Pages that have it.
    pub pages: i64,
    /// Pages on which no earlier crawl had found it.
    pub new: i64,
    /// Pages of both crawls on which it is gone.
    pub fixed: i64,
    /// Pages on which it was fixed and is back.
    pub regressed: i64,
}

/// What AI crawlers may fetch and can read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AiReadiness {
    /// Access of each crawler.
    pub agents: Vec<AiAccess>,
    /// Pages whose content is written by scripts, which AI crawlers do not run.
    pub script_pages: i64,
    /// Whether the website has an `llms.txt`. No large operator has promised to read it.
    pub has_llms_txt: Option<bool>,
}

/// Access of an AI crawler.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AiAccess {
    /// Name in robots.txt.
    pub name: String,
    /// `training`, `searchIndex` or `userRequest`.
    pub purpose: String,
    /// Pages that it may fetch and use.
    pub allowed: i64,
    /// Pages that robots.txt, the page or its headers keep from it.
    pub refused: i64,
    /// Allowed pages that it may not quote, by `nosnippet` or `max-snippet:0`; `None` in reports of earlier versions.
    pub nosnippet: Option<i64>,
    /// Whether its operator says that robots.txt does not bind it.
    pub is_unbound: bool,
}

/// What AI crawlers may use of each directory of a website.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AiDirectories {
    /// Crawlers, in the order of the counts of each directory.
    pub agents: Vec<AiAgent>,
    /// Largest directories, and all others together as the last one.
    pub directories: Vec<AiDirectory>,
    /// Pages of other hosts, which are left out: another robots.txt applies to them.
    pub other_hosts: i64,
}

/// An AI crawler.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AiAgent {
    /// Name in robots.txt.
    pub name: String,
    /// `training`, `searchIndex` or `userRequest`.
    pub purpose: String,
    /// Whether its operator says that robots.txt does not bind it.
    pub is_unbound: bool,
}

/// Pages of a directory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AiDirectory {
    /// Path, such as `/blog/`; `/` for pages at the top; `None` for all other directories.
    pub path: Option<String>,
    /// Pages.
    pub pages: i64,
    /// Pages whose main content is in the HTML without scripts.
    pub in_html: i64,
    /// Pages by crawler.
    pub agents: Vec<AiUsable>,
}

/// Pages of a directory that a crawler may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct AiUsable {
    /// Pages that robots.txt allows it to fetch.
    pub allowed: i64,
    /// Pages whose directives let it index and quote them.
    pub permitted: i64,
    /// Pages that pass both, and whose content is in the HTML.
    pub ready: i64,
}

/// A page of a crawl.
#[derive(Debug, Clone, PartialEq, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct CrawlPage {
    /// Number in the crawl.
    pub no: i64,
    /// URL.
    pub url: String,
    /// HTTP status; `None` without a response.
    pub status: Option<i32>,
    /// Title.
    pub title: Option<String>,
    /// Steps from the start page or a sitemap.
    pub depth: i32,
    /// Pages that link to it.
    pub inlinks: i64,
    /// Share of the site's internal PageRank, 0 to 1.
    pub page_rank: f64,
    /// Words of the main content; `None` if it is no page.
    pub words: Option<i64>,
    /// Milliseconds until the headers of the response.
    pub response_ms: i64,
    /// Bytes of the unpacked body.
    pub bytes: i64,
    /// Whether search engines may show it.
    pub is_indexable: bool,
    /// Score by the SEO audits of Lighthouse, 0 to 100; `None` if it is no page.
    pub score: Option<i32>,
    /// Hash of the main content.
    #[serde(skip)]
    pub content_hash: i64,
    /// Keys of its issues.
    pub issues: Json<Vec<String>>,
    /// Keys of issues that an earlier crawl had found and a later one had not.
    #[serde(skip)]
    pub fixed_before: Json<Vec<String>>,
    /// Change since the crawl before.
    pub change: PageChange,
    /// Further facts.
    pub facts: Json<Value>,
}

/// An issue of a page with its evidence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct CrawlFinding {
    /// Key of the issue.
    pub issue: String,
    /// Number of the page.
    pub page_no: i64,
    /// Number of places on the page.
    pub count: i64,
    /// Whether the crawl before had not found it.
    pub is_new: bool,
    /// First examples.
    pub evidence: Json<Vec<String>>,
}
