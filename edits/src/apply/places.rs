//! Replaces the addresses of links, and sets the alternative texts of images.

use super::{Step, tag::Tag};
use crate::{
    ApplyError, escape,
    page::Page,
    seek::{Sought, seek},
    words,
};

pub(super) fn links(page: &Page<'_>, from: &str, to: &str, cancelled: &dyn Fn() -> bool) -> Result<Step, ApplyError> {
    let found = seek(page, Sought::Links { from, to }, cancelled)?;
    if found.all.is_empty() {
        let reason = format!("no link of the page leads to {from}");
        return Ok(if found.has_other { Step::Nothing } else { Step::Impossible(reason) });
    }
    let escaped = escape::attribute(to, page.charset());
    let tags = found.all.iter().map(|one| Tag { name_end: one.name_end, attribute: "href", value: one.value.as_ref() });
    Ok(Step::Change(tags.map(|tag| tag.set(page, &escaped)).collect(), None))
}

pub(super) fn images(
    page: &Page<'_>, image: &str, text: &str, cancelled: &dyn Fn() -> bool,
) -> Result<Step, ApplyError> {
    let found = seek(page, Sought::Images(image), cancelled)?;
    if found.all.is_empty() {
        return Ok(Step::Impossible(format!("the page has no image {image}")));
    }
    let text = words::spaced(text);
    let escaped = escape::attribute(&text, page.charset());
    let others = found.all.iter().filter(|one| one.text.as_deref().map(words::spaced).as_ref() != Some(&text));
    let tags = others.map(|one| Tag { name_end: one.name_end, attribute: "alt", value: one.value.as_ref() });
    let splices: Vec<_> = tags.map(|tag| tag.set(page, &escaped)).collect();
    Ok(if splices.is_empty() { Step::Nothing } else { Step::Change(splices, None) })
}
