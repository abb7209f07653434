//! Lines that differ.

use std::{collections::HashMap, ops::Range};

use super::myers;

/// Lines of the previous version and the lines that replace them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Block {
    pub(super) before: Range<usize>,
    pub(super) after: Range<usize>,
}

/// Returns the blocks that differ, in order; one block if there are too many differences to compare them.
pub(super) fn blocks(before: &[&[u8]], after: &[&[u8]]) -> Vec<Block> {
    let start = before.iter().zip(after).take_while(|(one, other)| one == other).count();
    let (first, second) = (before.get(start..).unwrap_or_default(), after.get(start..).unwrap_or_default());
    let end = first.iter().rev().zip(second.iter().rev()).take_while(|(one, other)| one == other).count();
    let first = first.get(..first.len() - end).unwrap_or_default();
    let second = second.get(..second.len() - end).unwrap_or_default();
    if first.is_empty() && second.is_empty() {
        return Vec::new();
    }
    let whole = || vec![Block { before: 0..first.len(), after: 0..second.len() }];
    let found = if first.is_empty() || second.is_empty() {
        whole()
    } else {
        let mut numbers = HashMap::new();
        let first = numbered(first, &mut numbers);
        let second = numbered(second, &mut numbers);
        myers::compare(&first, &second).unwrap_or_else(whole)
    };
    let shifted = |range: Range<usize>| range.start + start..range.end + start;
    found.into_iter().map(|block| Block { before: shifted(block.before), after: shifted(block.after) }).collect()
}

/// Gives equal lines equal numbers.
fn numbered<'a>(lines: &[&'a [u8]], numbers: &mut HashMap<&'a [u8], u32>) -> Vec<u32> {
    lines
        .iter()
        .map(|line| {
            let next = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
            *numbers.entry(line).or_insert(next)
        })
        .collect()
}
