//! Figures of Bing next to those of Google.

use engines::common::{Day, EngineError, Unattended};
use engines::keyword::{
    BingPage, BingPages, BingQueries, BingQuery, Input, Output, Parameters, QueryRow, Site, analyse,
};
use proptest::prelude::*;

fn google(query: &str, clicks: f64, impressions: f64) -> QueryRow {
    QueryRow { query: query.to_owned(), clicks, impressions, position: Some(4.0), ..QueryRow::default() }
}

fn bing(query: &str, clicks: f64, impressions: f64, position: Option<f64>) -> BingQuery {
    BingQuery { query: query.to_owned(), clicks, impressions, position }
}

fn input(queries: Vec<BingQuery>) -> Input {
    let of_bing = BingQueries { from: Day::parse("2026-08-03"), to: Day::parse("2026-11-01"), queries };
    let queries = vec![google("roof repair austin", 20.0, 900.0), google("gutter guards", 3.0, 200.0)];
    Input { period_days: Some(28.0), queries, bing: Some(of_bing), ..Input::default() }
}

fn answered(input: &Input) -> Output {
    analyse(input, &Parameters::default().check().unwrap(), None, &Unattended).unwrap()
}

#[test]
fn figures_of_bing_are_listed_apart_and_added_to_nothing() {
    let rows = vec![
        bing("Roof repair Austin", 4.0, 100.0, Some(2.0)),
        bing("roof repair austin", 1.0, 300.0, Some(6.0)),
        bing("metal roof cost", 2.0, 50.0, None),
    ];
    let with = answered(&input(rows));
    let without = answered(&Input { bing: None, ..input(Vec::new()) });
    assert_eq!((&with.totals, &with.keywords), (&without.totals, &without.keywords));
    let report = with.bing.unwrap();
    assert_eq!((report.queries, report.only_in_bing, report.clicks, report.impressions), (2, 1, 7.0, 450.0));
    let both = &report.rows[0];
    assert_eq!((both.bing_clicks, both.bing_impressions, both.bing_position), (5.0, 400.0, Some(5.0)));
    assert_eq!(
        (both.google_clicks, both.google_impressions, both.google_position),
        (Some(20.0), Some(900.0), Some(4.0))
    );
    assert_eq!((report.rows[1].google_clicks, report.rows[1].bing_position), (None, None));
    let note = with.notes.iter().find(|note| note.starts_with("Bing Webmaster Tools")).unwrap();
    assert!(note.contains("2026-08-03 to 2026-11-01") && note.contains("count in no other figure"), "{note}");
    assert!(without.bing.is_none() && without.notes.iter().all(|note| !note.contains("Bing")));
}

#[test]
fn analysed_queries_of_bing_are_named_as_such() {
    let row = |query: &str| QueryRow { source: Some("bing_webmaster".to_owned()), ..google(query, 2.0, 90.0) };
    let output = answered(&Input { queries: vec![row("roof repair"), row("gutter guards")], ..Input::default() });
    assert!(output.keywords.iter().all(|keyword| keyword.source.as_deref() == Some("bing_webmaster")));
    let note = output.notes.iter().find(|note| note.contains("Bing")).unwrap();
    assert!(note.starts_with("2 queries are of Bing Webmaster Tools"), "{note}");
}

#[test]
fn figures_of_bing_that_are_none_are_refused_with_their_row() {
    for wrong in [f64::NAN, -1.0, f64::INFINITY] {
        let given = input(vec![bing("a", 1.0, 1.0, None), bing("b", wrong, 1.0, None)]);
        let refused = analyse(&given, &Parameters::default().check().unwrap(), None, &Unattended).unwrap_err();
        assert!(matches!(&refused, EngineError::InvalidInput { field, .. } if field == "bing.queries[1]"), "{refused}");
    }
    assert!(answered(&input(Vec::new())).bing.is_none());
    assert_eq!(answered(&input(vec![bing(" ", 1.0, 5.0, None), bing("a", 0.0, 0.0, None)])).bing.unwrap().queries, 0);
}

fn page(page: &str, clicks: f64, impressions: f64) -> BingPage {
    BingPage { page: page.to_owned(), clicks, impressions, position: Some(3.0) }
}

/// Two pages in Google: `/a`, which Bing has too, and `/b`.
fn with_pages(pages: Vec<BingPage>) -> Input {
    let of = |page: &str, row: QueryRow| QueryRow { page: Some(page.to_owned()), ..row };
    let queries = vec![
        of("https://www.example.com/a/", google("roof repair austin", 20.0, 900.0)),
        of("https://example.com/b", google("gutter guards", 3.0, 200.0)),
    ];
    let of_bing = BingPages { from: Day::parse("2026-08-03"), to: Day::parse("2026-11-01"), pages };
    let site = Site { host: Some("example.com".to_owned()), ..Site::default() };
    Input { period_days: Some(28.0), queries, site, bing_pages: Some(of_bing), ..Input::default() }
}

#[test]
fn pages_of_bing_are_compared_with_those_of_google_and_added_to_nothing() {
    let pages = vec![
        page("http://example.com/a#top", 2.0, 60.0),
        page("/a", 1.0, 20.0),
        page("https://example.com/only-in-bing", 4.0, 90.0),
        page("https://example.com/none", 0.0, 0.0),
    ];
    let with = answered(&with_pages(pages));
    let without = answered(&Input { bing_pages: None, ..with_pages(Vec::new()) });
    assert_eq!((&with.totals, &with.keywords), (&without.totals, &without.keywords));
    let report = with.bing_pages.unwrap();
    assert_eq!((report.pages, report.clicks, report.impressions), (2, 7.0, 170.0));
    assert_eq!((report.only_in_bing, report.only_in_google), (Some(1), Some(1)));
    let row =
        |at: usize| (report.rows[at].page.as_str(), report.rows[at].bing_impressions, report.rows[at].google_clicks);
    assert_eq!(row(0), ("https://example.com/only-in-bing", Some(90.0), None));
    assert_eq!(row(1), ("http://example.com/a#top", Some(80.0), Some(20.0)), "one page, however it is written");
    assert_eq!(row(2), ("https://example.com/b", None, Some(3.0)), "of Google only");
    let note = with.notes.iter().find(|note| note.starts_with("Pages in Bing")).unwrap();
    assert!(note.contains("2026-08-03 to 2026-11-01") && note.contains("none in Bing: 1."), "{note}");
    assert!(without.bing_pages.is_none() && without.notes.iter().all(|note| !note.contains("Bing")));
}

#[test]
fn pages_of_bing_are_not_compared_if_no_page_of_google_is_known() {
    let queries = vec![google("roof repair austin", 20.0, 900.0)];
    let output = answered(&Input { queries, ..with_pages(vec![page("https://example.com/a", 2.0, 60.0)]) });
    let report = output.bing_pages.unwrap();
    assert_eq!((report.pages, report.only_in_bing, report.only_in_google), (1, None, None));
    assert!(output.notes.iter().any(|note| note.contains("so pages are not compared")), "{:?}", output.notes);
    let wrong = with_pages(vec![page("/a", 1.0, 1.0), page("/b", f64::NAN, 1.0)]);
    let refused = analyse(&wrong, &Parameters::default().check().unwrap(), None, &Unattended).unwrap_err();
    assert!(matches!(&refused, EngineError::InvalidInput { field, .. } if field == "bingPages.pages[1]"), "{refused}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn any_queries_of_bing_are_answered(rows in prop::collection::vec(("\\PC{0,20}", 0.0_f64..1e6, 0.0_f64..1e6, prop::option::of(0.0_f64..100.0)), 0..20)) {
        let rows = rows.into_iter().map(|(query, clicks, impressions, position)| bing(&query, clicks, impressions, position));
        if let Some(report) = answered(&input(rows.collect())).bing {
            prop_assert!(report.only_in_bing <= report.queries && report.clicks.is_finite());
            prop_assert!(report.rows.iter().all(|row| row.bing_impressions > 0.0));
        }
    }
}
