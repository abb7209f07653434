//! Backlinks, sessions, leads and revenue; Bing's reports; exports that compare two periods.

use shared::domain::import::{Days, ImportOptions};
use shared::domain::imported::{Backlink, Lead, PageSessions, Revenue};
use workers::collect::import::{
    Dimension, FileKind, Observed, ObservedRow, Options, Period, Record, Summary, Watch, preview_with, read_with,
};

use crate::support::{each, fixture, on, previewed, searches, zipped};

fn observed(name: &str) -> (Vec<Observed>, Summary) {
    let mut found = Vec::new();
    let summary = each(&fixture(name), name, &mut |record| {
        if let Record::Observed(ObservedRow { observed, .. }) = record {
            found.push(observed.clone());
        }
    });
    (found, summary)
}

fn backlinks(name: &str) -> (Vec<Backlink>, Summary) {
    let (found, summary) = observed(name);
    let one = |observed| match observed {
        Observed::Backlink(link) => *link,
        other => panic!("{other:?}"),
    };
    (found.into_iter().map(one).collect(), summary)
}

fn sessions(name: &str) -> (Vec<PageSessions>, Summary) {
    let (found, summary) = observed(name);
    let one = |observed| match observed {
        Observed::Sessions(sessions) => sessions,
        other => panic!("{other:?}"),
    };
    (found.into_iter().map(one).collect(), summary)
}

fn reasons(summary: &Summary) -> Vec<(u64, &str)> {
    summary.rejects.iter().map(|reject| (reject.line, reject.reason.as_str())).collect()
}

#[test]
fn ahrefs_backlinks_have_relations_days_and_the_domain_rating() {
    let (links, summary) = backlinks("ahrefs_backlinks.csv");
    assert_eq!((links.len(), summary.rejected), (2, 1));
    let first = Backlink {
        provider: "ahrefs".into(),
        source_url: "https://www.blog.example/plumbers".into(),
        source_host: "blog.example".into(),
        target_url: "https://www.sample.example/austin/".into(),
        anchor: Some("Sample Plumbing".into()),
        is_nofollow: Some(false),
        is_ugc: Some(false),
        is_sponsored: Some(false),
        first_seen: Some(on(2025, 3, 2)),
        last_seen: Some(on(2026, 8, 1)),
        lost_on: None,
        is_lost: false,
        authority: Some(72.0),
        authority_name: Some("Ahrefs domain rating".into()),
    };
    assert_eq!(links[0], first);
    assert_eq!((links[1].is_lost, links[1].lost_on, links[1].is_nofollow), (true, Some(on(2026, 2, 10)), Some(true)));
    assert_eq!(reasons(&summary), [(4, "url: “not an address” is not the address of a page")]);
    let preview = previewed(&fixture("ahrefs_backlinks.csv"), "x.csv").unwrap();
    assert_eq!(preview.files[0].kind, FileKind::AhrefsBacklinks);
    assert_eq!(preview.suggested_url.as_deref(), Some("https://www.sample.example/"), "the target is the own website");
}

#[test]
fn semrush_and_majestic_backlinks_have_figures_of_their_own() {
    let (links, _) = backlinks("semrush_backlinks.csv");
    assert_eq!((links[0].provider.as_str(), links[0].authority), ("semrush", Some(31.0)));
    assert_eq!(links[0].authority_name.as_deref(), Some("Semrush page authority score"));
    assert_eq!((links[1].is_nofollow, links[1].is_lost, links[1].lost_on), (Some(true), true, None));
    let (links, summary) = backlinks("majestic_backlinks.csv");
    assert_eq!((links.len(), summary.rejected), (2, 0));
    assert_eq!(
        (links[0].authority, links[0].authority_name.as_deref()),
        (Some(33.0), Some("Majestic source trust flow"))
    );
    assert_eq!((links[0].is_nofollow, links[0].is_ugc, links[1].is_nofollow), (Some(false), None, Some(true)));
    assert_eq!((links[1].is_lost, links[1].lost_on), (true, Some(on(2024, 8, 1))));
}

#[test]
fn analytics_sessions_have_the_period_of_their_comments_and_no_totals() {
    let (found, summary) = sessions("ga4_landing_pages.csv");
    assert_eq!(found.len(), 2);
    assert_eq!((found[0].first_day, found[0].last_day), (Some(on(2026, 5, 1)), Some(on(2026, 5, 31))));
    assert_eq!((found[0].page.as_deref(), found[0].sessions, found[0].users), (Some("/austin/"), 120, Some(100)));
    assert_eq!((found[0].key_events, found[0].revenue_cents), (Some(6), Some(0)));
    assert_eq!(reasons(&summary), [(12, "is a total of other rows, which would be counted twice")]);
    let preview = previewed(&fixture("ga4_landing_pages.csv"), "x.csv").unwrap();
    assert_eq!(preview.suggested_url, None, "a path is no website");
    assert_eq!(preview.market.and_then(|market| market.from), Some(on(2026, 5, 1)));
}

#[test]
fn analytics_tables_after_a_table_by_day_are_found() {
    let (found, summary) = sessions("ga4_traffic.csv");
    assert_eq!((found.len(), summary.rejected), (2, 0), "{:?}", summary.rejects);
    assert_eq!((found[0].source.as_deref(), found[0].medium.as_deref()), (Some("google"), Some("organic")));
    assert_eq!((found[0].engaged_sessions, found[0].revenue_cents), (Some(60), Some(12_050)));
    assert_eq!(found[1].first_day, Some(on(2026, 5, 1)));
}

#[test]
fn bing_reports_are_told_from_those_of_search_console_by_the_order_of_their_columns() {
    let (rows, summary) = searches(&fixture("bing_KeywordReport.csv"), "x.csv").unwrap();
    assert_eq!((rows.len(), summary.rejected), (2, 0));
    assert_eq!((rows[0].kind, rows[0].dimension), (FileKind::BingQueries, Dimension::Query));
    assert_eq!((rows[0].clicks, rows[0].impressions, rows[0].position), (6, 120, Some(4.2)));
    let (rows, _) = searches(b"Page,Impressions,Clicks,CTR,Avg. Position\n/a,5,1,20%,2\n", "x.csv").unwrap();
    assert_eq!((rows[0].kind, rows[0].page.as_deref()), (FileKind::BingPages, Some("/a")));
    let (rows, _) = searches(b"Keyword,Clicks,Impressions,CTR,Avg. Position\na,1,5,20%,2\n", "x.csv").unwrap();
    assert_eq!(rows[0].kind, FileKind::GscQueries);
}

#[test]
fn leads_have_an_id_a_day_and_a_value_only_with_its_currency() {
    let (found, summary) = observed("leads.csv");
    let first = Lead {
        external_id: Some("L-1".into()),
        day: on(2026, 8, 1),
        page: Some("https://www.sample.example/austin/".into()),
        keyword: Some("drain cleaning".into()),
        source: Some("google".into()),
        status: Some("won".into()),
        value_cents: Some(12_050),
        currency: Some("USD".into()),
    };
    assert_eq!(found.len(), 3, "a value that is not a number is unknown");
    assert_eq!(found[0], Observed::Lead(first));
    let lines: Vec<_> = reasons(&summary);
    assert_eq!(lines[0], (4, "currency is empty"));
    assert_eq!(lines[1], (5, "date: “someday” is not a day"));
    assert_eq!(lines[2], (6, "value is below 0"));
    assert_eq!(lines.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [4, 5, 6, 8], "{lines:?}");
}

#[test]
fn revenue_has_cents_and_negative_refunds() {
    let (found, summary) = observed("revenue.csv");
    let amounts: Vec<i64> = found
        .iter()
        .map(|one| match one {
            Observed::Revenue(Revenue { amount_cents, .. }) => *amount_cents,
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(amounts, [8_550, 150_000, -2_000]);
    assert_eq!(reasons(&summary), [(5, "currency: “dollars” is not a code of three letters such as USD")]);
}

#[test]
fn comparison_of_two_ranges_has_the_days_of_both_from_its_headers() {
    let (rows, summary) = searches(&fixture("gsc_compare_ranges_de.csv"), "Suchanfragen.csv").unwrap();
    let of = |period| rows.iter().find(|row| row.period == period).map(|row| (row.clicks, row.impressions));
    assert_eq!((of(Period::Current), of(Period::Previous)), (Some((5, 100)), Some((3, 90))));
    let market = summary.market.expect("a market");
    assert_eq!((market.from, market.to), (Some(on(2026, 1, 1)), Some(on(2026, 1, 28))));
    assert_eq!((market.previous_from, market.previous_to), (Some(on(2025, 12, 4)), Some(on(2025, 12, 31))));
}

#[test]
fn comparison_takes_both_periods_from_its_filters() {
    let filters = "Filter,Value\nSearch type,Web\nDate,\"Jan 1, 2026 - Jan 28, 2026 vs. Dec 4, 2025 - Dec 31, 2025\"\n";
    let archive = zipped(&[("Queries.csv", &fixture("gsc_compare_en.csv")), ("Filters.csv", filters.as_bytes())]);
    let market = previewed(&archive, "export.zip").unwrap().market.expect("a market");
    assert!(market.is_comparison);
    assert_eq!((market.from, market.previous_to), (Some(on(2026, 1, 1)), Some(on(2025, 12, 31))));
}

#[test]
fn comparison_without_days_asks_for_them_and_takes_those_of_the_user() {
    let bytes = fixture("gsc_compare_en.csv");
    let preview = previewed(&bytes, "Queries.csv").unwrap();
    assert!(preview.warnings.iter().any(|warning| warning.contains("compares two periods")), "{:?}", preview.warnings);
    let days = |from, to| Some(Days { from, to });
    let options = ImportOptions {
        period: days(on(2026, 4, 1), on(2026, 6, 30)),
        previous_period: days(on(2026, 1, 1), on(2026, 3, 31)),
        ..ImportOptions::default()
    };
    let options = Options { options, saved: Vec::new(), latest_day: None };
    let source = || std::io::Cursor::new(bytes.clone());
    let preview = preview_with(source(), "Queries.csv", &options, &Watch::default()).unwrap();
    assert!(preview.warnings.is_empty(), "{:?}", preview.warnings);
    let summary =
        read_with(source(), "Queries.csv", &options, &Watch::default(), &mut |_| Ok(()), &mut |_| {}).unwrap();
    let market = summary.market.expect("a market");
    assert_eq!((market.from, market.previous_from), (Some(on(2026, 4, 1)), Some(on(2026, 1, 1))));
    assert_eq!((summary.from, summary.to), (None, None), "no row has a day");
}
