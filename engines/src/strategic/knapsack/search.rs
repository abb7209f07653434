//! Branch and bound.

use super::bound::{lagrangian, unscaled};
use super::problem::Knapsack;
use super::tableau::{Fixed, Scale, Solved, Tableau};
use crate::common::{Control, EngineError, checkpoint};

/// Tolerance for integer values.
const WHOLE: f64 = 1e-7;
/// Nodes between two checks for cancellation.
const LOOK: u64 = 256;

/// An open branch with an upper bound on its value.
struct Open {
    tableau: Tableau,
    bound: f64,
}

/// State of a search.
pub(super) struct Search<'a> {
    problem: &'a Knapsack,
    scale: Scale,
    pub(super) best: Option<Vec<bool>>,
    pub(super) best_value: f64,
    /// Largest bound among branches abandoned without proof.
    given_up: f64,
    /// Open branches, the next one last.
    stack: Vec<Open>,
    pub(super) work: u64,
    pub(super) nodes: u64,
}

impl<'a> Search<'a> {
    /// Creates a search of every choice below a root.
    pub(super) fn new(problem: &'a Knapsack, scale: Scale, root: Tableau) -> Self {
        let given_up = f64::NEG_INFINITY;
        let stack = vec![Open { tableau: root, bound: f64::INFINITY }];
        Self { problem, scale, best: None, best_value: f64::NEG_INFINITY, given_up, stack, work: 0, nodes: 0 }
    }

    /// Returns true if no branch is left.
    pub(super) fn is_done(&self) -> bool {
        self.stack.is_empty()
    }

    /// Upper bound on every choice.
    pub(super) fn bound(&self) -> f64 {
        let open = self.stack.iter().map(|open| open.bound).filter(|bound| *bound > self.cutoff());
        self.best_value.max(open.fold(self.given_up, f64::max))
    }

    /// Stores a choice if it is the best so far.
    pub(super) fn offer(&mut self, chosen: &[bool]) {
        let value = self.problem.value(chosen);
        if value > self.best_value && self.problem.is_feasible(chosen) {
            self.best_value = value;
            self.best = Some(chosen.to_vec());
        }
    }

    /// Value that a better choice must exceed.
    fn cutoff(&self) -> f64 {
        if self.best.is_none() {
            return f64::NEG_INFINITY;
        }
        let slack = 1e-9 * self.best_value.abs().max(1.0);
        if self.problem.step > 0.0 {
            self.best_value + self.problem.step - 0.5_f64.min(slack.max(1e-6))
        } else {
            self.best_value + slack
        }
    }

    /// Searches depth first until `limit` units of work were done in all. A later call goes on with the open branches.
    ///
    /// Source: Land & Doig (1960), "An automatic method of solving discrete programming problems",
    /// Econometrica 28; the branching variable is chosen by the product of the two losses of one
    /// dual pivot (Achterberg, Koch & Martin 2005, "Branching rules revisited").
    pub(super) fn run(&mut self, limit: u64, control: &dyn Control) -> Result<(), EngineError> {
        while self.work <= limit {
            let Some(open) = self.stack.pop() else { break };
            if self.nodes.is_multiple_of(LOOK) {
                checkpoint(control)?;
            }
            self.nodes += 1;
            if open.bound > self.cutoff() {
                self.expand(open);
            }
        }
        Ok(())
    }

    fn expand(&mut self, open: Open) {
        let Open { mut tableau, bound } = open;
        tableau.work = 0;
        let cutoff = self.cutoff();
        let solved = tableau.solve(cutoff * self.scale.value);
        self.work += tableau.work + 8 * tableau.columns.len() as u64;
        if solved == Solved::Infeasible {
            return;
        }
        let prices = unscaled(&tableau.prices(self.problem.limits.len()), &self.scale);
        let bound = bound.min(lagrangian(self.problem, &prices, &tableau.fixed));
        if bound <= cutoff {
            return;
        }
        if solved == Solved::Stopped {
            self.given_up = self.given_up.max(bound);
            return;
        }
        self.branch(tableau, bound);
    }

    fn branch(&mut self, mut tableau: Tableau, bound: f64) {
        let Some(row) = branching_row(&tableau) else {
            let chosen: Vec<bool> = tableau.solution().iter().map(|share| *share > 0.5).collect();
            let is_kept = self.problem.is_feasible(&chosen);
            self.offer(&chosen);
            // An integer solution that is only due to rounding proves nothing.
            if !is_kept {
                self.given_up = self.given_up.max(bound);
            }
            return;
        };
        let gap = bound.max(tableau.objective / self.scale.value) - self.cutoff();
        tableau.fix_by_reduced_cost(gap * self.scale.value + 1e-9);
        let mut out = tableau.clone();
        out.fix_basic(row, Fixed::Out);
        tableau.fix_basic(row, Fixed::In);
        let is_out_better = out.loss_towards(row, 0.0) < tableau.loss_towards(row, 1.0);
        let (first, second) = if is_out_better { (out, tableau) } else { (tableau, out) };
        self.stack.push(Open { tableau: second, bound });
        self.stack.push(Open { tableau: first, bound });
    }
}

/// Returns the row of the fractional item to branch on; `None` if all items are integer.
fn branching_row(tableau: &Tableau) -> Option<usize> {
    let mut best: Option<(f64, usize)> = None;
    for (row, (&variable, &value)) in tableau.basis.iter().zip(&tableau.values).enumerate() {
        if variable >= tableau.items || (value - value.round()).abs() < WHOLE {
            continue;
        }
        let (down, up) = (tableau.loss_towards(row, 0.0), tableau.loss_towards(row, 1.0));
        let score = down.clamp(1e-9, 1e9) * up.clamp(1e-9, 1e9);
        if best.is_none_or(|(most, _)| score > most) {
            best = Some((score, row));
        }
    }
    best.map(|(_, row)| row)
}
