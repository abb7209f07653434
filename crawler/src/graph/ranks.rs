//! PageRank, inlinks and click depth, a block of pages at a time.
//!
//! Haveliwala (1999), "Efficient computation of PageRank": the links are stored by blocks of the pages that they lead to, so that
//! only the values of one block are in memory. The values of all pages are on disk.

use std::{
    fs::File,
    io::{self, BufWriter, Write},
    path::Path,
};

use super::file::{encoded, pass};
use crate::{
    Cancel,
    disk::{Column, Reader, file},
};

/// Pages of a block.
pub(super) const BLOCK: u32 = 1 << 16;
/// Share of readers that follow a link, as in the paper of Brin and Page.
const DAMPING: f64 = 0.85;
/// Change of all ranks together at which the iteration ends.
const PRECISION: f64 = 1e-6;
const MAX_PASSES: usize = 60;
/// Click depth of pages that no link leads to.
pub(super) const UNREACHED: u16 = u16::MAX;

/// The links of a crawl by blocks of the pages that they lead to.
pub(super) struct Links<'a> {
    dir: &'a Path,
    cancel: &'a Cancel,
    pages: u32,
    blocks: Vec<Block>,
    /// Number of other pages that each page links to.
    pub(super) outlinks: Column<4>,
}

/// Links to some consecutive pages.
struct Block {
    first: u32,
    length: u32,
    links: File,
}

impl<'a> Links<'a> {
    /// Divides stored links into blocks of `block` pages. Its files, without names, are in the folder.
    pub(super) fn open(
        stored: &File, (pages, block): (u32, u32), dir: &'a Path, cancel: &'a Cancel,
    ) -> io::Result<Self> {
        let firsts = (0..pages).step_by(block as usize);
        let mut files = firsts.clone().map(|_| Ok(BufWriter::new(file(dir)?))).collect::<io::Result<Vec<_>>>()?;
        let outlinks = Column::create(dir)?;
        pass(stored, |id, targets| {
            let others = targets.iter().filter(|target| **target != id && **target < pages).count();
            outlinks.set(id, &u32::try_from(others).unwrap_or(u32::MAX).to_le_bytes())?;
            for some in targets.chunk_by(|a, b| a / block == b / block) {
                let file = some.first().and_then(|target| files.get_mut((target / block) as usize));
                file.map_or(Ok(()), |file| file.write_all(&encoded(id, some)))?;
            }
            Ok(())
        })?;
        let files = files.into_iter().map(|file| file.into_inner().map_err(io::IntoInnerError::into_error));
        let blocks = firsts
            .zip(files)
            .map(|(first, links)| Ok(Block { first, length: block.min(pages - first), links: links? }));
        Ok(Self { dir, cancel, pages, blocks: blocks.collect::<io::Result<_>>()?, outlinks })
    }

    /// Returns an error of kind `Interrupted` if the crawl was cancelled.
    fn check(&self) -> io::Result<()> {
        if self.cancel.is_cancelled() { Err(io::Error::new(io::ErrorKind::Interrupted, "cancelled")) } else { Ok(()) }
    }

    /// Returns the number of other pages that link to each page.
    pub(super) fn inlinks(&self) -> io::Result<Column<4>> {
        let inlinks = Column::create(self.dir)?;
        for block in &self.blocks {
            self.check()?;
            let mut counts = vec![0_u32; block.length as usize];
            pass(&block.links, |id, targets| {
                targets.iter().filter(|target| **target != id).for_each(|target| counts[block.at(*target)] += 1);
                Ok(())
            })?;
            inlinks.write(block.first, &counts.iter().map(|count| count.to_le_bytes()).collect::<Vec<_>>())?;
        }
        Ok(inlinks)
    }

    /// Returns the PageRank of each page; the sum is 1. Pages without links share their rank among all.
    pub(super) fn page_rank(&self) -> io::Result<Column<8>> {
        let count = f64::from(self.pages);
        let (ranks, shares) = (Column::create(self.dir)?, Column::create(self.dir)?);
        for block in &self.blocks {
            ranks.write(block.first, &vec![(1.0 / count).to_le_bytes(); block.length as usize])?;
        }
        for _ in 0..MAX_PASSES {
            let dangling = self.share(&ranks, &shares)?;
            let least = (1.0 - DAMPING) / count + DAMPING * dangling / count;
            let mut change = 0.0;
            for block in &self.blocks {
                self.check()?;
                change += block.rank(least, &ranks, &shares)?;
            }
            if change < PRECISION {
                break;
            }
        }
        Ok(ranks)
    }

    /// Stores what each page gives to each page that it links to. Returns the ranks of pages without links.
    fn share(&self, ranks: &Column<8>, shares: &Column<8>) -> io::Result<f64> {
        let mut dangling = 0.0;
        for block in &self.blocks {
            let (mut values, mut outlinks) = (vec![[0; 8]; block.length as usize], vec![[0; 4]; block.length as usize]);
            ranks.read(block.first, &mut values)?;
            self.outlinks.read(block.first, &mut outlinks)?;
            for (value, outlinks) in values.iter_mut().zip(outlinks) {
                let (rank, outlinks) = (f64::from_le_bytes(*value), u32::from_le_bytes(outlinks));
                dangling += if outlinks == 0 { rank } else { 0.0 };
                *value = (DAMPING * rank / f64::from(outlinks.max(1))).to_le_bytes();
            }
            shares.write(block.first, &values)?;
        }
        Ok(dangling)
    }

    /// Returns the fewest clicks from the first page to each page. Few passes suffice: pages are stored about in the order
    /// of their depth.
    pub(super) fn depths(&self) -> io::Result<Column<2>> {
        let depths = Column::create(self.dir)?;
        for block in &self.blocks {
            depths.write(block.first, &vec![UNREACHED.to_le_bytes(); block.length as usize])?;
        }
        depths.set(0, &0_u16.to_le_bytes())?;
        loop {
            let mut is_changed = false;
            for block in &self.blocks {
                self.check()?;
                is_changed |= block.deepen(&depths)?;
            }
            if !is_changed {
                return Ok(depths);
            }
        }
    }
}

impl Block {
    /// Returns the place of a page in the block.
    const fn at(&self, page: u32) -> usize {
        (page - self.first) as usize
    }

    /// Stores the next ranks of the pages. Returns how much they changed.
    fn rank(&self, least: f64, ranks: &Column<8>, shares: &Column<8>) -> io::Result<f64> {
        let mut next = vec![least; self.length as usize];
        let mut shares = Reader::new(shares);
        pass(&self.links, |id, targets| {
            let share = f64::from_le_bytes(shares.get(id)?);
            targets.iter().filter(|target| **target != id).for_each(|target| next[self.at(*target)] += share);
            Ok(())
        })?;
        let mut values = vec![[0; 8]; self.length as usize];
        ranks.read(self.first, &mut values)?;
        let mut change = 0.0;
        for (value, next) in values.iter_mut().zip(next) {
            change += (f64::from_le_bytes(*value) - next).abs();
            *value = next.to_le_bytes();
        }
        ranks.write(self.first, &values)?;
        Ok(change)
    }

    /// Stores lower depths of the pages that follow from the depths of all pages. Returns whether there are any.
    fn deepen(&self, depths: &Column<2>) -> io::Result<bool> {
        let mut own = vec![[0; 2]; self.length as usize];
        depths.read(self.first, &mut own)?;
        let mut all = Reader::new(depths);
        let mut is_changed = false;
        pass(&self.links, |id, targets| {
            // A page of this block may have become less deep in this pass.
            let is_own = (self.first..self.first + self.length).contains(&id);
            let depth = u16::from_le_bytes(if is_own { own[self.at(id)] } else { all.get(id)? });
            if depth >= UNREACHED - 1 {
                return Ok(());
            }
            for target in targets {
                let known = &mut own[self.at(*target)];
                if u16::from_le_bytes(*known) > depth + 1 {
                    *known = (depth + 1).to_le_bytes();
                    is_changed = true;
                }
            }
            Ok(())
        })?;
        if is_changed {
            depths.write(self.first, &own)?;
        }
        Ok(is_changed)
    }
}
