//! Loaders of the competitive engine.

use engines::competitive::{
    Input,
    actions::{Answers, Discover, Explain, Gap, Share},
};

use super::{ANSWER_DAYS, Load, Loaded, answers, as_of, host, serps};
use crate::{context::RunContext, error::JobError};

/// Loads search results, with the volumes of the keyword engine.
async fn fill(context: &RunContext, input: &mut Input) -> Result<Loaded, JobError> {
    input.as_of = input.as_of.or_else(|| as_of(context));
    if input.site.is_empty() {
        input.site = host(context).await?.unwrap_or_default();
    }
    if input.snapshots.is_empty() {
        input.snapshots = serps::snapshots(context).await?;
    }
    if input.volumes.is_empty() {
        input.volumes = serps::volumes(context, &input.snapshots).await?;
    }
    Ok(Loaded::default())
}

macro_rules! load {
    ($($action:ty),+) => {$(
        impl Load for $action {
            async fn load(context: &RunContext, input: &mut Input) -> Result<Loaded, JobError> {
                fill(context, input).await
            }
        }
    )+};
}
load!(Share, Discover, Gap, Explain);

impl Load for Answers {
    // The engine moves the search results out of the input.
    const KEEPS_INPUT: bool = false;

    async fn load(context: &RunContext, input: &mut Self::Input) -> Result<Loaded, JobError> {
        input.as_of = input.as_of.or_else(|| as_of(context));
        if input.site.is_empty() {
            input.site = host(context).await?.unwrap_or_default();
        }
        if input.answers.is_empty() {
            input.answers = answers::answers(context, ANSWER_DAYS).await?;
        }
        if input.rivals.is_empty() {
            input.rivals = answers::rivals(context).await?;
        }
        if input.snapshots.is_empty() {
            input.snapshots = serps::snapshots(context).await?;
        }
        if input.volumes.is_empty() {
            input.volumes = serps::volumes(context, &input.snapshots).await?;
        }
        Ok(Loaded::default())
    }
}
