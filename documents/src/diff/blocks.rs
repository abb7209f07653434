//! Differences of blocks.

use std::time::Instant;

use engines::content::Block;

use super::{
    BlockDiff, Change,
    align::{Pair, align},
    sentences,
};

/// Compares the blocks of two drafts.
pub(super) fn compare(before: &[Block], after: &[Block], until: Instant) -> Vec<BlockDiff> {
    let key = |block: &Block| serde_json::to_string(block).unwrap_or_default();
    let pairs = align(before, after, key, words, until);
    let one = |pair: Pair| match pair {
        Pair::Same(old, new) => both((old, &before[old]), (new, &after[new]), Change::Same, until),
        Pair::Alike(old, new) => both((old, &before[old]), (new, &after[new]), Change::Changed, until),
        Pair::Removed(old) => only(&before[old], Change::Removed, (Some(old), None)),
        Pair::Added(new) => only(&after[new], Change::Added, (None, Some(new))),
    };
    pairs.into_iter().map(one).collect()
}

fn both((old_at, old): (usize, &Block), (new_at, new): (usize, &Block), change: Change, until: Instant) -> BlockDiff {
    BlockDiff {
        change,
        before: Some(old_at),
        after: Some(new_at),
        kind: new.kind,
        previous_kind: (old.kind != new.kind).then_some(old.kind),
        level: new.level,
        previous_level: (old.level != new.level).then_some(old.level),
        sentences: sentences::compare_all(&old.sentences, &new.sentences, until),
    }
}

fn only(block: &Block, change: Change, (before, after): (Option<usize>, Option<usize>)) -> BlockDiff {
    BlockDiff {
        change,
        before,
        after,
        kind: block.kind,
        previous_kind: None,
        level: block.level,
        previous_level: None,
        sentences: block.sentences.iter().map(|sentence| sentences::only(sentence, change)).collect(),
    }
}

fn words(block: &Block) -> Vec<String> {
    let mut words: Vec<String> = block.sentences.iter().flat_map(sentences::words).collect();
    words.sort_unstable();
    words
}
