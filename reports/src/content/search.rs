//! Search results.

use chrono::NaiveDate;
use shared::{
    domain::report::{ReportDay, ReportPeriod, ReportSearch, ReportSearchFigures, ReportSource, ReportTopRow},
    store::{
        Db, StoreError,
        daily::{self, TopBy, TopRow},
    },
};
use uuid::Uuid;

use super::Scope;

const MOST: i64 = 10;

/// A day of the website.
#[derive(Debug, Clone, Copy)]
pub(super) struct Day {
    pub(super) day: NaiveDate,
    clicks: i64,
    impressions: i64,
    position: Option<f64>,
}

/// Returns all days with search data, in order.
pub(super) async fn days(db: &Db, workspace_id: Uuid, website_id: Uuid) -> Result<Vec<Day>, StoreError> {
    let found = daily::daily(db, workspace_id, website_id).await?;
    let day = |one: &shared::domain::daily::SiteDay| {
        let figures = one.figures;
        let day = one.day.parse().ok()?;
        Some(Day { day, clicks: figures.clicks, impressions: figures.impressions, position: figures.position })
    };
    Ok(found.iter().filter_map(day).collect())
}

pub(super) async fn section(scope: Scope<'_>, days: &[Day]) -> Result<Option<ReportSearch>, StoreError> {
    let (current, previous) = (scope.periods.current, scope.periods.previous);
    let within = |period: ReportPeriod| {
        days.iter().copied().filter(move |day| period.from <= day.day && day.day <= period.to).collect::<Vec<_>>()
    };
    let (now, before) = (within(current), within(previous));
    let Some(last) = now.last() else { return Ok(None) };
    let top = async |by| -> Result<Vec<ReportTopRow>, StoreError> {
        let of = (scope.workspace_id, scope.website.id);
        let rows = daily::top(scope.db, of, (previous.from, current.from, current.to), by, MOST).await?;
        Ok(rows.into_iter().map(row).collect())
    };
    // A period that the data cover in part only is no fair comparison.
    let is_covered = last.day == current.to && before.first().is_some_and(|day| day.day == previous.from);
    Ok(Some(ReportSearch {
        source: ReportSource { name: "Google Search Console".to_owned(), as_of: last.day },
        current: sum(&now),
        previous: is_covered.then(|| sum(&before)),
        days: now
            .iter()
            .map(|one| ReportDay { day: one.day, clicks: one.clicks, impressions: one.impressions })
            .collect(),
        queries: top(TopBy::Query).await?,
        pages: top(TopBy::Page).await?,
    }))
}

#[expect(clippy::cast_precision_loss, reason = "impressions stay far below 2^53")]
fn sum(days: &[Day]) -> ReportSearchFigures {
    let (mut clicks, mut impressions, mut weighted, mut weight) = (0, 0, 0.0, 0);
    for day in days {
        clicks += day.clicks;
        impressions += day.impressions;
        if let Some(position) = day.position {
            weighted += position * day.impressions as f64;
            weight += day.impressions;
        }
    }
    figures(clicks, impressions, weighted, weight)
}

#[expect(clippy::cast_precision_loss, reason = "impressions stay far below 2^53")]
fn figures(clicks: i64, impressions: i64, weighted: f64, weight: i64) -> ReportSearchFigures {
    let ctr = (impressions > 0).then(|| clicks as f64 / impressions as f64);
    let position = (weight > 0).then(|| weighted / weight as f64);
    ReportSearchFigures { clicks, impressions, ctr, position }
}

fn row(row: TopRow) -> ReportTopRow {
    ReportTopRow {
        current: figures(row.clicks, row.impressions, row.weighted.unwrap_or_default(), row.weight),
        previous: figures(
            row.previous_clicks,
            row.previous_impressions,
            row.previous_weighted.unwrap_or_default(),
            row.previous_weight,
        ),
        name: row.name,
    }
}
