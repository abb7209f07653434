//! The draft of a page.

use documents::{NewSection, Said, with_page};
use engines::content::{
    Block, BlockKind, Draft, Sentence,
    generate::{WrittenKind, WrittenLine},
};

use super::{material::Sheet, section::Written};

/// Returns the blocks of a section without its heading.
pub(super) fn blocks(section: &Written) -> Vec<Block> {
    let mut blocks = Vec::new();
    section.lines.iter().for_each(|line| add(&mut blocks, line));
    blocks
}

/// Returns the earlier draft with the sections in it. Title, description, first heading, links, tables, questions, and sections
/// that none of them replaces stay as they are in the earlier version.
pub(super) fn page(sheet: &Sheet, sections: &[Written]) -> Draft {
    let mut said = Said::new(&sheet.facts);
    let mut new = Vec::new();
    for section in sections.iter().filter(|section| !section.lines.is_empty()) {
        let blocks = blocks(section);
        said.add(blocks.iter().flat_map(|block| &block.sentences));
        new.push(NewSection { heading: heading(section), blocks });
    }
    with_page(&sheet.draft, new, &said)
}

fn heading(section: &Written) -> Sentence {
    let cited = |id: &&String| section.lines.iter().any(|line| line.fact_ids.contains(id));
    let fact_ids = section.fact_ids.iter().filter(cited).cloned().collect();
    Sentence { text: section.heading.clone(), fact_ids, ..Sentence::default() }
}

/// Returns a line as a sentence.
pub(super) fn sentence(line: &WrittenLine) -> Sentence {
    let (text, fact_ids) = (line.text.clone(), line.fact_ids.clone());
    Sentence { text, fact_ids, is_second_reading: line.is_second_reading }
}

fn add(blocks: &mut Vec<Block>, line: &WrittenLine) {
    let sentence = sentence(line);
    let kind = match line.kind {
        WrittenKind::Item => BlockKind::Item,
        WrittenKind::Step => BlockKind::Step,
        WrittenKind::Paragraph | WrittenKind::Sentence => BlockKind::Paragraph,
    };
    let continues = line.kind == WrittenKind::Sentence;
    match blocks.last_mut() {
        Some(block) if continues && block.kind == BlockKind::Paragraph => block.sentences.push(sentence),
        _ => blocks.push(Block { kind, sentences: vec![sentence], ..Block::default() }),
    }
}
