//! The URLs of a crawl, on disk: each once, in the order of their discovery.
//!
//! Three files grow together: the URLs, the links between them, and the journal. A batch is written to the first two and to
//! the sink, and then committed by one record of the journal. After a crash all of them are cut to the last commit.

mod appender;
mod entry;
mod journal;
mod seen;

use std::{io, path::Path};

pub(crate) use appender::Appender;
pub use entry::Source;
pub(crate) use entry::{Entry, NO_PARENT};
pub(crate) use journal::Commit;
use journal::Journal;
use seen::Seen;

/// File of the URLs.
const URLS: &str = "urls";
/// File of the links.
pub(crate) const LINKS: &str = "links";
/// Bytes of a position in the index.
const POSITION: u64 = 8;

/// The URLs of a crawl.
pub(crate) struct Frontier {
    urls: Appender,
    /// Position of each URL in the file of URLs.
    index: Appender,
    links: Appender,
    journal: Journal,
    seen: Seen,
    /// Which URLs are finished, one bit each.
    finished: Vec<u64>,
    /// URLs finished since the last commit.
    pending: Vec<u32>,
    count: u32,
    /// Next URL to hand out.
    next: u32,
}

/// Result of adding a URL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Added {
    New(u32),
    Known(u32),
}

impl Frontier {
    /// Opens the files of a crawl, cut to the last commit, and returns that commit. `visit` is called with each stored URL.
    pub(crate) fn open(dir: &Path, mut visit: impl FnMut(&Entry)) -> io::Result<(Self, Commit)> {
        let mut finished = Vec::new();
        let (journal, commit) = Journal::open(&dir.join("journal"), |id| set(&mut finished, id))?;
        let mut frontier = Self {
            urls: Appender::open(&dir.join(URLS), commit.urls)?,
            index: Appender::open(&dir.join("index"), 0)?,
            links: Appender::open(&dir.join(LINKS), commit.links)?,
            journal,
            seen: Seen::create(dir)?,
            finished,
            pending: Vec::new(),
            count: 0,
            next: 0,
        };
        let mut position = 0;
        while position < commit.urls {
            let (entry, length) = entry::read(&mut frontier.urls, position)?;
            frontier.index.push(&position.to_le_bytes())?;
            frontier.seen.insert(seen::hash(&entry.url), frontier.count)?;
            frontier.count += 1;
            position += length;
            visit(&entry);
        }
        Ok((frontier, commit))
    }

    /// Number of known URLs.
    pub(crate) const fn count(&self) -> u32 {
        self.count
    }

    /// Returns the id of a URL, if it is known.
    pub(crate) fn find(&mut self, url: &str) -> io::Result<Option<u32>> {
        self.seen.find(seen::hash(url))
    }

    /// Adds a URL unless it is known.
    pub(crate) fn add(&mut self, entry: &Entry) -> io::Result<Added> {
        let hash = seen::hash(&entry.url);
        if let Some(id) = self.seen.find(hash)? {
            return Ok(Added::Known(id));
        }
        let id = self.count;
        self.seen.insert(hash, id)?;
        self.index.push(&self.urls.len().to_le_bytes())?;
        entry::write(&mut self.urls, entry)?;
        self.count += 1;
        Ok(Added::New(id))
    }

    /// Returns a stored URL.
    pub(crate) fn entry(&mut self, id: u32) -> io::Result<Entry> {
        let mut position = [0; 8];
        self.index.read_at(u64::from(id) * POSITION, &mut position)?;
        entry::read(&mut self.urls, u64::from_le_bytes(position)).map(|(entry, _)| entry)
    }

    /// Returns true if some URL is neither finished nor handed out.
    pub(crate) fn has_next(&self) -> bool {
        (self.next..self.count).any(|id| !is_set(&self.finished, id))
    }

    /// Returns the next URL that is neither finished nor handed out.
    pub(crate) fn next(&mut self) -> io::Result<Option<(u32, Entry)>> {
        while self.next < self.count {
            let id = self.next;
            self.next += 1;
            if !is_set(&self.finished, id) {
                return self.entry(id).map(|entry| Some((id, entry)));
            }
        }
        Ok(None)
    }

    /// Takes back the URL that was handed out last: it is the next one again.
    pub(crate) const fn put_back(&mut self, id: u32) {
        self.next = id;
    }

    /// Marks a URL as finished and stores the URLs that it links to.
    pub(crate) fn finish(&mut self, id: u32, targets: &mut [u32]) -> io::Result<()> {
        crate::graph::write(&mut self.links, id, targets)?;
        set(&mut self.finished, id);
        self.pending.push(id);
        Ok(())
    }

    /// Number of URLs finished since the last commit.
    pub(crate) fn pending(&self) -> usize {
        self.pending.len()
    }

    /// Writes everything since the last commit. Fills the lengths of the commit's files.
    pub(crate) fn commit(&mut self, mut commit: Commit) -> io::Result<()> {
        self.urls.flush()?;
        self.index.flush()?;
        self.links.flush()?;
        (commit.urls, commit.links) = (self.urls.len(), self.links.len());
        self.journal.append(&commit, &self.pending)?;
        self.pending.clear();
        Ok(())
    }

    /// Waits until the disk has everything, against loss of power.
    pub(crate) fn sync(&self) -> io::Result<()> {
        self.urls.sync()?;
        self.links.sync()?;
        self.journal.sync()
    }
}

fn set(bits: &mut Vec<u64>, id: u32) {
    let slot = id as usize / 64;
    if bits.len() <= slot {
        bits.resize(slot + 1, 0);
    }
    bits[slot] |= 1 << (id % 64);
}

fn is_set(bits: &[u64], id: u32) -> bool {
    bits.get(id as usize / 64).is_some_and(|word| word >> (id % 64) & 1 == 1)
}
