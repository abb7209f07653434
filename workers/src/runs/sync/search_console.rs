//! Search Console: sixteen months at first, then new days and days that were preliminary.
//!
//! One call returns the totals of every day, so that only days with data are asked for. Each window of days has these totals,
//! the totals of each page, and the rows of query and page. Rows of queries leave out rare queries, so totals are never sums
//! of them.

use std::collections::BTreeMap;

use chrono::{Days, Months, NaiveDate};
use providers::{
    provider::ProviderClient,
    search_console::{AnalyticsQuery, DayRange, DayState, Dimension, Row, SearchConsole, day_state, plan},
};
use shared::{
    domain::sync::{BatchPart, BatchSource, Span},
    store::{import, import::SearchLine, sync},
    words::counted,
};
use uuid::Uuid;

use super::{Fetched, Source, count, fill::Fill, stop::Stop, tell, today};

/// Days of a window whose figures are final.
const WINDOW_DAYS: u32 = 7;
/// Months for which Search Console stores data.
const MONTHS: Months = Months::new(16);
/// Days of the report of queries.
const REPORTED: Days = Days::new(90);
/// Pages of 25,000 rows of one window at most; Search Console has about 50,000 rows of a day.
const MOST_PAGES: usize = 100;

/// Days to fetch at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Window {
    range: DayRange,
    is_preliminary: bool,
}

/// Which days are published.
#[derive(Debug, Clone, PartialEq)]
struct Published {
    /// First day whose figures may still change.
    incomplete_from: NaiveDate,
    /// Totals of the site; days without data are missing.
    totals: BTreeMap<NaiveDate, Row>,
}

pub(super) async fn fetch(source: &Source<'_>) -> Result<Fetched, Stop> {
    let context = source.context;
    let console = SearchConsole::connect(&source.opened.access())?;
    let today = today();
    let published = published(&console, &source.target.property, today).await?;
    let mut import_id = source.import_id;
    let stored = match import_id {
        // What an attempt left that was killed.
        Some(id) => {
            import::delete_batch(&context.db, id, None).await?;
            sync::stored_days(&context.db, id).await?
        }
        None => sync::StoredDays::new(),
    };
    let windows = windows(today, &stored, &published);
    if let Some(from) = windows.iter().map(|window| window.range.from).chain(stored.keys().copied()).min() {
        sync::note_plan(&context.db, &source.target, from).await?;
    }
    let total: i64 = windows.iter().map(|window| days(window.range)).sum();
    let mut fetched = Fetched { is_first: stored.is_empty(), ..Fetched::default() };
    for window in windows {
        let DayRange { from, to } = window.range;
        tell(context, fetched.days, total, &format!("{from} to {to}: {} so far", counted(fetched.rows, "row", "rows")));
        let (filled, rows) = fill_window(source, &console, import_id, window, &published).await?;
        import_id = Some(filled);
        fetched.rows += rows;
        fetched.days += days(window.range);
    }
    if fetched.days > 0 {
        fetched.report = Some(report(source, &console, import_id, &published).await?);
    }
    Ok(fetched)
}

fn days(range: DayRange) -> i64 {
    (range.to - range.from).num_days() + 1
}

/// Asks which days have data, and which of them are preliminary.
async fn published(console: &SearchConsole, site: &str, today: NaiveDate) -> Result<Published, Stop> {
    let from = today.checked_sub_months(MONTHS).unwrap_or(today);
    let query = AnalyticsQuery::new(from, today, vec![Dimension::Date]);
    let page = console.page(site, &query, 0).await?.value;
    let is_preliminary = |day: &NaiveDate| day_state(*day, page.first_incomplete, today) == DayState::Preliminary;
    let incomplete_from = from.iter_days().take_while(|day| *day <= today).find(is_preliminary).unwrap_or(today);
    let totals = page.rows.into_iter().filter_map(|row| Some((row.date?, row))).collect();
    Ok(Published { incomplete_from, totals })
}

/// Returns the days to fetch, newest first. A preliminary day is a window of its own, so that its final figures replace it.
fn windows(today: NaiveDate, stored: &sync::StoredDays, published: &Published) -> Vec<Window> {
    let Published { incomplete_from, totals } = published;
    let Some((first, _)) = totals.first_key_value() else { return Vec::new() };
    let is_known = |day: &NaiveDate| day < first || day >= incomplete_from || stored.get(day) == Some(&true);
    let oldest = today.checked_sub_months(MONTHS).unwrap_or(today);
    let known = oldest.iter_days().take_while(|day| *day <= today).filter(is_known);
    let states: BTreeMap<NaiveDate, DayState> = known.map(|day| (day, DayState::Final)).collect();
    let preliminary = totals.range(incomplete_from..).rev().map(|(day, _)| DayRange { from: *day, to: *day });
    let finals = plan(today, &states, WINDOW_DAYS).into_iter();
    let finals = finals.filter(|range| totals.range(range.from..=range.to).next().is_some());
    preliminary
        .map(|range| Window { range, is_preliminary: true })
        .chain(finals.map(|range| Window { range, is_preliminary: false }))
        .collect()
}

async fn fill_window(
    source: &Source<'_>, console: &SearchConsole, import_id: Option<Uuid>, window: Window, published: &Published,
) -> Result<(Uuid, i64), Stop> {
    let DayRange { from, to } = window.range;
    let mut fill = Fill::begin(source, import_id, BatchSource::SearchConsole, BatchPart::Days).await?;
    for (_, row) in published.totals.range(from..=to) {
        fill.add(&line("date", row)).await?;
    }
    let groups = [
        ("page", vec![Dimension::Date, Dimension::Page]),
        ("detail", vec![Dimension::Date, Dimension::Query, Dimension::Page]),
    ];
    for (dimension, dimensions) in groups {
        let query = AnalyticsQuery::new(from, to, dimensions);
        fill_rows(source, console, &query, dimension, &mut fill).await?;
    }
    let import_id = fill.import_id();
    Ok((import_id, fill.commit(Span { from, to }, window.is_preliminary, (0, 0, 0)).await?))
}

/// Adds every row of a query, page by page.
async fn fill_rows(
    source: &Source<'_>, console: &SearchConsole, query: &AnalyticsQuery, dimension: &'static str, fill: &mut Fill<'_>,
) -> Result<i64, Stop> {
    let mut fetched = 0;
    for _ in 0..MOST_PAGES {
        let called = console.page(&source.target.property, query, fetched).await?;
        fill.received(called.call.body.len());
        let rows = called.value.rows;
        for row in &rows {
            fill.add(&line(dimension, row)).await?;
        }
        fetched += rows.len() as u64;
        if rows.len() < query.page_rows as usize {
            break;
        }
    }
    Ok(count(fetched))
}

fn line<'a>(dimension: &'static str, row: &'a Row) -> SearchLine<'a> {
    SearchLine {
        dimension,
        period: "current",
        query: row.query.as_deref(),
        page: row.page.as_deref(),
        date: row.date,
        facet: row.country.as_deref().or(row.device.as_deref()),
        clicks: count(row.clicks),
        impressions: count(row.impressions),
        position: Some(row.position),
    }
}

/// Stores the sums of the last 90 final days, as an export has them: by query, page, country and device. Returns clicks
/// and number of queries.
async fn report(
    source: &Source<'_>, console: &SearchConsole, import_id: Option<Uuid>, published: &Published,
) -> Result<(i64, i64), Stop> {
    let to = published.incomplete_from.pred_opt().unwrap_or(published.incomplete_from);
    let from = published.incomplete_from.checked_sub_days(REPORTED).unwrap_or(to);
    source.context.progress(99, "fetching", "Sums of queries over 90 days");
    let mut fill = Fill::begin(source, import_id, BatchSource::SearchConsole, BatchPart::Report).await?;
    let mut queries = 0;
    let groups = [
        ("query", Dimension::Query),
        ("page", Dimension::Page),
        ("country", Dimension::Country),
        ("device", Dimension::Device),
    ];
    for (dimension, by) in groups {
        let query = AnalyticsQuery::new(from, to, vec![by]);
        let rows = fill_rows(source, console, &query, dimension, &mut fill).await?;
        if by == Dimension::Query {
            queries = rows;
        }
    }
    let totals = console.totals(&source.target.property, &AnalyticsQuery::new(from, to, Vec::new())).await?.value;
    let (clicks, impressions) = (count(totals.clicks), count(totals.impressions));
    fill.commit(Span { from, to }, false, (queries, clicks, impressions)).await?;
    Ok((clicks, queries))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().expect("a day")
    }

    fn published(first: &str) -> Published {
        let days = day(first).iter_days().take_while(|date| *date <= day("2026-11-22"));
        let totals = days.map(|date| (date, Row { date: Some(date), ..Row::default() })).collect();
        Published { incomplete_from: day("2026-11-21"), totals }
    }

    fn ranges(windows: &[Window]) -> Vec<(String, String, bool)> {
        windows.iter().map(|w| (w.range.from.to_string(), w.range.to.to_string(), w.is_preliminary)).collect()
    }

    fn expected<const N: usize>(ranges: [(&str, &str, bool); N]) -> Vec<(String, String, bool)> {
        ranges.map(|(from, to, is_preliminary)| (from.to_owned(), to.to_owned(), is_preliminary)).to_vec()
    }

    #[test]
    fn windows_have_preliminary_days_alone_and_final_days_by_week() {
        let found = windows(day("2026-11-23"), &sync::StoredDays::new(), &published("2026-11-09"));
        let weeks = [
            ("2026-11-22", "2026-11-22", true),
            ("2026-11-21", "2026-11-21", true),
            ("2026-11-14", "2026-11-20", false),
            ("2026-11-09", "2026-11-13", false),
        ];
        assert_eq!(ranges(&found), expected(weeks));
    }

    #[test]
    fn windows_of_an_increment_have_days_that_became_final_and_preliminary_ones() {
        let first = day("2026-01-01");
        let mut stored: sync::StoredDays =
            first.iter_days().take_while(|date| *date <= day("2026-11-18")).map(|date| (date, true)).collect();
        stored.extend([(day("2026-11-19"), false), (day("2026-11-20"), false), (day("2026-11-21"), false)]);
        let found = windows(day("2026-11-23"), &stored, &published("2026-01-01"));
        let days = [
            ("2026-11-22", "2026-11-22", true),
            ("2026-11-21", "2026-11-21", true),
            ("2026-11-19", "2026-11-20", false),
        ];
        assert_eq!(ranges(&found), expected(days));
    }

    #[test]
    fn windows_without_data_are_not_fetched() {
        let nothing = Published { incomplete_from: day("2026-11-21"), totals: BTreeMap::new() };
        assert_eq!(windows(day("2026-11-23"), &sync::StoredDays::new(), &nothing), []);
        let mut gap = published("2026-10-01");
        gap.totals.retain(|date, _| *date < day("2026-10-03") || *date > day("2026-11-19"));
        let found = windows(day("2026-11-23"), &sync::StoredDays::new(), &gap);
        let finals: Vec<_> = ranges(&found).into_iter().filter(|(_, _, is_preliminary)| !is_preliminary).collect();
        assert_eq!(finals.len(), 2, "{finals:?}");
    }
}
