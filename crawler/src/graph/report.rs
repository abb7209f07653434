//! The report on links, a line for each known URL.

use std::{fs::File, io, path::Path};

use serde::{Deserialize, Serialize};

use super::ranks::{BLOCK, Links, UNREACHED};
use crate::{
    Cancel,
    disk::Reader,
    frontier::{Frontier, LINKS},
};

/// What the links of a site say about one of its URLs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LinkFacts {
    /// Same id as in the record of the page.
    pub id: u32,
    /// URL.
    pub url: String,
    /// Number of pages that link to it.
    pub inlinks: u32,
    /// Number of pages of the crawl that it links to.
    pub outlinks: u32,
    /// Fewest clicks from the start page; none if no link leads there.
    pub click_depth: Option<u16>,
    /// Share of the site's internal PageRank, 0 to 1.
    pub page_rank: f64,
}

/// Summary of the links of a crawl.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LinkTotals {
    /// Number of URLs.
    pub urls: u64,
    /// Number of links between them, each pair once.
    pub links: u64,
    /// URLs that no link leads to, from the start page.
    pub orphans: u64,
}

/// Computes the links' facts of a crawl from its state and passes them in the order of discovery.
///
/// # Errors
/// Returns an error if the state cannot be read, if `each` fails, or of kind `Interrupted` if the crawl is cancelled.
pub fn report(
    state: &Path, cancel: &Cancel, mut each: impl FnMut(LinkFacts) -> io::Result<()>,
) -> io::Result<LinkTotals> {
    let (mut frontier, _) = Frontier::open(state, |_| {})?;
    let pages = frontier.count();
    if pages == 0 {
        return Ok(LinkTotals::default());
    }
    let links = Links::open(&File::open(state.join(LINKS))?, (pages, BLOCK), state, cancel)?;
    let (inlinks, ranks, depths) = (links.inlinks()?, links.page_rank()?, links.depths()?);
    let (mut inlinks, mut ranks, mut depths) = (Reader::new(&inlinks), Reader::new(&ranks), Reader::new(&depths));
    let mut outlinks = Reader::new(&links.outlinks);
    let mut totals = LinkTotals::default();
    for id in 0..pages {
        let click_depth = Some(u16::from_le_bytes(depths.get(id)?)).filter(|depth| *depth != UNREACHED);
        let outlinks = u32::from_le_bytes(outlinks.get(id)?);
        totals.urls += 1;
        totals.links += u64::from(outlinks);
        totals.orphans += u64::from(click_depth.is_none());
        let url = frontier.entry(id)?.url;
        let (inlinks, page_rank) = (u32::from_le_bytes(inlinks.get(id)?), f64::from_le_bytes(ranks.get(id)?));
        each(LinkFacts { id, url, inlinks, outlinks, click_depth, page_rank })?;
    }
    Ok(totals)
}
