//! Model with one rewarded action per context: kernel densities of the contexts of each action.

use super::features::squared_distance;

/// Number of competing kernel widths: each half of the previous, as a squared distance.
const WIDTHS: usize = 5;
/// Decay of the likeness of the widest kernel, in medians of the squared distance.
const DECAY: f64 = 2.5;
/// Weight of the density of all contexts in that of an action, in rounds.
const BACKGROUND: f64 = 1.0;
/// Discount of previous rounds when widths are compared.
const FORGETTING: f64 = 0.99;
/// Widths with a smaller weight are skipped.
const NEGLIGIBLE: f64 = 0.01;
/// Minimum distance of probabilities from 0 and 1 when widths are compared.
const EDGE: f64 = 1e-3;
/// Maximum number of rounds in memory; then the older half is discarded.
const MEMORY: usize = 800;
/// Failures whose rewarded action is estimated again in a round.
const AGAIN: usize = 30;

/// Each round's probability of success per action, and the likeness of rounds.
///
/// The probability of an action is the density of the contexts in which it is rewarded, relative to all
/// actions. An unseen action has the density of all contexts, so it is the most likely one where no known
/// action is near. Source: Rosenblatt (1956) and Parzen (1962) for kernel densities; failures are handled
/// by expectation-maximisation (Dempster, Laird & Rubin 1977); widths are averaged by predictive accuracy
/// (Hoeting, Madigan, Raftery & Volinsky 1999, "Bayesian model averaging", Statistical Science 14).
#[derive(Debug, Clone)]
pub(super) struct Densities {
    actions: usize,
    median: f64,
    contexts: Vec<Vec<f64>>,
    /// Likeness of each pair of rounds by the widest kernel.
    likeness: Vec<Vec<f64>>,
    targets: Vec<Vec<f64>>,
    totals: Vec<f64>,
    /// Rounds without a reward, with the action.
    failures: Vec<(usize, usize)>,
    /// The next failure to estimate again.
    next: usize,
    losses: [f64; WIDTHS],
}

/// Predictions for a context.
#[derive(Debug, Clone)]
pub(super) struct Chances {
    likeness: Vec<f64>,
    by_width: Vec<Vec<f64>>,
    /// Probability of each action.
    pub(super) mean: Vec<f64>,
}

impl Densities {
    /// Creates a model without rounds, given the median squared distance of contexts.
    pub(super) fn new(actions: usize, median: f64) -> Self {
        Self {
            actions,
            median,
            contexts: Vec::new(),
            likeness: Vec::new(),
            targets: Vec::new(),
            totals: vec![0.0; actions],
            failures: Vec::new(),
            next: 0,
            losses: [0.0; WIDTHS],
        }
    }

    fn weights(&self) -> [f64; WIDTHS] {
        let least = self.losses.iter().copied().fold(f64::INFINITY, f64::min);
        let raw = self.losses.map(|loss| (least - loss).exp());
        let sum: f64 = raw.iter().sum();
        raw.map(|weight| weight / sum)
    }

    /// Probability of each action by each width, and on average.
    pub(super) fn chances(&self, x: &[f64]) -> Chances {
        let like = |other: &Vec<f64>| (-DECAY * squared_distance(x, other) / self.median).exp();
        let likeness: Vec<f64> = self.contexts.iter().map(like).collect();
        let by_width = self.at(&likeness, &[true; WIDTHS], usize::MAX);
        let mean = averaged(&self.weights(), &by_width, self.actions);
        Chances { likeness, by_width, mean }
    }

    /// Probabilities by the widths `used`, without the round `left_out`.
    fn at(&self, likeness: &[f64], used: &[bool; WIDTHS], left_out: usize) -> Vec<Vec<f64>> {
        let mut near = vec![vec![0.0; self.actions]; WIDTHS];
        let mut background = [1e-300; WIDTHS];
        for (round, (like, targets)) in likeness.iter().zip(&self.targets).enumerate() {
            if round == left_out {
                continue;
            }
            // The kernel of half the width is the square.
            let mut like = *like;
            for width in 0..WIDTHS {
                if like < 1e-12 {
                    break;
                }
                background[width] += like;
                if used[width] {
                    near[width].iter_mut().zip(targets).for_each(|(near, target)| *near += like * target);
                }
                like *= like;
            }
        }
        let own = self.targets.get(left_out);
        for (near, background) in near.iter_mut().zip(background) {
            let background = BACKGROUND * background / likeness.len().max(1) as f64;
            for (action, near) in near.iter_mut().enumerate() {
                let total = (self.totals[action] - own.map_or(0.0, |own| own[action])).max(0.0);
                *near = (*near + background) / (total + BACKGROUND);
            }
            scale_to_one(near);
        }
        near
    }

    /// Adds a round: its context, the predictions for it, and the outcome.
    pub(super) fn learn(&mut self, x: &[f64], chances: Chances, action: usize, paid: bool) {
        for (loss, by_width) in self.losses.iter_mut().zip(&chances.by_width) {
            let chance = by_width[action].clamp(EDGE, 1.0 - EDGE);
            *loss = FORGETTING * *loss - if paid { chance.ln() } else { (1.0 - chance).ln() };
        }
        for (row, like) in self.likeness.iter_mut().zip(&chances.likeness) {
            row.push(*like);
        }
        let mut own = chances.likeness;
        own.push(1.0);
        if !paid {
            self.failures.push((self.contexts.len(), action));
        }
        self.likeness.push(own);
        self.contexts.push(x.to_vec());
        let targets = read(chances.mean, action, paid);
        self.totals.iter_mut().zip(&targets).for_each(|(total, target)| *total += target);
        self.targets.push(targets);
        self.read_failures_again();
        if self.contexts.len() >= MEMORY {
            self.forget();
        }
    }

    /// Estimates failures again, given all other rounds.
    fn read_failures_again(&mut self) {
        let weights = self.weights();
        let used = weights.map(|weight| weight >= NEGLIGIBLE);
        for _ in 0..self.failures.len().min(AGAIN) {
            self.next = (self.next + 1) % self.failures.len();
            let (round, action) = self.failures[self.next];
            let each = self.at(&self.likeness[round], &used, round);
            let kept: [f64; WIDTHS] = std::array::from_fn(|width| if used[width] { weights[width] } else { 0.0 });
            let targets = read(averaged(&kept, &each, self.actions), action, false);
            for (place, target) in targets.into_iter().enumerate() {
                self.totals[place] += target - self.targets[round][place];
                self.targets[round][place] = target;
            }
        }
    }

    /// Discards the older half of the rounds.
    fn forget(&mut self) {
        let from = self.contexts.len() / 2;
        self.contexts.drain(..from);
        self.targets.drain(..from);
        self.likeness.drain(..from);
        self.likeness.iter_mut().for_each(|row| drop(row.drain(..from)));
        self.failures.retain_mut(|(round, _)| {
            let is_kept = *round >= from;
            *round = round.saturating_sub(from);
            is_kept
        });
        self.next = 0;
        self.totals.fill(0.0);
        for targets in &self.targets {
            self.totals.iter_mut().zip(targets).for_each(|(total, target)| *total += target);
        }
    }
}

fn averaged(weights: &[f64], each: &[Vec<f64>], actions: usize) -> Vec<f64> {
    let mut mean = vec![0.0; actions];
    for (weight, chances) in weights.iter().zip(each) {
        mean.iter_mut().zip(chances).for_each(|(mean, chance)| *mean += weight * chance);
    }
    mean
}

/// Probability that each action is rewarded in a context, given the outcome of one of them.
fn read(mut chances: Vec<f64>, action: usize, paid: bool) -> Vec<f64> {
    if paid {
        chances.fill(0.0);
        chances[action] = 1.0;
    } else {
        chances[action] = 0.0;
        scale_to_one(&mut chances);
    }
    chances
}

fn scale_to_one(chances: &mut [f64]) {
    let sum: f64 = chances.iter().sum();
    if sum > 0.0 {
        chances.iter_mut().for_each(|chance| *chance /= sum);
    }
}
