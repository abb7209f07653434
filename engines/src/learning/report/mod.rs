//! Report on the accuracy of forecasts.

mod champion;
mod drift;
mod input;
mod insight;
mod intervals;
mod output;
mod probabilities;
mod versions;

pub use input::{LedgerEntry, ReportInput};
use insight::Scored;
pub use output::{
    ChampionDecision, Drift, IntervalScores, ModelWeight, ProbabilityScores, ReliabilityBin, ReportOutput,
    VersionDecision, VersionScore,
};

use super::{METHOD, METHOD_VERSION};
use crate::common::{Control, EngineError, checkpoint};

/// Default minimum number of outcomes for learning.
pub const LEAST_DUE: u32 = 20;

/// Scores a ledger of forecasts and insights with known outcomes.
///
/// With fewer outcomes than `leastOutcomes` nothing is scored: weights are equal, the champion stays,
/// `learning` is `off`. An empty ledger gives exactly the prior.
///
/// # Errors
/// Returns [`EngineError`] with the field that cannot be used, or [`EngineError::Cancelled`].
pub fn report(input: &ReportInput, control: &dyn Control) -> Result<ReportOutput, EngineError> {
    input::check(input)?;
    checkpoint(control)?;
    let due: Vec<&LedgerEntry> = input.entries.iter().filter(|entry| entry.outcome.is_some()).collect();
    let least = input.least_outcomes.unwrap_or(LEAST_DUE) as usize;
    let is_on = due.len() >= least;
    let used: &[&LedgerEntry] = if is_on { &due } else { &[] };
    let probabilities = probabilities::scores(used);
    let intervals = intervals::scores(used);
    let drift = drift::of(used);
    let weights = champion::weights(&input.entries, used);
    let champion = champion::decide(input, used);
    let versions = versions::scores(input);
    Ok(ReportOutput {
        learning: if is_on { "on" } else { "off" }.to_owned(),
        outcomes: due.len() as u64,
        open: (input.entries.len() - due.len()) as u64,
        insights: insight::write(
            input,
            &Scored {
                probabilities: probabilities.as_ref(),
                intervals: intervals.as_ref(),
                drift: drift.as_ref(),
                champion: champion.as_ref(),
                versions: &versions,
            },
        ),
        probabilities,
        intervals,
        drift,
        weights,
        champion,
        versions,
        assumptions: vec![
            "The ledger contains every forecast that is due, right or wrong.".to_owned(),
            "Every forecast was made before its outcome was known.".to_owned(),
        ],
        notes: Vec::new(),
        needs: needs(due.len(), least),
        method: METHOD.to_owned(),
        method_version: METHOD_VERSION.to_owned(),
    })
}

fn needs(outcomes: usize, least: usize) -> Vec<String> {
    if outcomes >= least {
        return Vec::new();
    }
    vec![format!("{} more forecasts with an outcome: at least {least} are needed.", least - outcomes)]
}
