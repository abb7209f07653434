//! The journal: one record for each batch, valid only when complete.

use std::{io, path::Path};

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use super::appender::Appender;
use crate::crawl::Totals;

/// Bytes before a record: lengths of its parts and its checksum.
const HEAD: usize = 16;
/// Longest part of a record that is believed.
const MAX_PART: u32 = 64 << 20;

/// The state of a crawl after a batch.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Commit {
    /// Length of the file of URLs.
    pub(crate) urls: u64,
    /// Length of the file of links.
    pub(crate) links: u64,
    /// Position of the sink.
    pub(crate) sink: u64,
    /// Whether the sitemaps were read.
    pub(crate) has_sitemaps: bool,
    /// Further hosts that belong to the crawl, as URLs.
    pub(crate) adopted: Vec<String>,
    /// Totals of the crawl.
    pub(crate) totals: Totals,
}

pub(super) struct Journal(Appender);

impl Journal {
    /// Reads all complete records, passes the finished URLs, and returns the last state. What follows is cut off.
    pub(super) fn open(path: &Path, mut finished: impl FnMut(u32)) -> io::Result<(Self, Commit)> {
        let length = std::fs::metadata(path).map_or(0, |metadata| metadata.len());
        let mut file = Appender::open(path, length)?;
        let (mut position, mut commit) = (0, Commit::default());
        while let Some((next, ids, read)) = record(&mut file, position)? {
            ids.as_chunks().0.iter().for_each(|id| finished(u32::from_le_bytes(*id)));
            (commit, position) = (next, position + read);
        }
        Ok((Self(Appender::open(path, position)?), commit))
    }

    pub(super) fn append(&mut self, commit: &Commit, ids: &[u32]) -> io::Result<()> {
        let state = serde_json::to_vec(commit)?;
        let mut body: Vec<u8> = ids.iter().flat_map(|id| id.to_le_bytes()).collect();
        let too_long = |_| io::Error::new(io::ErrorKind::InvalidInput, "the batch is too long");
        let lengths = [u32::try_from(body.len()).map_err(too_long)?, u32::try_from(state.len()).map_err(too_long)?];
        body.extend(state);
        lengths.iter().try_for_each(|length| self.0.push(&length.to_le_bytes()))?;
        self.0.push(&xxh3_64(&body).to_le_bytes())?;
        self.0.push(&body)?;
        self.0.flush()
    }

    pub(super) fn sync(&self) -> io::Result<()> {
        self.0.sync()
    }
}

/// Reads the record at a position, or nothing if it is incomplete.
fn record(file: &mut Appender, position: u64) -> io::Result<Option<(Commit, Vec<u8>, u64)>> {
    let mut head = [0; HEAD];
    if file.read_some(position, &mut head)? < HEAD {
        return Ok(None);
    }
    let number = |at: usize| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
    let (ids, state) = (number(0), number(4));
    if ids > MAX_PART || state > MAX_PART {
        return Ok(None);
    }
    let mut body = vec![0; (ids + state) as usize];
    if file.read_some(position + HEAD as u64, &mut body)? < body.len() {
        return Ok(None);
    }
    if xxh3_64(&body).to_le_bytes() != head[8..] {
        return Ok(None);
    }
    let state = body.split_off(ids as usize);
    let length = (HEAD + body.len() + state.len()) as u64;
    Ok(serde_json::from_slice(&state).ok().map(|commit| (commit, body, length)))
}
