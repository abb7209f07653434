//! Pairs the items of two lists without changing their order: equal ones first, then similar ones between them.

use std::time::Instant;

use similar::{Algorithm, DiffOp, capture_diff_slices_deadline};

/// Minimum similarity of a pair, 0 to 1.
const LEAST: f64 = 0.3;
/// Maximum number of pairs that are compared between two equal items; beyond it none are paired.
const MOST_PAIRS: usize = 40_000;

/// An item with its counterpart, by their positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pair {
    Same(usize, usize),
    Alike(usize, usize),
    Removed(usize),
    Added(usize),
}

/// Pairs items that have the same `key`, and similar ones by their `words`, which must be sorted.
pub(super) fn align<T>(
    before: &[T], after: &[T], key: impl Fn(&T) -> String, words: impl Fn(&T) -> Vec<String>, until: Instant,
) -> Vec<Pair> {
    let keys = |items: &[T]| items.iter().map(&key).collect::<Vec<_>>();
    let ops = capture_diff_slices_deadline(Algorithm::Myers, &keys(before), &keys(after), Some(until));
    let mut pairs = Vec::new();
    for op in ops {
        match op {
            DiffOp::Equal { old_index, new_index, len } => {
                pairs.extend((0..len).map(|step| Pair::Same(old_index + step, new_index + step)));
            }
            DiffOp::Delete { old_index, old_len, .. } => {
                pairs.extend((old_index..old_index + old_len).map(Pair::Removed));
            }
            DiffOp::Insert { new_index, new_len, .. } => {
                pairs.extend((new_index..new_index + new_len).map(Pair::Added));
            }
            DiffOp::Replace { old_index, old_len, new_index, new_len } => {
                let of = |items: &[T]| items.iter().map(&words).collect::<Vec<_>>();
                let old = of(&before[old_index..old_index + old_len]);
                let new = of(&after[new_index..new_index + new_len]);
                pairs.extend(similar_ones(&old, &new).into_iter().map(|pair| pair.moved(old_index, new_index)));
            }
        }
    }
    pairs
}

impl Pair {
    const fn moved(self, old_by: usize, new_by: usize) -> Self {
        match self {
            Self::Same(old, new) => Self::Same(old + old_by, new + new_by),
            Self::Alike(old, new) => Self::Alike(old + old_by, new + new_by),
            Self::Removed(old) => Self::Removed(old + old_by),
            Self::Added(new) => Self::Added(new + new_by),
        }
    }
}

/// Pairs items so that the sum of their similarities is largest.
fn similar_ones(old: &[Vec<String>], new: &[Vec<String>]) -> Vec<Pair> {
    let (rows, columns) = (old.len(), new.len());
    if rows.saturating_mul(columns) > MOST_PAIRS {
        return (0..rows).map(Pair::Removed).chain((0..columns).map(Pair::Added)).collect();
    }
    let likeness: Vec<Vec<f64>> = old.iter().map(|one| new.iter().map(|other| share(one, other)).collect()).collect();
    // best[i][j]: largest sum over the items from i and from j on.
    let mut best = vec![vec![0.0_f64; columns + 1]; rows + 1];
    for i in (0..rows).rev() {
        for j in (0..columns).rev() {
            let skipped = best[i + 1][j].max(best[i][j + 1]);
            let paired = if likeness[i][j] >= LEAST { likeness[i][j] + best[i + 1][j + 1] } else { 0.0 };
            best[i][j] = skipped.max(paired);
        }
    }
    let (mut i, mut j, mut pairs) = (0, 0, Vec::new());
    while i < rows && j < columns {
        if likeness[i][j] >= LEAST && likeness[i][j] + best[i + 1][j + 1] >= best[i][j] {
            pairs.push(Pair::Alike(i, j));
            (i, j) = (i + 1, j + 1);
        } else if best[i + 1][j] >= best[i][j] {
            pairs.push(Pair::Removed(i));
            i += 1;
        } else {
            pairs.push(Pair::Added(j));
            j += 1;
        }
    }
    pairs.extend((i..rows).map(Pair::Removed));
    pairs.extend((j..columns).map(Pair::Added));
    pairs
}

/// Returns the share of words that two sorted lists have in common (Dice), 0 to 1.
fn share(one: &[String], other: &[String]) -> f64 {
    let (mut i, mut j, mut common) = (0, 0, 0_u32);
    while i < one.len() && j < other.len() {
        match one[i].cmp(&other[j]) {
            std::cmp::Ordering::Equal => {
                common += 1;
                (i, j) = (i + 1, j + 1);
            }
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
        }
    }
    let total = one.len() + other.len();
    #[expect(clippy::cast_precision_loss, reason = "numbers of words")]
    let total_words = total as f64;
    if total == 0 { 0.0 } else { 2.0 * f64::from(common) / total_words }
}
