//! Responses of a crawl's URLs on disk, to follow redirects.

use std::{io, path::Path};

use crawler::{
    audit::Hop,
    crawl::Record,
    disk::{Heap, Place, Table, hash},
};
use url::Url;

/// Redirects that are followed to the end of a chain.
const MOST_HOPS: usize = 20;
/// Bytes of a slot: hash, status, and the target of a redirect.
const SLOT: usize = 8 + 2 + Place::BYTES;

/// Status and target of each URL.
#[derive(Debug)]
pub(super) struct Redirects {
    responses: Table<SLOT>,
    targets: Heap,
}

impl Redirects {
    pub(super) fn create(dir: &Path) -> io::Result<Self> {
        Ok(Self { responses: Table::create(dir)?, targets: Heap::create(dir)? })
    }

    /// Notes the response of a URL.
    pub(super) fn note(&mut self, record: &Record) -> io::Result<()> {
        let target = match (&record.redirect, record.status) {
            (Some(redirect), Some(_)) => self.targets.push(redirect.to.as_bytes())?,
            _ => Place::default(),
        };
        self.responses.put(hash(&record.url), |value, _| {
            value[..2].copy_from_slice(&record.status.unwrap_or(0).to_le_bytes());
            value[2..].copy_from_slice(&target.to_bytes());
        })
    }

    /// Returns the redirects from a URL on and the status of the last response.
    pub(super) fn chain(&self, record: &Record) -> io::Result<(Vec<Hop>, Option<u16>)> {
        let (mut hops, mut last) = (Vec::new(), record.status);
        if record.redirect.is_none() {
            return Ok((hops, last));
        }
        let mut at = record.url.clone();
        while let Some((Some(status), Some(to))) = self.response(&at)?
            && hops.len() < MOST_HOPS
        {
            let (Ok(url), Ok(target)) = (Url::parse(&at), Url::parse(&to)) else { break };
            hops.push(Hop { url, status, target });
            last = self.response(&to)?.map_or(Some(status), |(status, _)| status);
            at = to;
        }
        Ok((hops, last))
    }

    /// Returns the status and the target of a URL that the crawl has.
    fn response(&self, url: &str) -> io::Result<Option<(Option<u16>, Option<String>)>> {
        let Some(slot) = self.responses.find(hash(url))? else { return Ok(None) };
        let status = Some(u16::from_le_bytes([slot[8], slot[9]])).filter(|status| *status != 0);
        let target = slot[10..].first_chunk().map(|bytes| Place::from_bytes(*bytes));
        let target = target.filter(|target| *target != Place::default());
        Ok(Some((status, target.map(|target| self.targets.text(target)).transpose()?)))
    }
}
