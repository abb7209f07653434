//! Sets an attribute of a tag.

use std::ops::Range;

use crate::{page::Page, splice::Splice};

/// A start tag with an attribute.
pub(super) struct Tag<'a> {
    /// Position after its name.
    pub(super) name_end: usize,
    /// Name of the attribute.
    pub(super) attribute: &'a str,
    /// Position of its value, without quotes; `None` without one.
    pub(super) value: Option<&'a Range<usize>>,
}

impl Tag<'_> {
    /// Replaces the value in its quotes, or adds quotes, or adds the attribute before the others, of which the first counts.
    pub(super) fn set(&self, page: &Page<'_>, escaped: &str) -> Splice {
        let added = || Splice::insert(self.name_end, format!(" {}=\"{escaped}\"", self.attribute));
        let Some(range) = self.value else { return added() };
        let before = range.start.checked_sub(1).and_then(|at| page.html.get(at)).copied();
        let after = page.html.get(range.end).copied();
        match before {
            Some(b'"' | b'\'') if before == after => Splice::replace(range.clone(), escaped),
            _ if !range.is_empty() => Splice::replace(range.clone(), format!("\"{escaped}\"")),
            _ => added(),
        }
    }
}
