//! Reads the records of a complete crawl three times: for links and redirects, for the facts of the whole site, and for each
//! page's issues and rows. What it needs of all pages is on disk, so memory does not grow with their number.

use std::{
    fs::File,
    io::{self, BufRead, BufReader},
    path::PathBuf,
};

use crawler::{
    Cancel,
    audit::{Finding, Site, SiteBuilder, Visit, score::score, site_findings, visit_findings},
    crawl::{Listed, Record, RedirectProblem, RobotsDecision, unread_sitemaps},
    page::Page,
};
use shared::{
    domain::{
        crawl::{AiDirectories, CrawlFinding, CrawlPage, CrawlReport},
        observation::ObservationKind,
    },
    store::{Db, StoreError, crawl, import},
};
use tokio::runtime::Handle;
use url::Url;
use uuid::Uuid;

use super::{
    compare::Before,
    external::External,
    fixes::Fixes,
    folder::Folder,
    links::{Linked, Links},
    page::{self, Row},
    redirects::Redirects,
    report::Counts,
    robots::Rules,
};
use crate::{context::RunContext, error::JobError};

/// Pages of one statement.
const PAGES_AT_ONCE: usize = 500;
/// Bytes of observations of one statement.
const BYTES_AT_ONCE: usize = 4 << 20;

/// What a crawl found.
#[derive(Debug)]
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

/// What is stored, and where.
pub(super) struct Target<'a> {
    pub(super) crawl_id: Uuid,
    pub(super) batch_id: i64,
    /// First URL of the crawl.
    pub(super) start: &'a str,
    /// Host of the website.
    pub(super) host: &'a str,
}

/// Reads the records of a crawl and stores what they show.
pub(super) struct Reader {
    context: RunContext,
    crawl_id: Uuid,
    batch_id: i64,
    rules: Rules,
    before: Before,
    runtime: Handle,
    folder: Folder,
    dir: PathBuf,
    facts: Facts,
    fixes: Fixes,
    counts: Counts,
    rows: Vec<Row>,
    observations: String,
    observed: i64,
    written: i64,
    first_failure: Option<String>,
}

/// Facts of all URLs, on disk.
struct Facts {
    listed: Listed,
    links: Links,
    redirects: Redirects,
}

impl Reader {
    pub(super) fn open(
        context: RunContext, target: &Target<'_>, rules: Rules, before: Before, folder: &Folder, cancel: &Cancel,
    ) -> Result<Self, JobError> {
        context.progress(86, "auditing", "links");
        let (state, dir) = (folder.state(), folder.state());
        let facts = || {
            let links = Links::read(&state, &dir, cancel)?;
            Ok(Facts { listed: Listed::read(&state)?, links, redirects: Redirects::create(&dir)? })
        };
        Ok(Self {
            runtime: Handle::current(),
            context,
            crawl_id: target.crawl_id,
            batch_id: target.batch_id,
            rules,
            before,
            facts: facts().map_err(|error| broken(&error))?,
            fixes: Fixes::new(target.host, &dir).map_err(|error| broken(&error))?,
            counts: Counts::new(target.start),
            folder: folder.clone(),
            dir,
            rows: Vec::new(),
            observations: String::from("["),
            observed: 0,
            written: 0,
            first_failure: None,
        })
    }

    /// Reads the crawl, and asks for its links to other websites.
    pub(super) fn read(mut self, mut external: External, is_complete: bool) -> Result<Found, JobError> {
        self.each(|reader, record| {
            record.page.iter().for_each(|page| external.links.add(page));
            reader.note(record)
        })?;
        self.context.progress(88, "auditing", "links to other websites");
        let mut builder = SiteBuilder::new(&self.dir).map_err(|error| broken(&error))?;
        for (url, status) in self.runtime.block_on(external.check(&self.context))? {
            builder.add_external(&url, status);
        }
        builder.add_unread_sitemaps(unread_sitemaps(&self.folder.state()).map_err(|error| broken(&error))?);
        self.context.progress(90, "auditing", "pages");
        self.each(|reader, record| {
            let (facts, known) = (&reader.facts, &mut reader.fixes.known);
            let seen = facts.visit(&record, |visit, _| builder.add(visit).and_then(|()| known.see(visit)));
            seen.and_then(|seen| seen.unwrap_or(Ok(()))).map_err(|error| broken(&error))
        })?;
        let mut site = builder.build(&self.dir).map_err(|error| broken(&error))?;
        self.context.progress(94, "auditing", "issues");
        self.each(|reader, record| reader.store(&mut site, &record))?;
        self.flush(&mut site)?;
        self.finish(is_complete)
    }

    /// Calls `take` for each record.
    fn each(&mut self, mut take: impl FnMut(&mut Self, Record) -> Result<(), JobError>) -> Result<(), JobError> {
        let mut file = BufReader::new(File::open(self.folder.records()).map_err(|error| broken(&error))?);
        let mut line = String::new();
        loop {
            if self.context.is_cancelled() {
                return Err(JobError::Cancelled);
            }
            line.clear();
            if file.read_line(&mut line).map_err(|error| broken(&error))? == 0 {
                return Ok(());
            }
            let record: Record = serde_json::from_str(&line).map_err(|error| JobError::defect(&error))?;
            take(self, record)?;
        }
    }

    fn note(&mut self, record: Record) -> Result<(), JobError> {
        self.facts.redirects.note(&record).map_err(|error| broken(&error))?;
        if let (Some(_), Ok(url)) = (&record.page, Url::parse(&record.url)) {
            self.counts.sums.see(&url);
        }
        if record.depth == 0 && self.first_failure.is_none() {
            self.first_failure = match (record.failure, record.robots, record.status) {
                (Some(failure), _, _) => Some(failure.message),
                (None, RobotsDecision::Disallowed, _) => Some("Its robots.txt excludes this crawler.".to_owned()),
                (None, _, Some(status)) if status >= 400 => Some(format!("It answered {status}.")),
                _ => None,
            };
        }
        Ok(())
    }

    fn store(&mut self, site: &mut Site, record: &Record) -> Result<(), JobError> {
        let (rules, fixes, counts) = (&self.rules, &mut self.fixes, &mut self.counts);
        let row = self.facts.visit(record, |visit, linked| {
            let (findings, score) = judge(site, rules, visit);
            fixes.add(visit, &findings)?;
            counts.add_findings(&findings);
            counts.add(record, score, rules);
            Ok(Row::new(record, visit, linked, findings, score))
        });
        let Some(row) = row.and_then(Option::transpose).map_err(|error: io::Error| broken(&error))? else {
            return Ok(());
        };
        self.counts.report.indexable += i64::from(row.page.is_indexable);
        self.rows.push(row);
        if let Some(page) = record.page.as_ref().filter(|_| record.status == Some(200)) {
            self.observe(record, page)?;
        }
        let is_full = self.rows.len() >= PAGES_AT_ONCE || self.observations.len() >= BYTES_AT_ONCE;
        if is_full { self.flush(site) } else { Ok(()) }
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

    /// Compares the pages of a batch with the previous crawl, and stores them.
    fn flush(&mut self, site: &mut Site) -> Result<(), JobError> {
        site.check().map_err(|error| broken(&error))?;
        let rows = std::mem::take(&mut self.rows);
        let urls: Vec<&str> = rows.iter().map(|row| row.page.url.as_str()).collect();
        let mut states = self.runtime.block_on(self.before.states(&self.context.db, &urls))?;
        let (mut pages, mut findings) = (Vec::with_capacity(rows.len()), Vec::new());
        for row in rows {
            let compared = self.before.compare(states.remove(row.page.url.as_str()), row.now(), &row.findings);
            let (page, found) = row.compared(compared);
            pages.push(page);
            findings.extend(found);
        }
        let mut rows = std::mem::replace(&mut self.observations, String::from("["));
        rows.push(']');
        let first = std::mem::replace(&mut self.written, self.observed);
        let has_rows = self.observed > first;
        let place = (self.crawl_id, self.batch_id);
        let written = write(&self.context.db, place, &pages, &findings, has_rows.then_some((first, rows.as_str())));
        Ok(self.runtime.block_on(written)?)
    }

    fn finish(self, is_complete: bool) -> Result<Found, JobError> {
        let unseen = self.runtime.block_on(self.before.unseen(&self.context.db, self.crawl_id))?;
        let issues = self.before.issues(&self.counts.by_issue);
        let (report, ai) = self.counts.finish(&self.rules);
        let report = self.before.report(is_complete, unseen, CrawlReport { issues, ..report });
        Ok(Found { report, rows: self.observed, first_failure: self.first_failure, fixes: self.fixes, ai })
    }
}

impl Facts {
    /// Calls `take` with the record as the audit sees it; a URL that cannot be parsed is left out.
    fn visit<T>(&self, record: &Record, take: impl FnOnce(&Visit<'_>, Option<&Linked>) -> T) -> io::Result<Option<T>> {
        let Ok(url) = Url::parse(&record.url) else { return Ok(None) };
        let (redirects, last) = self.redirects.chain(record)?;
        let links = self.links.get(record.id)?;
        let problem = record.redirect.as_ref().and_then(|redirect| redirect.problem);
        let visit = Visit {
            url: &url,
            status: last,
            redirects: &redirects,
            is_redirect_loop: matches!(problem, Some(RedirectProblem::Loop | RedirectProblem::TooLong)),
            response_ms: record.status.map(|_| u32::try_from(record.response_ms).unwrap_or(u32::MAX)),
            depth: links.and_then(|links| links.click_depth).map(u32::from),
            is_allowed: record.robots == RobotsDecision::Allowed,
            is_in_sitemap: self.listed.has(&record.url)?,
            page: record.page.as_ref(),
            rendered: record.rendered.as_ref(),
        };
        Ok(Some(take(&visit, links.as_ref())))
    }
}

/// Finds the issues of a page, and scores it if it is one.
fn judge(site: &Site, rules: &Rules, visit: &Visit<'_>) -> (Vec<Finding>, Option<u8>) {
    let mut findings = visit_findings(visit);
    findings.extend(site_findings(site, visit));
    let is_allowed = |agent: &str| rules.allows_as_written(agent, visit.url);
    let page = visit.page.filter(|_| visit.is_ok());
    let scored = page.map(|page| score(visit, page, rules.robots_txt, &is_allowed).score);
    (findings, scored)
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

fn broken(error: &io::Error) -> JobError {
    if error.kind() == io::ErrorKind::Interrupted {
        return JobError::Cancelled;
    }
    tracing::warn!(%error, "a crawl could not be read");
    JobError::transient(
        "crawl-folder",
        "The folder of crawls cannot be read. The operator can find details in the log.",
    )
}
