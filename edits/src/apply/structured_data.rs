//! Sets the structured data that edits add.

use serde_json::Value;

use super::{Step, insert::insert};
use crate::{
    ApplyError, escape,
    outline::{Block, Outline},
    page::Page,
    splice::Splice,
};

pub(super) fn step(page: &Page<'_>, outline: &Outline, json: &Value) -> Result<Step, ApplyError> {
    let escaped = escape::json(json, page.charset());
    let Some(own) = outline.blocks.iter().find(|block| block.is_own) else {
        if is_shown(page, outline, json) {
            return Ok(Step::Nothing);
        }
        // With a value, which XHTML requires.
        let start = "<script type=\"application/ld+json\" data-motherlode=\"\">";
        return Ok(insert(page, outline, &format!("{start}{escaped}</script>")));
    };
    if !own.part.is_closed {
        return Err(ApplyError::Unclosed { element: "script" });
    }
    if is_equal(page, own, json) {
        return Ok(Step::Nothing);
    }
    Ok(Step::Change(vec![Splice::replace(own.part.inner.clone(), escaped)], None))
}

/// Returns true if a page shows structured data: in the block of edits if there is one, otherwise in any block.
pub(crate) fn is_shown(page: &Page<'_>, outline: &Outline, json: &Value) -> bool {
    let has_own = outline.blocks.iter().any(|block| block.is_own);
    shown(page, outline, json).any(|block| block.is_own || !has_own)
}

/// Returns the blocks with structured data.
pub(super) fn shown<'a>(page: &'a Page<'_>, outline: &'a Outline, json: &'a Value) -> impl Iterator<Item = &'a Block> {
    outline.blocks.iter().filter(move |block| is_equal(page, block, json))
}

fn is_equal(page: &Page<'_>, block: &Block, json: &Value) -> bool {
    serde_json::from_str::<Value>(&page.written(&block.part.inner)).is_ok_and(|found| found == *json)
}
