//! A page that a language model wrote again, merged with what it did not write.

use std::collections::BTreeMap;

use engines::content::{Block, BlockKind, Draft, Sentence};

use crate::{
    said::{Said, key},
    sections,
};

/// A section that was written, without its heading among the blocks.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct NewSection {
    /// Heading of level 2.
    pub heading: Sentence,
    /// Text.
    pub blocks: Vec<Block>,
}

/// Returns a page with its text replaced section by section: a section of the page goes if those written cite at least half of
/// what it cites, or have its heading. Its tables and its questions follow the text that replaces it. Other sections stay, without
/// the sentences that `said` has.
#[must_use]
pub fn with_page(earlier: &Draft, new: Vec<NewSection>, said: &Said) -> Draft {
    let old = sections(earlier);
    let places: Vec<Option<usize>> =
        old.iter().map(|range| replaced_by(&earlier.blocks[range.clone()], &new)).collect();
    let mut kept: BTreeMap<usize, Vec<Block>> = BTreeMap::new();
    for (range, place) in old.iter().zip(&places) {
        if let Some(place) = place {
            kept.entry(*place).or_default().extend(tables_and_questions(&earlier.blocks[range.clone()]));
        }
    }
    let mut new: Vec<Option<NewSection>> = new.into_iter().map(Some).collect();
    let mut blocks = Vec::new();
    for (range, place) in old.iter().zip(&places) {
        match place {
            Some(place) => write_until(&mut blocks, &mut new, *place, &places, &mut kept),
            None => blocks.extend(unsaid(&earlier.blocks[range.clone()], said)),
        }
    }
    let last = new.len();
    write_until(&mut blocks, &mut new, last, &[], &mut kept);
    Draft { blocks, ..earlier.clone() }
}

/// Writes a section, and before it those that replace nothing.
fn write_until(
    blocks: &mut Vec<Block>, new: &mut [Option<NewSection>], place: usize, places: &[Option<usize>],
    kept: &mut BTreeMap<usize, Vec<Block>>,
) {
    for (at, slot) in new.iter_mut().enumerate().take(place.saturating_add(1)) {
        if at < place && places.contains(&Some(at)) {
            continue;
        }
        let Some(section) = slot.take() else { continue };
        let heading =
            Block { kind: BlockKind::Heading, level: 2, sentences: vec![section.heading], ..Block::default() };
        blocks.push(heading);
        blocks.extend(section.blocks);
        blocks.extend(kept.remove(&at).unwrap_or_default());
    }
}

/// Returns the written section that replaces an earlier one.
fn replaced_by(section: &[Block], new: &[NewSection]) -> Option<usize> {
    let heading = section.first().filter(|block| block.kind == BlockKind::Heading && block.level == 2)?;
    let title = heading.sentences.first().map(|sentence| key(&sentence.text)).unwrap_or_default();
    if let Some(at) = new.iter().position(|one| key(&one.heading.text) == title) {
        return Some(at);
    }
    let text = section.iter().take_while(|block| !is_question(block)).filter(|block| is_text(block));
    let ids: Vec<&String> = text.flat_map(Block::texts).flat_map(|sentence| &sentence.fact_ids).collect();
    let cites = |one: &NewSection, id: &String| {
        one.blocks.iter().flat_map(Block::texts).any(|sentence| sentence.fact_ids.contains(id))
    };
    let count = |one: &NewSection| ids.iter().filter(|id| cites(one, id)).count();
    let all = ids.iter().filter(|id| new.iter().any(|one| cites(one, id))).count();
    if all == 0 || 2 * all < ids.len() {
        return None;
    }
    // Of equal ones the first.
    (0..new.len()).rev().max_by_key(|at| new.get(*at).map_or(0, count))
}

const fn is_text(block: &Block) -> bool {
    matches!(block.kind, BlockKind::Paragraph | BlockKind::Item | BlockKind::Step)
}

fn is_question(block: &Block) -> bool {
    block.kind == BlockKind::Heading && block.level > 2
}

/// Returns the tables of a section, and its questions with their answers.
pub(crate) fn tables_and_questions(section: &[Block]) -> Vec<Block> {
    let first = section.iter().position(is_question).unwrap_or(section.len());
    let (text, questions) = section.split_at(first);
    let tables = text.iter().filter(|block| block.kind == BlockKind::Table);
    tables.chain(questions).cloned().collect()
}

/// Returns a section without the sentences of its text that were said; without any text, table or question nothing of it is left.
fn unsaid(section: &[Block], said: &Said) -> Vec<Block> {
    let first = section.iter().position(is_question).unwrap_or(section.len());
    let mut left = Vec::with_capacity(section.len());
    for (at, block) in section.iter().enumerate() {
        let mut block = block.clone();
        if at < first && is_text(&block) {
            block.sentences.retain(|sentence| !said.has(sentence));
        }
        if !is_text(&block) || !block.sentences.is_empty() {
            left.push(block);
        }
    }
    let had_text = section.iter().any(|block| block.kind != BlockKind::Heading);
    let has_text = left.iter().any(|block| block.kind != BlockKind::Heading);
    let is_title = left.first().is_some_and(|block| block.level == 1);
    if had_text && !has_text && !is_title { Vec::new() } else { left }
}
