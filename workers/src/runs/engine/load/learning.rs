//! Loaders of the learning engine.

use engines::learning::actions::{Bandit, Calibrate, Curves, Report};
use shared::store::forecast::Outcomes;

use super::{Load, Loaded, as_of, callers_own, clicks, ledger};
use crate::{context::RunContext, error::JobError};

// The caller provides the rounds of the bandit and the probabilities to calibrate.
callers_own!(Bandit, Calibrate);

impl Load for Report {
    async fn load(context: &RunContext, input: &mut Self::Input) -> Result<Loaded, JobError> {
        input.as_of = input.as_of.or_else(|| as_of(context));
        if !input.entries.is_empty() {
            return Ok(Loaded::default());
        }
        let outcomes = ledger::settled(context).await?;
        input.entries = ledger::entries(context, &outcomes).await?;
        if input.champions.is_empty() {
            input.champions = ledger::champions(context).await?;
        }
        let effects = if outcomes.is_empty() { Vec::new() } else { vec![Outcomes(outcomes).into()] };
        Ok(Loaded { effects, ..Loaded::default() })
    }
}

impl Load for Curves {
    async fn load(context: &RunContext, input: &mut Self::Input) -> Result<Loaded, JobError> {
        input.as_of = input.as_of.or_else(|| as_of(context));
        if input.clicks.is_empty() {
            input.clicks = clicks::by_position(context).await?;
        }
        Ok(Loaded::default())
    }
}
