//! Marks elements that are not content.

use super::outline::{Outline, Tag, is_prose};
use super::phrases;

/// How much of what elements are named counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Trust {
    /// No names, only the kinds of elements.
    Nothing,
    /// Names that mean the same on any website, such as `comments`.
    Frame,
    /// All names.
    Names,
}

/// Share of a page's prose above which a name does not make an element boilerplate: themes name whole pages
/// `has-sidebar` or `social`.
const MOST_PROSE_SHARE: f32 = 0.3;
/// The same for names and elements that mean the same on any website.
const MOST_PROSE_SHARE_OF_FRAME: f32 = 0.85;

/// Marks elements that are not content by their name, role, class and links, with everything inside them.
pub(super) fn mark(outline: &mut Outline, trust: Trust) {
    for item in &mut outline.items {
        (item.is_boilerplate, item.value) = (false, 0.0);
    }
    let prose = outline.items.first().map_or(0, |item| item.prose) as f32;
    let mut index = 0;
    while index < outline.items.len() {
        let end = outline.items[index].end as usize;
        if is_boilerplate(outline, index, prose, trust) {
            mark_all(outline, index);
            index = end;
        } else {
            index += 1;
        }
    }
    mark_sections(outline);
    mark_teasers(outline, prose);
}

fn is_boilerplate(outline: &Outline, index: usize, prose: f32, trust: Trust) -> bool {
    let item = &outline.items[index];
    let is_above = |share: f32| item.prose as f32 > share * prose && item.prose > 200;
    if item.hints.is_hidden && trust > Trust::Nothing {
        return !matches!(item.tag, Tag::Body);
    }
    let by_tag = match item.tag {
        Tag::Body | Tag::Main | Tag::Cell => return false,
        Tag::Boilerplate => !is_above(MOST_PROSE_SHARE_OF_FRAME),
        Tag::Header => !is_above(MOST_PROSE_SHARE),
        Tag::Figure => item.prose < 1000,
        _ => false,
    };
    let is_frame = trust >= Trust::Frame && item.hints.is_frame;
    let by_frame = is_frame && !is_above(MOST_PROSE_SHARE_OF_FRAME) && !holds_page(outline, index);
    let by_name = trust >= Trust::Names && item.hints.is_aside && !is_above(MOST_PROSE_SHARE);
    (by_tag || by_frame || by_name) && !item.hints.is_body && !is_quote(outline, index)
}

/// Returns whether an element holds the main heading or the body of an article.
fn holds_page(outline: &Outline, index: usize) -> bool {
    let item = &outline.items[index];
    let inside = &outline.items[index..item.end as usize];
    inside
        .iter()
        .any(|item| matches!(item.tag, Tag::Heading(1) | Tag::Main) || item.hints.is_body || item.hints.is_entry)
}

/// Returns whether an element holds little but a quotation, such as an embedded post.
fn is_quote(outline: &Outline, index: usize) -> bool {
    let item = &outline.items[index];
    let inside = &outline.items[index..item.end as usize];
    inside.iter().any(|quote| quote.tag == Tag::Quote && quote.chars > 0 && quote.chars * 10 >= item.chars * 7)
}

/// Marks sections that start with a heading such as "Related", after at least a paragraph of other text.
fn mark_sections(outline: &mut Outline) {
    let mut before = 0;
    for index in 0..outline.blocks.len() {
        let block = outline.blocks[index];
        let item = &outline.items[block.item as usize];
        if item.is_boilerplate {
            continue;
        }
        if is_prose(&block) {
            before += block.chars;
        }
        let is_heading = matches!(item.tag, Tag::Heading(_)) && block.words <= 8;
        let section = item.parent as usize;
        if is_heading
            && before >= 200
            && outline.items[section].first_block as usize == index
            && !matches!(outline.items[section].tag, Tag::Body | Tag::Main)
            && phrases::ends_article(outline.block_text(&block))
        {
            mark_all(outline, section);
        }
    }
}

/// Marks an element and everything inside it.
fn mark_all(outline: &mut Outline, index: usize) {
    let end = outline.items[index].end as usize;
    for inside in &mut outline.items[index..end] {
        inside.is_boilerplate = true;
    }
}

/// Marks links to other pages with their summaries: three or more alike in one element, or `article` elements anywhere.
fn mark_teasers(outline: &mut Outline, prose: f32) {
    let mut siblings: Vec<u32> = vec![0; outline.items.len()];
    let mut articles = 0;
    let teasers: Vec<usize> = (1..outline.items.len()).filter(|index| is_teaser(outline, *index)).collect();
    for index in &teasers {
        let item = &outline.items[*index];
        siblings[item.parent as usize] += 1;
        articles += u32::from(item.tag == Tag::Article);
    }
    for index in teasers {
        let item = &outline.items[index];
        let is_main_part = item.prose as f32 > MOST_PROSE_SHARE * prose;
        let alike = if item.tag == Tag::Article { articles } else { siblings[item.parent as usize] };
        if alike >= 3 && !is_main_part {
            mark_all(outline, index);
        }
    }
}

/// Returns whether an element has the shape of a link to another page with a summary.
fn is_teaser(outline: &Outline, index: usize) -> bool {
    let item = &outline.items[index];
    if !matches!(item.tag, Tag::ListItem | Tag::Article | Tag::Section) || item.is_boilerplate {
        return false;
    }
    let mut blocks = outline.blocks[item.first_block as usize..item.end_block as usize].iter();
    let Some(first) = blocks.find(|block| block.words > 2) else { return false };
    item.chars < 600 && first.is_led_by_link && item.link_chars >= 15 && item.link_chars * 7 > item.chars
}
