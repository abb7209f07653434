//! Which prompt to ask which engine next.

use super::{Z, share::wilson};

/// A prompt at an engine.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cell {
    /// Monthly value of the prompt; 1 where no value is known.
    pub value: f64,
    /// Answers that cite the website, and answers that can be counted.
    pub cited: (u32, u32),
    /// Times asked, with answers that cannot be counted.
    pub asked: u32,
    /// False if the engine cannot be asked.
    pub is_open: bool,
}

/// When to stop.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Goal {
    /// Answers to ask for first.
    pub first: u32,
    /// Most answers for each cell.
    pub most: u32,
    /// Half of the interval's width to reach, from 0 to 1.
    pub half_width: f64,
}

impl Cell {
    /// Returns half of the interval's width.
    #[must_use]
    pub fn half_width(&self) -> f64 {
        let bounds = wilson(self.cited.0, self.cited.1, Z);
        (bounds.high - bounds.low) / 2.0
    }

    fn is_done(&self, goal: Goal) -> bool {
        let has_first = self.asked >= goal.first;
        let is_certain = has_first && self.half_width() <= goal.half_width;
        // Without an answer that counts, the widest interval would have it asked before all others, to no avail.
        let is_silent = has_first && self.cited.1 == 0;
        !self.is_open || self.asked >= goal.most || is_certain || is_silent
    }
}

/// Returns the cell to ask next; `None` if all are certain enough, have been asked often enough or gave no answer that counts
/// among their first ones.
///
/// First every cell gets its first answers, those of the highest value before others. Then the cell follows whose value
/// times uncertainty is largest.
#[must_use]
pub fn next(cells: &[Cell], goal: Goal) -> Option<usize> {
    let open = || cells.iter().enumerate().filter(|(_, cell)| !cell.is_done(goal));
    let best = |weight: &dyn Fn(&Cell) -> f64, only_first: bool| {
        let wanted = open().filter(|(_, cell)| !only_first || cell.asked < goal.first);
        // The first of equal cells, so that the order does not depend on the number of cells.
        wanted.rev().max_by(|a, b| weight(a.1).total_cmp(&weight(b.1))).map(|(index, _)| index)
    };
    best(&|cell| cell.value, true).or_else(|| best(&|cell| cell.value * cell.half_width(), false))
}
