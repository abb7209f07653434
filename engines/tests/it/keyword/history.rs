//! Daily data are stored compactly and without loss.

use std::borrow::Cow;

use engines::common::Day;
use engines::keyword::{History, HistoryLine, HistoryRow, PreviousPeriod, PreviousRow, WinKind};
use proptest::prelude::*;

use super::{answer, input, priced, row};

fn day(ahead: i32) -> Day {
    Day::from_ymd(2026, 1, 1).unwrap().plus(ahead)
}

fn line(history: &mut History, query: &str, ahead: i32, clicks: f64, impressions: f64) {
    let query = history.number(query);
    history.push_line(HistoryLine { query, page: None, date: day(ahead), clicks, impressions, position: Some(5.0) });
}

#[test]
fn counts_of_any_size_come_back_as_they_were() {
    let figures = [0.0, 1.0, 0.1, 16_777_216.0, 16_777_217.0, 1e12, 1.5, 1e-300, -0.0, 123_456_789.25];
    let mut history = History::default();
    for (at, figure) in figures.iter().enumerate() {
        line(&mut history, "roof", at as i32, *figure, figure * 3.0);
    }
    assert_eq!(history.len(), figures.len());
    for (line, figure) in history.lines().zip(figures) {
        assert_eq!(line.clicks.to_bits(), figure.to_bits(), "{figure}");
        assert_eq!(line.impressions.to_bits(), (figure * 3.0).to_bits(), "{figure}");
    }
}

proptest! {
    #[test]
    fn lines_come_back_as_they_were(
        rows in prop::collection::vec(
            (0..4_u8, prop::option::of(0..3_u8), 0..400_i32, any::<f64>(), any::<f64>(), prop::option::of(any::<f64>())),
            0..30,
        ),
    ) {
        let mut history = History::default();
        for (query, page, ahead, clicks, impressions, position) in &rows {
            history.push(&HistoryRow {
                query: format!("query {query}").into(),
                date: day(*ahead),
                clicks: *clicks,
                impressions: *impressions,
                position: *position,
                page: page.map(|page| format!("/{page}").into()),
            });
        }
        prop_assert_eq!(history.is_empty(), rows.is_empty());
        for (got, (query, page, ahead, clicks, impressions, position)) in history.rows().zip(&rows) {
            prop_assert_eq!(&got.query, &format!("query {query}"));
            prop_assert_eq!(got.page.map(Cow::into_owned), page.map(|page| format!("/{page}")));
            prop_assert_eq!(got.date, day(*ahead));
            prop_assert_eq!(got.clicks.to_bits(), clicks.to_bits());
            prop_assert_eq!(got.impressions.to_bits(), impressions.to_bits());
            prop_assert_eq!(got.position.map(f64::to_bits), position.map(f64::to_bits));
        }
    }
}

#[test]
fn days_before_and_after_the_middle_make_two_periods() {
    // 28 days: 14 before and 14 after; the clicks of one query fall from 20 to 5 a day, the clicks of the other are
    // constant.
    let mut given = input(vec![row("leaking roof", 350.0, 5_600.0, 5.0), row("roof vent", 280.0, 5_600.0, 5.0)]);
    for ahead in 0..28 {
        line(&mut given.history, "Leaking ROOF", ahead, if ahead < 14 { 20.0 } else { 5.0 }, 200.0);
        line(&mut given.history, "roof vent", ahead, 10.0, 200.0);
    }
    let output = answer(&given, priced());
    let falling: Vec<&str> =
        output.wins.iter().filter(|win| win.win.kind == WinKind::Decay).map(|win| win.query.as_str()).collect();
    assert_eq!(falling, ["leaking roof"]);
    assert!(output.wins.iter().any(|win| win.win.detail.contains("fell 75 %")), "{:?}", output.wins);
}

#[test]
fn rows_that_cannot_be_used_are_counted_and_the_rest_is_read() {
    let mut given = input(vec![row("leaking roof", 350.0, 5_600.0, 5.0)]);
    for ahead in 0..28 {
        line(&mut given.history, "leaking roof", ahead, if ahead < 14 { 20.0 } else { 5.0 }, 200.0);
        line(&mut given.history, "leaking roof", ahead, f64::NAN, 200.0);
        line(&mut given.history, "leaking roof", ahead, -1.0, 200.0);
        line(&mut given.history, "unknown query", ahead, 1.0, 200.0);
    }
    let output = answer(&given, priced());
    assert_eq!(output.totals.rejected, 56);
    assert!(output.wins.iter().any(|win| win.win.kind == WinKind::Decay));
}

#[test]
fn fewer_than_two_weeks_of_days_fall_back_to_the_previous_period() {
    let mut given = input(vec![row("leaking roof", 100.0, 5_600.0, 5.0)]);
    for ahead in 0..13 {
        line(&mut given.history, "leaking roof", ahead, 5.0, 200.0);
    }
    let earlier =
        PreviousRow { query: "leaking roof".to_owned(), clicks: 400.0, impressions: 5_600.0, position: Some(5.0) };
    given.previous = Some(PreviousPeriod { period_days: Some(28.0), queries: vec![earlier] });
    let output = answer(&given, priced());
    assert!(output.wins.iter().any(|win| win.win.kind == WinKind::Decay), "{:?}", output.wins);
}

#[test]
fn an_input_handed_over_gives_the_answer_of_one_that_is_lent() {
    let mut given = input(vec![row("leaking roof", 350.0, 5_600.0, 5.0), row("roof vent", 28.0, 900.0, 9.0)]);
    for ahead in 0..28 {
        line(&mut given.history, "roof vent", ahead, 1.0, 30.0);
    }
    let params = priced().check().unwrap();
    let lent = engines::keyword::analyse(&given, &params, None, &engines::common::Unattended).unwrap();
    let handed = engines::keyword::analyse(given, &params, None, &engines::common::Unattended).unwrap();
    assert_eq!(lent, handed);
}
