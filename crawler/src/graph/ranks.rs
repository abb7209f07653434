//! PageRank, inlinks and click depth.

use std::{io, path::Path};

use super::file::pass;
use crate::Cancel;

/// Share of readers that follow a link, as in the paper of Brin and Page.
const DAMPING: f64 = 0.85;
/// Change of all ranks together at which the iteration ends.
const PRECISION: f64 = 1e-6;
const MAX_PASSES: usize = 60;
/// Click depth of pages that no link leads to.
pub(super) const UNREACHED: u16 = u16::MAX;

/// The crawl was cancelled while the links were read.
pub(super) fn cancelled() -> io::Error {
    io::Error::new(io::ErrorKind::Interrupted, "cancelled")
}

/// Returns the number of pages that link to each page, and of pages that each links to. A page's link to itself counts
/// for neither.
pub(super) fn degrees(links: &Path, pages: usize) -> io::Result<(Vec<u32>, Vec<u32>)> {
    let (mut inlinks, mut outlinks) = (vec![0_u32; pages], vec![0_u32; pages]);
    pass(links, |id, targets| {
        for target in targets.iter().filter(|target| **target != id) {
            if let Some(count) = inlinks.get_mut(*target as usize) {
                *count += 1;
            }
            if let Some(count) = outlinks.get_mut(id as usize) {
                *count += 1;
            }
        }
    })?;
    Ok((inlinks, outlinks))
}

/// Returns the PageRank of each page; the sum is 1. Pages without links share their rank among all.
pub(super) fn page_rank(links: &Path, outlinks: &[u32], cancel: &Cancel) -> io::Result<Vec<f64>> {
    let count = f64::from(u32::try_from(outlinks.len()).unwrap_or(u32::MAX));
    let mut ranks = vec![1.0 / count; outlinks.len()];
    let mut next = vec![0.0; outlinks.len()];
    for _ in 0..MAX_PASSES {
        if cancel.is_cancelled() {
            return Err(cancelled());
        }
        let dangling: f64 = ranks.iter().zip(outlinks).filter(|(_, out)| **out == 0).map(|(rank, _)| rank).sum();
        next.fill((1.0 - DAMPING) / count + DAMPING * dangling / count);
        pass(links, |id, targets| {
            let (Some(rank), Some(out)) = (ranks.get(id as usize), outlinks.get(id as usize)) else { return };
            let share = DAMPING * rank / f64::from((*out).max(1));
            for target in targets.iter().filter(|target| **target != id) {
                if let Some(next) = next.get_mut(*target as usize) {
                    *next += share;
                }
            }
        })?;
        let change: f64 = ranks.iter().zip(&next).map(|(a, b)| (a - b).abs()).sum();
        std::mem::swap(&mut ranks, &mut next);
        if change < PRECISION {
            break;
        }
    }
    Ok(ranks)
}

/// Returns the fewest clicks from the first page to each page. Few passes suffice: pages are stored about in the order
/// of their depth.
pub(super) fn depths(links: &Path, pages: usize, cancel: &Cancel) -> io::Result<Vec<u16>> {
    let mut depths = vec![UNREACHED; pages];
    if let Some(first) = depths.first_mut() {
        *first = 0;
    }
    loop {
        if cancel.is_cancelled() {
            return Err(cancelled());
        }
        let mut changed = false;
        pass(links, |id, targets| {
            let Some(depth) = depths.get(id as usize).copied().filter(|depth| *depth < UNREACHED - 1) else { return };
            for target in targets {
                if let Some(known) = depths.get_mut(*target as usize).filter(|known| **known > depth + 1) {
                    *known = depth + 1;
                    changed = true;
                }
            }
        })?;
        if !changed {
            return Ok(depths);
        }
    }
}
