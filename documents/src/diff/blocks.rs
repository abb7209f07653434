//! Differences of blocks.

use std::time::Instant;

use engines::content::Block;

use super::{
    BlockDiff, Change,
    align::{Pair, align},
    sentences, table,
};

/// Compares the blocks of two drafts.
pub(super) fn compare(before: &[Block], after: &[Block], until: Instant) -> Vec<BlockDiff> {
    let key = |block: &Block| serde_json::to_string(block).unwrap_or_default();
    let pairs = align(before, after, key, words, until);
    let one = |pair: Pair| match pair {
        Pair::Same(old, new) => both((old, &before[old]), (new, &after[new]), Change::Same, until),
        Pair::Alike(old, new) => both((old, &before[old]), (new, &after[new]), Change::Changed, until),
        Pair::Removed(old) => only(&before[old], Change::Removed, (Some(old), None), until),
        Pair::Added(new) => only(&after[new], Change::Added, (None, Some(new)), until),
    };
    pairs.into_iter().map(one).collect()
}

fn both((old_at, old): (usize, &Block), (new_at, new): (usize, &Block), change: Change, until: Instant) -> BlockDiff {
    let (header, rows) = table::compare(old, new, until);
    BlockDiff {
        change,
        before: Some(old_at),
        after: Some(new_at),
        kind: new.kind,
        previous_kind: (old.kind != new.kind).then_some(old.kind),
        level: new.level,
        previous_level: (old.level != new.level).then_some(old.level),
        label: sentences::either(old.label.as_ref(), new.label.as_ref(), until),
        sentences: sentences::compare_all(&old.sentences, &new.sentences, until),
        header,
        rows,
    }
}

fn only(block: &Block, change: Change, (before, after): (Option<usize>, Option<usize>), until: Instant) -> BlockDiff {
    let nothing = Block::default();
    let (old, new) = if change == Change::Added { (&nothing, block) } else { (block, &nothing) };
    let (header, rows) = table::compare(old, new, until);
    BlockDiff {
        change,
        before,
        after,
        kind: block.kind,
        previous_kind: None,
        level: block.level,
        previous_level: None,
        label: sentences::either(old.label.as_ref(), new.label.as_ref(), until),
        sentences: sentences::compare_all(&old.sentences, &new.sentences, until),
        header,
        rows,
    }
}

fn words(block: &Block) -> Vec<String> {
    let mut words: Vec<String> = block.texts().flat_map(sentences::words).collect();
    words.sort_unstable();
    words
}
