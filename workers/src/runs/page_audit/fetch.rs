//! Fetches one page with the crawler: robots.txt decides, redirects are followed, only public addresses are allowed.

use std::{
    convert::Infallible,
    io,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use crawler::{
    Cancel,
    crawl::{Crawl as Crawler, CrawlError, Record, RobotsDecision, Settings, Sink},
    urls::parse_start,
};

use super::super::crawl::folder::Folder;
use crate::{context::RunContext, error::JobError};

/// Redirects that are followed.
const HOPS: u8 = 5;
/// Seconds for all requests: an audit takes a minute at most.
const SECONDS: u64 = 30;
/// Bytes of the page.
const MOST_BYTES: usize = 5 << 20;
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// The records of an address and of those that it redirects to.
#[derive(Debug)]
pub(super) struct Fetched {
    /// All, the address that was asked for first.
    pub(super) records: Vec<Record>,
    /// The last one of the redirects.
    pub(super) last: Record,
}

/// Fetches the page.
pub(super) async fn fetch(context: &RunContext, url: &str) -> Result<Fetched, JobError> {
    let start = parse_start(url).map_err(|error| JobError::permanent("bad-address", error.to_string()))?;
    context.progress(5, "robots", start.host_str().unwrap_or_default());
    let folder = Folder::of(context);
    // Of an attempt that was killed; a page is fetched again in a moment.
    folder.delete();
    folder.prepare().map_err(|error| storage(&error))?;
    let records = Records::default();
    let cancel = Cancel::default();
    let shown = context.clone();
    let crawler = Crawler::new(start, settings(), context.outside.guard.clone(), &folder.state())
        .on_progress(move |totals| shown.progress(15, "fetching", &format!("{} responses", totals.fetched)));
    // The second future never ends: it only sets the flag, and the crawl then ends by itself.
    let crawled = tokio::select! {
        crawled = crawler.run(records.clone(), cancel.clone()) => crawled,
        never = stop_with(context, &cancel) => match never {},
    };
    folder.delete();
    if context.is_cancelled() {
        return Err(JobError::Cancelled);
    }
    crawled.map_err(|error| crawl_error(&error))?;
    answered(url, records.take())
}

fn settings() -> Settings {
    Settings {
        max_pages: u64::from(HOPS) + 1,
        max_depth: 0,
        max_seconds: Some(SECONDS),
        max_bytes: Some(2 * MOST_BYTES as u64),
        max_hops: HOPS,
        max_page_bytes: MOST_BYTES,
        reads_sitemaps: false,
        retries: 1,
        header_seconds: 15,
        body_seconds: 20,
        delay_ms: Some(0),
        stores_links: true,
        stores_content: true,
        ..Settings::default()
    }
}

/// Returns the records, or why there is nothing to audit.
fn answered(url: &str, records: Vec<Record>) -> Result<Fetched, JobError> {
    let first = records.first().ok_or_else(|| slow(url))?;
    let mut last = first;
    for _ in 0..=HOPS {
        let target = last.redirect.as_ref().filter(|redirect| redirect.problem.is_none());
        let Some(next) = target.and_then(|redirect| records.iter().find(|record| record.url == redirect.to)) else {
            break;
        };
        last = next;
    }
    match last.robots {
        RobotsDecision::Allowed => {}
        RobotsDecision::Disallowed => {
            let detail = format!(
                "The robots.txt of the website excludes this crawler from {}. Allow the user agent \"Motherlode\" there.",
                last.url
            );
            return Err(JobError::permanent("robots", detail));
        }
        RobotsDecision::Unreachable => {
            let why = last.failure.as_ref().map(|failure| failure.message.as_str()).unwrap_or_default();
            let detail = format!("The robots.txt of the website cannot be fetched, which forbids all its pages. {why}");
            return Err(JobError::permanent("robots", detail.trim().to_owned()));
        }
    }
    if let (None, Some(failure)) = (last.status, &last.failure) {
        return Err(JobError::permanent("no-answer", format!("{} did not answer. {}", last.url, failure.message)));
    }
    let is_page = last.page.is_some() || last.status.is_none_or(|status| status != 200);
    if !is_page {
        let kind = last.content_type.clone().unwrap_or_else(|| "no type".to_owned());
        return Err(JobError::permanent("no-page", format!("{} is not an HTML page ({kind}).", last.url)));
    }
    let last = last.clone();
    Ok(Fetched { records, last })
}

fn slow(url: &str) -> JobError {
    JobError::permanent("no-answer", format!("{url} did not answer within {SECONDS} s."))
}

/// Sets the flag when the run must stop.
async fn stop_with(context: &RunContext, cancel: &Cancel) -> Infallible {
    loop {
        tokio::time::sleep(LOOK_EVERY).await;
        if context.is_cancelled() {
            cancel.cancel();
        }
    }
}

fn storage(error: &io::Error) -> JobError {
    tracing::warn!(%error, "an audit could not use its folder");
    JobError::transient(
        "crawl-folder",
        "The folder of crawls cannot be written. The operator can find details in the log.",
    )
}

fn crawl_error(error: &CrawlError) -> JobError {
    match error {
        CrawlError::Refused(_) => JobError::permanent("bad-address", error.to_string()),
        CrawlError::Io(error) => storage(error),
        _ => JobError::defect(error),
    }
}

/// Records in memory: there are a few.
#[derive(Debug, Clone, Default)]
struct Records(Arc<Mutex<Vec<Record>>>);

impl Records {
    fn take(&self) -> Vec<Record> {
        let mut records = std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        records.sort_by_key(|record| record.id);
        records
    }
}

impl Sink for Records {
    type Row = Record;

    fn prepare(record: Record) -> io::Result<Record> {
        Ok(record)
    }

    fn append(&mut self, row: Record) -> io::Result<()> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(row);
        Ok(())
    }

    fn commit(&mut self) -> io::Result<u64> {
        let count = self.0.lock().unwrap_or_else(PoisonError::into_inner).len();
        Ok(u64::try_from(count).unwrap_or(u64::MAX))
    }

    fn rewind(&mut self, position: u64) -> io::Result<()> {
        let kept = usize::try_from(position).unwrap_or(usize::MAX);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).truncate(kept);
        Ok(())
    }
}
