//! Converts a record of the crawler to the rows that are stored.

use std::collections::BTreeSet;

use crawler::{
    audit::{Finding, Visit},
    crawl::Record,
    page::Page,
};
use serde_json::{Value, json};
use shared::domain::{
    crawl::{CrawlFinding, CrawlPage, PageChange},
    observation::SeenPage,
};

use super::{
    compare::{Compared, Now},
    links::Linked,
};

/// Headings and links of a page that engines read.
const MOST_HEADINGS: usize = 200;
const MOST_LINKS: usize = 1_000;

/// A page that waits for its comparison with the previous crawl.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) page: CrawlPage,
    pub(super) findings: Vec<Finding>,
    is_rendered: bool,
}

impl Row {
    /// Converts a record with its findings.
    pub(super) fn new(
        record: &Record, visit: &Visit<'_>, links: Option<&Linked>, findings: Vec<Finding>, score: Option<u8>,
    ) -> Self {
        let is_rendered = record.rendered.as_ref().is_some_and(|rendered| rendered.failure.is_none());
        Self { page: page(record, visit, links, &findings, score), findings, is_rendered }
    }

    /// Returns what the comparison needs.
    pub(super) fn now(&self) -> Now<'_> {
        Now {
            url: &self.page.url,
            status: self.page.status.and_then(|status| u16::try_from(status).ok()),
            content_hash: self.page.content_hash.cast_unsigned(),
            is_rendered: self.is_rendered,
        }
    }

    /// Adds what changed.
    pub(super) fn compared(self, compared: Compared) -> (CrawlPage, Vec<CrawlFinding>) {
        let page = CrawlPage { fixed_before: compared.fixed_before.into(), change: compared.change, ..self.page };
        let finding = |finding: Finding| CrawlFinding {
            issue: key(&finding),
            page_no: page.no,
            count: signed(finding.count),
            is_new: compared.new.contains(&finding.issue),
            evidence: finding.evidence.into(),
        };
        let findings = self.findings.into_iter().map(finding).collect();
        (page, findings)
    }
}

fn page(
    record: &Record, visit: &Visit<'_>, links: Option<&Linked>, findings: &[Finding], score: Option<u8>,
) -> CrawlPage {
    let page = visit.page;
    CrawlPage {
        no: i64::from(record.id),
        url: record.url.clone(),
        status: record.status.map(i32::from),
        title: record.title.clone(),
        depth: i32::from(record.depth),
        inlinks: links.map_or(0, |links| i64::from(links.inlinks)),
        page_rank: links.map_or(0.0, |links| links.page_rank),
        words: page.map(|page| signed(page.body.content_words)),
        response_ms: signed(record.response_ms),
        bytes: signed(record.bytes),
        is_indexable: page.is_some() && visit.is_indexable(),
        score: score.map(i32::from),
        content_hash: page.map_or(0, |page| page.body.content_hash).cast_signed(),
        issues: findings.iter().map(key).collect::<Vec<_>>().into(),
        fixed_before: Vec::new().into(),
        change: PageChange::Same,
        facts: facts(record, page, links).into(),
    }
}

fn key(finding: &Finding) -> String {
    finding.issue.definition().key.to_owned()
}

fn facts(record: &Record, page: Option<&Page>, links: Option<&Linked>) -> Value {
    let types = |page: &Page| -> BTreeSet<String> {
        page.structured.items.iter().flat_map(|item| item.types.iter().cloned()).collect()
    };
    json!({
        "canonical": record.canonical, "robots": record.robots, "failure": record.failure.as_ref().map(|failure| &failure.message),
        "redirect": record.redirect.as_ref().map(|redirect| &redirect.to), "redirectChain": record.redirect_chain,
        "discoveredFrom": record.discovered_from, "contentType": record.content_type, "totalMs": record.total_ms,
        "clickDepth": links.and_then(|links| links.click_depth), "outlinks": links.map(|links| links.outlinks),
        "description": page.and_then(|page| page.descriptions.first()),
        "headings": page.map(|page| page.headings.iter().take(20).collect::<Vec<_>>()),
        "language": page.and_then(|page| page.document.language.as_ref()),
        "images": page.map(|page| page.image_count), "links": page.map(|page| page.link_count),
        "rendered": record.rendered, "types": page.map(types), "excerpt": page.map(|page| &page.body.excerpt),
    })
}

/// Converts a page that answered to what engines read.
pub(super) fn seen(record: &Record, page: &Page) -> SeenPage {
    let host = page.url.host_str().unwrap_or_default().trim_start_matches("www.").to_owned();
    let level = |first: bool| {
        let headings = page.headings.iter().filter(move |heading| (heading.level == 1) == first);
        headings.map(|heading| heading.text.clone()).filter(|text| !text.is_empty())
    };
    let internal = page.links.iter().filter_map(|link| link.url.as_ref()).filter(|url| url.host() == page.url.host());
    let links: BTreeSet<&str> = internal.map(url::Url::as_str).collect();
    SeenPage {
        url: record.url.clone(),
        host,
        title: record.title.clone(),
        description: page.descriptions.first().cloned(),
        h1: level(true).next(),
        headings: level(false).take(MOST_HEADINGS).collect(),
        text: Some(page.body.content.clone()).filter(|text| !text.is_empty()),
        words: Some(page.body.content_words),
        status: record.status,
        canonical: record.canonical.clone(),
        query: None,
        links: links.into_iter().take(MOST_LINKS).map(str::to_owned).collect(),
        observed_at: Some(record.fetched_at.to_rfc3339_opts(chrono::SecondsFormat::Secs, true)),
    }
}

fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
