//! Chooses actions by the model with the better predictions.

use super::density::Densities;
use super::growing::GrowingInverse;
use crate::common::EngineError;
use crate::stat::SplitMix64;

/// Maximum number of actions.
const MAX_ACTIONS: usize = 1_000;
/// Maximum number of values of a context.
const MAX_FEATURES: usize = 2_000;
/// Maximum number of rounds in memory; then the older half is discarded.
const MEMORY: usize = 1_200;
/// Numbers of rounds at which the kernel width is updated.
const SET_WIDTH: [usize; 4] = [4, 12, 30, 80];
/// Variance of the noise relative to that of the rewards.
const NOISE: f64 = 0.2;
/// Decay of the similarity with the squared distance, in medians.
const DECAY: f64 = 1.0;
/// Standard deviations added for uncertain actions (optimism).
const OPTIMISM: f64 = 0.3;

/// A round in memory.
#[derive(Debug, Clone)]
struct Round {
    x: Vec<f64>,
    action: usize,
    reward: f64,
}

/// Rounds of one action.
#[derive(Debug, Clone, Default)]
struct Arm {
    rounds: Vec<usize>,
    inverse: GrowingInverse,
}

/// A contextual bandit that learns online. The same contexts, rewards and seed give the same actions.
///
/// Two models learn from the rewards: one with independent actions, and one that assumes exactly one
/// rewarded action per context ([`Densities`]), so that a success informs about all actions and a failure
/// makes the others more likely. The model with the better predictions so far is used.
///
/// Source of the first: Valko, Korda, Munos, Flaounas & Cristianini (2013), "Finite-time analysis of
/// kernelised contextual bandits", UAI.
#[derive(Debug, Clone)]
pub struct Bandit {
    actions: usize,
    random: SplitMix64,
    rounds: Vec<Round>,
    width: f64,
    densities: Densities,
    arms: Vec<Arm>,
    /// Squared errors of the two models.
    misses: (f64, f64),
    /// False after a reward other than 0 or 1.
    is_binary: bool,
    asked: Option<Asked>,
}

/// A choice that waits for its reward.
#[derive(Debug, Clone)]
struct Asked {
    x: Vec<f64>,
    action: usize,
    view: View,
}

/// Predictions of the models for a context.
#[derive(Debug, Clone)]
struct View {
    distances: Vec<f64>,
    by_width: Vec<Vec<f64>>,
    one_pays: Vec<f64>,
    alone: Vec<f64>,
    deviations: Vec<f64>,
    arm_weights: Vec<Vec<f64>>,
}

impl Bandit {
    /// Creates a bandit without any rounds.
    ///
    /// # Errors
    /// Returns [`EngineError::InvalidInput`] for fewer than 2 or more than 1000 actions.
    pub fn new(actions: usize, seed: u64) -> Result<Self, EngineError> {
        if !(2..=MAX_ACTIONS).contains(&actions) {
            return Err(EngineError::input("n_actions", format!("is {actions}, must be 2 to {MAX_ACTIONS}")));
        }
        Ok(Self {
            actions,
            random: SplitMix64::new(seed),
            rounds: Vec::new(),
            width: 1.0,
            densities: Densities::new(actions),
            arms: vec![Arm::default(); actions],
            misses: (0.0, 0.0),
            is_binary: true,
            asked: None,
        })
    }

    /// Number of actions.
    pub fn actions(&self) -> usize {
        self.actions
    }

    /// Chooses an action in a context.
    ///
    /// # Errors
    /// Returns [`EngineError::InvalidInput`] for a context that is not finite or has another length than previous ones.
    pub fn choose(&mut self, x: &[f64]) -> Result<usize, EngineError> {
        self.check(x)?;
        let view = self.view(x);
        let spread = self.spread();
        let is_one = self.trusts_one_pays();
        let mut best = (f64::NEG_INFINITY, 0);
        for action in 0..self.actions {
            let bound = 1e-9 * self.random.uniform()
                + if is_one {
                    view.one_pays[action]
                } else {
                    view.alone[action] + OPTIMISM * spread * view.deviations[action]
                };
            if bound > best.0 {
                best = (bound, action);
            }
        }
        self.asked = Some(Asked { x: x.to_vec(), action: best.1, view });
        Ok(best.1)
    }

    /// Adds a round that was played elsewhere.
    ///
    /// # Errors
    /// Returns [`EngineError::InvalidInput`] for an unknown action, or as [`Bandit::choose`] and [`Bandit::reward`].
    pub fn tell(&mut self, x: &[f64], action: usize, reward: f64) -> Result<(), EngineError> {
        self.check(x)?;
        if action >= self.actions {
            let problem = format!("is {action}, must be below the number of actions, {}", self.actions);
            return Err(EngineError::input("action", problem));
        }
        self.asked = Some(Asked { x: x.to_vec(), action, view: self.view(x) });
        self.reward(reward)
    }

    fn check(&self, x: &[f64]) -> Result<(), EngineError> {
        EngineError::check_sizes(&[("values of `x`", x.len(), MAX_FEATURES)])?;
        if let Some(at) = x.iter().position(|figure| figure.is_nan() || figure.abs() > 1e12) {
            return Err(EngineError::input(format!("x[{at}]"), "must be a number of at most 1e12"));
        }
        if let Some(first) = self.rounds.first().filter(|first| first.x.len() != x.len()) {
            let problem = format!("has {} values, earlier contexts had {}", x.len(), first.x.len());
            return Err(EngineError::input("x", problem));
        }
        Ok(())
    }

    /// Adds the reward of the last chosen action.
    ///
    /// # Errors
    /// Returns [`EngineError::InvalidInput`] if no action waits for a reward, or the reward is not finite.
    pub fn reward(&mut self, reward: f64) -> Result<(), EngineError> {
        if reward.is_nan() || reward.abs() > 1e12 {
            return Err(EngineError::input("reward", "must be a number of at most 1e12"));
        }
        let Some(asked) = self.asked.take() else {
            return Err(EngineError::input("reward", "has no context before it"));
        };
        self.is_binary &= reward == 0.0 || reward == 1.0;
        self.misses.0 += (asked.view.one_pays[asked.action] - reward).powi(2);
        self.misses.1 += (asked.view.alone[asked.action] - reward).powi(2);
        self.learn(asked, reward);
        if self.rounds.len() >= MEMORY || SET_WIDTH.contains(&self.rounds.len()) {
            self.rebuild();
        }
        Ok(())
    }

    fn trusts_one_pays(&self) -> bool {
        self.is_binary && self.misses.0 <= self.misses.1 + 2.0
    }

    /// Range of the rewards so far, which scales the optimism.
    fn spread(&self) -> f64 {
        if self.is_binary {
            return 1.0;
        }
        let low = self.rounds.iter().map(|round| round.reward).fold(f64::INFINITY, f64::min);
        let high = self.rounds.iter().map(|round| round.reward).fold(f64::NEG_INFINITY, f64::max);
        (high - low).max(f64::MIN_POSITIVE)
    }

    /// Expected reward of an unknown action.
    fn prior(&self) -> f64 {
        if self.is_binary {
            return 1.0 / self.actions as f64;
        }
        self.rounds.iter().map(|round| round.reward).sum::<f64>() / self.rounds.len().max(1) as f64
    }

    fn view(&self, x: &[f64]) -> View {
        let distances: Vec<f64> = self.rounds.iter().map(|round| squared_distance(x, &round.x)).collect();
        let (by_width, one_pays) = self.densities.chances(&distances, self.width);
        let prior = self.prior();
        let (mut alone, mut deviations, mut arm_weights) = (Vec::new(), Vec::new(), Vec::new());
        for arm in &self.arms {
            let own = self.covariances(arm, &distances);
            let weights = arm.inverse.times(&own);
            let known: f64 = own.iter().zip(&weights).map(|(a, b)| a * b).sum();
            deviations.push((1.0 - known).max(0.0).sqrt());
            let gain = arm.rounds.iter().zip(&weights).map(|(round, w)| w * (self.rounds[*round].reward - prior));
            alone.push(prior + gain.sum::<f64>());
            arm_weights.push(weights);
        }
        View { distances, by_width, one_pays, alone, deviations, arm_weights }
    }

    /// Covariances of a context with the rounds of an arm.
    fn covariances(&self, arm: &Arm, distances: &[f64]) -> Vec<f64> {
        arm.rounds.iter().map(|round| (-DECAY * distances[*round] / self.width).exp()).collect()
    }

    fn learn(&mut self, asked: Asked, reward: f64) {
        let Asked { x, action, view } = asked;
        let own = self.covariances(&self.arms[action], &view.distances);
        let weights = &view.arm_weights[action];
        let known: f64 = own.iter().zip(weights).map(|(a, b)| a * b).sum();
        let arm = &mut self.arms[action];
        arm.inverse.grow(weights, 1.0 + NOISE - known);
        arm.rounds.push(self.rounds.len());
        if self.is_binary {
            let foretold = (view.by_width.as_slice(), view.one_pays.as_slice());
            self.densities.learn(view.distances, foretold, action, reward == 1.0, self.width);
        }
        self.rounds.push(Round { x, action, reward });
    }

    /// Sets the kernel width by the median distance and rebuilds the models from memory.
    fn rebuild(&mut self) {
        let keep_from = if self.rounds.len() >= MEMORY { self.rounds.len() / 2 } else { 0 };
        let rounds = self.rounds.split_off(keep_from);
        self.width = median_distance(&rounds).unwrap_or(self.width);
        self.rounds = Vec::new();
        self.densities = self.densities.emptied();
        self.arms = vec![Arm::default(); self.actions];
        for round in rounds {
            let view = self.view(&round.x);
            self.learn(Asked { x: round.x, action: round.action, view }, round.reward);
        }
    }
}

fn squared_distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum()
}

/// Median squared distance between the latest contexts; `None` if they are all equal.
fn median_distance(rounds: &[Round]) -> Option<f64> {
    let latest = &rounds[rounds.len().saturating_sub(80)..];
    let mut distances: Vec<f64> = latest
        .iter()
        .enumerate()
        .flat_map(|(place, a)| latest[..place].iter().map(move |b| squared_distance(&a.x, &b.x)))
        .filter(|distance| *distance > 0.0)
        .collect();
    distances.sort_by(f64::total_cmp);
    distances.get(distances.len() / 2).copied()
}
