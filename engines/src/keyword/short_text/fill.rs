//! Groups without texts.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::vector::{Bag, Matrix};
use crate::common::{Control, EngineError, checkpoint};

/// Gives each group a text, as far as there are different texts: an empty group gets the text that is least like its
/// group, and all texts with the same words.
///
/// # Errors
/// Returns [`EngineError::Cancelled`].
pub(super) fn fill(
    groups: &mut [u32], count: usize, bags: &Bag, weighted: &Matrix, control: &dyn Control,
) -> Result<(), EngineError> {
    let used: BTreeSet<u32> = groups.iter().copied().collect();
    let empty: Vec<u32> = (0..count as u32).filter(|group| !used.contains(group)).collect();
    if empty.is_empty() {
        return Ok(());
    }
    let same = same_words(bags);
    for group in empty {
        checkpoint(control)?;
        let Some(moved) = least_like(groups, count, &same, weighted) else { break };
        groups.iter_mut().zip(&same).filter(|(_, text)| **text == moved).for_each(|(own, _)| *own = group);
    }
    Ok(())
}

/// Number of different texts: texts with the same words are one.
pub(super) fn different(bags: &Bag) -> usize {
    bags.stems.iter().collect::<HashSet<_>>().len()
}

/// For each text, the first text with the same words.
fn same_words(bags: &Bag) -> Vec<usize> {
    let mut first: HashMap<&[String], usize> = HashMap::new();
    bags.stems.iter().enumerate().map(|(at, stems)| *first.entry(stems).or_insert(at)).collect()
}

/// The first text with the words that are least like the sum of its group, of groups with different texts.
fn least_like(groups: &[u32], count: usize, same: &[usize], weighted: &Matrix) -> Option<usize> {
    let mut sums: HashMap<(u32, u32), f32> = HashMap::new();
    let mut sizes = vec![0_usize; count];
    let mut firsts: Vec<Option<usize>> = vec![None; count];
    let mut has_others = vec![false; count];
    for (at, row) in weighted.rows.iter().enumerate() {
        let group = groups[at] as usize;
        sizes[group] += 1;
        has_others[group] |= *firsts[group].get_or_insert(same[at]) != same[at];
        row.iter().for_each(|(feature, weight)| *sums.entry((groups[at], *feature)).or_default() += weight);
    }
    let likeness = |at: usize| {
        let dot: f32 = weighted.rows[at].iter().map(|(feature, weight)| weight * sums[&(groups[at], *feature)]).sum();
        dot / sizes[groups[at] as usize] as f32
    };
    (0..groups.len())
        .filter(|at| has_others[groups[*at] as usize])
        .min_by(|a, b| likeness(*a).total_cmp(&likeness(*b)))
        .map(|at| same[at])
}
