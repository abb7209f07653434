//! Drops what remains between the paragraphs of the content.

use super::outline::{Block, Outline, Tag, is_prose};
use super::phrases;

/// A heading such as "Related" ends the content only after this share of the text.
const LEAST_SHARE_BEFORE_END: f32 = 0.4;

/// Joins the blocks of the content.
pub(super) fn join(outline: &Outline, container: usize) -> String {
    let Some(item) = outline.items.get(container) else { return String::new() };
    let blocks = &outline.blocks[item.first_block as usize..item.end_block as usize];
    let mut kept: Vec<&Block> = blocks.iter().filter(|block| is_content(outline, block, container)).collect();
    cut_end(outline, &mut kept);
    while kept.last().is_some_and(|block| is_trailing(outline, block)) {
        kept.pop();
    }
    let mut text = String::new();
    for block in kept {
        if !text.is_empty() {
            text.push_str("\n\n");
        }
        text.push_str(outline.block_text(block));
    }
    text
}

/// Cuts the content at a heading such as "Related", unless paragraphs like those before it follow.
fn cut_end(outline: &Outline, kept: &mut Vec<&Block>) {
    let all: u32 = kept.iter().map(|block| block.chars).sum();
    let mut before = 0;
    let mut index = 0;
    while index < kept.len() {
        let block = kept[index];
        let is_late = before as f32 >= LEAST_SHARE_BEFORE_END * all as f32;
        before += block.chars;
        let is_short = block.words <= 8 && block.chars < 60 && !is_prose(block);
        if is_short && phrases::ends_article(outline.block_text(block)) {
            if is_late && !goes_on(outline, &kept[..index], &kept[index + 1..]) {
                kept.truncate(index);
                return;
            }
            kept.remove(index);
            continue;
        }
        index += 1;
    }
}

/// Returns whether paragraphs continue at the level of the previous ones.
fn goes_on(outline: &Outline, before: &[&Block], after: &[&Block]) -> bool {
    let place = |block: &Block| (outline.depth(block.item), outline.items[block.item as usize].tag);
    let Some(level) = before.iter().rev().find(|block| is_prose(block)).map(|block| place(block)) else { return false };
    let sum = |blocks: &[&Block]| -> u32 {
        blocks.iter().filter(|block| is_prose(block) && place(block) == level).map(|block| block.chars).sum()
    };
    sum(after) * 8 > sum(before)
}

/// Returns whether a block at the end does not belong to the content.
fn is_trailing(outline: &Outline, block: &Block) -> bool {
    matches!(outline.items[block.item as usize].tag, Tag::Heading(_)) || phrases::is_call(outline.block_text(block))
}

fn is_content(outline: &Outline, block: &Block, container: usize) -> bool {
    let item = &outline.items[block.item as usize];
    if item.is_boilerplate || matches!(item.tag, Tag::Heading(1)) {
        return false;
    }
    let text = outline.block_text(block);
    if phrases::is_label(text) || (block.link_share() > 0.8 && block.words < 30) {
        return false;
    }
    if block.words < 40 && block.link_chars > 0 && phrases::is_call(text) {
        return false;
    }
    let mut index = block.item as usize;
    while index > container {
        let around = &outline.items[index];
        if matches!(around.tag, Tag::List | Tag::Table | Tag::Section) && around.link_share() > 0.5 {
            return false;
        }
        index = around.parent as usize;
    }
    true
}
