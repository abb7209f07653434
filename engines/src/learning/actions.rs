//! Actions of the learning engine.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{CalibrateInput, CalibrateOutput, CurvesInput, CurvesOutput, ReportInput, ReportOutput, bandit};
use crate::action::{Data, Need, NoParameters, Seed, SessionAction, SessionOf, action, output};
use crate::common::EngineError;

output! {
    ReportOutput { insights assumptions }
    CalibrateOutput { }
    CurvesOutput { insights assumptions }
    Chosen { }
}

action! {
    /// Reports the accuracy of forecasts and insights.
    Report = Learning "report", "Accuracy of past forecasts and insights, and the assumptions that were wrong.";
    ReportInput, NoParameters => ReportOutput;
    reads [Outcomes];
    needs [Need::any(Data::Outcomes)];
    |input, _parameters, control| super::report(input, control)
}

action! {
    /// Corrected probabilities.
    Calibrate = Learning "calibrate", "Calibrates probabilities with the outcomes of earlier forecasts.";
    CalibrateInput, NoParameters => CalibrateOutput;
    |input, _parameters, control| super::calibrate(input, control)
}

action! {
    /// Chooses the next action of a bandit.
    Bandit = Learning "bandit", "Chooses the next action (contextual bandit): one context a line, then its reward; each line is answered before the next is read.";
    Round, Seed => Chosen;
    answer SessionOf::<Bandit>::SESSION;
    |input, parameters, _control| {
        let mut state = Bandit::begin(Some(parameters.seed));
        let chosen = Bandit::next(&mut state, input.clone())?;
        chosen.ok_or_else(|| EngineError::input("reward", "alone is no question"))
    }
}

/// A context to choose an action in, or the reward of the last action.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Round {
    /// The context: features of the situation, as many in each round.
    pub x: Vec<f64>,
    /// Number of actions to choose from, the same in each round.
    #[schemars(range(min = 2, max = 1000))]
    pub n_actions: Option<usize>,
    /// Previous rounds, oldest first, for a question without a session; at most 2,000.
    #[schemars(length(max = 2000))]
    pub history: Vec<PastRound>,
    /// On a separate line: the reward of the last action.
    pub reward: Option<f64>,
}

/// An action taken in a context, and its reward.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PastRound {
    /// The context.
    pub x: Vec<f64>,
    /// The chosen action, from 0.
    pub action: usize,
    /// Its reward.
    pub reward: f64,
}

/// The chosen action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Chosen {
    /// The action, from 0.
    pub action: usize,
}

impl SessionAction for Bandit {
    type State = bandit::Rounds;

    fn begin(seed: Option<u64>) -> bandit::Rounds {
        bandit::Rounds::new(seed.unwrap_or(Seed::default().seed))
    }

    fn next(rounds: &mut bandit::Rounds, round: Round) -> Result<Option<Chosen>, EngineError> {
        rounds.next(round)
    }
}

action! {
    /// Learns CTR curves and conversion rates.
    Curves = Learning "curves", "CTR curves and conversion rates of your own sites, combined with published ones.";
    CurvesInput, NoParameters => CurvesOutput;
    reads [SearchQueries];
    needs [Need::any(Data::SearchQueries)];
    |input, _parameters, control| super::curves(input, control)
}
