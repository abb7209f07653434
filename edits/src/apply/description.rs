//! Sets the meta description.

use super::{Step, insert::insert, remark};
use crate::{
    escape,
    outline::{Description, Outline},
    page::Page,
    splice::Splice,
    words,
};

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
    Step::Change(vec![content(page, found, &escaped)], remark(outline.descriptions, "meta descriptions"))
}

/// Replaces the content in its quotes, or adds quotes, or adds the attribute before the others, of which the first counts.
fn content(page: &Page<'_>, found: &Description, escaped: &str) -> Splice {
    let Some(range) = &found.content else {
        return Splice::insert(found.tag.start + NAME, format!(" content=\"{escaped}\""));
    };
    let before = range.start.checked_sub(1).and_then(|at| page.html.get(at)).copied();
    let after = page.html.get(range.end).copied();
    match before {
        Some(b'"' | b'\'') if before == after => Splice::replace(range.clone(), escaped),
        _ if !range.is_empty() => Splice::replace(range.clone(), format!("\"{escaped}\"")),
        _ => Splice::insert(found.tag.start + NAME, format!(" content=\"{escaped}\"")),
    }
}
