//! Score of a page by the SEO audits of Lighthouse and their weights.
//!
//! Source: Lighthouse, `core/config/default-config.js` (category `seo`), `core/scoring.js` and `core/audits/seo` of
//! August 2026. Audits that do not apply have no weight.

use serde::{Deserialize, Serialize};

use super::Visit;
use super::check::{is_language, links::generic};
use crate::page::{CanonicalSource, Page};

/// Score of a page and its audits.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Score {
    /// 0 to 100.
    pub score: u8,
    /// Audits in the order of Lighthouse.
    pub audits: Vec<Audit>,
}

/// One audit of Lighthouse.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Audit {
    /// Name in Lighthouse.
    pub id: String,
    /// Weight in the score.
    pub weight: f64,
    /// Returns whether the page passes; `None` if the audit does not apply.
    pub is_passed: Option<bool>,
}

/// State of a website's robots.txt.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum RobotsTxt {
    /// Not there or empty: the audit does not apply.
    #[default]
    Missing,
    /// All lines are valid.
    Valid,
    /// Invalid lines, or the server failed.
    Invalid,
}

/// Crawlers of the audit `is-crawlable`; `*` stands for all others.
const CRAWLERS: [&str; 5] = ["*", "googlebot", "bingbot", "duckduckbot", "archive.org_bot"];
/// Weight of `is-crawlable`: with it, a page that fails has at most 69.
const CRAWLABLE_WEIGHT: f64 = 93.0 / 23.0;

/// Scores a page. `is_allowed` returns whether robots.txt allows a crawler to fetch it.
#[must_use]
pub fn score(visit: &Visit<'_>, page: &Page, robots_txt: RobotsTxt, is_allowed: &dyn Fn(&str) -> bool) -> Score {
    let is_filled = |text: Option<&String>| Some(text.is_some_and(|text| !text.trim().is_empty()));
    let alts = page.images.iter().all(|image| image.alt.is_some() || image.is_labelled);
    let audit = |id: &str, weight: f64, is_passed: Option<bool>| Audit { id: id.to_owned(), weight, is_passed };
    let audits = vec![
        audit("is-crawlable", CRAWLABLE_WEIGHT, Some(is_crawlable(page, is_allowed))),
        audit("document-title", 1.0, is_filled(page.titles.first())),
        audit("meta-description", 1.0, is_filled(page.descriptions.first())),
        audit("http-status-code", 1.0, Some(visit.status.is_some_and(|status| !(400..600).contains(&status)))),
        audit("link-text", 1.0, Some(generic(page).next().is_none())),
        audit("crawlable-anchors", 1.0, Some(page.uncrawlable.is_empty())),
        audit("robots-txt", 1.0, (robots_txt != RobotsTxt::Missing).then_some(robots_txt == RobotsTxt::Valid)),
        audit("image-alt", 1.0, (!page.images.is_empty()).then_some(alts)),
        audit("hreflang", 1.0, Some(has_valid_alternates(page))),
        audit("canonical", 1.0, has_valid_canonical(page)),
    ];
    let applied = audits.iter().filter_map(|audit| Some((audit.weight, audit.is_passed?)));
    let (passed, all) = applied.fold((0.0, 0.0), |(passed, all), (weight, is_passed)| {
        (if is_passed { passed + weight } else { passed }, all + weight)
    });
    // Lighthouse keeps two decimals of a score from 0 to 1.
    Score { score: (passed / all * 100.0).round() as u8, audits }
}

fn is_crawlable(page: &Page, is_allowed: &dyn Fn(&str) -> bool) -> bool {
    CRAWLERS.into_iter().any(|crawler| is_allowed(crawler) && !page.robots.is_noindex(crawler))
}

/// Lighthouse checks the language and asks for a whole address.
fn has_valid_alternates(page: &Page) -> bool {
    page.document.alternates.iter().all(|alternate| {
        let code = alternate.language.to_ascii_lowercase();
        let is_known =
            code == "x-default" || code.split('-').next().is_some_and(|word| is_language(word) || word.len() == 3);
        let href = alternate.href.to_ascii_lowercase();
        is_known && (href.starts_with("http:") || href.starts_with("https:"))
    })
}

/// Lighthouse asks for one valid, absolute address that is neither another language version nor the start page.
fn has_valid_canonical(page: &Page) -> Option<bool> {
    let named = page.canonicals.iter().filter(|named| named.source != CanonicalSource::Body && !named.href.is_empty());
    let named: Vec<_> = named.collect();
    let first = named.first()?;
    let is_absolute = named.iter().all(|named| url::Url::parse(&named.href).is_ok());
    let Some(url) = first.url.as_ref().filter(|_| is_absolute) else { return Some(false) };
    let is_single = named.iter().all(|named| named.url.as_ref() == Some(url));
    let is_version =
        |url: &url::Url| page.document.alternates.iter().any(|alternate| alternate.url.as_ref() == Some(url));
    let is_other_version = *url != page.url && is_version(url) && is_version(&page.url);
    let is_start = url.origin() == page.url.origin() && url.path() == "/" && page.url.path() != "/";
    Some(is_single && !is_other_version && !is_start)
}
