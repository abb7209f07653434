//! Sets the title.

use super::{Step, insert::insert, remark};
use crate::{ApplyError, escape, outline::Outline, page::Page, splice::Splice, words};

pub(super) fn step(page: &Page<'_>, outline: &Outline, title: &str) -> Result<Step, ApplyError> {
    let title = words::spaced(title);
    let escaped = escape::text(&title, page.charset());
    let Some(part) = &outline.title else {
        return Ok(insert(page, outline, &format!("<title>{escaped}</title>")));
    };
    if !part.is_closed {
        return Err(ApplyError::Unclosed { element: "title" });
    }
    if words::spaced(&page.text(&part.inner)) == title {
        return Ok(Step::Nothing);
    }
    Ok(Step::Change(vec![Splice::replace(part.inner.clone(), escaped)], remark(outline.titles, "titles")))
}
