//! A URL of the frontier and its form in the file.

use std::io;

use serde::{Deserialize, Serialize};

use super::appender::Appender;
use crate::urls::MAX_URL;

/// Parent of URLs that were found on no page.
pub(crate) const NO_PARENT: u32 = u32::MAX;
/// Bytes before the URL: length, depth, parent, source, number of redirects.
const HEAD: usize = 10;

/// How a URL was discovered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// The crawl starts there.
    Start,
    /// A page links to it.
    Link,
    /// Another URL redirects to it.
    Redirect,
    /// A page names it as its canonical URL.
    Canonical,
    /// A sitemap lists it.
    Sitemap,
}

const SOURCES: [Source; 5] = [Source::Start, Source::Link, Source::Redirect, Source::Canonical, Source::Sitemap];

/// A URL to crawl.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Entry {
    /// In normal form.
    pub(crate) url: String,
    /// Steps from the start page or a sitemap.
    pub(crate) depth: u16,
    /// The page on which it was discovered.
    pub(crate) parent: u32,
    pub(crate) source: Source,
    /// Redirects that led here, one after the other.
    pub(crate) hops: u8,
}

pub(super) fn write(file: &mut Appender, entry: &Entry) -> io::Result<()> {
    let length = u16::try_from(entry.url.len()).ok().filter(|length| usize::from(*length) <= MAX_URL);
    let length = length.ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "the URL is too long"))?;
    let mut head = [0; HEAD];
    head[..2].copy_from_slice(&length.to_le_bytes());
    head[2..4].copy_from_slice(&entry.depth.to_le_bytes());
    head[4..8].copy_from_slice(&entry.parent.to_le_bytes());
    head[8] = entry.source as u8;
    head[9] = entry.hops;
    file.push(&head)?;
    file.push(entry.url.as_bytes())
}

/// Reads the URL at a position. Returns its length in the file too.
pub(super) fn read(file: &mut Appender, position: u64) -> io::Result<(Entry, u64)> {
    let damaged = || io::Error::new(io::ErrorKind::InvalidData, "the stored URLs are damaged");
    // Most URLs are short enough for a single read.
    let mut bytes = [0; 256];
    let read = file.read_some(position, &mut bytes)?;
    let head: [u8; HEAD] = bytes[..read].first_chunk().copied().ok_or_else(damaged)?;
    let length = usize::from(u16::from_le_bytes([head[0], head[1]]));
    let url = match bytes[..read].get(HEAD..HEAD + length) {
        Some(url) => url.to_vec(),
        None => {
            let mut url = vec![0; length];
            file.read_at(position + HEAD as u64, &mut url)?;
            url
        }
    };
    let entry = Entry {
        url: String::from_utf8(url).map_err(|_| damaged())?,
        depth: u16::from_le_bytes([head[2], head[3]]),
        parent: u32::from_le_bytes([head[4], head[5], head[6], head[7]]),
        source: *SOURCES.get(usize::from(head[8])).ok_or_else(damaged)?,
        hops: head[9],
    };
    Ok((entry, (HEAD + length) as u64))
}
