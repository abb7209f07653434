//! Reads the records of a complete crawl twice: first for the facts of the whole site, then for each page's issues and rows.

use std::{
    collections::{BTreeMap, HashMap},
    fs::File,
    io::{self, BufRead, BufReader},
};

use crawler::{
    Cancel,
    audit::{
        Finding, Hop, Issue, Severity, Site, SiteBuilder, Visit,
        ai::{self, Agent},
        score::score,
        site_findings, visit_findings,
    },
    crawl::{Listed, Record, RedirectProblem, RobotsDecision},
    graph::{self, LinkFacts},
    page::Page,
};
use shared::{
    domain::{
        crawl::{AiAccess, AiDirectories, AiReadiness, CrawlFinding, CrawlPage, CrawlReport},
        observation::ObservationKind,
    },
    store::{Db, StoreError, crawl, import},
};
use tokio::runtime::Handle;
use url::Url;
use uuid::Uuid;

use super::{ai::Sums, compare::Before, external::External, fixes::Fixes, folder::Folder, page, robots::Rules};
use crate::{context::RunContext, error::JobError};

/// Pages of one statement.
const PAGES_AT_ONCE: usize = 500;
/// Bytes of observations of one statement.
const BYTES_AT_ONCE: usize = 4 << 20;
/// Redirects that are followed to the end of a chain.
const MOST_HOPS: usize = 20;

/// What a crawl found.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// Report without the crawler's totals.
    pub(super) report: CrawlReport,
    /// Pages for the engines.
    pub(super) rows: i64,
    /// Reason why the first URL could not be fetched.
    pub(super) first_failure: Option<String>,
    /// Changes that follow from the issues.
    pub(super) fixes: Fixes,
    /// What AI crawlers may use of each directory.
    pub(super) ai: AiDirectories,
}

/// Reads the records of a crawl and stores what they show.
pub(super) struct Reader {
    context: RunContext,
    crawl_id: Uuid,
    batch_id: i64,
    rules: Rules,
    before: Before,
    runtime: Handle,
    listed: Listed,
    links: HashMap<u32, LinkFacts>,
    /// Status and target of each URL that redirects.
    redirects: HashMap<String, (u16, String)>,
    statuses: HashMap<String, Option<u16>>,
    site: Site,
    pages: Vec<CrawlPage>,
    findings: Vec<CrawlFinding>,
    observations: String,
    observed: i64,
    written: i64,
    by_issue: HashMap<Issue, i64>,
    scores: Vec<u8>,
    response_ms: Vec<u64>,
    agents: BTreeMap<&'static str, AiAccess>,
    sums: Sums,
    script_pages: i64,
    error_pages: i64,
    warning_pages: i64,
    found: Found,
}

impl Reader {
    pub(super) fn new(
        context: RunContext, (crawl_id, batch_id, start): (Uuid, i64, &str), rules: Rules, before: Before, fixes: Fixes,
    ) -> Self {
        Self {
            runtime: Handle::current(),
            context,
            crawl_id,
            batch_id,
            rules,
            before,
            listed: Listed::default(),
            links: HashMap::new(),
            redirects: HashMap::new(),
            statuses: HashMap::new(),
            site: Site::default(),
            pages: Vec::new(),
            findings: Vec::new(),
            observations: String::from("["),
            observed: 0,
            written: 0,
            by_issue: HashMap::new(),
            scores: Vec::new(),
            response_ms: Vec::new(),
            agents: BTreeMap::new(),
            sums: Sums::new(start),
            script_pages: 0,
            error_pages: 0,
            warning_pages: 0,
            found: Found { fixes, ..Found::default() },
        }
    }

    /// Reads the crawl of a folder, and asks for its links to other websites.
    pub(super) fn read(
        mut self, folder: &Folder, mut external: External, is_complete: bool,
    ) -> Result<Found, JobError> {
        self.context.progress(86, "auditing", "links");
        self.listed = Listed::read(&folder.state()).map_err(|error| broken(&error))?;
        let links = &mut self.links;
        graph::report(&folder.state(), &Cancel::default(), |facts| {
            links.insert(facts.id, facts);
            Ok(())
        })
        .map_err(|error| broken(&error))?;
        self.each(folder, |reader, record| {
            record.page.iter().for_each(|page| external.links.add(page));
            reader.note(record);
            Ok(())
        })?;
        self.context.progress(88, "auditing", "links to other websites");
        let mut builder = SiteBuilder::new();
        for (url, status) in self.runtime.block_on(external.check(&self.context))? {
            builder.add_external(&url, status);
        }
        self.context.progress(90, "auditing", "pages");
        self.each(folder, |reader, record| {
            let mut fixes = std::mem::take(&mut reader.found.fixes);
            reader.visit(&record, |_, visit| {
                builder.add(visit);
                fixes.known.see(visit);
            });
            reader.found.fixes = fixes;
            Ok(())
        })?;
        self.site = builder.build();
        self.each(folder, Self::store)?;
        self.flush()?;
        Ok(self.finish(is_complete))
    }

    /// Calls `take` for each record.
    fn each(
        &mut self, folder: &Folder, mut take: impl FnMut(&mut Self, Record) -> Result<(), JobError>,
    ) -> Result<(), JobError> {
        let file = File::open(folder.records()).map_err(|error| broken(&error))?;
        for line in BufReader::new(file).lines() {
            if self.context.is_cancelled() {
                return Err(JobError::Cancelled);
            }
            let line = line.map_err(|error| broken(&error))?;
            let record: Record = serde_json::from_str(&line).map_err(|error| JobError::defect(&error))?;
            take(self, record)?;
        }
        Ok(())
    }

    fn note(&mut self, record: Record) {
        if let (Some(redirect), Some(status)) = (record.redirect, record.status) {
            self.redirects.insert(record.url.clone(), (status, redirect.to));
        }
        if let (Some(_), Ok(url)) = (&record.page, Url::parse(&record.url)) {
            self.sums.see(&url);
        }
        if record.depth == 0 && self.found.first_failure.is_none() {
            self.found.first_failure = match (record.failure, record.robots, record.status) {
                (Some(failure), _, _) => Some(failure.message),
                (None, RobotsDecision::Disallowed, _) => Some("Its robots.txt excludes this crawler.".to_owned()),
                (None, _, Some(status)) if status >= 400 => Some(format!("It answered {status}.")),
                _ => None,
            };
        }
        self.statuses.insert(record.url, record.status);
    }

    /// Calls `take` with the record as the audit sees it; a URL that cannot be parsed is left out.
    fn visit<T>(&self, record: &Record, take: impl FnOnce(&Self, &Visit<'_>) -> T) -> Option<T> {
        let url = Url::parse(&record.url).ok()?;
        let (redirects, last) = self.chain(record);
        let links = self.links.get(&record.id);
        let problem = record.redirect.as_ref().and_then(|redirect| redirect.problem);
        let visit = Visit {
            url: &url,
            status: last,
            redirects: &redirects,
            is_redirect_loop: matches!(problem, Some(RedirectProblem::Loop | RedirectProblem::TooLong)),
            response_ms: record.status.map(|_| u32::try_from(record.response_ms).unwrap_or(u32::MAX)),
            depth: links.and_then(|links| links.click_depth).map(u32::from),
            is_allowed: record.robots == RobotsDecision::Allowed,
            is_in_sitemap: self.listed.has(&record.url),
            page: record.page.as_ref(),
            rendered: record.rendered.as_ref(),
        };
        Some(take(self, &visit))
    }

    /// Returns the redirects from a URL on and the status of the last response.
    fn chain(&self, record: &Record) -> (Vec<Hop>, Option<u16>) {
        let (mut hops, mut at, mut last) = (Vec::new(), record.url.clone(), record.status);
        while let Some((status, to)) = self.redirects.get(&at)
            && hops.len() < MOST_HOPS
        {
            let (Ok(url), Ok(target)) = (Url::parse(&at), Url::parse(to)) else { break };
            hops.push(Hop { url, status: *status, target });
            last = self.statuses.get(to).copied().unwrap_or(Some(*status));
            at.clone_from(to);
        }
        (hops, last)
    }

    fn store(&mut self, record: Record) -> Result<(), JobError> {
        let Some((findings, score)) = self.visit(&record, Self::judge) else { return Ok(()) };
        for finding in &findings {
            *self.by_issue.entry(finding.issue).or_default() += 1;
        }
        match findings.iter().map(|finding| finding.issue.definition().severity).max() {
            Some(Severity::Error) => self.error_pages += 1,
            Some(Severity::Warning) => self.warning_pages += 1,
            _ => {}
        }
        self.count(&record, score);
        let mut fixes = std::mem::take(&mut self.found.fixes);
        self.visit(&record, |_, visit| fixes.add(visit, &findings));
        self.found.fixes = fixes;
        let hash = record.page.as_ref().map_or(0, |page| page.body.content_hash);
        let compared = self.before.compare(&record.url, record.status, hash, &findings);
        let row = self.visit(&record, |reader, visit| {
            page::row(&record, visit, reader.links.get(&record.id), &findings, score, compared)
        });
        if let Some((page, findings)) = row {
            self.found.report.indexable += i64::from(page.is_indexable);
            self.pages.push(page);
            self.findings.extend(findings);
        }
        if let Some(page) = record.page.as_ref().filter(|_| record.status == Some(200)) {
            self.observe(&record, page)?;
        }
        let is_full = self.pages.len() >= PAGES_AT_ONCE || self.observations.len() >= BYTES_AT_ONCE;
        if is_full { self.flush() } else { Ok(()) }
    }

    /// Finds the issues of a page, and scores it if it is one.
    fn judge(&self, visit: &Visit<'_>) -> (Vec<Finding>, Option<u8>) {
        let mut findings = visit_findings(visit);
        findings.extend(site_findings(&self.site, visit));
        let is_allowed = |agent: &str| self.rules.allows_as_written(agent, visit.url);
        let page = visit.page.filter(|_| visit.is_ok());
        let scored = page.map(|page| score(visit, page, self.rules.robots_txt, &is_allowed).score);
        (findings, scored)
    }

    fn count(&mut self, record: &Record, score: Option<u8>) {
        let report = &mut self.found.report;
        report.fetched += 1;
        report.redirected += i64::from(record.redirect.is_some());
        let is_failed = record.failure.is_some() || record.status.is_some_and(|status| status >= 400);
        report.failed += i64::from(is_failed);
        self.scores.extend(score);
        if let Some(rendered) = &record.rendered {
            let counts = report.rendered.get_or_insert_default();
            counts.pages += 1;
            counts.failed += i64::from(rendered.failure.is_some());
            counts.changed += i64::from(rendered.is_changed());
        }
        let Some(page) = &record.page else { return };
        report.pages += 1;
        self.response_ms.push(record.response_ms);
        let Ok(url) = Url::parse(&record.url) else { return };
        let allows = |agent: &str| self.rules.allows(agent, &url);
        let readiness = ai::readiness(page, record.rendered.as_ref(), &allows, self.rules.has_llms_txt);
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

    fn observe(&mut self, record: &Record, page: &Page) -> Result<(), JobError> {
        let seen = page::seen(record, page);
        let day = record.fetched_at.date_naive().to_string();
        let row = serde_json::to_string(&(ObservationKind::Page, &seen.url, day, &seen));
        if self.observations.len() > 1 {
            self.observations.push(',');
        }
        self.observations.push_str(&row.map_err(|error| JobError::defect(&error))?);
        self.observed += 1;
        Ok(())
    }

    fn flush(&mut self) -> Result<(), JobError> {
        let (pages, findings) = (std::mem::take(&mut self.pages), std::mem::take(&mut self.findings));
        let mut rows = std::mem::replace(&mut self.observations, String::from("["));
        rows.push(']');
        let first = std::mem::replace(&mut self.written, self.observed);
        let has_rows = self.observed > first;
        let place = (self.crawl_id, self.batch_id);
        let written = write(&self.context.db, place, &pages, &findings, has_rows.then_some((first, rows.as_str())));
        Ok(self.runtime.block_on(written)?)
    }

    fn finish(mut self, is_complete: bool) -> Found {
        self.response_ms.sort_unstable();
        let scores: u64 = self.scores.iter().map(|score| u64::from(*score)).sum();
        let (agents, script_pages) = (self.agents.into_values().collect(), self.script_pages);
        let ai = AiReadiness { agents, script_pages, has_llms_txt: self.rules.has_llms_txt };
        #[expect(clippy::cast_precision_loss, reason = "at most a hundred times the pages")]
        let score = (!self.scores.is_empty()).then(|| scores as f64 / self.scores.len() as f64);
        let report = CrawlReport {
            score,
            median_response_ms: self.response_ms.get(self.response_ms.len() / 2).and_then(|ms| i64::try_from(*ms).ok()),
            issues: self.before.issues(&self.by_issue),
            error_pages: Some(self.error_pages),
            warning_pages: Some(self.warning_pages),
            ai: Some(ai),
            ..self.found.report
        };
        let ai = self.sums.finish();
        Found { report: self.before.report(is_complete, report), rows: self.observed, ai, ..self.found }
    }
}

async fn write(
    db: &Db, (crawl_id, batch_id): (Uuid, i64), pages: &[CrawlPage], findings: &[CrawlFinding],
    observations: Option<(i64, &str)>,
) -> Result<(), StoreError> {
    crawl::insert_pages(db, crawl_id, pages).await?;
    crawl::insert_findings(db, crawl_id, findings).await?;
    if let Some((first, rows)) = observations {
        import::insert_observations(db, batch_id, first, rows).await?;
    }
    Ok(())
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

fn broken(error: &io::Error) -> JobError {
    tracing::warn!(%error, "a crawl could not be read");
    JobError::transient(
        "crawl-folder",
        "The folder of crawls cannot be read. The operator can find details in the log.",
    )
}
