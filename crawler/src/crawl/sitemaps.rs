//! Reads the sitemaps of a site.

use std::{collections::VecDeque, io::Read, sync::Arc, time::Duration};

use flate2::read::MultiGzDecoder;
use tokio::sync::mpsc::Sender;
use url::Url;

use super::{
    admit::Admitted,
    work::{Message, Shared},
};
use crate::{
    fetch::Wanted,
    sitemap::{Entry, MAX_BYTES, MAX_FILES, Scanner},
};

/// Time for all sitemaps.
const LIMIT: Duration = Duration::from_secs(600);
/// Levels of indexes; the protocol has one.
const MAX_LEVEL: u8 = 3;
const MAX_HOPS: usize = 5;
/// URLs that are passed on at once.
const BATCH: usize = 1_000;
const PIECE: usize = 64 << 10;

/// Reads all sitemaps, passes on their URLs, and reports the end.
pub(super) async fn read_all<R: Send + 'static>(
    shared: Arc<Shared>, first: Vec<Url>, delay: Duration, news: Sender<Message<R>>,
) {
    let mut files = 0;
    // Sitemaps that take longer are incomplete, as those that cannot be fetched.
    let _ = tokio::time::timeout(LIMIT, follow(&shared, first, delay, &news, &mut files)).await;
    let _ = news.send(Message::SitemapsDone(files)).await;
}

async fn follow<R: Send + 'static>(
    shared: &Arc<Shared>, first: Vec<Url>, delay: Duration, news: &Sender<Message<R>>, files: &mut u64,
) {
    let mut queue: VecDeque<(Url, u8)> = first.into_iter().map(|url| (url, 0)).collect();
    let mut requested = std::collections::HashSet::new();
    while let Some((url, level)) = queue.pop_front() {
        if requested.len() >= MAX_FILES || shared.cancel.is_cancelled() {
            return;
        }
        if !requested.insert(url.to_string()) {
            continue;
        }
        if requested.len() > 1 {
            tokio::time::sleep(delay).await;
        }
        let Some((url, body)) = fetch(shared, url).await else { continue };
        *files += 1;
        let (reader, sender) = (Arc::clone(shared), news.clone());
        let scanned = tokio::task::spawn_blocking(move || scan(&reader, &url, &body, &sender)).await;
        let Ok(below) = scanned else { continue };
        if level + 1 < MAX_LEVEL {
            let room = MAX_FILES.saturating_sub(queue.len());
            queue.extend(below.into_iter().take(room).map(|url| (url, level + 1)));
        }
    }
}

async fn fetch(shared: &Shared, mut url: Url) -> Option<(Url, Vec<u8>)> {
    for _ in 0..=MAX_HOPS {
        let fetched = shared.fetcher.get(&url, Wanted::Any(MAX_BYTES)).await;
        match fetched.status? {
            200..=299 if fetched.failure.is_none() => return Some((url, fetched.body)),
            300..=399 => url = url.join(fetched.headers.get("location")?).ok()?,
            _ => return None,
        }
    }
    None
}

/// Passes on the pages of a sitemap and returns the sitemaps that it names.
fn scan<R>(shared: &Shared, base: &Url, body: &[u8], news: &Sender<Message<R>>) -> Vec<Url> {
    // A packed file is sent as such, without an encoding of the transfer.
    let is_packed = body.starts_with(&[0x1F, 0x8B]);
    let mut bytes: Box<dyn Read + '_> =
        if is_packed { Box::new(MultiGzDecoder::new(body).take(MAX_BYTES as u64)) } else { Box::new(body) };
    let (mut scanner, mut pages, mut below) = (Scanner::default(), Vec::new(), Vec::new());
    let mut take = |entry: Entry| match entry {
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
    below
}
