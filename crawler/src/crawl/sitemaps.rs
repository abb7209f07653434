//! Reads the sitemaps of a site.

use std::{
    collections::VecDeque,
    io::Read,
    sync::Arc,
    time::{Duration, Instant},
};

use flate2::read::MultiGzDecoder;
use tokio::{
    sync::{mpsc::Sender, oneshot},
    task::AbortHandle,
};
use url::Url;

use super::{
    admit::Admitted,
    work::{Message, Shared},
};
use crate::{
    fetch::{Fetcher, Wanted},
    sitemap::{Entry, MAX_BYTES, MAX_FILES, Scanner},
};

/// Time for all sitemaps.
const LIMIT: Duration = Duration::from_secs(600);
/// Time for one of them.
const FILE_LIMIT: Duration = Duration::from_secs(30);
/// Time for which pages wait for the sitemaps, so that the order of a site whose sitemaps answer is always the same.
const HEAD_START: Duration = Duration::from_secs(3);
/// Part of the crawl's time that pages wait at most.
const HEAD_START_PART: u32 = 4;
/// Levels of indexes; the protocol has one.
const MAX_LEVEL: u8 = 3;
const MAX_HOPS: usize = 5;
/// URLs that are passed on at once.
const BATCH: usize = 1_000;
const PIECE: usize = 64 << 10;

/// How far the sitemaps are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// The host that names them is not known yet.
    Waiting,
    Running,
    /// A budget ended them early.
    Stopped,
    Done,
}

/// The sitemaps as the thread that decides sees them.
pub(super) struct Sitemaps {
    state: State,
    /// Key of the host whose pace applies.
    host: String,
    /// A request that waits for the pace of the host.
    turn: Option<oneshot::Sender<()>>,
    task: Option<AbortHandle>,
    /// Time until which pages wait.
    head_start: Instant,
}

impl Sitemaps {
    pub(super) fn new(is_done: bool, now: Instant) -> Self {
        let state = if is_done { State::Done } else { State::Waiting };
        Self { state, host: String::new(), turn: None, task: None, head_start: now }
    }

    /// Returns true if no host has named them yet.
    pub(super) fn is_waiting(&self) -> bool {
        self.state == State::Waiting
    }

    pub(super) fn is_running(&self) -> bool {
        self.state == State::Running
    }

    pub(super) fn is_done(&self) -> bool {
        self.state == State::Done
    }

    /// Returns true while pages must wait for them.
    pub(super) fn delays_pages(&self, now: Instant) -> bool {
        self.is_waiting() || self.is_running() && now < self.head_start
    }

    pub(super) fn host(&self) -> &str {
        &self.host
    }

    /// Notes that a task reads them. `seconds` is the time of the crawl, if it has a limit.
    pub(super) fn begin(&mut self, host: &str, task: AbortHandle, seconds: Option<u64>, now: Instant) {
        let part = seconds.map_or(HEAD_START, |seconds| Duration::from_secs(seconds) / HEAD_START_PART);
        (self.state, self.host, self.task) = (State::Running, host.to_owned(), Some(task));
        self.head_start = now + HEAD_START.min(part);
    }

    /// Notes that the next request waits.
    pub(super) fn ask(&mut self, turn: oneshot::Sender<()>) {
        self.turn = Some(turn);
    }

    /// Lets the next request go. Returns false if none waits.
    pub(super) fn let_go(&mut self) -> bool {
        self.turn.take().is_some_and(|turn| turn.send(()).is_ok())
    }

    pub(super) fn end(&mut self) {
        self.state = State::Done;
    }

    /// Gives up those that are not read yet. A crawl that resumes reads them again.
    pub(super) fn stop(&mut self) {
        if let Some(task) = self.task.take().filter(|_| self.is_running()) {
            task.abort();
            self.state = State::Stopped;
        }
    }
}

/// Sitemaps to start with.
#[derive(Debug)]
pub(super) struct First {
    pub(super) urls: Vec<Url>,
    /// Whether nobody names them: a website need not have one at the usual address.
    pub(super) is_guess: bool,
}

/// Reads all sitemaps, passes on their URLs, and reports the end.
pub(super) async fn read_all<R: Send + 'static>(shared: Arc<Shared>, first: First, news: Sender<Message<R>>) {
    let mut files = 0;
    // Sitemaps that take longer are incomplete, as those that cannot be fetched.
    let _ = tokio::time::timeout(LIMIT, follow(&shared, first, &news, &mut files)).await;
    let _ = news.send(Message::SitemapsDone(files)).await;
}

async fn follow<R: Send + 'static>(shared: &Arc<Shared>, first: First, news: &Sender<Message<R>>, files: &mut u64) {
    let fetcher = shared.fetcher.within(FILE_LIMIT);
    let mut queue: VecDeque<(Url, u8)> = first.urls.into_iter().map(|url| (url, 0)).collect();
    let mut requested = std::collections::HashSet::new();
    while let Some((url, level)) = queue.pop_front() {
        if requested.len() >= MAX_FILES || shared.cancel.is_cancelled() {
            return;
        }
        if !requested.insert(url.to_string()) {
            continue;
        }
        if requested.len() > 1 && turn(news).await.is_none() {
            return;
        }
        let read = read(shared, &fetcher, url.clone(), news).await;
        *files += u64::from(!matches!(read, Err(Unread::NotFetched(_))));
        let below = match read {
            Ok(below) => below,
            Err(unread) => {
                let is_named = level > 0 || !first.is_guess;
                if is_named && !shared.cancel.is_cancelled() {
                    let _ = news.send(Message::SitemapUnread(format!("{url} {unread}"))).await;
                }
                continue;
            }
        };
        if level + 1 < MAX_LEVEL {
            let room = MAX_FILES.saturating_sub(queue.len());
            queue.extend(below.into_iter().take(room).map(|url| (url, level + 1)));
        }
    }
}

/// Waits until the pace of the host allows a request.
async fn turn<R>(news: &Sender<Message<R>>) -> Option<()> {
    let (turn, granted) = oneshot::channel();
    news.send(Message::SitemapTurn(turn)).await.ok()?;
    granted.await.ok()
}

/// Reason why a sitemap could not be read.
#[derive(Debug, thiserror::Error)]
enum Unread {
    /// There is no file.
    #[error("{0}")]
    NotFetched(String),
    /// It names no page and no other sitemap.
    #[error("names no page")]
    NoSitemap,
}

/// Fetches a sitemap, passes on its pages, and returns the sitemaps that it names.
async fn read<R: Send + 'static>(
    shared: &Arc<Shared>, fetcher: &Fetcher, url: Url, news: &Sender<Message<R>>,
) -> Result<Vec<Url>, Unread> {
    let (url, body) = fetch(fetcher, url, news).await.map_err(Unread::NotFetched)?;
    let (reader, sender) = (Arc::clone(shared), news.clone());
    let scanned = tokio::task::spawn_blocking(move || scan(&reader, &url, &body, &sender)).await;
    scanned.ok().flatten().ok_or(Unread::NoSitemap)
}

/// Returns the final address of a file and its content.
///
/// # Errors
/// Returns what was answered, in a few words.
async fn fetch<R>(fetcher: &Fetcher, mut url: Url, news: &Sender<Message<R>>) -> Result<(Url, Vec<u8>), String> {
    for _ in 0..=MAX_HOPS {
        let fetched = fetcher.get(&url, Wanted::Any(MAX_BYTES)).await;
        let _ = news.send(Message::SitemapBytes(fetched.sent)).await;
        match fetched.status {
            None => return Err("no answer".to_owned()),
            Some(200..=299) if fetched.failure.is_none() => return Ok((url, fetched.body)),
            Some(200..=299) => return Err("incomplete answer".to_owned()),
            Some(300..=399) => {
                let target = fetched.headers.get("location").and_then(|location| url.join(location).ok());
                url = target.ok_or("redirect without a target")?;
            }
            Some(status) => return Err(status.to_string()),
        }
    }
    Err("too many redirects".to_owned())
}

/// Passes on the pages of a sitemap and returns the sitemaps that it names; `None` if the file names neither.
fn scan<R>(shared: &Shared, base: &Url, body: &[u8], news: &Sender<Message<R>>) -> Option<Vec<Url>> {
    // A packed file is sent as such, without an encoding of the transfer.
    let is_packed = body.starts_with(&[0x1F, 0x8B]);
    let mut bytes: Box<dyn Read + '_> =
        if is_packed { Box::new(MultiGzDecoder::new(body).take(MAX_BYTES as u64)) } else { Box::new(body) };
    let (mut scanner, mut pages, mut below) = (Scanner::default(), Vec::new(), Vec::new());
    let mut is_sitemap = false;
    let mut take = |entry: Entry| {
        is_sitemap = true;
        match entry {
            Entry::Page(address) => {
                let admitted = base.join(&address).map(|url| shared.admission.admit(&url));
                if let Ok(Admitted::Url(url)) = admitted {
                    pages.push(url);
                }
                if pages.len() >= BATCH {
                    let _ = news.blocking_send(Message::Sitemap(std::mem::take(&mut pages)));
                }
            }
            Entry::Sitemap(address) => below.extend(base.join(&address).ok().filter(|_| below.len() < MAX_FILES)),
        }
    };
    let mut piece = vec![0; PIECE];
    while let Ok(read @ 1..) = bytes.read(&mut piece) {
        if shared.cancel.is_cancelled() {
            break;
        }
        scanner.push(&piece[..read], &mut take);
    }
    scanner.finish(&mut take);
    let _ = news.blocking_send(Message::Sitemap(pages));
    is_sitemap.then_some(below)
}
