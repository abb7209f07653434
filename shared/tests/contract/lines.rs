//! Rows of search reports, written as a table: lists of dimension, period, search, page, day, facet, clicks, impressions
//! and position.

use serde_json::Value;
use shared::store::{
    Db,
    import::{DatedLine, SearchDays, SearchLine, SearchRows},
};

/// Stores a table's rows, numbered from `first_no`.
pub(crate) async fn insert(db: &Db, batch_id: i64, first_no: i64, table: &str) {
    let mut rows = SearchRows::new(db, batch_id, first_no);
    for line in &parsed(table) {
        rows.push(&search_line(line)).expect("a line");
    }
    rows.insert().await.expect("rows");
}

/// Returns their daily totals, as computed by a worker.
pub(crate) fn days(table: &str) -> SearchDays {
    let mut days = SearchDays::default();
    for line in &parsed(table) {
        let line = search_line(line);
        let Some(day) = line.date.filter(|_| line.period == "current") else { continue };
        let SearchLine { dimension, clicks, impressions, position, .. } = line;
        days.add(DatedLine { dimension, is_of_page: line.page.is_some(), day, clicks, impressions, position });
    }
    days
}

fn parsed(table: &str) -> Vec<Value> {
    serde_json::from_str(table).expect("a table")
}

fn search_line(line: &Value) -> SearchLine<'_> {
    SearchLine {
        dimension: word(&line[0], &["query", "page", "detail", "date"]),
        period: word(&line[1], &["current", "previous"]),
        query: line[2].as_str(),
        page: line[3].as_str(),
        date: line[4].as_str().map(|day| day.parse().expect("a day")),
        facet: line[5].as_str(),
        clicks: line[6].as_i64().expect("clicks"),
        impressions: line[7].as_i64().expect("impressions"),
        position: line[8].as_f64(),
    }
}

fn word(value: &Value, known: &[&'static str]) -> &'static str {
    known.iter().copied().find(|word| value == word).expect("a known word")
}
