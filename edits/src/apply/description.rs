//! Sets the meta description.

use super::{Step, insert::insert, remark, tag::Tag};
use crate::{escape, outline::Outline, page::Page, words};

/// Length of `<meta`.
const NAME: usize = 5;

pub(super) fn step(page: &Page<'_>, outline: &Outline, description: &str) -> Step {
    let description = words::spaced(description);
    let escaped = escape::attribute(&description, page.charset());
    let Some(found) = &outline.description else {
        let end = if outline.is_xhtml { " />" } else { ">" };
        return insert(page, outline, &format!("<meta name=\"description\" content=\"{escaped}\"{end}"));
    };
    if found.text.as_deref().is_some_and(|text| words::spaced(text) == description) {
        return Step::Nothing;
    }
    let tag = Tag { name_end: found.tag.start + NAME, attribute: "content", value: found.content.as_ref() };
    Step::Change(vec![tag.set(page, &escaped)], remark(outline.descriptions, "meta descriptions"))
}
