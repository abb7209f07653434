//! Loaders of the predictive engine.

use engines::predictive::actions::{Forecast, Ranking, Scenarios};

use super::{Load, Loaded, as_of, host, ranks, series};
use crate::{context::RunContext, error::JobError};

impl Load for Forecast {
    async fn load(context: &RunContext, input: &mut Self::Input) -> Result<Loaded, JobError> {
        input.as_of = input.as_of.or_else(|| as_of(context));
        if input.site.is_none() {
            input.site = host(context).await?;
        }
        if input.days.is_empty() {
            input.days = series::days(context).await?;
        }
        Ok(Loaded::default())
    }
}

impl Load for Ranking {
    async fn load(context: &RunContext, input: &mut Self::Input) -> Result<Loaded, JobError> {
        input.as_of = input.as_of.or_else(|| as_of(context));
        if input.keywords.is_empty() {
            input.keywords = ranks::paths(context).await?;
        }
        Ok(Loaded::default())
    }
}

impl Load for Scenarios {
    async fn load(context: &RunContext, input: &mut Self::Input) -> Result<Loaded, JobError> {
        input.as_of = input.as_of.or_else(|| as_of(context));
        if input.site.is_none() {
            input.site = host(context).await?;
        }
        if input.days.is_empty() {
            input.days = series::days(context).await?;
        }
        if input.keywords.is_empty() {
            input.keywords = ranks::paths(context).await?;
        }
        Ok(Loaded::default())
    }
}
