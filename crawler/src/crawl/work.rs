//! Work on one URL: the request on the async runtime, then the reading on the pool.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    time::Duration,
};

use chrono::{DateTime, Utc};
use rayon::ThreadPool;
use tokio::sync::{mpsc::Sender, oneshot};
use url::Url;

use super::{
    Settings, Sink,
    admit::Admission,
    read::{Done, Response, failed, read},
    rendering::{Drawn, Rendering},
    robots::HostRules,
};
use crate::{
    Cancel,
    fetch::{Failure, FailureKind, Fetched, Fetcher, Wanted},
    frontier::Entry,
};

/// Waits before each retry, unless the response asks for another.
const RETRY_AFTER: Duration = Duration::from_secs(2);

/// What all parts of a crawl share.
pub(super) struct Shared {
    pub(super) settings: Settings,
    pub(super) fetcher: Fetcher,
    pub(super) admission: Admission,
    pub(super) pool: ThreadPool,
    pub(super) cancel: Cancel,
    /// The browser, if pages are rendered.
    pub(super) rendering: Option<Rendering>,
    pub(super) now: fn() -> DateTime<Utc>,
}

/// A URL that is handed out.
#[derive(Debug, Clone)]
pub(super) struct Job {
    pub(super) id: u32,
    pub(super) entry: Entry,
    pub(super) url: Url,
    /// The page on which it was discovered.
    pub(super) from: Option<String>,
    /// URLs that redirected here.
    pub(super) chain: Vec<String>,
    pub(super) retries: u8,
}

/// News for the thread that decides.
pub(super) enum Message<R> {
    /// Rules of a host.
    Rules(String, Arc<HostRules>),
    /// URLs of sitemaps.
    Sitemap(Vec<String>),
    /// A sitemap's request waits for the pace of its host.
    SitemapTurn(oneshot::Sender<()>),
    /// Received bytes of a sitemap.
    SitemapBytes(u64),
    /// A sitemap could not be read; its address and the reason.
    SitemapUnread(String),
    /// All sitemaps were read; their number.
    SitemapsDone(u64),
    /// The request is over; the host may get another one.
    Released { host: String, is_network_failure: bool },
    /// The request must be repeated after a pause of its host.
    Retry { job: Box<Job>, after: Duration },
    /// The page was read.
    Done(Box<Done<R>>),
}

/// Fetches a URL, then reads its page on the pool.
pub(super) async fn work<S: Sink>(shared: Arc<Shared>, job: Job, host: String, news: Sender<Message<S::Row>>) {
    let fetched = shared.fetcher.get(&job.url, Wanted::Page).await;
    let is_network_failure = fetched.status.is_none();
    let released = Message::Released { host, is_network_failure };
    if news.send(released).await.is_err() {
        return;
    }
    if job.retries < shared.settings.retries && must_retry(&fetched) {
        let after = retry_after(&fetched, (shared.now)()).unwrap_or(RETRY_AFTER * (u32::from(job.retries) + 1));
        let _ = news.send(Message::Retry { job: Box::new(job), after }).await;
        return;
    }
    let drawn = match &shared.rendering {
        Some(rendering) => rendering.draw(&job.url, &fetched).await,
        None => Drawn::No,
    };
    let reader = Arc::clone(&shared);
    shared.pool.spawn(move || {
        let spare = job.clone();
        let response = Response { fetched, drawn };
        let done = catch_unwind(AssertUnwindSafe(|| read::<S>(&reader, job, response)));
        let done = done.unwrap_or_else(|_| {
            let failure = Failure::new(FailureKind::Unreadable, "The page could not be read.");
            failed::<S>(&reader, spare, failure)
        });
        let _ = news.blocking_send(Message::Done(Box::new(done)));
    });
}

fn must_retry(fetched: &Fetched) -> bool {
    match fetched.status {
        Some(429 | 502 | 503 | 504) => true,
        _ => fetched.failure.as_ref().is_some_and(Failure::is_transient),
    }
}

/// Reads `Retry-After`: seconds, or a date by the clock of the server. A date that has passed says nothing. RFC 9110, 10.2.3.
fn retry_after(fetched: &Fetched, now: DateTime<Utc>) -> Option<Duration> {
    let text = fetched.headers.get("retry-after")?.trim();
    if let Ok(seconds) = text.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let date = |text: &str| DateTime::parse_from_rfc2822(text.trim()).ok().map(|date| date.to_utc());
    let sent = fetched.headers.get("date").and_then(date).unwrap_or(now);
    (date(text)? - sent).to_std().ok()
}
