//! Compares a crawl with the one before it.

use std::collections::{BTreeSet, HashMap};

use crawler::audit::{
    Finding, Issue,
    diff::{self, Change, PageState},
};
use shared::{
    domain::crawl::{Crawl, IssueCount, PageChange},
    store::crawl::{self, StoredState},
};

use crate::{context::RunContext, error::JobError};

/// URLs that only the crawl before had, which the report names.
const MOST_GONE: usize = 100;

/// Pages of the crawl before; those that the new crawl has are taken out.
#[derive(Debug, Default)]
pub(super) struct Before {
    pages: HashMap<String, PageState>,
    is_first: bool,
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

    /// Numbers of added, gone and changed pages; `None` for the first crawl.
    pub(super) fn changes(&self) -> Option<(i64, i64, i64)> {
        (!self.is_first).then(|| (self.added, i64::try_from(self.pages.len()).unwrap_or(i64::MAX), self.changed))
    }

    /// First URLs that the new crawl does not have.
    pub(super) fn gone(&self) -> Vec<String> {
        let mut gone: Vec<&String> = self.pages.keys().collect();
        gone.sort_unstable();
        gone.into_iter().take(MOST_GONE).cloned().collect()
    }
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
