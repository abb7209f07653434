//! Leads per click from search, of imports.

use chrono::NaiveDate;
use sqlx_macros::FromRow;
use uuid::Uuid;

use super::current;
use crate::store::{Executor, Result, daily, macros::*, measured::SearchConversions};

#[derive(Debug, FromRow)]
struct Leads {
    first_day: Option<NaiveDate>,
    last_day: Option<NaiveDate>,
    sourced: i64,
    of_search: i64,
    leads: i64,
}

// Leads of ads are never of search results. Files without sources do not separate the others.
const LEADS: &str = current!(
    "MIN(r.day) AS first_day, MAX(r.day) AS last_day,
     CAST(COALESCE(SUM(CASE WHEN r.source IS NULL THEN 0 ELSE 1 END), 0) AS BIGINT) AS sourced,
     CAST(COALESCE(SUM(CASE WHEN LOWER(r.source) LIKE '%organic%' OR LOWER(r.source) LIKE '%seo%'
       OR LOWER(r.source) LIKE '%search%' OR LOWER(r.source) IN ('google', 'bing', 'duckduckgo', 'yahoo')
       THEN 1 ELSE 0 END), 0) AS BIGINT) AS of_search,
     COUNT(*) AS leads",
    "leads",
    " AND r.day >= $3 AND r.day <= $4 AND LOWER(COALESCE(r.status, '')) NOT IN ('spam', 'duplicate', 'test')
      AND LOWER(COALESCE(r.source, '')) NOT LIKE '%paid%' AND LOWER(COALESCE(r.source, '')) NOT LIKE '%ads%'"
);

/// Returns the imported leads from search and the clicks of Search Console, in the days from `from` to `to` that both have;
/// `None` if one of them is missing, or if the leads have sources and none is search. Leads without any source are all taken.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn lead_rate(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid, (from, to): (NaiveDate, NaiveDate),
) -> Result<Option<SearchConversions>> {
    let mut executor = executor.into();
    let span = query_opt!(executor, Leads, LEADS, workspace_id, website_id, from, to)?;
    let Some((first, last)) = span.and_then(|span| Some((span.first_day?, span.last_day?))) else { return Ok(None) };
    let days = daily::daily(&mut executor, workspace_id, website_id).await?;
    let days = days.iter().filter_map(|one| Some((one.day.parse::<NaiveDate>().ok()?, one.figures.clicks)));
    let days: Vec<(NaiveDate, i64)> = days.filter(|(day, _)| (first..=last).contains(day)).collect();
    let (Some((first_day, _)), Some((last_day, _))) = (days.first().copied(), days.last().copied()) else {
        return Ok(None);
    };
    let leads = query_opt!(executor, Leads, LEADS, workspace_id, website_id, first_day, last_day)?;
    let count = leads.map_or(0, |found| if found.sourced > 0 { found.of_search } else { found.leads });
    let visits: i64 = days.iter().map(|(_, clicks)| clicks).sum();
    #[expect(clippy::cast_precision_loss, reason = "leads stay far below 2^53")]
    let conversions = count as f64;
    Ok((visits > 0 && count > 0).then_some(SearchConversions { visits, conversions, first_day, last_day }))
}
