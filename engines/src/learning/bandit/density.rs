//! Model with one rewarded action per context: kernel densities of the contexts of each action.

/// Competing kernel widths, in medians of the squared distance.
const DECAYS: [f64; 5] = [2.5, 5.0, 10.0, 20.0, 40.0];
/// Weight of the density of all contexts in that of an action, in rounds.
const BACKGROUND: f64 = 1.0;
/// Discount of previous rounds when widths are compared.
const FORGETTING: f64 = 0.99;
/// Widths with a smaller weight are skipped.
const NEGLIGIBLE: f64 = 0.01;
/// Minimum distance of probabilities from 0 and 1 when widths are compared.
const EDGE: f64 = 1e-3;

/// Each round's probability of success per action, and the distances between rounds.
///
/// The probability of an action is the density of the contexts in which it is rewarded, relative to all
/// actions. An unseen action has the density of all contexts, so it is the most likely one where no known
/// action is near. Source: Rosenblatt (1956) and Parzen (1962) for kernel densities; failures are handled
/// by expectation-maximisation (Dempster, Laird & Rubin 1977); widths are averaged by predictive accuracy
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

    /// Clears the rounds and keeps the weights of the widths.
    pub(super) fn emptied(&self) -> Self {
        Self { losses: self.losses, ..Self::new(self.actions) }
    }

    fn weights(&self) -> [f64; DECAYS.len()] {
        let least = self.losses.iter().copied().fold(f64::INFINITY, f64::min);
        let raw = self.losses.map(|loss| (least - loss).exp());
        let sum: f64 = raw.iter().sum();
        raw.map(|weight| weight / sum)
    }

    /// Probability of each action by each width, and on average, given the squared distances to all rounds.
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

    /// Probabilities by one width, without the round `left_out`.
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

    /// Adds a round: its distances to previous ones, the predicted probabilities and the outcome.
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

    /// Re-estimates every failure given all other rounds.
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
