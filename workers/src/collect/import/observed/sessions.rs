//! Sessions of landing pages and sources.

use shared::domain::imported::PageSessions;

use super::super::layout::Field;
use super::super::limits;
use super::super::record::{Observed, ObservedRow};
use super::super::row_error::RowError;
use super::super::rows::Row;
use super::amount;
use super::cells::Cells;

/// Reads the sessions of a page or source: of a day, or of the period in the lines before the header.
pub(super) fn read(cells: &Cells<'_>, row: &Row<'_>) -> Result<ObservedRow, RowError> {
    let text = |field| cells.text(row, field, limits::QUERY_BYTES);
    let day = cells.day(row, Field::Date)?;
    let period = day.map(|day| (day, day)).or(cells.period());
    let (source, medium) = match text(Field::SourceMedium)? {
        Some(both) => split(&both),
        None => (text(Field::Source)?, text(Field::Medium)?),
    };
    let count = |field| cells.count(row, field).map(|count| count.map(capped));
    let sessions = PageSessions {
        first_day: period.map(|(first, _)| first),
        last_day: period.map(|(_, last)| last),
        page: cells.address(row, Field::Page)?,
        source,
        medium,
        channel: text(Field::Channel)?,
        sessions: count(Field::Sessions)?.ok_or(RowError::Empty("sessions"))?,
        engaged_sessions: count(Field::Engaged)?,
        users: count(Field::Users)?,
        key_events: count(Field::KeyEvents)?,
        revenue_cents: amount::cents(cells, row)?,
        currency: amount::currency(cells, row)?,
    };
    let has_dimension = sessions.page.is_some() || sessions.source.is_some() || sessions.channel.is_some();
    if !has_dimension && sessions.medium.is_none() {
        return Err(RowError::Total);
    }
    Ok(cells.row(row, period.map(|(_, last)| last), Observed::Sessions(sessions)))
}

/// Splits `google / organic`.
fn split(both: &str) -> (Option<String>, Option<String>) {
    let part = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
    match both.split_once('/') {
        Some((source, medium)) => (part(source), part(medium)),
        None => (part(both), None),
    }
}

/// Highest count, above every genuine one; the sum of millions of them can be stored.
const MOST: i64 = 1_000_000_000_000;

fn capped(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(MOST).min(MOST)
}
