//! Loaders of the local engine.

use engines::local::{
    Input, Overrides,
    actions::{Explain, Scan, Score, Tenants},
};

use super::{Load, Loaded, as_of, market};
use crate::{context::RunContext, error::JobError};

/// Loads imported rate cards and SERPs, if the caller gives no overrides.
async fn overrides(context: &RunContext, given: &mut Overrides) -> Result<(), JobError> {
    if *given == Overrides::default() {
        *given = market::overrides(context).await?;
    }
    Ok(())
}

async fn fill(context: &RunContext, input: &mut Input) -> Result<Loaded, JobError> {
    input.as_of = input.as_of.or_else(|| as_of(context));
    overrides(context, &mut input.overrides).await?;
    Ok(Loaded::default())
}

impl Load for Scan {
    async fn load(context: &RunContext, input: &mut Input) -> Result<Loaded, JobError> {
        fill(context, input).await
    }
}

impl Load for Score {
    async fn load(context: &RunContext, input: &mut Input) -> Result<Loaded, JobError> {
        fill(context, input).await
    }
}

impl Load for Explain {
    async fn load(context: &RunContext, input: &mut Self::Input) -> Result<Loaded, JobError> {
        input.as_of = input.as_of.or_else(|| as_of(context));
        overrides(context, &mut input.overrides).await?;
        Ok(Loaded::default())
    }
}

impl Load for Tenants {
    async fn load(context: &RunContext, input: &mut Self::Input) -> Result<Loaded, JobError> {
        input.as_of = input.as_of.or_else(|| as_of(context));
        Ok(Loaded::default())
    }
}
