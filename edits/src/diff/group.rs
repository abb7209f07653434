//! Blocks that differ with the lines around them.

use std::ops::Range;

use super::blocks::{Block, blocks};

/// Number of equal lines around a difference.
const CONTEXT: usize = 3;

/// Blocks that are near each other, with the lines around them.
#[derive(Debug)]
pub(crate) struct Group {
    /// Lines of the previous version.
    pub(crate) before: Range<usize>,
    /// Lines of the new version.
    pub(crate) after: Range<usize>,
    blocks: Vec<Block>,
}

/// Lines of a group, in order.
#[derive(Debug)]
pub(crate) enum Change {
    /// Equal lines, by their numbers in the previous version.
    Equal(Range<usize>),
    /// Lines of the previous version and the lines of the new version that replace them.
    Differing(Range<usize>, Range<usize>),
}

/// Splits a file into lines, each with its end.
pub(crate) fn lines(file: &[u8]) -> Vec<&[u8]> {
    file.split_inclusive(|byte| *byte == b'\n').collect()
}

/// Returns the differences of two lists of lines.
pub(crate) fn groups(before: &[&[u8]], after: &[&[u8]]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for block in blocks(before, after) {
        let lead = CONTEXT.min(block.before.start);
        let tail = CONTEXT.min(before.len() - block.before.end);
        let ends = (block.before.end + tail, block.after.end + tail);
        match groups.last_mut().filter(|last| last.before.end + lead >= block.before.start) {
            Some(last) => {
                (last.before.end, last.after.end) = ends;
                last.blocks.push(block);
            }
            None => groups.push(Group {
                before: block.before.start - lead..ends.0,
                after: block.after.start - lead..ends.1,
                blocks: vec![block],
            }),
        }
    }
    groups
}

impl Group {
    /// Returns the lines of the group.
    pub(crate) fn changes(&self) -> Vec<Change> {
        let mut changes = Vec::new();
        let mut at = self.before.start;
        for block in &self.blocks {
            changes.push(Change::Equal(at..block.before.start));
            changes.push(Change::Differing(block.before.clone(), block.after.clone()));
            at = block.before.end;
        }
        changes.push(Change::Equal(at..self.before.end));
        changes
    }
}
