//! The bandit line by line: a context is answered with an action, a reward is taken in.

use serde::Deserialize;
use serde_json::{Value, json};

use super::policy::Bandit;
use crate::command::{Body, Fault, Session, read};

/// Start of the random numbers where none is given.
const SEED: u64 = 20_260_101;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    x: Vec<f64>,
    n_actions: usize,
    /// Rounds of before, which whoever has no session tells with each question.
    #[serde(default)]
    history: Vec<Round>,
}

/// What was done in a context and what it brought.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Round {
    x: Vec<f64>,
    action: usize,
    reward: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Reward {
    reward: f64,
}

/// Rounds that one question may tell: some seconds of work.
const MOST_TOLD: usize = 2_000;

struct Rounds {
    seed: u64,
    bandit: Option<Bandit>,
}

/// Takes the rounds in, in their order; an error names the round.
fn remember(bandit: &mut Bandit, history: &[Round]) -> Result<(), Fault> {
    if history.len() > MOST_TOLD {
        let detail = format!("`history` holds {} rounds, at most {MOST_TOLD} are read: give the latest", history.len());
        return Err(Fault::new("too-large", detail));
    }
    for (at, Round { x, action, reward }) in history.iter().enumerate() {
        let told = bandit.tell(x, *action, *reward);
        told.map_err(|error| Fault::case(format!("`history[{at}]`: {error}")))?;
    }
    Ok(())
}

/// A session that knows nothing yet.
pub(in super::super) fn begin(seed: Option<u64>) -> Box<dyn Session> {
    Box::new(Rounds { seed: seed.unwrap_or(SEED), bandit: None })
}

impl Session for Rounds {
    fn next(&mut self, body: Body) -> Result<Option<Value>, Fault> {
        if body.contains_key("reward") {
            let told: Reward = read(body)?;
            let Some(bandit) = &mut self.bandit else {
                return Err(Fault::case("a `reward` came before any context"));
            };
            bandit.reward(told.reward)?;
            return Ok(None);
        }
        let question: Question = read(body)?;
        let bandit = match self.bandit.take() {
            Some(bandit) if bandit.actions() == question.n_actions => bandit,
            Some(bandit) => {
                let detail = format!("`n_actions` is {}, it was {} before", question.n_actions, bandit.actions());
                self.bandit = Some(bandit);
                return Err(Fault::case(detail));
            }
            None => Bandit::new(question.n_actions, self.seed)?,
        };
        let bandit = self.bandit.insert(bandit);
        remember(bandit, &question.history)?;
        let action = bandit.choose(&question.x)?;
        Ok(Some(json!({ "action": action })))
    }
}
