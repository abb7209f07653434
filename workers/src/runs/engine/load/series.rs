//! Loads daily figures.

use chrono::NaiveDate;
use engines::{
    common::Day,
    pattern::{DayFigure, GivenSeries, OtherSite},
    predictive::TrafficDay,
};
use shared::{
    domain::{daily::SiteDay, website::WebsiteKind},
    store::{daily, website},
};

use super::{count, date, day};
use crate::{context::RunContext, error::JobError};

/// Maximum number of other websites.
const MOST_OTHERS: usize = 20;

/// Loads the run's website by day.
async fn site_days(context: &RunContext) -> Result<Vec<SiteDay>, JobError> {
    match context.run.website_id {
        Some(id) => Ok(daily::daily(&context.db, context.run.workspace_id, id).await?),
        None => Ok(Vec::new()),
    }
}

/// First and last of its days; `None` without daily data.
pub(super) async fn span(context: &RunContext) -> Result<Option<(NaiveDate, NaiveDate)>, JobError> {
    let days = site_days(context).await?;
    let known = || days.iter().filter_map(|day| day.day.parse().ok());
    Ok(known().min().zip(known().max()))
}

/// Loads its clicks and impressions by day.
pub(super) async fn days(context: &RunContext) -> Result<Vec<TrafficDay>, JobError> {
    let days = site_days(context).await?;
    let row = |known: &SiteDay| {
        let (clicks, impressions) = (count(known.figures.clicks), count(known.figures.impressions));
        Some(TrafficDay { date: Day::parse(&known.day)?, clicks: Some(clicks), impressions: Some(impressions) })
    };
    Ok(days.iter().filter_map(row).collect())
}

/// Clicks of every day from the first to the last; days that the export omits are missing.
#[derive(Debug)]
pub(super) struct Clicks {
    pub(super) first: NaiveDate,
    pub(super) y: Vec<Option<f64>>,
}

/// Loads the clicks of the run's website; `None` without daily data.
pub(super) async fn clicks(context: &RunContext) -> Result<Option<Clicks>, JobError> {
    let days = site_days(context).await?;
    Ok(dense(days.iter().filter_map(|day| Some((day.day.parse().ok()?, day.figures.clicks)))))
}

/// Returns one row per day.
pub(super) fn dense(days: impl Iterator<Item = (NaiveDate, i64)>) -> Option<Clicks> {
    let known: std::collections::BTreeMap<NaiveDate, i64> = days.collect();
    let (first, last) = (*known.keys().next()?, *known.keys().next_back()?);
    let y = first
        .iter_days()
        .take_while(|day| *day <= last)
        .map(|day| known.get(&day).map(|clicks| count(*clicks)))
        .collect();
    Some(Clicks { first, y })
}

/// Returns the first day and the clicks of each day from it; empty without daily data.
pub(super) async fn clicks_from(context: &RunContext) -> Result<(Option<Day>, Vec<Option<f64>>), JobError> {
    Ok(clicks(context).await?.map_or_else(Default::default, |clicks| (day(clicks.first), clicks.y)))
}

/// Returns its clicks with dates.
pub(super) async fn daily(context: &RunContext) -> Result<Vec<DayFigure>, JobError> {
    Ok(dated(&site_days(context).await?))
}

fn dated(days: &[SiteDay]) -> Vec<DayFigure> {
    let figure =
        |known: &SiteDay| Some(DayFigure { date: Day::parse(&known.day)?, value: Some(count(known.figures.clicks)) });
    days.iter().filter_map(figure).collect()
}

/// Converts dated figures to a series with one value per day; `None` if empty.
pub(super) fn of_days(days: &[DayFigure]) -> Option<GivenSeries> {
    let known: std::collections::BTreeMap<NaiveDate, Option<f64>> =
        days.iter().filter_map(|one| Some((date(one.date)?, one.value))).collect();
    let (first, last) = (*known.keys().next()?, *known.keys().next_back()?);
    let values = first.iter_days().take_while(|day| *day <= last).map(|day| known.get(&day).copied().flatten());
    Some(GivenSeries { first_day: day(first), values: values.collect() })
}

/// Loads the days of the workspace's other websites, to detect changes that affected all.
pub(super) async fn others(context: &RunContext) -> Result<Vec<OtherSite>, JobError> {
    let workspace_id = context.run.workspace_id;
    let mut found = Vec::new();
    for site in website::list(&context.db, workspace_id, None).await? {
        let is_another = Some(site.id) != context.run.website_id && site.kind == WebsiteKind::Own;
        if !is_another || site.last_import_at.is_none() || found.len() == MOST_OTHERS {
            continue;
        }
        let days = daily::daily(&context.db, workspace_id, site.id).await?;
        if !days.is_empty() {
            found.push(OtherSite { site: site.host, daily: dated(&days) });
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_days_leaves_missing_days_empty() {
        let figure = |date: &str, value| DayFigure { date: Day::parse(date).expect("a day"), value: Some(value) };
        let series = of_days(&[figure("2026-01-03", 6.0), figure("2026-01-01", 4.0)]).expect("a series");
        assert_eq!((series.first_day, series.values), (Day::parse("2026-01-01"), vec![Some(4.0), None, Some(6.0)]));
        assert!(of_days(&[]).is_none());
    }

    #[test]
    fn dense_leaves_missing_days_empty() {
        let day = |text: &str| text.parse().expect("day");
        let clicks = dense([(day("2026-02-28"), 3), (day("2026-03-02"), 5)].into_iter()).expect("days");
        assert_eq!(clicks.first, day("2026-02-28"));
        assert_eq!(clicks.y, [Some(3.0), None, Some(5.0)]);
        assert!(dense(std::iter::empty()).is_none());
    }
}
