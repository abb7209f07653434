//! Replaces parts of a page.

use std::ops::Range;

/// A part of a page and what replaces it.
#[derive(Debug)]
pub(crate) struct Splice {
    range: Range<usize>,
    with: String,
}

impl Splice {
    pub(crate) fn replace(range: Range<usize>, with: impl Into<String>) -> Self {
        Self { range, with: with.into() }
    }

    pub(crate) fn insert(at: usize, with: impl Into<String>) -> Self {
        Self { range: at..at, with: with.into() }
    }
}

/// Returns the page with its parts replaced, which are in order and do not overlap; all other bytes are copied.
pub(crate) fn splice(html: &[u8], splices: &[Splice]) -> Vec<u8> {
    let added: usize = splices.iter().map(|splice| splice.with.len()).sum();
    let mut spliced = Vec::with_capacity(html.len() + added);
    let mut from = 0;
    for Splice { range, with } in splices {
        spliced.extend_from_slice(html.get(from..range.start).unwrap_or_default());
        spliced.extend_from_slice(with.as_bytes());
        from = range.end;
    }
    spliced.extend_from_slice(html.get(from..).unwrap_or_default());
    spliced
}
