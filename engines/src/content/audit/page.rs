//! The audit of one page.

use super::answers::Answers;
use super::clicks::Rates;
use super::decide::Decision;
use super::diff::Lines;
use super::head::{description, heading, main_query, title};
use super::links::Wanted;
use super::output::{PageAudit, PageChange, PageChangeKind, PageVerdict};
use super::params::AuditChecked;
use super::plain::plain;
use super::reading::Reading;
use super::repeats::{Repeats, stuffing};
use super::sections::{missing, sections};
use super::site::Site;
use super::tasks::tasks;
use crate::text::Stemmer;

/// Maximum number of pages listed with a change.
const MOST_NAMED: usize = 20;
/// Maximum number of queries listed with a page to restore.
const MOST_QUERIES: usize = 8;

/// What all pages are compared with.
#[derive(Debug)]
pub(super) struct Ground<'a> {
    pub(super) site: &'a Site<'a>,
    pub(super) params: &'a AuditChecked,
    pub(super) answers: Answers<'a>,
    pub(super) repeats: Repeats,
    pub(super) links: Wanted,
    pub(super) rates: Rates,
    pub(super) stemmer: Stemmer,
}

impl Ground<'_> {
    /// Returns the audit of a page; `has_details` if its text is examined for improvements.
    pub(super) fn audit(&self, at: usize, decision: Decision, has_details: bool) -> PageAudit {
        let mut audit = self.empty(at, &decision);
        let reads = decision.may_improve && has_details || decision.verdict == PageVerdict::Merge;
        let nothing = super::input::AuditPage::default();
        let page = if reads { self.site.pages[at].page } else { &nothing };
        let reading = Reading::new(page, &self.stemmer);
        match decision.target {
            Some(target) => self.lead(at, target, &reading, &decision, &mut audit),
            None if decision.verdict == PageVerdict::Remove && !self.site.pages[at].is_broken() => {
                audit.changes.push(PageChange::new(PageChangeKind::RemovePage, decision.reason.clone()));
            }
            None if self.site.pages[at].is_broken() => self.fix_links(at, &mut audit),
            None if reads => self.improve(at, &reading, &mut audit),
            None => {}
        }
        let head = if reads { Lines::new(&reading, &audit.changes) } else { self.short_lines(at, &audit) };
        (audit.before, audit.after) = (head.before, head.after);
        audit.tasks = tasks(&audit.url, &audit.changes);
        audit
    }

    fn empty(&self, at: usize, decision: &Decision) -> PageAudit {
        let seen = &self.site.pages[at];
        PageAudit {
            url: plain(&seen.page.url),
            title: seen.page.title.as_deref().map(plain).filter(|title| !title.is_empty()),
            status: seen.page.status,
            verdict: decision.verdict,
            target: decision.target.map(|target| plain(&self.site.pages[target].page.url)),
            reason: format!("{}.", decision.reason),
            is_too_little_data: decision.is_too_little_data,
            clicks: seen.clicks,
            impressions: seen.impressions,
            position: seen.position,
            links_in: seen.links_in.len(),
            words: seen.words,
            extra_clicks: None,
            missing_queries: Vec::new(),
            changes: Vec::new(),
            before: Vec::new(),
            after: Vec::new(),
            tasks: Vec::new(),
        }
    }

    /// Adds what moves to the target, and the redirect.
    fn lead(&self, at: usize, target: usize, reading: &Reading<'_>, decision: &Decision, audit: &mut PageAudit) {
        if decision.verdict == PageVerdict::Merge {
            audit.changes = self.repeats.moves(self.site, reading, target);
        }
        audit.changes.push(PageChange {
            target: audit.target.clone(),
            pages: self.linking(at),
            ..PageChange::new(PageChangeKind::Redirect, decision.reason.clone())
        });
    }

    fn fix_links(&self, at: usize, audit: &mut PageAudit) {
        if audit.verdict == PageVerdict::Improve {
            let named = self.site.rows_of(at).take(MOST_QUERIES).map(|row| self.site.queries[row.query].text.clone());
            let reason = "No living page is close enough to redirect it to".to_owned();
            audit
                .changes
                .push(PageChange { queries: named.collect(), ..PageChange::new(PageChangeKind::Restore, reason) });
        }
        let pages = self.linking(at);
        if !pages.is_empty() {
            let reason = match self.site.pages[at].links_in.len() {
                1 => "One living page links to an address that is gone".to_owned(),
                count => format!("{count} living pages link to an address that is gone"),
            };
            audit.changes.push(PageChange { pages, ..PageChange::new(PageChangeKind::FixLinks, reason) });
        }
    }

    fn linking(&self, at: usize) -> Vec<String> {
        let links = self.site.pages[at].links_in.iter().take(MOST_NAMED);
        links.map(|from| plain(&self.site.pages[*from].page.url)).collect()
    }

    /// Adds the improvements of a page that stays. Without one, it is kept.
    fn improve(&self, at: usize, reading: &Reading<'_>, audit: &mut PageAudit) {
        let main = main_query(self.site, at, self.params);
        audit.missing_queries = missing(self.site, at, reading, self.params);
        let mut changes: Vec<PageChange> = title(self.site, reading, main).into_iter().collect();
        changes.extend(description(self.site, reading, main, &self.stemmer));
        changes.extend(heading(self.site, reading));
        changes.extend(sections(self.site, at, reading, &self.answers, self.params));
        let mut cuts = self.repeats.cuts(self.site, at, reading);
        for cut in stuffing(reading, main.map(|(query, _)| query)) {
            if cuts.iter().all(|known| known.before != cut.before) {
                cuts.push(cut);
            }
        }
        changes.extend(cuts);
        changes.extend(self.links.find(self.site, at, reading, &self.stemmer));
        if !changes.is_empty() {
            audit.verdict = PageVerdict::Improve;
            audit.extra_clicks = self.rates.extra(self.site, at, reading, self.params);
            let first = &changes[0].reason;
            let more = match changes.len() {
                0 | 1 => String::new(),
                2 => ", and 1 more change".to_owned(),
                count => format!(", and {} more changes", count - 1),
            };
            audit.reason = format!("{}; {}{}.", audit.reason.trim_end_matches('.'), lowered(first), more);
        }
        audit.changes = changes;
    }

    /// Lines of a page whose text is not examined.
    fn short_lines(&self, at: usize, audit: &PageAudit) -> Lines {
        let nothing = super::input::AuditPage {
            title: self.site.pages[at].page.title.clone(),
            ..super::input::AuditPage::default()
        };
        Lines::new(&Reading::new(&nothing, &self.stemmer), &audit.changes)
    }
}

fn lowered(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}
