//! Adds an element to the head of a page.

use super::Step;
use crate::{outline::Outline, page::Page, splice::Splice};

/// Adds an element to the head, on a line of its own if the head has lines.
pub(super) fn insert(page: &Page<'_>, outline: &Outline, element: &str) -> Step {
    let (at, lead) = outline.place.find(page);
    Step::Change(vec![Splice::insert(at, format!("{lead}{element}"))], None)
}
