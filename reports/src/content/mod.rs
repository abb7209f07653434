//! Makes the content of a report from stored data.

mod actions;
mod changes;
mod files;
mod issues;
mod ranks;
mod revenue;
mod search;
mod visits;

use base64::{Engine, prelude::BASE64_STANDARD};
use chrono::{DateTime, Days, NaiveDate, Utc};
use shared::{
    domain::{
        report::{Report, ReportBrand, ReportContent, ReportMissing, ReportPeriod, ReportSection},
        website::Website,
    },
    store::{Db, StoreError, report},
};
use uuid::Uuid;

/// Days by which search data may be late and still end the period: exports are often imported once a month.
const LATE_DAYS: i64 = 45;

/// What a report is made of.
#[derive(Debug, Clone, Copy)]
pub struct Order<'a> {
    /// The report.
    pub report: &'a Report,
    /// Its website.
    pub website: &'a Website,
    /// Time at which it is made.
    pub at: DateTime<Utc>,
}

/// Periods of a report.
#[derive(Debug, Clone, Copy)]
struct Periods {
    current: ReportPeriod,
    previous: ReportPeriod,
}

/// Where figures are read.
#[derive(Debug, Clone, Copy)]
struct Scope<'a> {
    db: &'a Db,
    workspace_id: Uuid,
    website: &'a Website,
    at: DateTime<Utc>,
    periods: Periods,
}

/// Makes the content of a report: the figures of the period and of the previous one.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn make(db: &Db, order: Order<'_>) -> Result<ReportContent, StoreError> {
    let Order { report, website, at } = order;
    let days = search::days(db, report.workspace_id, website.id).await?;
    let periods = periods(report.days, at.date_naive(), days.last().map(|day| day.day));
    let scope = Scope { db, workspace_id: report.workspace_id, website, at, periods };
    let mut content = ReportContent {
        title: report.title.clone(),
        website: website.name.clone(),
        host: website.host.clone(),
        brand: brand(db, report).await?,
        period: periods.current,
        previous: periods.previous,
        made_at: at,
        sections: report.sections.0.clone(),
        search: None,
        visits: None,
        ranks: None,
        issues: None,
        changes: None,
        revenue: None,
        actions: None,
        missing: Vec::new(),
    };
    for section in &report.sections.0 {
        match section {
            ReportSection::Search => content.search = search::section(scope, &days).await?,
            ReportSection::Visits => content.visits = visits::section(scope).await?,
            ReportSection::Ranks => content.ranks = ranks::section(scope).await?,
            ReportSection::Issues => content.issues = issues::section(scope).await?,
            ReportSection::Changes => content.changes = changes::section(scope).await?,
            ReportSection::Revenue => content.revenue = revenue::section(scope).await?,
            ReportSection::Actions => content.actions = actions::section(scope).await?,
        }
    }
    content.missing = missing(&content);
    Ok(content)
}

async fn brand(db: &Db, report: &Report) -> Result<ReportBrand, StoreError> {
    let logo = report::logo(db, report.workspace_id, report.id).await?;
    let logo = logo.map(|(bytes, kind)| format!("data:{kind};base64,{}", BASE64_STANDARD.encode(bytes)));
    Ok(ReportBrand { name: report.brand_name.clone(), accent: report.accent.clone(), logo })
}

/// Returns the period that ends with the last day of search data if that is recent, otherwise yesterday.
fn periods(days: i32, today: NaiveDate, last: Option<NaiveDate>) -> Periods {
    let length = Days::new(u64::from(days.max(1).unsigned_abs()));
    let yesterday = today.pred_opt().unwrap_or(today);
    let recent = last.filter(|last| *last <= yesterday && (yesterday - *last).num_days() <= LATE_DAYS);
    let span = |to: NaiveDate| ReportPeriod { from: to - length + Days::new(1), to };
    let current = span(recent.unwrap_or(yesterday));
    Periods { current, previous: span(current.from - Days::new(1)) }
}

/// Returns what to connect for the chosen sections without data.
fn missing(content: &ReportContent) -> Vec<ReportMissing> {
    let empty = |section: ReportSection| match section {
        ReportSection::Search => content.search.is_none(),
        ReportSection::Visits => content.visits.is_none(),
        ReportSection::Ranks => content.ranks.is_none(),
        ReportSection::Issues => content.issues.is_none(),
        ReportSection::Changes => content.changes.is_none(),
        ReportSection::Revenue => content.revenue.is_none(),
        ReportSection::Actions => content.actions.is_none(),
    };
    let chosen = content.sections.iter().copied().filter(|section| empty(*section));
    chosen
        .map(|section| {
            let (text, path) = advice(section);
            ReportMissing { section, text: text.to_owned(), path: path.to_owned() }
        })
        .collect()
}

const fn advice(section: ReportSection) -> (&'static str, &'static str) {
    match section {
        ReportSection::Search => (
            "No clicks or impressions in this period. Connect Google Search Console or import its export.",
            "/settings?tab=connections",
        ),
        ReportSection::Visits => (
            "No visits in this period. Add the beacon to the website, connect Google Analytics or import its export.",
            "/visits",
        ),
        ReportSection::Ranks => {
            ("No rank was checked in this period. Track keywords and start a rank check, or import ranks.", "/ranks")
        }
        ReportSection::Issues => ("The website has not been crawled. Start a crawl.", "/crawl"),
        ReportSection::Changes => ("No change was recorded in this period. Add changes to the change log.", "/changes"),
        ReportSection::Revenue => {
            ("No leads or revenue in this period. Add a lead form, record revenue or import both.", "/leads")
        }
        ReportSection::Actions => ("There is no open opportunity. Start an analysis.", "/opportunities/discover"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().expect("a day")
    }

    #[test]
    fn period_ends_with_recent_search_data_and_the_previous_one_adjoins() {
        let Periods { current, previous } = periods(28, day("2026-09-30"), Some(day("2026-09-27")));
        assert_eq!((current.from, current.to), (day("2026-08-31"), day("2026-09-27")));
        assert_eq!((previous.from, previous.to), (day("2026-08-03"), day("2026-08-30")));
    }

    #[test]
    fn period_ends_yesterday_without_recent_search_data() {
        for last in [None, Some(day("2026-01-01")), Some(day("2026-10-05"))] {
            assert_eq!(periods(7, day("2026-09-30"), last).current.to, day("2026-09-29"), "{last:?}");
        }
    }
}
