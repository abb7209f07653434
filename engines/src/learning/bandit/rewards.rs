//! Mean and variance of the rewards.

/// Variance of the mean rewards of actions for the mean of all of them, in variances of the noise.
const BETWEEN: f64 = 0.1;

/// Sums over all rewards so far.
#[derive(Debug, Clone)]
pub(super) struct Rewards {
    /// Number and sum of the rewards of each action.
    by_action: Vec<(f64, f64)>,
    count: f64,
    mean: f64,
    squares: f64,
    is_binary: bool,
}

impl Rewards {
    pub(super) fn new(actions: usize) -> Self {
        Self { by_action: vec![(0.0, 0.0); actions], count: 0.0, mean: 0.0, squares: 0.0, is_binary: true }
    }

    pub(super) fn add(&mut self, action: usize, reward: f64) {
        self.is_binary &= reward == 0.0 || reward == 1.0;
        self.by_action[action].0 += 1.0;
        self.by_action[action].1 += reward;
        self.count += 1.0;
        let step = reward - self.mean;
        self.mean += step / self.count;
        self.squares += step * (reward - self.mean);
    }

    /// True if all rewards were 0 or 1.
    pub(super) fn is_binary(&self) -> bool {
        self.is_binary
    }

    /// Variance of all rewards; above 0 for rewards of 0 and 1.
    pub(super) fn variance(&self) -> f64 {
        if self.is_binary {
            let share = (self.mean * self.count + 0.5) / (self.count + 1.0);
            return share * (1.0 - share);
        }
        (self.squares / self.count.max(1.0)).max(f64::MIN_POSITIVE)
    }

    /// Mean over the actions, tried or not, of their mean rewards: actions that are chosen more often do not count much
    /// more, because they are the better ones.
    ///
    /// Source: DerSimonian & Laird (1986), "Meta-analysis in clinical trials", Controlled Clinical Trials 7.
    pub(super) fn mean_of_actions(&self) -> f64 {
        let (mut sum, mut weights) = (0.0, 0.0);
        for (count, rewards) in self.by_action.iter().filter(|(count, _)| *count > 0.0) {
            let weight = 1.0 / (BETWEEN + 1.0 / count);
            sum += weight * rewards / count;
            weights += weight;
        }
        if self.is_binary { (sum + 0.5) / (weights + 1.0) } else { sum / f64::max(weights, f64::MIN_POSITIVE) }
    }
}
