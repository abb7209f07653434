//! Finds pages that may be similar.

use super::Sketch;
use crate::{Limits, SketchedPage};

/// What a sketch may estimate too low: more than three standard errors of 256 hash functions.
const MARGIN: f64 = 0.1;

/// Returns the indices of the pages that may be as similar to a stored page as a warning needs.
pub(crate) fn compare_with<'p>(
    pages: &'p [SketchedPage], stored: &'p Sketch, limits: &Limits,
) -> impl Iterator<Item = usize> + 'p {
    let least = (limits.warn_similarity - MARGIN).max(0.01);
    let may_be = move |page: &SketchedPage| page.sketch.similarity(stored) >= least;
    pages.iter().enumerate().filter(move |(_, page)| may_be(page)).map(|(at, _)| at)
}
