//! Loaders of the strategic engine.

use super::{Load, Loaded, as_of, opportunities};
use crate::{
    context::RunContext,
    error::JobError,
    runs::engine::{found, found::Findings, maker::Maker},
};
use engines::strategic::{
    Input,
    actions::{Portfolio, Roadmap, Scenarios},
};

/// Loads the open opportunities as bets.
async fn fill(context: &RunContext, input: &mut Input) -> Result<Loaded, JobError> {
    input.as_of = input.as_of.or_else(|| as_of(context));
    if !input.opportunities.is_empty() {
        return Ok(Loaded::default());
    }
    let bets = opportunities::bets(context).await?;
    input.opportunities = bets.opportunities;
    // The amounts are in the currency of the opportunities, regardless of the settings.
    input.currency = bets.currency.clone().or(input.currency.take());
    Ok(Loaded { assumptions: bets.assumptions, currency: bets.currency, ..Loaded::default() })
}

macro_rules! load {
    ($($action:ty),+) => {$(
        impl Load for $action {
            async fn load(context: &RunContext, input: &mut Input) -> Result<Loaded, JobError> {
                fill(context, input).await
            }

            /// A plan consists of opportunities, so it must not become one itself.
            fn findings(
                _context: &RunContext, maker: &Maker, output: &mut Self::Output,
            ) -> Result<Findings, JobError> {
                use engines::action::Output;
                Ok(Findings { insights: found::insights(maker, &output.take_insights())?, ..Findings::default() })
            }
        }
    )+};
}
load!(Portfolio, Scenarios, Roadmap);
