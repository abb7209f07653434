//! Converts the records of a page to what the content engine reads: facts, issues and the audits of Lighthouse.

use std::collections::BTreeSet;

use crawler::{
    audit::{Finding, Hop, Severity, Visit, score::score, visit_findings},
    crawl::{Record, RedirectProblem, RobotsDecision},
    page::Page,
};
use engines::content::fixes::{FixInput, IssueSeverity, LighthouseAudit, PageFacts, PageIssue};
use serde_json::Value;
use url::Url;

use super::{
    super::crawl::{fixes::Fixes, robots::Rules},
    fetch::Fetched,
};

/// Headings that are read.
const MOST_HEADINGS: usize = 200;

/// Returns the engine's input without the address that was asked for and the keyword.
pub(super) fn input(fetched: &Fetched, rules: &Rules) -> FixInput {
    let hops = hops(&fetched.records);
    let mut findings: Vec<Finding> = Vec::new();
    let mut lighthouse = None;
    let mut is_indexable = false;
    let last_url = &fetched.last.url;
    for record in &fetched.records {
        let is_last = record.url == *last_url;
        let redirects: &[Hop] = if is_last { &[] } else { &hops };
        let Ok(url) = Url::parse(&record.url) else { continue };
        let visit = visit(&url, record, redirects, fetched.last.status);
        // Only the address that was asked for and the page itself count, not the addresses between them.
        if record.id == 0 || is_last {
            findings.extend(visit_findings(&visit));
        }
        if let Some(page) = record.page.as_ref().filter(|_| is_last) {
            let scored = score(&visit, page, rules.robots_txt, &|agent| rules.allows_as_written(agent, &url));
            let audits = scored.audits.into_iter();
            let audits = audits.map(|one| LighthouseAudit { id: one.id, is_passed: one.is_passed, weight: one.weight });
            lighthouse = Some((scored.score, audits.collect()));
            is_indexable = visit.is_indexable();
        }
    }
    let first = fetched.records.first();
    let redirect = first.and_then(|record| Some((record.status?, record.redirect.as_ref()?.to.clone())));
    FixInput {
        observed_at: fetched.last.fetched_at.to_rfc3339_opts(chrono::SecondsFormat::Secs, true),
        status: fetched.last.status,
        redirect,
        page: fetched.last.page.as_ref().map(|page| page_facts(&fetched.last, page, is_indexable)),
        issues: issues(findings),
        lighthouse,
        ..FixInput::default()
    }
}

/// Returns the exact changes that follow from the issues of the page by itself.
pub(super) fn fixes(fetched: &Fetched) -> std::io::Result<Fixes> {
    let hops = hops(&fetched.records);
    let host = Url::parse(&fetched.last.url).ok().and_then(|url| url.host_str().map(str::to_owned)).unwrap_or_default();
    let mut fixes = Fixes::new(host.strip_prefix("www.").unwrap_or(&host), &std::env::temp_dir())?;
    for record in &fetched.records {
        let is_last = record.url == fetched.last.url;
        let Ok(url) = Url::parse(&record.url) else { continue };
        if record.id != 0 && !is_last {
            continue;
        }
        let redirects: &[Hop] = if is_last { &[] } else { &hops };
        let visit = visit(&url, record, redirects, fetched.last.status);
        fixes.known.see(&visit)?;
        fixes.add(&visit, &visit_findings(&visit))?;
    }
    Ok(fixes)
}

fn hops(records: &[Record]) -> Vec<Hop> {
    let hop = |record: &Record| {
        let target = Url::parse(&record.redirect.as_ref()?.to).ok()?;
        Some(Hop { url: Url::parse(&record.url).ok()?, status: record.status?, target })
    };
    records.iter().filter_map(hop).collect()
}

fn visit<'a>(url: &'a Url, record: &'a Record, redirects: &'a [Hop], last: Option<u16>) -> Visit<'a> {
    let problem = record.redirect.as_ref().and_then(|redirect| redirect.problem);
    Visit {
        url,
        status: if redirects.is_empty() { record.status } else { last },
        redirects,
        is_redirect_loop: matches!(problem, Some(RedirectProblem::Loop | RedirectProblem::TooLong)),
        response_ms: record.status.map(|_| u32::try_from(record.response_ms).unwrap_or(u32::MAX)),
        depth: None,
        is_allowed: record.robots == RobotsDecision::Allowed,
        is_in_sitemap: false,
        page: record.page.as_ref(),
        rendered: record.rendered.as_ref(),
    }
}

fn page_facts(record: &Record, page: &Page, is_indexable: bool) -> PageFacts {
    let level = |first: bool| {
        let headings = page.headings.iter().filter(move |heading| (heading.level == 1) == first);
        headings.map(|heading| heading.text.clone()).filter(|text| !text.trim().is_empty())
    };
    let types: BTreeSet<String> = page.structured.items.iter().flat_map(|item| item.types.iter().cloned()).collect();
    PageFacts {
        url: page.url.to_string(),
        title: page.titles.first().cloned(),
        description: page.descriptions.first().cloned(),
        h1: level(true).next(),
        headings: level(false).take(MOST_HEADINGS).collect(),
        text: page.body.content.clone(),
        words: page.body.content_words,
        canonical: record.canonical.clone(),
        is_indexable,
        language: page.document.language.clone(),
        detected_language: page.body.detected_language.clone(),
        types: types.into_iter().collect(),
        response_ms: record.response_ms,
    }
}

/// Converts findings, each issue once.
fn issues(findings: Vec<Finding>) -> Vec<PageIssue> {
    let mut known = BTreeSet::new();
    findings.into_iter().filter(|finding| known.insert(finding.issue)).map(issue).collect()
}

fn issue(finding: Finding) -> PageIssue {
    let definition = finding.issue.definition();
    let category = serde_json::to_value(definition.category).ok();
    PageIssue {
        key: definition.key.to_owned(),
        severity: match definition.severity {
            Severity::Notice => IssueSeverity::Notice,
            Severity::Warning => IssueSeverity::Warning,
            Severity::Error => IssueSeverity::Error,
        },
        category: category.as_ref().and_then(Value::as_str).unwrap_or_default().to_owned(),
        title: definition.title.to_owned(),
        why: definition.why.to_owned(),
        fix: definition.fix.to_owned(),
        count: finding.count,
        evidence: finding.evidence,
    }
}
