//! Sets the first heading.

use super::{Step, remark};
use crate::{
    escape,
    outline::{Outline, Way},
    page::Page,
    splice::Splice,
    words,
};

pub(super) fn step(page: &Page<'_>, outline: &Outline, heading: &str) -> Step {
    let Some(found) = &outline.heading else {
        return Step::Impossible("the page has no h1; its theme decides where one can be".to_owned());
    };
    match found.way(page, heading) {
        Way::Equal => Step::Nothing,
        Way::Impossible(reason) => Step::Impossible(reason),
        Way::Replace(range) => {
            let escaped = escape::text(&words::spaced(heading), page.charset());
            Step::Change(vec![Splice::replace(range, escaped)], remark(outline.headings, "headings of level 1"))
        }
    }
}
