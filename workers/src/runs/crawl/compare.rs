//! Compares a crawl with the one before it.

use std::collections::{BTreeSet, HashMap};

use crawler::audit::{
    Finding, Issue,
    diff::{self, Change, PageState},
};
use serde_json::Value;
use shared::{
    domain::crawl::{Crawl, CrawlReport, GoneReason, IssueCount, PageChange},
    store::crawl::{self, StoredState},
};

use crate::{context::RunContext, error::JobError};

/// URLs that are gone or were not reached, which the report names.
const MOST_GONE: usize = 100;
/// Settings that decide which pages a crawl reaches.
const REACH: [&str; 7] =
    ["include", "exclude", "scope", "maxDepth", "respectsNofollow", "droppedParameters", "maxPerPattern"];

/// Pages of the crawl before; those that the new crawl has are taken out.
#[derive(Debug, Default)]
pub(super) struct Before {
    pages: HashMap<String, PageState>,
    is_first: bool,
    /// Whether it reached other pages because of its settings.
    has_other_settings: bool,
    /// Pages that answered before and are missing now.
    missing: Vec<String>,
    /// Whether a page that answered before does not answer.
    has_failed: bool,
    changed: i64,
    added: i64,
    /// New, fixed and regressed pages by issue.
    issues: HashMap<Issue, (i64, i64, i64)>,
}

/// State of a page after the comparison.
#[derive(Debug)]
pub(super) struct Compared {
    pub(super) change: PageChange,
    pub(super) new: BTreeSet<Issue>,
    pub(super) fixed_before: Vec<String>,
}

impl Before {
    pub(super) async fn load(context: &RunContext, current: &Crawl) -> Result<Self, JobError> {
        let workspace_id = context.run.workspace_id;
        let Some(previous) = crawl::previous(&context.db, workspace_id, current.website_id, current.id).await? else {
            return Ok(Self { is_first: true, ..Self::default() });
        };
        let states = crawl::states(&context.db, previous.id).await?;
        Ok(Self {
            has_other_settings: has_other_settings(&previous, current),
            pages: states.into_iter().map(|state| (state.url.clone(), page_state(state))).collect(),
            ..Self::default()
        })
    }

    /// Compares a page.
    pub(super) fn compare(
        &mut self, url: &str, status: Option<u16>, content_hash: u64, findings: &[Finding],
    ) -> Compared {
        if self.is_first {
            // Nothing is new where there is nothing to compare with.
            return Compared { change: PageChange::Same, new: BTreeSet::new(), fixed_before: Vec::new() };
        }
        let issues: BTreeSet<Issue> = findings.iter().map(|finding| finding.issue).collect();
        let old = self.pages.remove(url);
        if old.as_ref().and_then(|old| old.status).is_some_and(|status| status < 400) {
            self.miss(url, status);
        }
        let new = PageState { url: url.to_owned(), status, content_hash, issues, fixed_before: BTreeSet::new() };
        let mut found = None;
        diff::compare(old.clone(), [new.clone()], |change| found = Some(change));
        if let Some(change) = &found {
            self.count(change, status.is_some_and(|status| status < 400));
        }
        let fixed_before = old.as_ref().map(|old| diff::fixed_before(old, &new.issues)).unwrap_or_default();
        let appeared = found.map(|change| (change.page, change.new.union(&change.regressed).copied().collect()));
        let (page, new) = appeared.unwrap_or((diff::PageChange::Same, BTreeSet::new()));
        Compared { change: page_change(page), new, fixed_before: keys(&fixed_before) }
    }

    /// Notes whether a page that answered before is missing or does not answer.
    fn miss(&mut self, url: &str, status: Option<u16>) {
        match status {
            Some(404 | 410) => self.missing.push(url.to_owned()),
            None | Some(429 | 500..) => self.has_failed = true,
            Some(_) => {}
        }
    }

    /// Counts what changed on a page. What a page that no longer answers lacked is not fixed.
    fn count(&mut self, change: &Change, is_answering: bool) {
        self.added += i64::from(change.page == diff::PageChange::Added);
        self.changed += i64::from(change.page == diff::PageChange::Changed);
        for issue in &change.new {
            self.issues.entry(*issue).or_default().0 += 1;
        }
        for issue in change.fixed.iter().filter(|_| is_answering) {
            self.issues.entry(*issue).or_default().1 += 1;
        }
        for issue in &change.regressed {
            self.issues.entry(*issue).or_default().2 += 1;
        }
    }

    /// Adds the changes to the pages by issue, including issues that no page has any more.
    pub(super) fn issues(&self, pages: &HashMap<Issue, i64>) -> Vec<IssueCount> {
        let all: BTreeSet<Issue> = pages.keys().chain(self.issues.keys()).copied().collect();
        let count = |issue: Issue| {
            let (new, fixed, regressed) = self.issues.get(&issue).copied().unwrap_or_default();
            let pages = pages.get(&issue).copied().unwrap_or(0);
            IssueCount { issue: issue.definition().key.to_owned(), pages, new, fixed, regressed }
        };
        all.into_iter().map(count).collect()
    }

    /// Adds what changed to the report; nothing for the first crawl. Pages that were not requested are gone only if the
    /// crawl would have found a link to them.
    pub(super) fn report(self, is_complete: bool, report: CrawlReport) -> CrawlReport {
        if self.is_first {
            return report;
        }
        let reason = self.unknown(is_complete);
        let (added, changed) = (Some(self.added), Some(self.changed));
        let not_reached = reason.map(|_| count(self.pages.len()));
        let gone = reason.is_none().then(|| count(self.pages.len() + self.missing.len()));
        let missing = self.missing.into_iter().filter(|_| reason.is_none());
        let mut gone_urls: Vec<String> = self.pages.into_keys().chain(missing).collect();
        gone_urls.sort_unstable();
        gone_urls.truncate(MOST_GONE);
        CrawlReport { added, gone, gone_reason: reason, not_reached, changed, gone_urls, ..report }
    }

    /// Returns why it is unknown whether the pages that only the crawl before had are gone. Without such pages it is known.
    fn unknown(&self, is_complete: bool) -> Option<GoneReason> {
        if self.pages.is_empty() {
            None
        } else if !is_complete {
            Some(GoneReason::EndedEarly)
        } else if self.has_other_settings {
            Some(GoneReason::OtherSettings)
        } else {
            self.has_failed.then_some(GoneReason::FailedPages)
        }
    }
}

fn count(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// Returns whether the settings of two crawls reach different pages.
fn has_other_settings(previous: &Crawl, current: &Crawl) -> bool {
    let of = |crawl: &Crawl, name: &str| crawl.settings.0.get(name).cloned().unwrap_or(Value::Null);
    previous.url != current.url || REACH.iter().any(|name| of(previous, name) != of(current, name))
}

fn page_state(state: StoredState) -> PageState {
    let issues = |keys: &[String]| keys.iter().filter_map(|key| Issue::from_key(key)).collect();
    PageState {
        status: state.status.and_then(|status| u16::try_from(status).ok()),
        content_hash: state.content_hash.cast_unsigned(),
        issues: issues(&state.issues),
        fixed_before: issues(&state.fixed_before),
        url: state.url,
    }
}

const fn page_change(change: diff::PageChange) -> PageChange {
    match change {
        diff::PageChange::Added => PageChange::Added,
        diff::PageChange::Changed => PageChange::Changed,
        diff::PageChange::Gone | diff::PageChange::Same => PageChange::Same,
    }
}

fn keys(issues: &BTreeSet<Issue>) -> Vec<String> {
    issues.iter().map(|issue| issue.definition().key.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn before(pages: &[(&str, u16)]) -> Before {
        let state = |(url, status): &(&str, u16)| PageState {
            url: (*url).to_owned(),
            status: Some(*status),
            content_hash: 1,
            issues: BTreeSet::new(),
            fixed_before: BTreeSet::new(),
        };
        Before { pages: pages.iter().map(|page| (page.0.to_owned(), state(page))).collect(), ..Before::default() }
    }

    fn report(mut before: Before, now: &[(&str, Option<u16>)], is_complete: bool) -> CrawlReport {
        for (url, status) in now {
            before.compare(url, *status, 1, &[]);
        }
        before.report(is_complete, CrawlReport::default())
    }

    #[test]
    fn gone_are_pages_that_are_missing_or_that_a_complete_crawl_did_not_find() {
        let pages = [("/", 200), ("/missing", 200), ("/unlinked", 200), ("/old", 404)];
        let found = report(before(&pages), &[("/", Some(200)), ("/missing", Some(410)), ("/old", Some(404))], true);
        assert_eq!((found.gone, found.gone_reason, found.not_reached), (Some(2), None, None));
        assert_eq!(found.gone_urls, ["/missing", "/unlinked"]);
    }

    #[test]
    fn gone_is_unknown_if_pages_were_left_out_for_another_reason() {
        let pages = [("/", 200), ("/a", 200)];
        let is = |found: CrawlReport| (found.gone, found.gone_reason, found.not_reached);
        let early = Some(GoneReason::EndedEarly);
        assert_eq!(is(report(before(&pages), &[("/", Some(200))], false)), (None, early, Some(1)));
        let other = Before { has_other_settings: true, ..before(&pages) };
        assert_eq!(is(report(other, &[("/", Some(200))], true)), (None, Some(GoneReason::OtherSettings), Some(1)));
        for status in [None, Some(503), Some(429)] {
            let failed = report(before(&pages), &[("/", status)], true);
            assert_eq!(is(failed), (None, Some(GoneReason::FailedPages), Some(1)), "{status:?}");
        }
        let all = report(before(&pages), &[("/", Some(200)), ("/a", Some(404))], false);
        assert_eq!(is(all), (Some(1), None, None), "every page was requested");
    }
}
