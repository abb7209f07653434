//! One action pays: the contexts of each action as a density.

/// Kernel widths that compete, in medians of the squared distance.
const DECAYS: [f64; 5] = [2.5, 5.0, 10.0, 20.0, 40.0];
/// Weight, in rounds, of the density of all contexts in that of an action.
const BACKGROUND: f64 = 1.0;
/// How fast earlier rounds are forgotten where widths are compared.
const FORGETTING: f64 = 0.99;
/// A width with a smaller weight is not looked at.
const NEGLIGIBLE: f64 = 0.01;
/// Chances are held this far from 0 and 1 where widths are compared.
const EDGE: f64 = 1e-3;

/// Shares of each round's success among the actions, and how far the rounds are apart.
///
/// The chance of an action is the density of the contexts where it pays, among those of all actions. An
/// action not seen yet has the density of all contexts, so that it is the likeliest one where no known
/// action is near. Source: Rosenblatt (1956) and Parzen (1962) for kernel densities; failures are read by
/// expectation-maximisation (Dempster, Laird & Rubin 1977); widths are averaged by how well they foretold
/// (Hoeting, Madigan, Raftery & Volinsky 1999, "Bayesian model averaging", Statistical Science 14).
#[derive(Debug, Clone)]
pub(super) struct Densities {
    actions: usize,
    distances: Vec<Vec<f64>>,
    targets: Vec<Vec<f64>>,
    outcomes: Vec<(usize, bool)>,
    losses: [f64; DECAYS.len()],
}

impl Densities {
    pub(super) fn new(actions: usize) -> Self {
        Self { actions, distances: Vec::new(), targets: Vec::new(), outcomes: Vec::new(), losses: [0.0; DECAYS.len()] }
    }

    /// Forgets the rounds, keeps what was learned of the widths.
    pub(super) fn emptied(&self) -> Self {
        Self { losses: self.losses, ..Self::new(self.actions) }
    }

    fn weights(&self) -> [f64; DECAYS.len()] {
        let least = self.losses.iter().copied().fold(f64::INFINITY, f64::min);
        let raw = self.losses.map(|loss| (least - loss).exp());
        let sum: f64 = raw.iter().sum();
        raw.map(|weight| weight / sum)
    }

    /// Chance of each action by each width, and on average, for the squared distances to all rounds.
    pub(super) fn chances(&self, distances: &[f64], median: f64) -> (Vec<Vec<f64>>, Vec<f64>) {
        let totals = self.totals();
        let each: Vec<Vec<f64>> =
            DECAYS.iter().map(|decay| self.at(distances, decay / median, &totals, usize::MAX)).collect();
        let mean = averaged(&self.weights(), &each, self.actions);
        (each, mean)
    }

    fn totals(&self) -> Vec<f64> {
        let mut totals = vec![0.0; self.actions];
        for targets in &self.targets {
            totals.iter_mut().zip(targets).for_each(|(total, target)| *total += target);
        }
        totals
    }

    /// Chances by one width, leaving the round `left_out` aside.
    fn at(&self, distances: &[f64], decay: f64, totals: &[f64], left_out: usize) -> Vec<f64> {
        let mut near = vec![0.0; self.actions];
        let mut background = 1e-300;
        for (round, (distance, targets)) in distances.iter().zip(&self.targets).enumerate() {
            let likeness = if round == left_out { 0.0 } else { (-decay * distance).exp() };
            background += likeness;
            if likeness > 1e-12 {
                near.iter_mut().zip(targets).for_each(|(near, target)| *near += likeness * target);
            }
        }
        let background = BACKGROUND * background / distances.len().max(1) as f64;
        let own = self.targets.get(left_out);
        let total = |action: usize| totals[action] - own.map_or(0.0, |own| own[action]);
        let mut chances: Vec<f64> = near
            .iter()
            .enumerate()
            .map(|(action, near)| (near + background) / (total(action).max(0.0) + BACKGROUND))
            .collect();
        scale_to_one(&mut chances);
        chances
    }

    /// Takes in a round: its distances to those before, the chances foretold, and what came.
    pub(super) fn learn(
        &mut self, distances: Vec<f64>, (each, mean): (&[Vec<f64>], &[f64]), action: usize, paid: bool, median: f64,
    ) {
        for (loss, chances) in self.losses.iter_mut().zip(each) {
            let chance = chances[action].clamp(EDGE, 1.0 - EDGE);
            *loss = FORGETTING * *loss - if paid { chance.ln() } else { (1.0 - chance).ln() };
        }
        for (row, distance) in self.distances.iter_mut().zip(&distances) {
            row.push(*distance);
        }
        let mut own = distances;
        own.push(0.0);
        self.distances.push(own);
        self.targets.push(read(mean.to_vec(), action, paid));
        self.outcomes.push((action, paid));
        self.read_failures_again(median);
    }

    /// Reads every failure anew in the light of all other rounds.
    fn read_failures_again(&mut self, median: f64) {
        let (weights, totals) = (self.weights(), self.totals());
        let failures = (0..self.outcomes.len()).filter(|round| !self.outcomes[*round].1);
        let again = |round: usize| {
            let by = |place: usize| {
                if weights[place] < NEGLIGIBLE {
                    return vec![0.0; self.actions];
                }
                self.at(&self.distances[round], DECAYS[place] / median, &totals, round)
            };
            let each: Vec<Vec<f64>> = (0..DECAYS.len()).map(by).collect();
            let chances = averaged(&weights, &each, self.actions);
            (round, read(chances, self.outcomes[round].0, false))
        };
        let read: Vec<(usize, Vec<f64>)> = failures.map(again).collect();
        read.into_iter().for_each(|(round, targets)| self.targets[round] = targets);
    }
}

fn averaged(weights: &[f64], each: &[Vec<f64>], actions: usize) -> Vec<f64> {
    let mut mean = vec![0.0; actions];
    for (weight, chances) in weights.iter().zip(each) {
        mean.iter_mut().zip(chances).for_each(|(mean, chance)| *mean += weight * chance);
    }
    mean
}

/// The chance that each action pays in a context, given what one of them did.
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
