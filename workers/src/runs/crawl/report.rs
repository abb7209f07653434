//! Sums of a crawl, in memory that does not grow with the number of pages.

use std::collections::{BTreeMap, HashMap};

use crawler::{
    audit::{
        Finding, Issue, Severity,
        ai::{self, Agent},
    },
    crawl::Record,
};
use shared::domain::crawl::{AiAccess, AiDirectories, AiReadiness, CrawlReport};
use url::Url;

use super::{ai::Sums, count as signed, robots::Rules};

/// Milliseconds from which responses are counted as one: requests are given up earlier.
const SLOWEST: u64 = 600_000;

/// Sums of a crawl.
#[derive(Debug)]
pub(super) struct Counts {
    /// Report without the crawler's totals and without the comparison.
    pub(super) report: CrawlReport,
    /// Pages by issue.
    pub(super) by_issue: HashMap<Issue, i64>,
    pub(super) sums: Sums,
    /// Sum and number of the scores.
    scores: (u64, u64),
    /// Number of pages by milliseconds.
    response_ms: BTreeMap<u64, u64>,
    agents: BTreeMap<&'static str, AiAccess>,
    script_pages: i64,
    error_pages: i64,
    warning_pages: i64,
}

impl Counts {
    /// Creates sums of the website with the first URL of the crawl.
    pub(super) fn new(start: &str) -> Self {
        Self {
            report: CrawlReport::default(),
            by_issue: HashMap::new(),
            sums: Sums::new(start),
            scores: (0, 0),
            response_ms: BTreeMap::new(),
            agents: BTreeMap::new(),
            script_pages: 0,
            error_pages: 0,
            warning_pages: 0,
        }
    }

    /// Adds the issues of a URL.
    pub(super) fn add_findings(&mut self, findings: &[Finding]) {
        for finding in findings {
            *self.by_issue.entry(finding.issue).or_default() += 1;
        }
        match findings.iter().map(|finding| finding.issue.definition().severity).max() {
            Some(Severity::Error) => self.error_pages += 1,
            Some(Severity::Warning) => self.warning_pages += 1,
            _ => {}
        }
    }

    /// Adds a URL.
    pub(super) fn add(&mut self, record: &Record, score: Option<u8>, rules: &Rules) {
        let report = &mut self.report;
        report.fetched += 1;
        report.redirected += i64::from(record.redirect.is_some());
        let is_failed = record.failure.is_some() || record.status.is_some_and(|status| status >= 400);
        report.failed += i64::from(is_failed);
        if let Some(score) = score {
            self.scores = (self.scores.0 + u64::from(score), self.scores.1 + 1);
        }
        if let Some(rendered) = &record.rendered {
            let counts = report.rendered.get_or_insert_default();
            counts.pages += 1;
            counts.failed += i64::from(rendered.failure.is_some());
            counts.changed += i64::from(rendered.is_changed());
        }
        let Some(page) = &record.page else { return };
        report.pages += 1;
        *self.response_ms.entry(record.response_ms.min(SLOWEST)).or_default() += 1;
        let Ok(url) = Url::parse(&record.url) else { return };
        let allows = |agent: &str| rules.allows(agent, &url);
        let readiness = ai::readiness(page, record.rendered.as_ref(), &allows, rules.has_llms_txt);
        self.script_pages += i64::from(readiness.needs_scripts);
        self.sums.add(&url, &readiness);
        for access in readiness.agents {
            let is_usable = access.is_allowed && !access.is_noindex;
            let sums = self.agents.entry(access.agent.name).or_insert_with(|| no_access(access.agent));
            sums.allowed += i64::from(is_usable);
            sums.refused += i64::from(!is_usable);
            sums.nosnippet = sums.nosnippet.map(|pages| pages + i64::from(is_usable && access.is_nosnippet));
        }
    }

    /// Returns the report without the comparison, and what AI crawlers may use.
    pub(super) fn finish(self, rules: &Rules) -> (CrawlReport, AiDirectories) {
        let median_response_ms = median(&self.response_ms).map(signed);
        let agents = self.agents.into_values().collect();
        let ai = AiReadiness { agents, script_pages: self.script_pages, has_llms_txt: rules.has_llms_txt };
        let (sum, number) = self.scores;
        #[expect(clippy::cast_precision_loss, reason = "at most a hundred times the pages")]
        let score = (number > 0).then(|| sum as f64 / number as f64);
        let (error_pages, warning_pages) = (Some(self.error_pages), Some(self.warning_pages));
        let report = CrawlReport { score, median_response_ms, error_pages, warning_pages, ai: Some(ai), ..self.report };
        (report, self.sums.finish())
    }
}

/// Returns the median of counted values, of an even number the upper one.
fn median(counts: &BTreeMap<u64, u64>) -> Option<u64> {
    let half = counts.values().sum::<u64>() / 2;
    let mut before = 0;
    let found = counts.iter().find(|(_, count)| {
        before += **count;
        before > half
    });
    found.map(|(value, _)| *value)
}

/// Returns the access of a crawler to no page yet.
fn no_access(agent: Agent) -> AiAccess {
    AiAccess {
        name: agent.name.to_owned(),
        purpose: agent.purpose.key().to_owned(),
        allowed: 0,
        refused: 0,
        nosnippet: Some(0),
        is_unbound: agent.is_unbound,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn median_is_that_of_the_sorted_values() {
        for values in [&[][..], &[5], &[5, 1], &[9, 9, 1], &[4, 1, 3, 2, 100], &[7, 7, 7, 2]] {
            let mut counts = BTreeMap::new();
            values.iter().for_each(|value| *counts.entry(*value).or_insert(0) += 1);
            let mut sorted = values.to_vec();
            sorted.sort_unstable();
            assert_eq!(median(&counts), sorted.get(sorted.len() / 2).copied(), "{values:?}");
        }
    }
}
