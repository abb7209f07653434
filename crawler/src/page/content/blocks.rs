//! Drops what remains between the paragraphs of the content.

use super::outline::{Block, Outline, Tag, is_prose};
use super::phrases;

/// A heading such as "Related" ends the content only after this share of the text.
const LEAST_SHARE_BEFORE_END: f32 = 0.4;

/// Joins the blocks of the content.
pub(super) fn join(outline: &Outline, container: usize) -> String {
    let Some(item) = outline.items.get(container) else { return String::new() };
    let blocks = &outline.blocks[item.first_block as usize..item.end_block as usize];
    let mut kept: Vec<&Block> = leads(outline, container);
    kept.extend(blocks.iter().filter(|block| is_content(outline, block, container)));
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

/// Returns the paragraphs in front of the container, in the same article, that are named like a lead.
fn leads(outline: &Outline, container: usize) -> Vec<&Block> {
    let mut article = container;
    while article > 0 && !matches!(outline.items[article].tag, Tag::Article | Tag::Main | Tag::Body) {
        article = outline.items[article].parent as usize;
    }
    let blocks =
        &outline.blocks[outline.items[article].first_block as usize..outline.items[container].first_block as usize];
    let is_lead = |block: &&Block| {
        is_prose(block) && block.chars >= 80 && block.link_chars == 0 && is_named_lead(outline, block, article)
    };
    blocks.iter().filter(is_lead).take(2).collect()
}

fn is_named_lead(outline: &Outline, block: &Block, article: usize) -> bool {
    let mut index = block.item as usize;
    let mut is_lead = false;
    while index > article {
        let item = &outline.items[index];
        let is_own = matches!(item.tag, Tag::Paragraph | Tag::Section | Tag::Header | Tag::Article);
        if !is_own || item.hints.is_hidden || item.hints.is_frame {
            return false;
        }
        is_lead |= item.hints.is_lead;
        index = item.parent as usize;
    }
    is_lead
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
