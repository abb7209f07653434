//! Replaces parts of a draft by the corresponding parts of another one, which was written from the same facts.

use std::{collections::BTreeSet, ops::Range};

use engines::content::{Block, BlockKind, Draft, Sentence};

/// The other draft has nothing that cites facts of the part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("nothing else can be written from the facts of this part")]
pub struct NoCounterpart;

/// Returns the sections of a draft: each begins with a heading of level 1 or 2, the first one with the first block.
#[must_use]
pub fn sections(draft: &Draft) -> Vec<Range<usize>> {
    let begins = |at: usize| {
        let block = &draft.blocks[at];
        at == 0 || (block.kind == BlockKind::Heading && block.level <= 2)
    };
    let starts: Vec<usize> = (0..draft.blocks.len()).filter(|at| begins(*at)).collect();
    let ends = starts.iter().skip(1).copied().chain([draft.blocks.len()]);
    starts.iter().copied().zip(ends).map(|(start, end)| start..end).collect()
}

/// Replaces the sections within a range of blocks, each by the section of `other` that cites most of its facts. A section
/// without one is kept.
///
/// # Errors
/// Returns [`NoCounterpart`] if none was replaced.
pub fn replace_sections(base: &Draft, other: &Draft, range: &Range<usize>) -> Result<Draft, NoCounterpart> {
    let candidates = sections(other);
    let (mut blocks, mut replaced) = (Vec::new(), 0);
    for section in sections(base) {
        let own = &base.blocks[section.clone()];
        let is_wanted = section.start >= range.start && section.end <= range.end;
        let ids = facts(own);
        let overlaps = candidates.iter().map(|one| (overlap(&ids, &facts(&other.blocks[one.clone()])), one));
        // Of equal ones the first.
        let best = overlaps.fold(None, |best: Option<(f64, &Range<usize>)>, one| match best {
            Some(best) if best.0 >= one.0 => Some(best),
            _ => Some(one),
        });
        match best.filter(|(share, _)| is_wanted && *share > 0.0) {
            Some((_, found)) => {
                blocks.extend_from_slice(&other.blocks[found.clone()]);
                replaced += 1;
            }
            None => blocks.extend_from_slice(own),
        }
    }
    if replaced == 0 { Err(NoCounterpart) } else { Ok(Draft { blocks, ..base.clone() }) }
}

/// Replaces a sentence by the sentence of `other` that cites most of its facts and has another text.
///
/// # Errors
/// Returns [`NoCounterpart`] if there is none.
pub fn replace_sentence(base: &Draft, other: &Draft, block: usize, sentence: usize) -> Result<Draft, NoCounterpart> {
    let old = base.blocks.get(block).and_then(|block| block.sentences.get(sentence)).ok_or(NoCounterpart)?;
    let kind = base.blocks[block].kind;
    let wanted: BTreeSet<&str> = old.fact_ids.iter().map(String::as_str).collect();
    let taken: BTreeSet<&str> = texts(base).collect();
    let in_kind = other.blocks.iter().filter(|block| block.kind == kind).flat_map(|block| &block.sentences);
    let is_new = |sentence: &&Sentence| !taken.contains(sentence.text.as_str());
    let share = |sentence: &Sentence| overlap(&wanted, &sentence.fact_ids.iter().map(String::as_str).collect());
    let rated = in_kind.filter(is_new).map(|sentence| (share(sentence), sentence));
    let best = rated.fold(None, |best: Option<(f64, &Sentence)>, one| match best {
        Some(best) if best.0 >= one.0 => Some(best),
        _ => Some(one),
    });
    let (_, found) = best.filter(|(share, _)| *share > 0.0).ok_or(NoCounterpart)?;
    let mut draft = base.clone();
    draft.blocks[block].sentences[sentence] = found.clone();
    Ok(draft)
}

fn texts(draft: &Draft) -> impl Iterator<Item = &str> {
    draft.blocks.iter().flat_map(|block| &block.sentences).map(|sentence| sentence.text.as_str())
}

fn facts(blocks: &[Block]) -> BTreeSet<&str> {
    let sentences = blocks.iter().flat_map(|block| &block.sentences);
    sentences.flat_map(|sentence| &sentence.fact_ids).map(String::as_str).collect()
}

/// Returns the share of facts that two sets have in common (Jaccard), 0 to 1.
fn overlap(one: &BTreeSet<&str>, other: &BTreeSet<&str>) -> f64 {
    let (common, all) = (one.intersection(other).count(), one.union(other).count());
    #[expect(clippy::cast_precision_loss, reason = "numbers of facts")]
    let share = common as f64 / all.max(1) as f64;
    share
}
