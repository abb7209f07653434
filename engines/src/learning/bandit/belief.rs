//! A Bayesian regression of the rewards of each action.

use crate::stat::dot;

/// What is assumed before the first reward.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Prior {
    /// Features that the rewards depend on.
    pub(super) view: View,
    /// Variance of the mean rewards of the actions, in variances of the noise.
    pub(super) level: f64,
    /// Variance of the effect of a feature, in variances of the noise.
    pub(super) slope: f64,
    /// Share of what is known that is still true one round later; 1 if rewards do not change.
    pub(super) keep: f64,
}

/// Features of a context that a regression uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum View {
    /// None: each action has its mean reward.
    Nothing,
    /// The values of the context.
    Values,
    /// Likeness to landmarks: wide and narrow.
    Wide,
    Narrow,
}

/// Coefficients of an action with their covariance, in variances of the noise.
#[derive(Debug, Clone, Default)]
struct Arm {
    /// Covariance by rows; empty before the first reward.
    covariance: Vec<f64>,
    /// Coefficients of the rewards, and of rewards of 1: the prior mean may change at any time.
    rewards: Vec<f64>,
    ones: Vec<f64>,
    latest: u64,
}

/// Expected reward of an action, and its variance in variances of the noise.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Guess {
    pub(super) mean: f64,
    pub(super) variance: f64,
}

/// A regression for each action, whose coefficients return to the prior as time passes.
///
/// Sources: Kalman (1960), "A new approach to linear filtering and prediction problems", for coefficients that change;
/// Agrawal & Goyal (2013), "Thompson sampling for contextual bandits with linear payoffs", ICML, for one that does not.
#[derive(Debug, Clone)]
pub(super) struct Belief {
    pub(super) prior: Prior,
    arms: Vec<Arm>,
}

impl Belief {
    pub(super) fn new(prior: Prior, actions: usize) -> Self {
        Self { prior, arms: vec![Arm::default(); actions] }
    }

    /// Predicts the reward of an action; `features` starts with a constant of 1 and `mean` is that of all actions.
    pub(super) fn guess(&self, action: usize, features: &[f64], now: u64, mean: f64) -> Guess {
        let arm = &self.arms[action];
        let vague = self.prior.level + self.prior.slope * dot(&features[1..], &features[1..]);
        if arm.covariance.is_empty() {
            return Guess { mean, variance: vague };
        }
        let keep = self.kept(arm, now);
        let known: f64 = arm
            .covariance
            .chunks_exact(features.len())
            .zip(features)
            .map(|(row, feature)| feature * dot(row, features))
            .sum();
        let (rewards, ones) = (keep * dot(&arm.rewards, features), keep * dot(&arm.ones, features));
        let variance = keep * keep * known + (1.0 - keep * keep) * vague;
        Guess { mean: rewards + mean * (1.0 - ones), variance: variance.max(0.0) }
    }

    fn kept(&self, arm: &Arm, now: u64) -> f64 {
        if self.prior.keep < 1.0 { self.prior.keep.powi((now - arm.latest).min(100_000) as i32) } else { 1.0 }
    }

    /// Adds a reward.
    pub(super) fn learn(&mut self, action: usize, features: &[f64], now: u64, reward: f64) {
        let Prior { level, slope, .. } = self.prior;
        let size = features.len();
        let vague = |at: usize| if at == 0 { level } else { slope };
        let keep = self.kept(&self.arms[action], now);
        let arm = &mut self.arms[action];
        if arm.covariance.is_empty() {
            arm.covariance = vec![0.0; size * size];
            (0..size).for_each(|at| arm.covariance[at * size + at] = vague(at));
            (arm.rewards, arm.ones) = (vec![0.0; size], vec![0.0; size]);
        } else if keep < 1.0 {
            arm.covariance.iter_mut().for_each(|entry| *entry *= keep * keep);
            (0..size).for_each(|at| arm.covariance[at * size + at] += (1.0 - keep * keep) * vague(at));
            arm.rewards.iter_mut().chain(&mut arm.ones).for_each(|entry| *entry *= keep);
        }
        arm.latest = now;
        let gain: Vec<f64> = arm.covariance.chunks_exact(size).map(|row| dot(row, features)).collect();
        let scale = 1.0 / (1.0 + dot(&gain, features));
        let (miss, short) = (reward - dot(&arm.rewards, features), 1.0 - dot(&arm.ones, features));
        for (row, gain_here) in arm.covariance.chunks_exact_mut(size).zip(&gain) {
            let factor = scale * gain_here;
            row.iter_mut().zip(&gain).for_each(|(entry, other)| *entry -= factor * other);
        }
        for (at, gain) in gain.iter().enumerate() {
            arm.rewards[at] += scale * gain * miss;
            arm.ones[at] += scale * gain * short;
        }
    }
}

/// How well a model predicted the rewards: older rounds count less.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Evidence {
    count: f64,
    squares: f64,
    logarithms: f64,
    /// Logarithm of the probability of rewards of 0 and 1.
    chances: f64,
}

impl Evidence {
    /// Weight of a round one round later.
    const KEEP: f64 = 0.999;
    /// Rounds with the variance of all rewards that are assumed before the first.
    const BEFORE: f64 = 2.0;
    /// Probabilities are no closer to 0 and 1 than this share of the distance of the usual one.
    const EDGE: f64 = 0.1;

    /// Adds a reward; `usual` is the mean of all actions.
    pub(super) fn add(&mut self, guess: Guess, reward: f64, usual: f64) {
        let chance = guess.mean.max(Self::EDGE * usual).min(1.0 - Self::EDGE * (1.0 - usual));
        self.chances = Self::KEEP * self.chances + if reward > 0.5 { chance.ln() } else { (1.0 - chance).ln() };
        let spread = 1.0 + guess.variance;
        self.count = Self::KEEP * self.count + 1.0;
        self.squares = Self::KEEP * self.squares + (reward - guess.mean).powi(2) / spread;
        self.logarithms = Self::KEEP * self.logarithms + spread.ln();
    }

    /// Variance of the noise; `variance` is that of all rewards.
    pub(super) fn noise(&self, variance: f64) -> f64 {
        (self.squares + Self::BEFORE * variance) / (self.count + Self::BEFORE)
    }

    /// Logarithm of the probability of the rewards.
    pub(super) fn ln_likelihood(&self, variance: f64, is_binary: bool) -> f64 {
        if is_binary {
            return self.chances;
        }
        -0.5 * (self.count * self.noise(variance).max(f64::MIN_POSITIVE).ln() + self.logarithms)
    }
}
