//! The linear relaxation: a condensed tableau and the bounded dual simplex method on it.
//!
//! Source: Lemke (1954), "The dual method of solving the linear programming problem", Naval Research
//! Logistics Quarterly 1; bounds on variables as in Wagner (1958), "The dual simplex algorithm for
//! bounded variables", same journal 5. Columns of permanently fixed variables are left out.

use super::problem::Knapsack;

/// Tolerance of the bounds of basic variables, in scaled units.
const FEASIBLE: f64 = 1e-9;
/// Minimum pivot.
const PIVOT: f64 = 1e-9;

/// Value of a variable that the search has fixed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fixed {
    Free,
    Out,
    In,
}

/// A nonbasic variable and its bound.
#[derive(Debug, Clone, Copy)]
pub(super) struct Column {
    /// Items first, then the slacks of the limits.
    pub(super) variable: usize,
    pub(super) at_upper: bool,
    /// True if its value can no longer change.
    pub(super) is_fixed: bool,
}

/// Outcome of solving the relaxation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Solved {
    Optimal,
    /// No choice is feasible.
    Infeasible,
    /// The bound fell below the cutoff, or rounding errors stopped the method; the multipliers still give a bound.
    Stopped,
}

/// `basic + sum(entries x column) = constant`, with the objective `sum(reduced x column) + constant`.
#[derive(Debug, Clone)]
pub(super) struct Tableau {
    pub(super) items: usize,
    pub(super) columns: Vec<Column>,
    pub(super) basis: Vec<usize>,
    /// Values of the basic variables.
    pub(super) values: Vec<f64>,
    /// Entries by rows, each `columns.len()` wide.
    entries: Vec<f64>,
    pub(super) reduced: Vec<f64>,
    /// Objective, in scaled units.
    pub(super) objective: f64,
    /// Fixed values of items.
    pub(super) fixed: Vec<Fixed>,
    /// Entries processed so far: the unit of work.
    pub(super) work: u64,
}

/// Scales that bring figures close to one.
#[derive(Debug, Clone)]
pub(super) struct Scale {
    pub(super) value: f64,
    pub(super) rows: Vec<f64>,
}

impl Scale {
    pub(super) fn of(problem: &Knapsack) -> Self {
        let largest = |figures: &[f64]| figures.iter().fold(0.0_f64, |most, figure| most.max(figure.abs()));
        let inverse = |most: f64| if most > 0.0 { 1.0 / most } else { 1.0 };
        let rows = problem.weights.iter().map(|row| inverse(largest(row))).collect();
        Self { value: inverse(largest(&problem.values)), rows }
    }
}

impl Tableau {
    /// Creates the basis of slacks with every item of positive value chosen, which is dual feasible without a pivot.
    pub(super) fn new(problem: &Knapsack, scale: &Scale) -> Self {
        let items = problem.items();
        let taken: Vec<bool> = problem.values.iter().map(|value| *value > 0.0).collect();
        let mut entries = Vec::with_capacity(items * problem.limits.len());
        let mut values = Vec::with_capacity(problem.limits.len());
        for ((row, limit), scale) in problem.weights.iter().zip(&problem.limits).zip(&scale.rows) {
            entries.extend(row.iter().map(|weight| weight * scale));
            let used: f64 = row.iter().zip(&taken).filter(|(_, taken)| **taken).map(|(weight, _)| weight * scale).sum();
            values.push(limit * scale - used);
        }
        let column = |(variable, at_upper): (usize, &bool)| Column { variable, at_upper: *at_upper, is_fixed: false };
        Self {
            items,
            columns: taken.iter().enumerate().map(column).collect(),
            basis: (items..items + problem.limits.len()).collect(),
            values,
            entries,
            reduced: problem.values.iter().map(|value| value * scale.value).collect(),
            objective: problem.value(&taken) * scale.value,
            fixed: vec![Fixed::Free; items],
            work: 0,
        }
    }

    pub(super) fn row(&self, row: usize) -> &[f64] {
        let width = self.columns.len();
        &self.entries[row * width..(row + 1) * width]
    }

    fn bounds(&self, variable: usize) -> (f64, f64) {
        if variable >= self.items {
            return (0.0, f64::INFINITY);
        }
        match self.fixed[variable] {
            Fixed::Free => (0.0, 1.0),
            Fixed::Out => (0.0, 0.0),
            Fixed::In => (1.0, 1.0),
        }
    }

    /// Restores primal feasibility; stops early once the objective is not above `cutoff` (scaled).
    pub(super) fn solve(&mut self, cutoff: f64) -> Solved {
        let most = 50 * (self.columns.len() + self.basis.len()) + 100;
        for _ in 0..most {
            if self.objective <= cutoff {
                return Solved::Stopped;
            }
            let Some((row, target)) = self.leaving() else { return Solved::Optimal };
            let Some(column) = self.entering(row, target) else { return Solved::Infeasible };
            self.pivot(row, column, target);
        }
        Solved::Stopped
    }

    /// Returns the basic variable furthest outside its bounds, and the bound it moves to.
    fn leaving(&self) -> Option<(usize, f64)> {
        let mut worst = (FEASIBLE, None);
        for (row, (&variable, &value)) in self.basis.iter().zip(&self.values).enumerate() {
            let (low, high) = self.bounds(variable);
            let (gap, target) = if value < low { (low - value, low) } else { (value - high, high) };
            if gap > worst.0 {
                worst = (gap, Some((row, target)));
            }
        }
        worst.1
    }

    /// Returns the column with the first reduced cost to reach zero; ties by the largest pivot.
    fn entering(&self, row: usize, target: f64) -> Option<usize> {
        let must_fall = self.values[row] > target;
        let mut best: Option<(f64, f64, usize)> = None;
        for (place, (column, &entry)) in self.columns.iter().zip(self.row(row)).enumerate() {
            let helps = if must_fall == column.at_upper { entry < -PIVOT } else { entry > PIVOT };
            if column.is_fixed || !helps {
                continue;
            }
            let ratio = (self.reduced[place] / entry).abs();
            let is_better =
                best.is_none_or(|(least, pivot, _)| ratio < least - 1e-12 || (ratio <= least && entry.abs() > pivot));
            if is_better {
                best = Some((ratio, entry.abs(), place));
            }
        }
        best.map(|(_, _, place)| place)
    }

    /// Minimum loss of the objective when the basic variable of a row moves to `target`.
    pub(super) fn loss_towards(&self, row: usize, target: f64) -> f64 {
        self.entering(row, target).map_or(f64::INFINITY, |column| {
            let step = (self.values[row] - target) / self.row(row)[column];
            (self.reduced[column] * step).abs()
        })
    }

    fn pivot(&mut self, row: usize, column: usize, target: f64) {
        let width = self.columns.len();
        let pivot = self.entries[row * width + column];
        let step = (self.values[row] - target) / pivot;
        let entering = self.columns[column];
        let from = if entering.variable < self.items && entering.at_upper { 1.0 } else { 0.0 };
        self.objective += self.reduced[column] * step;
        for (place, value) in self.values.iter_mut().enumerate() {
            *value -= self.entries[place * width + column] * step;
        }
        self.values[row] = from + step;
        self.eliminate(row, column, pivot);
        let leaving = std::mem::replace(&mut self.basis[row], entering.variable);
        let is_fixed = leaving < self.items && self.fixed[leaving] != Fixed::Free;
        self.columns[column] = Column { variable: leaving, at_upper: leaving < self.items && target > 0.5, is_fixed };
        self.work += (width * (self.basis.len() + 1)) as u64;
    }

    fn eliminate(&mut self, row: usize, column: usize, pivot: f64) {
        let width = self.columns.len();
        let (before, rest) = self.entries.split_at_mut(row * width);
        let (pivot_row, after) = rest.split_at_mut(width);
        pivot_row.iter_mut().for_each(|entry| *entry /= pivot);
        pivot_row[column] = 1.0 / pivot;
        let rows = before.chunks_exact_mut(width).chain(after.chunks_exact_mut(width));
        for other in rows.chain(std::iter::once(self.reduced.as_mut_slice())) {
            let factor = other[column];
            if factor == 0.0 {
                continue;
            }
            other.iter_mut().zip(pivot_row.iter()).for_each(|(entry, pivoted)| *entry -= factor * pivoted);
            other[column] = -factor / pivot;
        }
    }

    /// Fixes a basic item at a bound.
    pub(super) fn fix_basic(&mut self, row: usize, value: Fixed) {
        self.fixed[self.basis[row]] = value;
    }

    /// Fixes every item with a reduced cost of at least `gap`, because moving it would fall below the cutoff.
    ///
    /// Source: Dantzig, Fulkerson & Johnson (1954), "Solution of a large-scale traveling-salesman problem".
    pub(super) fn fix_by_reduced_cost(&mut self, gap: f64) {
        let mut has_fixed = false;
        for (column, reduced) in self.columns.iter_mut().zip(&self.reduced) {
            if column.variable < self.items && !column.is_fixed && reduced.abs() >= gap {
                column.is_fixed = true;
                self.fixed[column.variable] = if column.at_upper { Fixed::In } else { Fixed::Out };
                has_fixed = true;
            }
        }
        if has_fixed || self.columns.iter().any(|column| column.is_fixed) {
            self.drop_fixed();
        }
    }

    /// Removes columns that can no longer change.
    fn drop_fixed(&mut self) {
        let keep: Vec<usize> = (0..self.columns.len()).filter(|place| !self.columns[*place].is_fixed).collect();
        let width = self.columns.len();
        let entries = self.entries.chunks_exact(width.max(1));
        self.entries = entries.flat_map(|row| keep.iter().map(|place| row[*place])).collect();
        self.reduced = keep.iter().map(|place| self.reduced[*place]).collect();
        self.columns = keep.iter().map(|place| self.columns[*place]).collect();
    }

    /// Returns the items of the solution, from 0 to 1.
    pub(super) fn solution(&self) -> Vec<f64> {
        let mut solution: Vec<f64> = self.fixed.iter().map(|fixed| f64::from(*fixed == Fixed::In)).collect();
        for column in self.columns.iter().filter(|column| column.variable < self.items) {
            solution[column.variable] = f64::from(column.at_upper);
        }
        for (&variable, &value) in self.basis.iter().zip(&self.values) {
            if variable < self.items {
                solution[variable] = value.clamp(0.0, 1.0);
            }
        }
        solution
    }

    /// Price of each limit, in scaled units; 0 if it does not bind.
    pub(super) fn prices(&self, limits: usize) -> Vec<f64> {
        let mut prices = vec![0.0; limits];
        for (column, reduced) in self.columns.iter().zip(&self.reduced) {
            if column.variable >= self.items {
                prices[column.variable - self.items] = (-reduced).max(0.0);
            }
        }
        prices
    }
}
