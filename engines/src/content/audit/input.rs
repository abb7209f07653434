//! Input of the content audit.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::input::{Fact, PageLink};
use super::speed::{self, PageVitals};
use crate::common::{Day, EngineError};
use crate::keyword::MAX_QUERY_CHARACTERS;

/// Maximum number of pages.
const MOST_PAGES: usize = 20_000;
/// Maximum number of bytes of titles, headings and texts together.
const MOST_CHARACTERS: usize = 100_000_000;
/// Maximum number of rows of queries.
const MOST_QUERIES: usize = 1_000_000;
/// Maximum number of links and of headings of all pages.
const MOST_PARTS: usize = 2_000_000;
/// Maximum length of an address, in bytes.
const LONGEST_URL: usize = 2_048;
/// Maximum number of clicks or impressions.
const MOST_COUNTED: f64 = 1e12;
/// Maximum number of days of a period: ten years.
const LONGEST_PERIOD: f64 = 3_660.0;

/// Pages of a website and the queries that they appear for.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct AuditInput {
    /// The day of the analysis.
    pub as_of: Option<Day>,
    /// Pages of one website, living and broken ones.
    pub pages: Vec<AuditPage>,
    /// Figures of queries and pages in one period. Pages that are not in `pages` are counted only.
    pub queries: Vec<PageQuery>,
    /// Length of the period in days; `None` if it is unknown.
    pub period_days: Option<f64>,
    /// Core Web Vitals of pages and of the origin.
    pub vitals: Vec<PageVitals>,
    /// Facts that may be added to pages.
    pub facts: Vec<Fact>,
    /// Slug of the vertical, whose built-in pack may answer questions.
    pub vertical: Option<String>,
    /// Text of an own pack in the format of the editorial library; it replaces the built-in pack.
    pub pack: Option<String>,
}

/// A page as a crawl found it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct AuditPage {
    /// Address: `https://…`, `http://…` or a path. Must be unique.
    pub url: String,
    /// HTTP status of the response; `None` counts as 200.
    pub status: Option<u16>,
    /// Title element.
    pub title: Option<String>,
    /// Meta description.
    pub description: Option<String>,
    /// First heading of level 1.
    pub h1: Option<String>,
    /// Other headings.
    pub headings: Vec<String>,
    /// Main text, without navigation and footer.
    pub text: String,
    /// Number of words; `None` counts those of `text`.
    pub words: Option<u64>,
    /// Links to pages of the website.
    pub links: Vec<PageLink>,
    /// Canonical address.
    pub canonical: Option<String>,
    /// False if the page forbids search engines to index it; `None` if unknown.
    pub is_indexable: Option<bool>,
    /// Clicks in the period over all queries, also those that are not listed; `None` adds up `queries`.
    pub clicks: Option<f64>,
    /// Impressions in the period over all queries; `None` adds up `queries`.
    pub impressions: Option<f64>,
    /// First day on which a crawl found it, if an earlier crawl did not.
    pub first_seen_at: Option<Day>,
    /// Day of the crawl.
    pub observed_at: Option<Day>,
}

/// Figures of a query and a page.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct PageQuery {
    /// Query.
    pub query: String,
    /// Address of the page.
    pub page: String,
    /// Clicks in the period.
    pub clicks: f64,
    /// Impressions in the period.
    pub impressions: f64,
    /// Average position, from 1; `None` if unknown.
    pub position: Option<f64>,
}

impl AuditInput {
    /// Checks sizes, addresses and figures.
    pub(super) fn check(&self) -> Result<(), EngineError> {
        if self.pages.is_empty() {
            return Err(EngineError::NoInput {
                what: "pages",
                unlock: "crawl the website, or import a crawl such as a Screaming Frog export",
            });
        }
        EngineError::check_sizes(&[
            ("`pages`", self.pages.len(), MOST_PAGES),
            ("`queries`", self.queries.len(), MOST_QUERIES),
            ("characters of `pages`", self.pages.iter().map(AuditPage::size).sum(), MOST_CHARACTERS),
            (
                "links and headings of `pages`",
                self.pages.iter().map(|page| page.links.len() + page.headings.len()).sum(),
                MOST_PARTS,
            ),
        ])?;
        if self.period_days.is_some_and(|days| !(1.0..=LONGEST_PERIOD).contains(&days)) {
            return Err(EngineError::input("periodDays", "must be 1 to 3660"));
        }
        check_pages(&self.pages)?;
        speed::check(&self.vitals)?;
        self.queries.iter().enumerate().try_for_each(|(at, row)| check_query(at, row))
    }
}

impl AuditPage {
    fn size(&self) -> usize {
        let head = [&self.title, &self.description, &self.h1];
        let links = self.links.iter().map(|link| link.url.len() + link.anchor.len());
        head.into_iter().flatten().map(String::len).sum::<usize>()
            + self.headings.iter().map(String::len).chain(links).sum::<usize>()
            + self.text.len()
    }
}

fn check_pages(pages: &[AuditPage]) -> Result<(), EngineError> {
    let mut seen = BTreeSet::new();
    for (at, page) in pages.iter().enumerate() {
        let wrong = |field: &str, problem: &str| Err(EngineError::input(format!("pages[{at}].{field}"), problem));
        if !is_address(&page.url) {
            return wrong("url", "must be an address (https://…) or a path (/…) of at most 2,048 bytes without spaces");
        }
        if !seen.insert(page.url.as_str()) {
            return wrong("url", "is listed twice");
        }
        if page.status.is_some_and(|status| !(100..=599).contains(&status)) {
            return wrong("status", "must be 100 to 599");
        }
        for (field, figure) in [("clicks", page.clicks), ("impressions", page.impressions)] {
            if figure.is_some_and(|figure| !is_count(figure)) {
                return wrong(field, "must be 0 or more");
            }
        }
    }
    Ok(())
}

fn check_query(at: usize, row: &PageQuery) -> Result<(), EngineError> {
    let wrong = |field: &str, problem: &str| Err(EngineError::input(format!("queries[{at}].{field}"), problem));
    if row.query.len() > 4 * MAX_QUERY_CHARACTERS {
        return wrong("query", "is longer than 2,048 characters");
    }
    if !is_count(row.clicks) {
        return wrong("clicks", "must be 0 or more");
    }
    if !is_count(row.impressions) {
        return wrong("impressions", "must be 0 or more");
    }
    if row.position.is_some_and(|position| !(0.0..=MOST_COUNTED).contains(&position)) {
        return wrong("position", "must be 1 or more");
    }
    Ok(())
}

fn is_count(figure: f64) -> bool {
    (0.0..=MOST_COUNTED).contains(&figure)
}

fn is_address(url: &str) -> bool {
    let begins = ["https://", "http://", "/"].iter().any(|start| url.starts_with(start));
    begins
        && url.len() <= LONGEST_URL
        && !url.contains(|c: char| c.is_whitespace() || c.is_control() || "<>\"".contains(c))
}
