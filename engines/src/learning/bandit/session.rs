//! Bandit session: a context is answered with an action, a reward is recorded.

use super::policy::Bandit;
use crate::common::EngineError;
use crate::learning::actions::{Chosen, PastRound, Round};

/// Maximum number of previous rounds in one question.
///
/// A round takes less than a millisecond.
const MAX_HISTORY: usize = 1_000;

/// Rounds of a session so far.
#[derive(Debug)]
pub(crate) struct Rounds {
    seed: u64,
    bandit: Option<Bandit>,
}

impl Rounds {
    pub(in crate::learning) fn new(seed: u64) -> Self {
        Self { seed, bandit: None }
    }

    /// Chooses an action in a context; records a reward, which has no answer.
    pub(in crate::learning) fn next(&mut self, round: Round) -> Result<Option<Chosen>, EngineError> {
        if let Some(reward) = round.reward {
            return self.learn(&round, reward).map(|()| None);
        }
        let actions = round.n_actions.ok_or_else(|| EngineError::input("n_actions", "is missing"))?;
        let bandit = self.bandit_of(actions)?;
        remember(bandit, &round.history)?;
        Ok(Some(Chosen { action: bandit.choose(&round.x)? }))
    }

    fn learn(&mut self, round: &Round, reward: f64) -> Result<(), EngineError> {
        if !round.x.is_empty() || round.n_actions.is_some() || !round.history.is_empty() {
            return Err(EngineError::input("reward", "must be on a line of its own"));
        }
        let missing = || EngineError::input("reward", "has no context before it");
        self.bandit.as_mut().ok_or_else(missing)?.reward(reward)
    }

    fn bandit_of(&mut self, actions: usize) -> Result<&mut Bandit, EngineError> {
        if let Some(before) = self.bandit.as_ref().map(Bandit::actions).filter(|before| *before != actions) {
            return Err(EngineError::input("n_actions", format!("is {actions}, but was {before} in earlier lines")));
        }
        let bandit = match self.bandit.take() {
            Some(bandit) => bandit,
            None => Bandit::new(actions, self.seed)?,
        };
        Ok(self.bandit.insert(bandit))
    }
}

/// Adds the rounds in order; an error names the round.
fn remember(bandit: &mut Bandit, history: &[PastRound]) -> Result<(), EngineError> {
    if history.len() > MAX_HISTORY {
        return Err(EngineError::TooLarge { what: "rounds of `history`", got: history.len(), limit: MAX_HISTORY });
    }
    for (at, PastRound { x, action, reward }) in history.iter().enumerate() {
        bandit
            .tell(x, *action, *reward)
            .map_err(|error| EngineError::input(format!("history[{at}]"), format!("cannot be used: {error}")))?;
    }
    Ok(())
}
