//! What the links of a crawl say about its URLs, on disk.

use std::{io, path::Path};

use crawler::{Cancel, disk::Column, graph};

/// Bytes of stored facts: a mark, inlinks, outlinks, click depth and its mark, and PageRank.
const BYTES: usize = 1 + 4 + 4 + 3 + 8;

/// Facts of a URL.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Linked {
    pub(super) inlinks: u32,
    pub(super) outlinks: u32,
    pub(super) click_depth: Option<u16>,
    pub(super) page_rank: f64,
}

/// Facts of all URLs by their number.
#[derive(Debug)]
pub(super) struct Links(Column<BYTES>);

impl Links {
    /// Computes the facts from the state of a crawl. The error is of kind `Interrupted` once `cancel` is set.
    pub(super) fn read(state: &Path, dir: &Path, cancel: &Cancel) -> io::Result<Self> {
        let links = Self(Column::create(dir)?);
        graph::report(state, cancel, |facts| {
            let linked = Linked {
                inlinks: facts.inlinks,
                outlinks: facts.outlinks,
                click_depth: facts.click_depth,
                page_rank: facts.page_rank,
            };
            links.0.set(facts.id, &linked.to_bytes())
        })?;
        Ok(links)
    }

    /// Returns the facts of a URL; `None` if the crawl does not know it.
    pub(super) fn get(&self, id: u32) -> io::Result<Option<Linked>> {
        let bytes = self.0.get(id)?;
        Ok((bytes[0] != 0).then(|| Linked::from_bytes(bytes)))
    }
}

impl Linked {
    fn to_bytes(self) -> [u8; BYTES] {
        let mut bytes = [1; BYTES];
        bytes[1..5].copy_from_slice(&self.inlinks.to_le_bytes());
        bytes[5..9].copy_from_slice(&self.outlinks.to_le_bytes());
        bytes[9] = u8::from(self.click_depth.is_some());
        bytes[10..12].copy_from_slice(&self.click_depth.unwrap_or(0).to_le_bytes());
        bytes[12..].copy_from_slice(&self.page_rank.to_le_bytes());
        bytes
    }

    const fn from_bytes(bytes: [u8; BYTES]) -> Self {
        let [_, i0, i1, i2, i3, o0, o1, o2, o3, has, d0, d1, r @ ..] = bytes;
        Self {
            inlinks: u32::from_le_bytes([i0, i1, i2, i3]),
            outlinks: u32::from_le_bytes([o0, o1, o2, o3]),
            click_depth: if has == 0 { None } else { Some(u16::from_le_bytes([d0, d1])) },
            page_rank: f64::from_le_bytes(r),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_are_read_as_they_were_stored() {
        for click_depth in [None, Some(0), Some(300)] {
            let linked = Linked { inlinks: 70_000, outlinks: 1, click_depth, page_rank: 1e-7 };
            assert_eq!(Linked::from_bytes(linked.to_bytes()), linked);
        }
    }
}
