//! Fetches the pages.

use std::{convert::Infallible, time::Duration};

use crawler::{
    Cancel,
    crawl::{Crawl as Crawler, CrawlError, JsonLines, Settings, Stop, Totals},
    render::Browser,
    urls::parse_start,
};
use shared::{config::BrowserSettings, domain::crawl::Crawl};

use super::folder::Folder;
use crate::{context::RunContext, error::JobError};

const LOOK_EVERY: Duration = Duration::from_millis(200);
const NO_BROWSER: &str = "This installation has no browser to render pages. The operator can set MOTHERLODE_CHROMIUM for \
                          the workers. Crawls without rendered pages work.";
/// Share of the run's progress that fetching takes, in percent.
const SHARE: u64 = 85;

pub(super) async fn fetch(context: &RunContext, wanted: &Crawl, folder: &Folder) -> Result<Totals, JobError> {
    let settings: Settings =
        serde_json::from_value(wanted.settings.0.clone()).map_err(|error| JobError::defect(&error))?;
    let start = parse_start(&wanted.url).map_err(|error| JobError::permanent("bad-address", error.to_string()))?;
    folder.prepare().map_err(|error| storage(&error))?;
    let sink = JsonLines::open(&folder.records()).map_err(|error| storage(&error))?;
    let most = settings.max_pages;
    let cancel = Cancel::default();
    let told = context.clone();
    let crawler = Crawler::new(start, settings, context.outside.guard.clone(), &folder.state())
        .resume(folder.state().exists())
        .browser(context.outside.browser.clone().map(browser))
        .on_progress(move |totals| tell(&told, totals, most));
    // The second future never ends: it only sets the flag, and the crawl then ends by itself.
    let crawled = tokio::select! {
        crawled = crawler.run(sink, cancel.clone()) => crawled,
        never = stop_with(context, &cancel) => match never {},
    };
    if context.is_cancelled() {
        return Err(JobError::Cancelled);
    }
    crawled.map_err(|error| crawl_error(&error))
}

fn browser(settings: BrowserSettings) -> Browser {
    let browser = Browser::new(settings.path);
    if settings.has_sandbox { browser } else { browser.without_sandbox() }
}

/// Sets the flag when the run must stop.
pub(super) async fn stop_with(context: &RunContext, cancel: &Cancel) -> Infallible {
    loop {
        tokio::time::sleep(LOOK_EVERY).await;
        if context.is_cancelled() {
            cancel.cancel();
        }
    }
}

fn tell(context: &RunContext, totals: &Totals, most: u64) {
    let known = totals.urls.min(most).max(1);
    let percent = (totals.records * SHARE / known).min(SHARE);
    let message = format!("{} of {} known URLs", totals.records, totals.urls);
    context.progress(i32::try_from(percent).unwrap_or(0), "crawling", &message);
}

/// Names the budget that ended the crawl early.
pub(super) fn stopped(totals: &Totals) -> Option<String> {
    let word = match totals.stopped? {
        Stop::Pages => "pages",
        Stop::Time => "time",
        Stop::Bytes => "bytes",
        Stop::Cancelled => "cancelled",
    };
    Some(word.to_owned())
}

fn storage(error: &std::io::Error) -> JobError {
    tracing::warn!(%error, "a crawl could not use its folder");
    JobError::transient(
        "crawl-folder",
        "The folder of crawls cannot be written. The operator can find details in the log.",
    )
}

fn crawl_error(error: &CrawlError) -> JobError {
    match error {
        CrawlError::Settings(_) | CrawlError::Refused(_) => JobError::permanent("bad-crawl", error.to_string()),
        CrawlError::NoBrowser => JobError::permanent("no-browser", NO_BROWSER),
        CrawlError::Browser(failure) => JobError::permanent("no-browser", failure.to_string()),
        CrawlError::InUse(_) => JobError::transient("crawl-in-use", "Another process still works on this crawl."),
        CrawlError::Io(error) => storage(error),
        _ => JobError::defect(error),
    }
}
