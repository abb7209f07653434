//! Chooses actions by models that are weighted by their predictions.

use super::models::Models;
use crate::common::EngineError;
use crate::stat::SplitMix64;

/// Maximum number of actions.
const MAX_ACTIONS: usize = 1_000;
/// Maximum number of values of a context.
const MAX_FEATURES: usize = 2_000;
/// Numbers of rounds at which the features of contexts are learned again, from all rounds so far.
const SET_FEATURES: [usize; 5] = [4, 12, 30, 80, 250];

/// A round in memory.
#[derive(Debug, Clone)]
struct Round {
    x: Vec<f64>,
    action: usize,
    reward: f64,
}

/// A contextual bandit that learns online. The same contexts, rewards and seed give the same actions.
///
/// Several models predict the rewards: the mean reward of each action, regressions on the context and on its likeness to
/// others, that change with time or do not, and one of exactly one rewarded action per context. They are weighted by
/// the probability of the rewards so far. The chosen action has the highest mean reward plus a partly random number of
/// its standard deviations, so that delayed rewards do not lead to the same action each time.
///
/// Sources: Dawid (1984), "The prequential approach", JRSS A 147, for the weights; Li, Chu, Langford & Schapire (2010), "A
/// contextual-bandit approach to personalized news article recommendation", WWW, for the optimism; Thompson (1933), "On
/// the likelihood that one unknown probability exceeds another", Biometrika 25, for the random part.
#[derive(Debug, Clone)]
pub struct Bandit {
    actions: usize,
    random: SplitMix64,
    size: Option<usize>,
    /// Rounds until the features are final.
    rounds: Vec<Round>,
    is_set: bool,
    models: Models,
    /// A choice that waits for its reward.
    asked: Option<(Vec<f64>, usize)>,
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
            size: None,
            rounds: Vec::new(),
            is_set: false,
            models: Models::new(actions),
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
        let action = self.models.choose(x, &mut self.random);
        self.asked = Some((x.to_vec(), action));
        Ok(action)
    }

    /// Adds a round that was played elsewhere, or earlier.
    ///
    /// # Errors
    /// Returns [`EngineError::InvalidInput`] for an unknown action, or as [`Bandit::choose`] and [`Bandit::reward`].
    pub fn tell(&mut self, x: &[f64], action: usize, reward: f64) -> Result<(), EngineError> {
        self.check(x)?;
        if action >= self.actions {
            let problem = format!("is {action}, must be below the number of actions, {}", self.actions);
            return Err(EngineError::input("action", problem));
        }
        self.asked = Some((x.to_vec(), action));
        self.reward(reward)
    }

    fn check(&self, x: &[f64]) -> Result<(), EngineError> {
        EngineError::check_sizes(&[("values of `x`", x.len(), MAX_FEATURES)])?;
        if let Some(at) = x.iter().position(|figure| figure.is_nan() || figure.abs() > 1e12) {
            return Err(EngineError::input(format!("x[{at}]"), "must be a number of at most 1e12"));
        }
        if let Some(size) = self.size.filter(|size| *size != x.len()) {
            let problem = format!("has {} values, earlier contexts had {size}", x.len());
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
        let Some((x, action)) = self.asked.take() else {
            return Err(EngineError::input("reward", "has no context before it"));
        };
        self.size = Some(x.len());
        self.models.learn(&x, action, reward);
        self.remember(Round { x, action, reward });
        Ok(())
    }

    /// Learns the features again at some numbers of rounds, and all models from all rounds with them.
    fn remember(&mut self, round: Round) {
        if round.x.is_empty() || self.is_set {
            return;
        }
        self.rounds.push(round);
        if !SET_FEATURES.contains(&self.rounds.len()) {
            return;
        }
        let contexts: Vec<&[f64]> = self.rounds.iter().map(|round| round.x.as_slice()).collect();
        let mut models = Models::of_contexts(self.actions, &contexts);
        self.rounds.iter().for_each(|round| models.learn(&round.x, round.action, round.reward));
        self.models = models;
        if self.rounds.len() == SET_FEATURES[SET_FEATURES.len() - 1] {
            self.is_set = true;
            self.rounds = Vec::new();
        }
    }
}
