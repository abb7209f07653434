//! Links words of the main content.

use super::Step;
use crate::{ApplyError, escape, link::Finder, page::Page, splice::Splice};

pub(super) fn step(
    page: &Page<'_>, target: &str, anchor: &str, cancelled: &dyn Fn() -> bool,
) -> Result<Step, ApplyError> {
    let found = Finder::read(page, target, anchor, cancelled)?;
    if found.is_linked {
        return Ok(Step::Nothing);
    }
    let Some(words) = found.words else {
        return Ok(Step::Impossible(
            "no paragraph and no list item of the main content has these words outside of links".to_owned(),
        ));
    };
    let start = format!("<a href=\"{}\">", escape::attribute(target, page.charset()));
    Ok(Step::Change(vec![Splice::insert(words.start, start), Splice::insert(words.end, "</a>")], None))
}
