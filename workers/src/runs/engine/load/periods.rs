//! Compares two adjacent periods of a website: which parts changed, and which properties are associated with changes.

use std::collections::BTreeMap;

use chrono::{Days, NaiveDate};
use engines::pattern::attribute::{AttributeInput, Row};
use shared::{
    domain::observation::SeenPage,
    store::daily::{self, Compared},
};

use super::{Loaded, count, date, day, fall, pages, series};
use crate::{context::RunContext, error::JobError};

/// Maximum length of each period in days.
const LENGTH: u64 = 28;
/// Maximum number of combinations of page, query and device: those with the most clicks.
const MOST: i64 = 200_000;
/// Value for data that an export lacks.
const NOT_TOLD: &str = "(not told)";
/// Minimum relative change of a page's clicks to count as risen or fallen, and minimum number of clicks.
const MOVED: f64 = 0.25;
const LEAST_CLICKS: i64 = 5;
/// Number of words from which a page is long, and below which it is short.
const LONG: u64 = 800;
const SHORT: u64 = 300;
/// Number of characters above which titles are truncated in results.
const TITLE: usize = 60;

/// Two periods of up to four weeks with a day between them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Times {
    from: NaiveDate,
    change: NaiveDate,
    to: NaiveDate,
}

impl Times {
    /// Periods around the day of a change; without one, the last four weeks and those before. Returns `None` if one of
    /// them would be empty.
    fn around(change: Option<NaiveDate>, (first, last): (NaiveDate, NaiveDate)) -> Option<Self> {
        let change = change.or_else(|| last.checked_sub_days(Days::new(LENGTH - 1)))?;
        let from = change.checked_sub_days(Days::new(LENGTH))?.max(first);
        let to = change.checked_add_days(Days::new(LENGTH - 1))?.min(last);
        (from < change && change <= to).then_some(Self { from, change, to })
    }

    /// Number of days of both periods.
    fn lengths(self) -> (i64, i64) {
        ((self.change - self.from).num_days(), (self.to - self.change).num_days() + 1)
    }
}

/// Loads clicks by page, query and device before and after the given day; without one, around the clearest fall of the last
/// half year, or over the last two periods of four weeks.
pub(super) async fn attribute(context: &RunContext, input: &mut AttributeInput) -> Result<Loaded, JobError> {
    let mut loaded = Loaded::default();
    let mut change = input.change.and_then(date);
    if change.is_none() {
        change = series::clicks(context).await?.as_ref().and_then(fall::clearest);
        loaded.assumptions.extend(change.map(|day| {
            format!(
                "No day was given: the clearest fall of the last 26 weeks starts on {day}. Enter a day to explain another \
                 change"
            )
        }));
    }
    let Some((times, rows)) = compared(context, change).await? else { return Ok(loaded) };
    let (before, after) = times.lengths();
    input.change = day(times.change);
    input.metric.get_or_insert_with(|| "clicks".to_owned());
    input.before_days = Some(count(before));
    input.after_days = Some(count(after));
    input.rows = rows_of(&rows);
    Ok(loaded)
}

async fn compared(context: &RunContext, change: Option<NaiveDate>) -> Result<Option<(Times, Vec<Compared>)>, JobError> {
    let Some(website_id) = context.run.website_id else { return Ok(None) };
    let Some(times) = series::span(context).await?.and_then(|span| Times::around(change, span)) else {
        return Ok(None);
    };
    let days = (times.from, times.change, times.to);
    let rows = daily::compared(&context.db, context.run.workspace_id, website_id, days, MOST).await?;
    Ok(Some((times, rows)))
}

/// Returns a row's value of a dimension.
type Dimension = fn(&Compared) -> Option<&String>;

/// Each row has all dimensions that any row has.
fn rows_of(rows: &[Compared]) -> Vec<Row> {
    let dimensions: [(&str, Dimension); 3] = [
        ("page", |row| row.page.as_ref()),
        ("query", |row| row.query.as_ref()),
        (facet_name(rows), |row| row.facet.as_ref()),
    ];
    let told: Vec<_> = dimensions.into_iter().filter(|(_, of)| rows.iter().any(|row| of(row).is_some())).collect();
    let row = |row: &Compared| {
        let value =
            |(name, of): &(&str, Dimension)| ((*name).to_owned(), of(row).map_or(NOT_TOLD, String::as_str).to_owned());
        let values: BTreeMap<String, String> = told.iter().map(value).collect();
        Row { values, before: count(row.before), after: count(row.after) }
    };
    rows.iter().map(row).collect()
}

/// Exports have a device or a country in a row, never both.
fn facet_name(rows: &[Compared]) -> &'static str {
    let is_device =
        |facet: &str| ["mobile", "desktop", "tablet"].iter().any(|device| facet.eq_ignore_ascii_case(device));
    if rows.iter().filter_map(|row| row.facet.as_deref()).any(is_device) { "device" } else { "country" }
}

/// Lists the properties of each crawled own page, and whether its clicks rose or fell.
pub(super) async fn transactions(context: &RunContext, loaded: &mut Loaded) -> Result<Vec<Vec<String>>, JobError> {
    let clicks = compared(context, None).await?;
    let mut sums: BTreeMap<&str, (i64, i64)> = BTreeMap::new();
    for row in clicks.iter().flat_map(|(_, rows)| rows) {
        let Some(page) = row.page.as_deref() else { continue };
        let sum = sums.entry(page).or_default();
        *sum = (sum.0 + row.before, sum.1 + row.after);
    }
    let lengths = clicks.as_ref().map_or((1, 1), |(times, _)| times.lengths());
    let own = pages::own(context, loaded).await?;
    let lists = own.iter().map(|page| {
        let moved = sums.get(page.url.as_str()).and_then(|sum| moved(*sum, lengths));
        traits(page).into_iter().chain(moved.map(str::to_owned)).collect::<Vec<_>>()
    });
    Ok(lists.filter(|list| !list.is_empty()).collect())
}

/// Returns whether daily clicks rose or fell by a quarter.
#[expect(clippy::cast_precision_loss, reason = "clicks and days stay far below 2^53")]
fn moved((before, after): (i64, i64), (days_before, days_after): (i64, i64)) -> Option<&'static str> {
    if before.max(after) < LEAST_CLICKS {
        return None;
    }
    let (before, after) = (before as f64 / days_before as f64, after as f64 / days_after as f64);
    match () {
        () if after > before * (1.0 + MOVED) => Some("clicks rose"),
        () if after < before * (1.0 - MOVED) => Some("clicks fell"),
        () => Some("clicks stayed"),
    }
}

/// Properties of a page in the crawl.
fn traits(page: &SeenPage) -> Vec<String> {
    let path = page.url.split("://").last().unwrap_or_default();
    let section = path.split('/').nth(1).filter(|part| !part.is_empty()).map(|part| format!("under /{part}/"));
    let is = |holds: bool, word: &str| holds.then(|| word.to_owned());
    let text = page.text.as_deref().unwrap_or_default();
    let title = page.title.as_deref().map(|title| title.chars().count());
    [
        section,
        is(page.words.is_some_and(|words| words >= LONG), "long text"),
        is(page.words.is_some_and(|words| words < SHORT), "short text"),
        is(title.is_some_and(|length| length > TITLE), "long title"),
        is(title.is_none_or(|length| length == 0), "no title"),
        is(page.description.as_deref().is_none_or(str::is_empty), "no description"),
        is(page.h1.as_deref().is_none_or(str::is_empty), "no first heading"),
        is(text.contains('$') || text.contains('€') || text.contains('£'), "prices"),
        is(page.headings.iter().any(|heading| heading.contains('?')), "questions"),
        is(page.canonical.as_ref().is_some_and(|canonical| *canonical != page.url), "canonical elsewhere"),
    ]
    .into_iter()
    .flatten()
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().expect("a day")
    }

    fn values(of: &[(&str, &str)]) -> BTreeMap<String, String> {
        of.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    #[test]
    fn times_stay_inside_of_the_days_there_are() {
        let span = (day("2026-01-01"), day("2026-03-31"));
        let last = Times::around(None, span).expect("times");
        assert_eq!(last, Times { from: day("2026-02-04"), change: day("2026-03-04"), to: day("2026-03-31") });
        assert_eq!(last.lengths(), (28, 28));
        let early = Times::around(Some(day("2026-01-11")), span).expect("times");
        assert_eq!((early.from, early.lengths()), (day("2026-01-01"), (10, 28)));
        assert_eq!(Times::around(Some(day("2026-01-01")), span), None);
        assert_eq!(Times::around(Some(day("2026-04-01")), span), None);
    }

    #[test]
    fn rows_name_the_dimensions_that_any_of_them_has() {
        let row = |query: Option<&str>, facet: Option<&str>| Compared {
            page: Some("/a".to_owned()),
            query: query.map(str::to_owned),
            facet: facet.map(str::to_owned),
            before: 3,
            after: 1,
        };
        let rows = rows_of(&[row(Some("roof"), None), row(None, Some("MOBILE"))]);
        assert_eq!(rows[0].values, values(&[("page", "/a"), ("query", "roof"), ("device", NOT_TOLD)]));
        assert_eq!(rows[1].values, values(&[("page", "/a"), ("query", NOT_TOLD), ("device", "MOBILE")]));
        assert_eq!(rows_of(&[row(None, None)])[0].values, values(&[("page", "/a")]));
    }

    #[test]
    fn a_page_moves_by_its_clicks_a_day() {
        assert_eq!(moved((28, 56), (28, 28)), Some("clicks rose"));
        assert_eq!(moved((28, 14), (28, 14)), Some("clicks stayed"));
        assert_eq!(moved((28, 10), (28, 28)), Some("clicks fell"));
        assert_eq!(moved((2, 4), (28, 28)), None);
    }
}
