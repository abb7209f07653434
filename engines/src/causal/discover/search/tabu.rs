//! Tabu search over graphs, with perturbed restarts.

use super::super::score::{Scores, Set};
use super::dag::Dag;
use crate::common::{Control, EngineError, checkpoint};
use crate::stat::SplitMix64;

/// Steps without improvement before a search ends.
const PATIENCE: usize = 25;
/// Number of recent changes that may not be reversed.
const MEMORY: usize = 12;
/// Minimum gain that counts.
const GAIN: f64 = 1e-9;

/// A change of one edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    Add(usize, usize),
    Delete(usize, usize),
    Reverse(usize, usize),
}

impl Step {
    fn pair(self) -> (usize, usize) {
        let (Self::Add(a, b) | Self::Delete(a, b) | Self::Reverse(a, b)) = self;
        (a.min(b), a.max(b))
    }
}

/// State of a search.
struct Walk<'s, 'a> {
    scores: &'s mut Scores<'a>,
    dag: Dag,
    score: f64,
    /// Gain of adding or deleting the edge from (row) to (column).
    gains: Vec<Vec<f64>>,
    most_parents: u32,
}

/// Returns the best graph near `start` found within the work limit, and its score.
///
/// Source: Glover (1989), "Tabu search", ORSA Journal on Computing 1; for networks: Bouckaert (1995), "Bayesian belief
/// networks: from construction to inference". Perturbed restarts: Lourenço et al. (2003).
pub(super) fn best_from(
    scores: &mut Scores<'_>, start: Dag, most_parents: u32, work: u64, seed: u64, control: &dyn Control,
) -> Result<(Dag, f64), EngineError> {
    let nodes = scores.nodes();
    let mut random = SplitMix64::new(seed);
    let mut best = climb(scores, start, most_parents, control)?;
    let mut current = best.clone();
    let mut idle = 0;
    while scores.work < work && idle < 20 {
        checkpoint(control)?;
        let start = shaken(&current.0, most_parents, &mut random);
        let found = climb(scores, start, most_parents, control)?;
        scores.work += 2_000 * nodes as u64;
        idle += 1;
        if found.1 > best.1 + GAIN {
            idle = 0;
            best = found.clone();
        }
        if found.1 >= current.1 - 2.0 * random.uniform() {
            current = found;
        } else {
            current = best.clone();
        }
    }
    Ok(best)
}

fn shaken(dag: &Dag, most_parents: u32, random: &mut SplitMix64) -> Dag {
    let nodes = dag.parents.len();
    let mut dag = dag.clone();
    let changes = 2 + random.below(nodes.max(4) / 2 + 2);
    for _ in 0..changes {
        let (from, to) = (random.below(nodes), random.below(nodes));
        if from == to {
            continue;
        }
        if dag.has(from, to) {
            let parents = dag.parents[to] & !(1 << from);
            dag.set_parents(to, parents);
            if random.uniform() < 0.5 && dag.may_add(to, from) {
                let parents = dag.parents[from] | 1 << to;
                dag.set_parents(from, parents);
            }
        } else if !dag.has(to, from) && dag.may_add(from, to) && dag.parents[to].count_ones() < most_parents {
            let parents = dag.parents[to] | 1 << from;
            dag.set_parents(to, parents);
        }
    }
    dag
}

fn climb(
    scores: &mut Scores<'_>, start: Dag, most_parents: u32, control: &dyn Control,
) -> Result<(Dag, f64), EngineError> {
    let nodes = start.parents.len();
    let score = (0..nodes).map(|node| scores.local(node, start.parents[node])).sum();
    let gains = vec![vec![0.0; nodes]; nodes];
    let mut walk = Walk { scores, dag: start, score, gains, most_parents };
    for node in 0..nodes {
        checkpoint(control)?;
        walk.refresh(node);
    }
    let mut best = (walk.dag.clone(), walk.score);
    let mut recent: Vec<(usize, usize)> = Vec::new();
    let mut idle = 0;
    while idle < PATIENCE {
        checkpoint(control)?;
        let Some((step, gain)) = walk.best_step(&recent, best.1) else { break };
        walk.take(step, gain);
        if walk.score > best.1 + GAIN {
            best = (walk.dag.clone(), walk.score);
            idle = 0;
        } else {
            idle += 1;
        }
        recent.push(step.pair());
        if recent.len() > MEMORY {
            recent.remove(0);
        }
    }
    Ok(best)
}

impl Walk<'_, '_> {
    /// Recomputes the gain of each edge into a variable.
    fn refresh(&mut self, to: usize) {
        let parents = self.dag.parents[to];
        let now = self.scores.local(to, parents);
        let is_full = parents.count_ones() >= self.most_parents;
        for from in 0..self.dag.parents.len() {
            let bit: Set = 1 << from;
            self.gains[from][to] = if from == to || (is_full && parents & bit == 0) {
                f64::NEG_INFINITY
            } else {
                self.scores.local(to, parents ^ bit) - now
            };
        }
    }

    fn best_step(&self, recent: &[(usize, usize)], best: f64) -> Option<(Step, f64)> {
        let mut chosen: Option<(Step, f64)> = None;
        let mut look = |step: Step, gain: f64| {
            let is_allowed = !recent.contains(&step.pair()) || self.score + gain > best + GAIN;
            if gain > f64::NEG_INFINITY && is_allowed && chosen.is_none_or(|(_, most)| gain > most) {
                chosen = Some((step, gain));
            }
        };
        for from in 0..self.dag.parents.len() {
            for to in 0..self.dag.parents.len() {
                if from == to {
                    continue;
                }
                if self.dag.has(from, to) {
                    look(Step::Delete(from, to), self.gains[from][to]);
                    if self.dag.may_reverse(from, to) {
                        look(Step::Reverse(from, to), self.gains[from][to] + self.gains[to][from]);
                    }
                } else if !self.dag.has(to, from) && self.dag.may_add(from, to) {
                    look(Step::Add(from, to), self.gains[from][to]);
                }
            }
        }
        chosen
    }

    fn take(&mut self, step: Step, gain: f64) {
        match step {
            Step::Add(from, to) | Step::Delete(from, to) => {
                let parents = self.dag.parents[to] ^ (1 << from);
                self.dag.set_parents(to, parents);
                self.refresh(to);
            }
            Step::Reverse(from, to) => {
                let (ends, starts) = (self.dag.parents[to] ^ (1 << from), self.dag.parents[from] | 1 << to);
                self.dag.set_both((to, ends), (from, starts));
                self.refresh(to);
                self.refresh(from);
            }
        }
        self.score += gain;
    }
}
