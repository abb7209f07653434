//! The draft of a page.

use engines::content::{
    Block, BlockKind, Draft, Sentence,
    generate::{WrittenKind, WrittenLine},
};

use super::section::Written;

/// Returns the blocks of a section without its heading.
pub(super) fn blocks(section: &Written) -> Vec<Block> {
    let mut blocks = Vec::new();
    section.lines.iter().for_each(|line| add(&mut blocks, line));
    blocks
}

/// Returns the draft with the sections. Title, description, first heading and links are those of the earlier version.
pub(super) fn page(earlier: &Draft, sections: &[Written]) -> Draft {
    let first = earlier.blocks.iter().find(|block| block.kind == BlockKind::Heading && block.level == 1);
    let mut blocks: Vec<Block> = first.cloned().into_iter().collect();
    for section in sections.iter().filter(|section| !section.lines.is_empty()) {
        blocks.push(heading(section));
        section.lines.iter().for_each(|line| add(&mut blocks, line));
    }
    Draft { blocks, ..earlier.clone() }
}

fn heading(section: &Written) -> Block {
    let cited = |id: &&String| section.lines.iter().any(|line| line.fact_ids.contains(id));
    let fact_ids = section.fact_ids.iter().filter(cited).cloned().collect();
    let sentences = vec![Sentence { text: section.heading.clone(), fact_ids }];
    Block { kind: BlockKind::Heading, level: 2, sentences, ..Block::default() }
}

fn add(blocks: &mut Vec<Block>, line: &WrittenLine) {
    let sentence = Sentence { text: line.text.clone(), fact_ids: line.fact_ids.clone() };
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
