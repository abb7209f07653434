//! Loaders of the competitive engine.

use engines::competitive::{
    Input, OwnQuery,
    actions::{Answers, Discover, Explain, Gap, Share},
};

use super::{super::keyword::load, ANSWER_DAYS, Load, Loaded, answers, as_of, host, serps};
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
    if input.own_queries.is_empty() {
        input.own_queries = own_queries(context).await?;
    }
    Ok(Loaded::default())
}

/// Mean number of days of a month.
const MONTH_DAYS: f64 = 30.4;

/// Loads what Search Console measured of the run's website: rows with impressions; keyword tools have none.
async fn own_queries(context: &RunContext) -> Result<Vec<OwnQuery>, JobError> {
    let Some(website_id) = context.run.website_id else { return Ok(Vec::new()) };
    let found = load::imported(context, website_id).await?;
    let days = found.period_days.filter(|days| *days > 0.0);
    let rows = found.queries.into_iter().filter(|row| row.impressions > 0.0);
    Ok(rows
        .map(|row| OwnQuery {
            query: row.query,
            position: row.position.filter(|position| *position >= 1.0),
            clicks: days.map(|days| row.clicks * MONTH_DAYS / days),
            page: row.page,
        })
        .collect())
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
