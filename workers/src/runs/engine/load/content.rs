//! Loaders of the content engine: the caller provides the brief and the facts.

use engines::content::actions::{Brief, Compose, Revise, Score, Verify};

use super::{Load, Loaded, as_of, pages};
use crate::{context::RunContext, error::JobError};

impl Load for Brief {
    async fn load(context: &RunContext, input: &mut Self::Input) -> Result<Loaded, JobError> {
        input.as_of = input.as_of.or_else(|| as_of(context));
        if input.winners.is_empty() {
            input.winners = pages::winners(context, &input.query).await?;
        }
        Ok(Loaded::default())
    }
}

macro_rules! load {
    ($($action:ty),+) => {$(
        impl Load for $action {
            async fn load(context: &RunContext, input: &mut Self::Input) -> Result<Loaded, JobError> {
                input.as_of = input.as_of.or_else(|| as_of(context));
                Ok(Loaded::default())
            }
        }
    )+};
}
load!(Compose, Score, Revise);

/// The caller provides sentences and facts.
impl Load for Verify {
    async fn load(_context: &RunContext, _input: &mut Self::Input) -> Result<Loaded, JobError> {
        Ok(Loaded::default())
    }
}
