//! Bing Webmaster Tools: queries and pages by week, the site by day, of about six months.

use std::collections::BTreeMap;

use chrono::{Days, NaiveDate, Weekday};
use providers::{
    bing::{BingWebmaster, Stats, Traffic},
    provider::ProviderClient,
};
use shared::{
    domain::sync::{BatchPart, BatchSource, Span},
    store::{import, import::SearchLine, sync},
};

use super::{Fetched, Source, count, fill::Fill, stop::Stop, tell, today};

/// Days for which the figures of a week may still change after its end.
const SETTLES: Days = Days::new(7);

/// Rows of a week.
#[derive(Debug, Default, PartialEq)]
struct Week {
    days: Vec<Traffic>,
    queries: Vec<Stats>,
    pages: Vec<Stats>,
}

pub(super) async fn fetch(source: &Source<'_>) -> Result<Fetched, Stop> {
    let context = source.context;
    let bing = BingWebmaster::connect(&source.opened.access())?;
    let site = &source.target.property;
    tell(context, 0, 3, "Days");
    let days = bing.traffic(site).await?.value;
    tell(context, 1, 3, "Queries");
    let queries = bing.queries(site).await?.value;
    tell(context, 2, 3, "Pages");
    let pages = bing.pages(site).await?.value;
    let mut import_id = source.import_id;
    let stored = match import_id {
        Some(id) => {
            import::delete_batch(&context.db, id, None).await?;
            sync::stored_days(&context.db, id).await?
        }
        None => sync::StoredDays::new(),
    };
    let weeks = weeks(days, queries, pages);
    if let Some(first) = weeks.keys().next().copied() {
        sync::note_plan(&context.db, &source.target, first).await?;
    }
    let mut fetched = Fetched { is_first: stored.is_empty(), ..Fetched::default() };
    for (monday, week) in weeks.iter().rev().filter(|(monday, _)| stored.get(monday) != Some(&true)) {
        let mut fill = Fill::begin(source, import_id, BatchSource::BingWebmaster, BatchPart::Days).await?;
        import_id = Some(fill.import_id());
        for line in lines(week) {
            fill.add(&line).await?;
        }
        let sunday = monday.checked_add_days(Days::new(6)).unwrap_or(*monday);
        fetched.rows +=
            fill.commit(Span { from: *monday, to: sunday }, is_preliminary(sunday, today()), (0, 0, 0)).await?;
        fetched.days += 7;
    }
    Ok(fetched)
}

fn is_preliminary(sunday: NaiveDate, today: NaiveDate) -> bool {
    sunday.checked_add_days(SETTLES).is_none_or(|settled| settled >= today)
}

/// Groups the rows by week, from Monday on.
fn weeks(days: Vec<Traffic>, queries: Vec<Stats>, pages: Vec<Stats>) -> BTreeMap<NaiveDate, Week> {
    let monday = |day: NaiveDate| day.week(Weekday::Mon).checked_first_day().unwrap_or(day);
    let mut weeks: BTreeMap<NaiveDate, Week> = BTreeMap::new();
    for day in days {
        weeks.entry(monday(day.date)).or_default().days.push(day);
    }
    for row in queries {
        weeks.entry(monday(row.date)).or_default().queries.push(row);
    }
    for row in pages {
        weeks.entry(monday(row.date)).or_default().pages.push(row);
    }
    weeks
}

fn lines(week: &Week) -> impl Iterator<Item = SearchLine<'_>> {
    let day = |row: &Traffic| SearchLine {
        dimension: "date",
        period: "current",
        date: Some(row.date),
        clicks: count(row.clicks),
        impressions: count(row.impressions),
        ..SearchLine::default()
    };
    let stats = |row: &Stats| SearchLine {
        period: "current",
        date: Some(row.date),
        clicks: count(row.clicks),
        impressions: count(row.impressions),
        position: row.position,
        ..SearchLine::default()
    };
    let queries = week.queries.iter().map(move |row| SearchLine {
        dimension: "query",
        query: Some(row.subject.as_str()),
        ..stats(row)
    });
    let pages = week.pages.iter().map(move |row| SearchLine {
        dimension: "page",
        page: Some(row.subject.as_str()),
        ..stats(row)
    });
    week.days.iter().map(day).chain(queries).chain(pages)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().expect("a day")
    }

    #[test]
    fn rows_are_grouped_by_their_week() {
        let traffic = |date: &str| Traffic { date: day(date), clicks: 1, impressions: 2 };
        let stats = Stats {
            subject: "roof".to_owned(),
            date: day("2026-11-14"),
            clicks: 1,
            impressions: 5,
            position: Some(3.0),
            click_position: None,
        };
        let found =
            weeks(vec![traffic("2026-11-09"), traffic("2026-11-15"), traffic("2026-11-16")], vec![stats], vec![]);
        let sizes: Vec<_> = found.iter().map(|(monday, week)| (*monday, week.days.len(), week.queries.len())).collect();
        assert_eq!(sizes, [(day("2026-11-09"), 2, 1), (day("2026-11-16"), 1, 0)]);
        assert_eq!(
            lines(&found[&day("2026-11-09")]).map(|line| line.dimension).collect::<Vec<_>>(),
            ["date", "date", "query"]
        );
    }

    #[test]
    fn week_is_preliminary_until_a_week_after_its_end() {
        assert!(is_preliminary(day("2026-11-22"), day("2026-11-24")));
        assert!(is_preliminary(day("2026-11-15"), day("2026-11-22")));
        assert!(!is_preliminary(day("2026-11-15"), day("2026-11-23")));
    }
}
