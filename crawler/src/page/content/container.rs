//! Chooses the element that holds the content.

use super::outline::{Block, Item, Outline, Tag, is_prose};

/// An element inside is chosen if it holds at least this share of the text.
const LEAST_SHARE: f32 = 0.88;
/// The same for an element that is named like the body of an article, and for an `article` element.
const LEAST_SHARE_OF_BODY: f32 = 0.5;
const LEAST_SHARE_OF_ARTICLE: f32 = 0.5;

/// Returns the index of the item that holds the content.
pub(super) fn choose(outline: &mut Outline) -> usize {
    if outline.items.is_empty() {
        return 0;
    }
    add_values(outline);
    let best = largest(&outline.items, |item| is_holder(item.tag)).unwrap_or(0);
    let value = outline.items[best].value;
    let within = |share: f32, is_kind: fn(&Item) -> bool| {
        largest(&outline.items, is_kind).filter(|index| outline.items[*index].value >= share * value)
    };
    let named = within(LEAST_SHARE_OF_BODY, |item| item.hints.is_body && is_holder(item.tag));
    let article = || within(LEAST_SHARE_OF_ARTICLE, |item| item.tag == Tag::Article);
    descend(outline, named.or_else(article).unwrap_or(best))
}

/// Returns the item of a kind with the highest value, the outermost of equal ones.
fn largest(items: &[Item], is_kind: fn(&Item) -> bool) -> Option<usize> {
    let mut best: Option<usize> = None;
    for (index, item) in items.iter().enumerate() {
        let is_better = best.is_none_or(|best| item.value > items[best].value);
        if is_kind(item) && !item.is_boilerplate && is_better {
            best = Some(index);
        }
    }
    best
}

fn add_values(outline: &mut Outline) {
    for index in 0..outline.blocks.len() {
        let block = outline.blocks[index];
        let item = &mut outline.items[block.item as usize];
        if !item.is_boilerplate {
            item.value += value(&block, item.tag);
        }
    }
    for index in (1..outline.items.len()).rev() {
        let (parent, value) = (outline.items[index].parent as usize, outline.items[index].value);
        outline.items[parent].value += value;
    }
}

fn value(block: &Block, tag: Tag) -> f32 {
    let own = (block.chars - block.link_chars) as f32;
    match tag {
        _ if is_prose(block) => own,
        Tag::Heading(_) => 0.0,
        Tag::Cell | Tag::Paragraph | Tag::Quote | Tag::Preformatted if block.link_share() < 0.3 => own * 0.5,
        _ => -(block.link_chars.min(60) as f32),
    }
}

/// Goes down to the smallest element that holds nearly all of the value.
fn descend(outline: &Outline, mut index: usize) -> usize {
    loop {
        let item = &outline.items[index];
        let most = gained(outline, index);
        let mut inside = index + 1;
        let mut next = None;
        while inside < item.end as usize {
            let child = &outline.items[inside];
            if !child.is_boilerplate && gained(outline, inside) >= LEAST_SHARE * most && child.value > 0.0 {
                next = Some(inside);
                break;
            }
            inside = child.end as usize;
        }
        match next {
            Some(inside) if is_holder(outline.items[inside].tag) => index = inside,
            _ => return index,
        }
    }
}

fn is_holder(tag: Tag) -> bool {
    matches!(tag, Tag::Section | Tag::Article | Tag::Main | Tag::Body | Tag::Cell | Tag::Table | Tag::Header)
}

/// Returns the value without what counts against an element.
fn gained(outline: &Outline, index: usize) -> f32 {
    let item = &outline.items[index];
    let blocks = &outline.blocks[item.first_block as usize..item.end_block as usize];
    let kept = blocks.iter().filter(|block| !outline.items[block.item as usize].is_boilerplate);
    kept.map(|block| value(block, outline.items[block.item as usize].tag).max(0.0)).sum()
}
