//! Loaders of the pattern engine.

use engines::pattern::{
    GivenSeries,
    actions::{Anomalies, Attribute, ChangePoints, Decompose, Rules},
    decompose::Periods,
};

use super::{Load, Loaded, as_of, changes, host, periods, series};
use crate::{context::RunContext, error::JobError};

/// Days per week.
const WEEK: usize = 7;

impl Load for ChangePoints {
    async fn load(context: &RunContext, input: &mut Self::Input) -> Result<Loaded, JobError> {
        input.as_of = input.as_of.or_else(|| as_of(context));
        if !input.daily.is_empty() {
            return Ok(Loaded::default());
        }
        if input.site.is_none() {
            input.site = host(context).await?;
        }
        input.metric.get_or_insert_with(|| "clicks".to_owned());
        if input.updates.is_empty() {
            input.updates = changes::updates(context).await?;
        }
        input.daily = series::daily(context).await?;
        if input.others.is_empty() {
            input.others = series::others(context).await?;
        }
        Ok(Loaded::default())
    }

    fn describe(input: &Self::Input, output: &mut Self::Output) {
        output.given = series::of_days(&input.daily);
    }
}

impl Load for Decompose {
    async fn load(context: &RunContext, input: &mut Self::Input) -> Result<Loaded, JobError> {
        if input.y.is_empty() {
            (input.first_day, input.y) = series::clicks_from(context).await?;
            if input.period.is_none() && input.periods.is_none() {
                input.period = Some(Periods::One(WEEK));
            }
        }
        Ok(Loaded::default())
    }

    fn describe(input: &Self::Input, output: &mut Self::Output) {
        output.given = Some(GivenSeries { first_day: input.first_day, values: input.y.clone() });
    }
}

impl Load for Anomalies {
    async fn load(context: &RunContext, input: &mut Self::Input) -> Result<Loaded, JobError> {
        if input.y.is_empty() {
            (input.first_day, input.y) = series::clicks_from(context).await?;
            input.season.get_or_insert(WEEK);
        }
        Ok(Loaded::default())
    }

    fn describe(input: &Self::Input, output: &mut Self::Output) {
        output.given = Some(GivenSeries { first_day: input.first_day, values: input.y.clone() });
    }
}

impl Load for Attribute {
    async fn load(context: &RunContext, input: &mut Self::Input) -> Result<Loaded, JobError> {
        input.as_of = input.as_of.or_else(|| as_of(context));
        if input.rows.is_empty() {
            return periods::attribute(context, input).await;
        }
        Ok(Loaded::default())
    }
}

impl Load for Rules {
    async fn load(context: &RunContext, input: &mut Self::Input) -> Result<Loaded, JobError> {
        let mut loaded = Loaded::default();
        input.as_of = input.as_of.or_else(|| as_of(context));
        if input.transactions.is_empty() {
            input.transactions = periods::transactions(context, &mut loaded).await?;
        }
        Ok(loaded)
    }
}
