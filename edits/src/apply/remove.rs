//! Removes what changes have added.

use std::ops::Range;

use super::{Step, head_link::of_language, structured_data::shown};
use crate::{
    ApplyError, Change,
    link::Finder,
    outline::Outline,
    page::Page,
    seek::{Sought, seek},
    splice::Splice,
    words,
};

pub(super) fn step(page: &Page<'_>, change: &Change, cancelled: &dyn Fn() -> bool) -> Result<Step, ApplyError> {
    match change {
        Change::AddLink { target, anchor, .. } => link(page, target, anchor, cancelled),
        Change::SetAlternativeText { image, text, .. } => alternative_text(page, image, text, cancelled),
        Change::SetTitle { .. }
        | Change::SetDescription { .. }
        | Change::SetStructuredData { .. }
        | Change::SetCanonical { .. }
        | Change::SetAlternate { .. } => Ok(removal(page, elements(page, &Outline::read(page, cancelled)?, change)?)),
        Change::SetHeading { .. } | Change::ReplaceLink { .. } | Change::AddRedirect { .. } | Change::Remove { .. } => {
            Ok(Step::Impossible("the page has no part that this change adds".to_owned()))
        }
    }
}

/// Returns the positions of the elements that show a change, in their order.
///
/// # Errors
/// Returns an error if one of them has no end tag.
pub(crate) fn elements(page: &Page<'_>, outline: &Outline, change: &Change) -> Result<Vec<Range<usize>>, ApplyError> {
    let is_equal = |found: Option<&str>, wanted: &str| found.map(words::spaced) == Some(words::spaced(wanted));
    Ok(match change {
        Change::SetTitle { title, .. } => {
            let shows = |found: &str| is_equal(Some(found), title);
            let part = outline.title.as_ref().filter(|part| part.is_closed);
            part.filter(|part| shows(&page.text(&part.inner))).map(|part| part.range.clone()).into_iter().collect()
        }
        Change::SetDescription { description, .. } => {
            let found = outline.description.as_ref().filter(|found| is_equal(found.text.as_deref(), description));
            found.map(|found| found.tag.clone()).into_iter().collect()
        }
        Change::SetCanonical { address, .. } => {
            let same = outline.canonicals.iter().filter(|link| link.address == *address);
            same.map(|link| link.tag.clone()).collect()
        }
        Change::SetAlternate { language, address, .. } => {
            let same = of_language(outline, language).into_iter().filter(|link| link.address == *address);
            same.map(|link| link.tag.clone()).collect()
        }
        Change::SetStructuredData { json, .. } => {
            let same: Vec<_> = shown(page, outline, json).collect();
            if same.iter().any(|block| !block.part.is_closed) {
                return Err(ApplyError::Unclosed { element: "script" });
            }
            same.into_iter().map(|block| block.part.range.clone()).collect()
        }
        _ => Vec::new(),
    })
}

fn removal(page: &Page<'_>, ranges: Vec<Range<usize>>) -> Step {
    if ranges.is_empty() {
        return Step::Nothing;
    }
    Step::Change(ranges.into_iter().map(|range| Splice::replace(with_line(page.html, range), "")).collect(), None)
}

/// Returns the position of an element with the line break and spaces before it, if nothing else is on its line.
fn with_line(html: &[u8], range: Range<usize>) -> Range<usize> {
    let is_last = matches!(html.get(range.end), None | Some(b'\n' | b'\r'));
    let before = html.get(..range.start).unwrap_or_default();
    let spaces = before.iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let line = before.get(..before.len() - spaces).unwrap_or_default();
    let Some(line) = line.strip_suffix(b"\n").filter(|_| is_last) else { return range };
    line.strip_suffix(b"\r").unwrap_or(line).len()..range.end
}

fn link(page: &Page<'_>, target: &str, anchor: &str, cancelled: &dyn Fn() -> bool) -> Result<Step, ApplyError> {
    let found = Finder::read(page, target, anchor, cancelled)?;
    let mut splices = Vec::with_capacity(found.links.len() * 2);
    for tags in found.links {
        let Some((start, end)) = tags else { return Err(ApplyError::Unclosed { element: "a" }) };
        splices.extend([Splice::replace(start, ""), Splice::replace(end, "")]);
    }
    Ok(if splices.is_empty() { Step::Nothing } else { Step::Change(splices, None) })
}

fn alternative_text(
    page: &Page<'_>, image: &str, text: &str, cancelled: &dyn Fn() -> bool,
) -> Result<Step, ApplyError> {
    let found = seek(page, Sought::Images(image), cancelled)?;
    let text = words::spaced(text);
    let same = found.all.into_iter().filter(|one| one.text.as_deref().map(words::spaced).as_ref() == Some(&text));
    let ranges = same.filter_map(|one| one.attribute);
    // With the space before it.
    let spaced = |range: Range<usize>| {
        let has_space =
            range.start.checked_sub(1).and_then(|at| page.html.get(at)).is_some_and(u8::is_ascii_whitespace);
        range.start - usize::from(has_space)..range.end
    };
    let splices: Vec<_> = ranges.map(|range| Splice::replace(spaced(range), "")).collect();
    Ok(if splices.is_empty() { Step::Nothing } else { Step::Change(splices, None) })
}
