//! Parts of a draft that a language model writes again.

use std::{collections::BTreeSet, ops::Range};

use engines::content::{Block, BlockKind, Draft, Sentence, generate::PlannedSection};

use crate::{Sheet, rewrite::tables_and_questions, sections};

/// A section to write again.
#[derive(Debug, Clone, PartialEq)]
pub struct Passage {
    /// Its blocks in the draft.
    pub blocks: Range<usize>,
    /// Its heading, and the facts that it cites.
    pub section: PlannedSection,
}

/// A sentence to write again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Phrase {
    /// Position of its block.
    pub block: usize,
    /// Position in the block.
    pub sentence: usize,
    /// Text.
    pub text: String,
    /// Facts that it cites and that a model may use.
    pub fact_ids: Vec<String>,
    /// Heading of its section.
    pub heading: String,
    /// The sentences before and after it in the block.
    pub around: String,
}

impl Sheet {
    /// Returns the sections within a range of blocks that cite facts which a model may use.
    #[must_use]
    pub fn passages(&self, range: &Range<usize>) -> Vec<Passage> {
        let wanted = |section: &Range<usize>| section.start >= range.start && section.end <= range.end;
        let passage = |blocks: Range<usize>| {
            let inside = &self.draft.blocks[blocks.clone()];
            let ids = inside.iter().flat_map(Block::texts).flat_map(|sentence| &sentence.fact_ids);
            let section = PlannedSection { heading: self.heading(blocks.start), fact_ids: self.allowed(ids) };
            Passage { blocks, section }
        };
        let all = sections(&self.draft).into_iter().filter(wanted).map(passage);
        all.filter(|passage| !passage.section.fact_ids.is_empty()).collect()
    }

    /// Returns the headings of the sections before a block.
    #[must_use]
    pub fn headings_before(&self, block: usize) -> Vec<String> {
        let before = self.draft.blocks.iter().take(block);
        before.filter(|block| block.kind == BlockKind::Heading && block.level == 2).map(text).collect()
    }

    /// Returns a sentence with what surrounds it; `None` if the draft has none there.
    #[must_use]
    pub fn phrase(&self, block: usize, sentence: usize) -> Option<Phrase> {
        let all = &self.draft.blocks.get(block)?.sentences;
        let found = all.get(sentence)?;
        let near = [sentence.checked_sub(1), Some(sentence + 1)];
        let around: Vec<&str> = near.into_iter().flatten().filter_map(|at| all.get(at)).map(|one| &*one.text).collect();
        Some(Phrase {
            block,
            sentence,
            text: found.text.clone(),
            fact_ids: self.allowed(&found.fact_ids),
            heading: self.heading(block),
            around: around.join(" "),
        })
    }

    /// Returns the heading of the section of a block, or the title of the page.
    fn heading(&self, block: usize) -> String {
        let mut before = self.draft.blocks.iter().take(block + 1).rev();
        let heading = before.find(|block| block.kind == BlockKind::Heading && block.level <= 2);
        heading.map_or_else(|| self.material.title.clone(), text)
    }

    /// Returns the ids of facts that a model may use, each once.
    fn allowed<'a>(&self, ids: impl IntoIterator<Item = &'a String>) -> Vec<String> {
        let known: BTreeSet<&str> = self.material.facts.iter().map(|fact| fact.id.as_str()).collect();
        let mut allowed: Vec<String> = Vec::new();
        for id in ids {
            if known.contains(id.as_str()) && !allowed.contains(id) {
                allowed.push(id.clone());
            }
        }
        allowed
    }
}

fn text(block: &Block) -> String {
    block.sentences.iter().map(|sentence| sentence.text.as_str()).collect::<Vec<_>>().join(" ")
}

/// Replaces the text of a section. Its heading stays, and so do its tables and its questions, which follow the new text.
#[must_use]
pub fn with_section(draft: &Draft, section: &Range<usize>, written: Vec<Block>) -> Draft {
    let old = &draft.blocks[section.clone()];
    let heading = old.first().filter(|block| block.kind == BlockKind::Heading).cloned();
    let rest = tables_and_questions(old.get(usize::from(heading.is_some())..).unwrap_or_default());
    let new = heading.into_iter().chain(written).chain(rest);
    let blocks = draft.blocks[..section.start].iter().cloned().chain(new);
    let blocks = blocks.chain(draft.blocks[section.end..].iter().cloned()).collect();
    Draft { blocks, ..draft.clone() }
}

/// Replaces a sentence; a draft without it stays as it is.
#[must_use]
pub fn with_sentence(draft: &Draft, block: usize, sentence: usize, new: Sentence) -> Draft {
    let mut draft = draft.clone();
    if let Some(old) = draft.blocks.get_mut(block).and_then(|block| block.sentences.get_mut(sentence)) {
        *old = new;
    }
    draft
}
