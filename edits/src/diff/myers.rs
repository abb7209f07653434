//! Shortest edit script of two sequences. Source: E. Myers, "An O(ND) difference algorithm and its variations", 1986.
//!
//! It stops after a number of differences, not after a time, so that the same files always have the same differences.

use super::blocks::Block;

/// Maximum number of differences, since memory grows with its square.
const MOST_DIFFERENCES: usize = 1_000;
/// Maximum number of differences times lines.
const MOST_WORK: usize = 50_000_000;

/// Furthest positions reached in the previous version, by diagonal.
#[derive(Clone)]
struct Reached {
    /// Position of diagonal 0.
    zero: isize,
    furthest: Vec<isize>,
}

impl Reached {
    fn new(most: isize) -> Self {
        let zero = most + 1;
        Self { zero, furthest: vec![0; (2 * zero + 1).unsigned_abs()] }
    }

    fn get(&self, diagonal: isize) -> isize {
        usize::try_from(self.zero + diagonal).ok().and_then(|at| self.furthest.get(at)).copied().unwrap_or(0)
    }

    fn set(&mut self, diagonal: isize, position: isize) {
        if let Some(place) = usize::try_from(self.zero + diagonal).ok().and_then(|at| self.furthest.get_mut(at)) {
            *place = position;
        }
    }

    /// Returns the diagonals up to a distance.
    fn near(&self, distance: isize) -> Self {
        let from = (self.zero - distance).max(0).unsigned_abs();
        let furthest = self.furthest.iter().skip(from).take((2 * distance + 1).unsigned_abs()).copied().collect();
        Self { zero: distance, furthest }
    }

    /// Returns the diagonal from which one is reached with a difference more.
    fn origin(&self, diagonal: isize, distance: isize) -> isize {
        let is_down =
            diagonal == -distance || (diagonal != distance && self.get(diagonal - 1) < self.get(diagonal + 1));
        if is_down { diagonal + 1 } else { diagonal - 1 }
    }

    /// Returns where a diagonal starts after its origin.
    fn start(&self, diagonal: isize, distance: isize) -> isize {
        let origin = self.origin(diagonal, distance);
        if origin > diagonal { self.get(origin) } else { self.get(origin) + 1 }
    }
}

/// Returns the blocks that differ, or `None` if there are too many differences.
pub(super) fn compare(before: &[u32], after: &[u32]) -> Option<Vec<Block>> {
    let total = before.len() + after.len();
    let most = MOST_DIFFERENCES.min(MOST_WORK / total.max(1)).min(total).cast_signed();
    let (rows, columns) = (before.len().cast_signed(), after.len().cast_signed());
    let mut reached = Reached::new(most);
    let mut trace = Vec::new();
    for distance in 0..=most {
        trace.push(reached.near(distance));
        for diagonal in (-distance..=distance).step_by(2) {
            let start = if distance == 0 { 0 } else { reached.start(diagonal, distance) };
            let end = start + equal(before, after, start, start - diagonal);
            reached.set(diagonal, end);
            if end >= rows && end - diagonal >= columns {
                return Some(blocks(&trace, rows, columns));
            }
        }
    }
    None
}

/// Returns the number of equal lines from two positions on.
fn equal(before: &[u32], after: &[u32], row: isize, column: isize) -> isize {
    let rest = |lines: &[u32], from: isize| usize::try_from(from).map_or(lines.len(), |from| from.min(lines.len()));
    let (row, column) = (rest(before, row), rest(after, column));
    let pairs = before.iter().skip(row).zip(after.iter().skip(column));
    pairs.take_while(|(one, other)| one == other).count().cast_signed()
}

/// Follows the trace from the end and joins adjacent differences.
fn blocks(trace: &[Reached], rows: isize, columns: isize) -> Vec<Block> {
    let (mut row, mut column) = (rows, columns);
    let mut steps = Vec::new();
    for (distance, reached) in trace.iter().enumerate().skip(1).rev() {
        let diagonal = row - column;
        let origin = reached.origin(diagonal, distance.cast_signed());
        row = reached.get(origin);
        column = row - origin;
        steps.push((row.max(0).unsigned_abs(), column.max(0).unsigned_abs(), origin > diagonal));
    }
    let mut blocks: Vec<Block> = Vec::new();
    for (row, column, is_added) in steps.into_iter().rev() {
        let (end, after_end) = if is_added { (row, column + 1) } else { (row + 1, column) };
        match blocks.last_mut().filter(|last| last.before.end == row && last.after.end == column) {
            Some(last) => (last.before.end, last.after.end) = (end, after_end),
            None => blocks.push(Block { before: row..end, after: column..after_end }),
        }
    }
    blocks
}
