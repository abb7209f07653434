//! Google Analytics: sessions by day, landing page, source and medium, of sixteen months.

use chrono::{Days, Months, NaiveDate};
use providers::{
    analytics::{GoogleAnalytics, Visits},
    provider::ProviderClient,
};
use shared::{
    domain::{analytics::SessionRow, sync::Span},
    store::{analytics, sync},
    words::counted,
};

use super::{Fetched, Source, count, stop::Stop, tell, today};
use crate::error::JobError;

/// Months that are fetched at first.
const MONTHS: Months = Months::new(16);
/// Days of a window.
const WINDOW: Days = Days::new(6);
/// Days that Google may still be counting.
const SETTLES: Days = Days::new(2);
/// Rows of a window at most, which bounds the memory of a run.
const MOST_ROWS: usize = 500_000;

pub(super) async fn fetch(source: &Source<'_>) -> Result<Fetched, Stop> {
    let context = source.context;
    let client = GoogleAnalytics::connect(&source.opened.access())?;
    let (today, target) = (today(), &source.target);
    let last_final = today.checked_sub_days(SETTLES).and_then(|day| day.pred_opt()).unwrap_or(today);
    let stored = sync::source(&context.db, target.workspace_id, target.website_id, target.connection_id).await?;
    let stored = stored.and_then(|stored| Some((stored.first_day?, stored.last_final_day?)));
    let oldest = today.checked_sub_months(MONTHS).unwrap_or(today);
    sync::note_plan(&context.db, target, oldest).await?;
    let windows = windows(oldest, today, stored);
    let total: i64 = windows.iter().map(days).sum();
    let mut fetched = Fetched { is_first: stored.is_none(), ..Fetched::default() };
    for span in windows {
        let rows = counted(fetched.rows, "row", "rows");
        tell(context, fetched.days, total, &format!("{} to {}: {rows} so far", span.from, span.to));
        let rows = window(&client, &target.property, span).await?;
        let run = (context.run.id, context.run.attempt);
        if !analytics::replace_days(&context.db, target, run, span, last_final, &rows).await? {
            return Err(JobError::transient("run-lost", "Another worker continues this sync.").into());
        }
        fetched.rows += count(rows.len());
        fetched.days += days(&span);
    }
    Ok(fetched)
}

fn days(span: &Span) -> i64 {
    (span.to - span.from).num_days() + 1
}

/// Returns the days to fetch: first those after the last final day, oldest first, then those before the first stored day,
/// newest first. In this order the stored days have no gap, wherever a run ends.
fn windows(oldest: NaiveDate, today: NaiveDate, stored: Option<(NaiveDate, NaiveDate)>) -> Vec<Span> {
    let mut windows = Vec::new();
    let mut next = stored.and_then(|(_, last_final)| last_final.succ_opt()).filter(|day| *day <= today);
    while let Some(from) = next {
        let to = from.checked_add_days(WINDOW).unwrap_or(today).min(today);
        windows.push(Span { from, to });
        next = to.succ_opt().filter(|day| *day <= today);
    }
    let mut next = stored.map_or(Some(today), |(first, _)| first.pred_opt()).filter(|day| *day >= oldest);
    while let Some(to) = next {
        let from = to.checked_sub_days(WINDOW).unwrap_or(oldest).max(oldest);
        windows.push(Span { from, to });
        next = from.pred_opt().filter(|day| *day >= oldest);
    }
    windows
}

async fn window(client: &GoogleAnalytics, property: &str, span: Span) -> Result<Vec<SessionRow>, Stop> {
    let mut rows = Vec::new();
    loop {
        let report = client.page(property, span.from, span.to, rows.len() as u64).await?.value;
        let (is_last, total) = (report.rows.is_empty(), report.total);
        rows.extend(report.rows.into_iter().map(row));
        if rows.len() > MOST_ROWS {
            let detail = "A week of this property has more than 500,000 rows. Fetch a smaller property.";
            return Err(JobError::permanent("too-large", detail).into());
        }
        if is_last || rows.len() as u64 >= total {
            return Ok(rows);
        }
    }
}

fn row(visits: Visits) -> SessionRow {
    SessionRow {
        day: visits.date,
        page: visits.page,
        source: visits.source,
        medium: visits.medium,
        sessions: count(visits.sessions),
        engaged_sessions: count(visits.engaged),
        key_events: visits.conversions,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().expect("a day")
    }

    fn spans(found: &[Span]) -> Vec<(String, String)> {
        found.iter().map(|span| (span.from.to_string(), span.to.to_string())).collect()
    }

    #[test]
    fn first_windows_go_back_from_today() {
        let found = windows(day("2026-11-14"), day("2026-11-24"), None);
        let expected = [("2026-11-18", "2026-11-24"), ("2026-11-14", "2026-11-17")];
        assert_eq!(spans(&found), expected.map(|(from, to)| (from.to_owned(), to.to_owned())));
    }

    #[test]
    fn later_windows_have_days_that_are_not_final_and_then_older_ones() {
        let found = windows(day("2026-11-01"), day("2026-11-24"), Some((day("2026-11-05"), day("2026-11-20"))));
        let expected = [("2026-11-21", "2026-11-24"), ("2026-11-01", "2026-11-04")];
        assert_eq!(spans(&found), expected.map(|(from, to)| (from.to_owned(), to.to_owned())));
        assert_eq!(windows(day("2026-11-05"), day("2026-11-20"), Some((day("2026-11-05"), day("2026-11-20")))), []);
    }
}
