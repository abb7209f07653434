//! Loaders of the causal engine.

use engines::causal::{
    actions::{Citations, Discover, Experiment, Impact, Power, Treatment},
    impact,
};

use super::{Load, Loaded, answers, as_of, callers_own, changes, host, series};
use crate::{context::RunContext, error::JobError};

/// Number of placebo tests before the real change.
const PLACEBOS: usize = 8;
/// Days before the run whose AI answers are read.
const ANSWER_DAYS: i64 = 400;
/// Days after a change for the power analysis.
const DAYS_AFTER: usize = 28;

callers_own!(Discover, Treatment);

impl Load for Impact {
    async fn load(context: &RunContext, input: &mut Self::Input) -> Result<Loaded, JobError> {
        input.as_of = input.as_of.or_else(|| as_of(context));
        if input.y.is_empty() {
            changes::impact(context, input).await?;
        }
        Ok(Loaded::default())
    }

    fn parameters() -> impact::Parameters {
        impact::Parameters { placebos: PLACEBOS, ..impact::Parameters::default() }
    }
}

impl Load for Citations {
    async fn load(context: &RunContext, input: &mut Self::Input) -> Result<Loaded, JobError> {
        input.as_of = input.as_of.or_else(|| as_of(context));
        if input.site.is_empty() {
            input.site = host(context).await?.unwrap_or_default();
        }
        if input.answers.is_empty() {
            input.answers = answers::answers(context, ANSWER_DAYS).await?;
        }
        changes::citations(context, input).await?;
        Ok(Loaded::default())
    }

    fn parameters() -> impact::Parameters {
        impact::Parameters { placebos: PLACEBOS, ..impact::Parameters::default() }
    }
}

impl Load for Power {
    async fn load(context: &RunContext, input: &mut Self::Input) -> Result<Loaded, JobError> {
        if input.y.is_empty() {
            input.y = series::clicks_from(context).await?.1;
        }
        if input.post_steps == 0 {
            input.post_steps = DAYS_AFTER;
        }
        Ok(Loaded::default())
    }
}

impl Load for Experiment {
    async fn load(context: &RunContext, input: &mut Self::Input) -> Result<Loaded, JobError> {
        input.as_of = input.as_of.or_else(|| as_of(context));
        if input.pages.is_empty() && input.sites.is_empty() {
            changes::experiment(context, input).await?;
        }
        Ok(Loaded::default())
    }
}
