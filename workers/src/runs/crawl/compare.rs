//! Compares a crawl with the previous one, a batch of pages at a time.

use std::collections::{BTreeSet, HashMap};

use crawler::audit::{
    Finding, Issue,
    diff::{self, Change, PageState},
};
use serde_json::Value;
use shared::{
    domain::crawl::{Crawl, CrawlReport, GoneReason, IssueCount, PageChange},
    store::{
        Db,
        crawl::{self, StoredState},
    },
};
use uuid::Uuid;

use crate::{context::RunContext, error::JobError};

/// URLs that are gone or were not reached, which the report names.
const MOST_GONE: usize = 100;
/// Settings that decide which pages a crawl reaches.
const REACH: [&str; 9] = [
    "include",
    "exclude",
    "scope",
    "maxDepth",
    "respectsNofollow",
    "droppedParameters",
    "maxPerPattern",
    "render",
    "renderPages",
];

/// The previous crawl, and what changed since.
#[derive(Debug, Default)]
pub(super) struct Before {
    /// `None` for the first crawl.
    previous: Option<Uuid>,
    /// Whether it reached other pages because of its settings.
    has_other_settings: bool,
    /// Whether no browser rendered its pages.
    is_plain: bool,
    /// First URLs of pages that answered before and are missing now, and their number.
    missing: (BTreeSet<String>, i64),
    /// Whether a page that answered before does not answer.
    has_failed: bool,
    changed: i64,
    added: i64,
    /// New, fixed and regressed pages by issue.
    issues: HashMap<Issue, (i64, i64, i64)>,
}

/// URLs that only the previous crawl has: the first ones, and their number.
pub(super) type Unseen = (Vec<String>, i64);

/// State of a page of this crawl.
#[derive(Debug, Clone, Copy)]
pub(super) struct Now<'a> {
    pub(super) url: &'a str,
    pub(super) status: Option<u16>,
    pub(super) content_hash: u64,
    /// Whether a browser rendered it.
    pub(super) is_rendered: bool,
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
            return Ok(Self::default());
        };
        Ok(Self {
            has_other_settings: has_other_settings(&previous, current),
            is_plain: !matches!(setting(&previous, "render").as_str(), Some("sample" | "all")),
            previous: Some(previous.id),
            ..Self::default()
        })
    }

    /// Returns the states of URLs in the previous crawl.
    pub(super) async fn states(&self, db: &Db, urls: &[&str]) -> Result<HashMap<String, PageState>, JobError> {
        let Some(previous) = self.previous else { return Ok(HashMap::new()) };
        let states = crawl::states(db, previous, urls).await?;
        Ok(states.into_iter().map(|state| (state.url.clone(), page_state(state))).collect())
    }

    /// Returns the URLs that only the previous crawl has.
    pub(super) async fn unseen(&self, db: &Db, current: Uuid) -> Result<Unseen, JobError> {
        let Some(previous) = self.previous else { return Ok(Unseen::default()) };
        Ok(crawl::only_in(db, previous, current, MOST_GONE).await?)
    }

    /// Compares a page with its previous state.
    pub(super) fn compare(&mut self, old: Option<PageState>, page: Now<'_>, findings: &[Finding]) -> Compared {
        if self.previous.is_none() {
            // Nothing is new where there is nothing to compare with.
            return Compared { change: PageChange::Same, new: BTreeSet::new(), fixed_before: Vec::new() };
        }
        let Now { url, status, content_hash, is_rendered } = page;
        let issues: BTreeSet<Issue> = findings.iter().map(|finding| finding.issue).collect();
        let old = if is_rendered { old } else { old.map(|old| with_known_issues(old, &issues)) };
        if old.as_ref().and_then(|old| old.status).is_some_and(|status| status < 400) {
            self.miss(url, status);
        }
        let compared = issues.iter().filter(|issue| self.could_find(**issue, old.as_ref())).copied().collect();
        let new =
            PageState { url: url.to_owned(), status, content_hash, issues: compared, fixed_before: BTreeSet::new() };
        let mut found = None;
        diff::compare(old.clone(), [new], |change| found = Some(change));
        if let Some(change) = &found {
            self.count(change, status.is_some_and(|status| status < 400));
        }
        let fixed_before = old.as_ref().map(|old| diff::fixed_before(old, &issues)).unwrap_or_default();
        let appeared = found.map(|change| (change.page, change.new.union(&change.regressed).copied().collect()));
        let (page, new) = appeared.unwrap_or((diff::PageChange::Same, BTreeSet::new()));
        Compared { change: page_change(page), new, fixed_before: keys(&fixed_before) }
    }

    /// Returns whether an issue that appears on a page that was there before is new: a crawl without a browser finds none
    /// of what scripts change.
    fn could_find(&self, issue: Issue, old: Option<&PageState>) -> bool {
        let had = old.is_none_or(|old| old.issues.contains(&issue));
        had || !self.is_plain || !issue.depends_on_rendering()
    }

    /// Notes whether a page that answered before is missing or does not answer.
    fn miss(&mut self, url: &str, status: Option<u16>) {
        match status {
            Some(404 | 410) => {
                self.missing.1 += 1;
                self.missing.0.insert(url.to_owned());
                if self.missing.0.len() > MOST_GONE {
                    self.missing.0.pop_last();
                }
            }
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
    pub(super) fn report(self, is_complete: bool, (unseen, number): Unseen, report: CrawlReport) -> CrawlReport {
        if self.previous.is_none() {
            return report;
        }
        let reason = self.unknown(is_complete, number);
        let (added, changed) = (Some(self.added), Some(self.changed));
        let not_reached = reason.map(|_| number);
        let gone = reason.is_none().then(|| number + self.missing.1);
        let missing = self.missing.0.into_iter().filter(|_| reason.is_none());
        let mut gone_urls: Vec<String> = unseen.into_iter().chain(missing).collect();
        gone_urls.sort_unstable();
        gone_urls.truncate(MOST_GONE);
        CrawlReport { added, gone, gone_reason: reason, not_reached, changed, gone_urls, ..report }
    }

    /// Returns why it is unknown whether the pages that only the previous crawl had are gone. Without such pages it is known.
    fn unknown(&self, is_complete: bool, unseen: i64) -> Option<GoneReason> {
        if unseen == 0 {
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

/// Leaves out what only a browser can find again: on a page that was not rendered, it is not fixed.
fn with_known_issues(old: PageState, now: &BTreeSet<Issue>) -> PageState {
    let issues = old.issues.into_iter().filter(|issue| now.contains(issue) || !issue.depends_on_rendering()).collect();
    PageState { issues, ..old }
}

fn setting(crawl: &Crawl, name: &str) -> Value {
    crawl.settings.0.get(name).cloned().unwrap_or(Value::Null)
}

/// Returns whether the settings of two crawls reach different pages.
fn has_other_settings(previous: &Crawl, current: &Crawl) -> bool {
    previous.url != current.url || REACH.iter().any(|name| setting(previous, name) != setting(current, name))
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

    fn now_at(url: &str, status: Option<u16>, is_rendered: bool) -> Now<'_> {
        Now { url, status, content_hash: 1, is_rendered }
    }

    /// Returns the report on the pages of now after the pages of a previous crawl.
    fn report(
        mut before: Before, pages: &[(&str, u16)], now: &[(&str, Option<u16>)], is_complete: bool,
    ) -> CrawlReport {
        before.previous = Some(Uuid::nil());
        let state = |(url, status): &(&str, u16)| PageState {
            url: (*url).to_owned(),
            status: Some(*status),
            content_hash: 1,
            issues: BTreeSet::new(),
            fixed_before: BTreeSet::new(),
        };
        for (url, status) in now {
            let old = pages.iter().find(|page| page.0 == *url).map(state);
            before.compare(old, now_at(url, *status, false), &[]);
        }
        let unseen = pages.iter().filter(|page| now.iter().all(|(url, _)| *url != page.0));
        let unseen: Vec<String> = unseen.map(|page| page.0.to_owned()).collect();
        let number = i64::try_from(unseen.len()).unwrap();
        before.report(is_complete, (unseen, number), CrawlReport::default())
    }

    #[test]
    fn gone_are_pages_that_are_missing_or_that_a_complete_crawl_did_not_find() {
        let pages = [("/", 200), ("/missing", 200), ("/unlinked", 200), ("/old", 404)];
        let found =
            report(Before::default(), &pages, &[("/", Some(200)), ("/missing", Some(410)), ("/old", Some(404))], true);
        assert_eq!((found.gone, found.gone_reason, found.not_reached), (Some(2), None, None));
        assert_eq!(found.gone_urls, ["/missing", "/unlinked"]);
    }

    #[test]
    fn missing_pages_are_counted_and_the_first_are_named() {
        let urls: Vec<String> = (0..250).map(|number| format!("/{number:03}")).collect();
        let pages: Vec<(&str, u16)> = urls.iter().map(|url| (url.as_str(), 200)).collect();
        let now: Vec<(&str, Option<u16>)> = urls.iter().rev().map(|url| (url.as_str(), Some(404))).collect();
        let found = report(Before::default(), &pages, &now, true);
        assert_eq!((found.gone, found.gone_urls.len()), (Some(250), MOST_GONE));
        assert_eq!((found.gone_urls[0].as_str(), found.gone_urls[MOST_GONE - 1].as_str()), ("/000", "/099"));
    }

    #[test]
    fn gone_is_unknown_if_pages_were_left_out_for_another_reason() {
        let pages = [("/", 200), ("/a", 200)];
        let is = |found: CrawlReport| (found.gone, found.gone_reason, found.not_reached);
        let early = Some(GoneReason::EndedEarly);
        assert_eq!(is(report(Before::default(), &pages, &[("/", Some(200))], false)), (None, early, Some(1)));
        let other = Before { has_other_settings: true, ..Before::default() };
        assert_eq!(
            is(report(other, &pages, &[("/", Some(200))], true)),
            (None, Some(GoneReason::OtherSettings), Some(1))
        );
        for status in [None, Some(503), Some(429)] {
            let failed = report(Before::default(), &pages, &[("/", status)], true);
            assert_eq!(is(failed), (None, Some(GoneReason::FailedPages), Some(1)), "{status:?}");
        }
        let all = report(Before::default(), &pages, &[("/", Some(200)), ("/a", Some(404))], false);
        assert_eq!(is(all), (Some(1), None, None), "every page was requested");
    }

    /// Returns the new, fixed and regressed pages of an issue after a page with one set of issues has another one.
    fn counts(is_plain: bool, is_rendered: bool, old: &[Issue], now: &[Issue], of: Issue) -> (i64, i64, i64) {
        let mut before = Before { previous: Some(Uuid::nil()), is_plain, ..Before::default() };
        let state = PageState {
            url: "/".to_owned(),
            status: Some(200),
            content_hash: 1,
            issues: old.iter().copied().collect(),
            fixed_before: BTreeSet::new(),
        };
        let found = |issue: &Issue| Finding { issue: *issue, count: 1, evidence: Vec::new() };
        let findings: Vec<Finding> = now.iter().map(found).collect();
        let compared = before.compare(Some(state), now_at("/", Some(200), is_rendered), &findings);
        assert_eq!(compared.fixed_before.is_empty(), before.issues.values().all(|count| count.1 == 0));
        before.issues.get(&of).copied().unwrap_or_default()
    }

    #[test]
    fn what_a_browser_finds_is_compared_only_where_both_crawls_had_one() {
        let (script, title) = (Issue::ScriptTitle, Issue::TitleShort);
        assert_eq!(counts(false, true, &[script], &[], script), (0, 1, 0), "rendered, and gone");
        assert_eq!(counts(false, false, &[script], &[], script), (0, 0, 0), "not rendered, so unknown");
        assert_eq!(counts(false, false, &[script, title], &[], title), (0, 1, 0), "needs no browser");
        assert_eq!(counts(true, true, &[], &[script], script), (0, 0, 0), "not rendered before, so unknown");
        assert_eq!(counts(false, true, &[], &[script], script), (1, 0, 0), "rendered before, and new");
        assert_eq!(counts(true, true, &[], &[title], title), (1, 0, 0), "needs no browser");
    }
}
