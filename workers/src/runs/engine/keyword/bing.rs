//! Queries and pages of Bing Webmaster Tools.

use engines::keyword::{BingPage, BingPages, BingQueries, BingQuery, Input, QueryRow};
use shared::store::imported;
use uuid::Uuid;

use super::super::load::day;
use crate::{context::RunContext, error::JobError};

/// Weeks of a connection that count together: a quarter.
const WEEKS: u64 = 13;
/// Most queries, and most pages, those with the most impressions.
const MOST: i64 = 100_000;

/// Loads the queries of the latest weeks of a connection, or of the latest imported report.
pub(in super::super) async fn queries(context: &RunContext, website_id: Uuid) -> Result<BingQueries, JobError> {
    let found = imported::bing_queries(&context.db, context.run.workspace_id, website_id, WEEKS, MOST).await?;
    let query = |row: imported::BingFigures| BingQuery {
        query: row.subject,
        clicks: count(row.clicks),
        impressions: count(row.impressions),
        position: row.position.filter(|position| *position >= 1.0),
    };
    Ok(BingQueries {
        from: found.first_day.and_then(day),
        to: found.last_day.and_then(day),
        queries: found.figures.into_iter().map(query).collect(),
    })
}

/// Loads the pages of the latest weeks of a connection, or of the latest imported report; `None` without any.
pub(super) async fn pages(context: &RunContext, website_id: Uuid) -> Result<Option<BingPages>, JobError> {
    let found = imported::bing_pages(&context.db, context.run.workspace_id, website_id, WEEKS, MOST).await?;
    let page = |row: imported::BingFigures| BingPage {
        page: row.subject,
        clicks: count(row.clicks),
        impressions: count(row.impressions),
        position: row.position.filter(|position| *position >= 1.0),
    };
    let pages: Vec<BingPage> = found.figures.into_iter().map(page).collect();
    let (from, to) = (found.first_day.and_then(day), found.last_day.and_then(day));
    Ok((!pages.is_empty()).then_some(BingPages { from, to, pages }))
}

/// Adds the queries: analysed if there are no figures of Search Console, otherwise as figures of their own.
pub(super) fn add(found: BingQueries, input: &mut Input) {
    let has_google = input.history.lines().next().is_some()
        || input.queries.iter().any(|row| row.impressions > 0.0 || row.clicks > 0.0);
    if has_google {
        input.bing = Some(found);
        return;
    }
    let BingQueries { from, to, queries } = found;
    input.period_days = from.zip(to).map(|(from, to)| f64::from(to.since(from)) + 1.0);
    (input.observed_from, input.observed_to) = (from, to);
    let row = |row: BingQuery| QueryRow {
        query: row.query,
        clicks: row.clicks,
        impressions: row.impressions,
        position: row.position,
        source: Some("bing_webmaster".to_owned()),
        ..QueryRow::default()
    };
    // Before the rows of keyword tools: the first row of a query names its source.
    input.queries.splice(0..0, queries.into_iter().map(row));
}

#[expect(clippy::cast_precision_loss, reason = "counts of clicks stay far below 2^53")]
fn count(n: i64) -> f64 {
    n as f64
}
