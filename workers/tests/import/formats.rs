//! Search Console: its tables, comparisons, and the bulk export.

use workers::collect::import::{Dimension, FileKind, Period};

use crate::support::{fixture, on, previewed, searches};

#[test]
fn reads_queries_as_exported() {
    let (rows, summary) = searches(&fixture("gsc_queries_en.csv"), "Queries.csv").unwrap();
    assert_eq!((summary.rows, summary.rejected), (4, 0));
    assert_eq!(rows[0].query.as_deref(), Some("drain cleaning austin"));
    assert_eq!((rows[0].clicks, rows[0].impressions, rows[0].position), (1_204, 45_678, Some(3.1)));
    assert_eq!((rows[0].kind, rows[0].dimension, rows[0].line), (FileKind::GscQueries, Dimension::Query, 2));
    assert_eq!(rows[1].query.as_deref(), Some("best plumber, reviewed"));
    assert_eq!(rows[2].query.as_deref(), Some("=1+1"));
    assert_eq!(rows[3].position, None, "a position of 0 is none");
}

#[test]
fn reads_german_and_french_exports_to_the_same_figures() {
    let figures = |name: &str| {
        let (rows, summary) = searches(&fixture(name), name).unwrap();
        assert_eq!(summary.rejected, 0, "{name}: {:?}", summary.rejects);
        rows.iter().take(2).map(|row| (row.clicks, row.impressions, row.position)).collect::<Vec<_>>()
    };
    let english = figures("gsc_queries_en.csv");
    assert_eq!(figures("gsc_queries_de.csv"), english);
    assert_eq!(figures("gsc_queries_fr_1252.csv"), english);
}

#[test]
fn preview_reports_format_language_columns_and_rows() {
    let preview = previewed(&fixture("gsc_queries_de.csv"), "Suchanfragen.csv").unwrap();
    let file = &preview.files[0];
    assert_eq!(file.kind, FileKind::GscQueries);
    assert_eq!(file.encoding.as_deref(), Some("UTF-8"));
    assert_eq!(file.delimiter.as_deref(), Some(";"));
    assert_eq!(file.locale.as_deref(), Some("de"));
    assert_eq!(file.rows, Some(3));
    let recognised: Vec<_> =
        file.recognised.iter().map(|column| (column.header.as_str(), column.field.as_str())).collect();
    assert_eq!(
        recognised,
        [
            ("Häufigste Suchanfragen", "query"),
            ("Klicks", "clicks"),
            ("Impressionen", "impressions"),
            ("Position", "position")
        ]
    );
    assert_eq!(file.ignored[0].header, "Klickrate");
    assert!(file.ignored[0].reason.contains("follows from"));
    assert_eq!(file.sample[0][0], "rohrreinigung münchen");
    assert_eq!(file.warnings, Vec::<String>::new());
    let french = previewed(&fixture("gsc_queries_fr_1252.csv"), "x.csv").unwrap();
    assert_eq!(french.files[0].encoding.as_deref(), Some("windows-1252"));
}

#[test]
fn a_comparison_gives_two_periods_and_nothing_for_what_is_empty() {
    let (rows, summary) = searches(&fixture("gsc_compare_en.csv"), "Queries.csv").unwrap();
    assert_eq!((summary.rows, summary.rejected), (3, 0));
    let found: Vec<_> =
        rows.iter().map(|row| (row.query.as_deref().unwrap(), row.period, row.clicks, row.position)).collect();
    assert_eq!(
        found,
        [
            ("ac repair austin", Period::Current, 50, Some(6.2)),
            ("ac repair austin", Period::Previous, 30, Some(7.9)),
            ("ev charger installation", Period::Current, 8, Some(9.1)),
            ("furnace repair", Period::Previous, 14, Some(5.5)),
        ]
    );
}

#[test]
fn days_are_read_day_first_where_a_figure_above_twelve_says_so() {
    let (rows, summary) = searches(&fixture("gsc_dates_fr.csv"), "Dates.csv").unwrap();
    assert_eq!(rows.iter().map(|row| row.date.unwrap()).collect::<Vec<_>>(), [on(2026, 10, 1), on(2026, 10, 13)]);
    assert_eq!((rows[1].clicks, rows[1].position), (0, None), "a day without impressions has no position");
    assert_eq!((summary.from, summary.to), (Some(on(2026, 10, 1)), Some(on(2026, 10, 13))));
}

#[test]
fn filters_set_the_market() {
    let preview = previewed(&fixture("gsc_filters_fr.csv"), "Filtres.csv").unwrap();
    let market = preview.market.unwrap();
    assert_eq!(market.search_type.as_deref(), Some("web"));
    assert_eq!((market.from, market.to), (Some(on(2026, 1, 1)), Some(on(2026, 1, 31))));
    assert_eq!(market.country.as_deref(), Some("France"));
    assert_eq!(market.device.as_deref(), Some("mobile"));
    assert!(preview.warnings.iter().any(|warning| warning.contains("filtered by page")));
}

#[test]
fn the_bulk_export_counts_positions_from_zero_and_keeps_repeated_keys() {
    let (rows, summary) = searches(&fixture("gsc_bulk_site.csv"), "bq.csv").unwrap();
    assert_eq!(summary.rows, 3);
    assert_eq!(rows[0].position, Some(3.5));
    assert_eq!(rows[1].position, Some(2.0));
    assert_eq!(rows[0].query, rows[1].query, "the caller adds up repeated keys");
    assert_eq!((rows[2].query.as_deref(), rows[2].is_anonymised), (None, true));
    assert_eq!((rows[0].device.as_deref(), rows[0].search_type.as_deref()), (Some("mobile"), Some("web")));
    assert_eq!(rows[0].country.as_deref(), Some("usa"));
    let preview = previewed(&fixture("gsc_bulk_site.csv"), "bq.csv").unwrap();
    assert_eq!(preview.suggested_url.as_deref(), Some("https://sample.example/"));
    assert_eq!(preview.market.unwrap().to, Some(on(2026, 10, 2)));
}

#[test]
fn the_bulk_export_comes_as_json_too() {
    let (rows, _) = searches(&fixture("gsc_bulk_url.jsonl"), "bq.json").unwrap();
    assert_eq!(rows.len(), 2);
    assert_eq!((rows[0].kind, rows[0].dimension), (FileKind::GscBulkUrl, Dimension::QueryPage));
    assert_eq!((rows[0].clicks, rows[0].impressions, rows[0].position), (2, 10, Some(3.5)));
    assert_eq!((rows[1].query.as_deref(), rows[1].is_anonymised, rows[1].position), (None, true, Some(4.0)));
    assert_eq!(rows[1].device.as_deref(), Some("tablet"));
}

#[test]
fn a_table_of_queries_and_pages_is_one_of_both() {
    let text = "date,query,page,clicks,impressions,ctr,position\n2026-10-01,plumber,https://a.example/x,3.0,120.0,0.025,8.4333333\n";
    let (rows, _) = searches(text.as_bytes(), "api.csv").unwrap();
    assert_eq!((rows[0].kind, rows[0].dimension), (FileKind::GscQueryPages, Dimension::QueryPage));
    assert_eq!((rows[0].clicks, rows[0].impressions, rows[0].position), (3, 120, Some(8.433_333_3)));
    assert_eq!(rows[0].date, Some(on(2026, 10, 1)));
}

#[test]
fn clicks_are_derived_from_ctr_only_if_missing() {
    let text = "Query,Impressions,CTR,Position\na,200,2.5%,3\nb,200,0.5%,3\n";
    let (rows, _) = searches(text.as_bytes(), "x.csv").unwrap();
    assert_eq!(rows.iter().map(|row| row.clicks).collect::<Vec<_>>(), [5, 1]);
    let text = "Query,Clicks,Impressions,CTR,Position\na,7,200,99%,3\n";
    let (rows, _) = searches(text.as_bytes(), "x.csv").unwrap();
    assert_eq!(rows[0].clicks, 7);
}

#[test]
fn invalid_row_is_rejected_with_its_line() {
    let text = "Top queries,Clicks,Impressions,CTR,Position\na,1,10,10%,2\nb,x,10,10%,2\n,1,10,10%,2\nc,1,10,10%,2,7\nd,-1,10,0%,2\ne\nf,2,20,10%,abc\n\"g\nh\",1,2,50%,1\ni,1,,,\n";
    let (rows, summary) = searches(text.as_bytes(), "q.csv").unwrap();
    assert_eq!(rows.iter().map(|row| row.query.as_deref().unwrap()).collect::<Vec<_>>(), ["a", "g\nh"]);
    assert_eq!((summary.rows, summary.rejected), (2, 7));
    let reasons: Vec<_> = summary.rejects.iter().map(|reject| (reject.line, reject.reason.as_str())).collect();
    assert_eq!(
        reasons,
        [
            (3, "clicks: “x” is not a valid number for this column"),
            (4, "query is empty"),
            (5, "has 6 columns, the header has 5"),
            (6, "clicks: “-1” is not a valid number for this column"),
            (7, "has 1 column, the header has 5"),
            (8, "position: “abc” is not a valid number for this column"),
            (11, "impressions is empty"),
        ]
    );
    assert!(summary.rejects.iter().all(|reject| reject.file == "q.csv"));
}

#[test]
fn hundred_rejects_are_listed_and_all_counted() {
    let text = format!("Query,Clicks,Impressions\n{}ok,1,2\n", "bad,x,1\n".repeat(250));
    let (rows, summary) = searches(text.as_bytes(), "q.csv").unwrap();
    assert_eq!((rows.len(), summary.rejected, summary.rejects.len()), (1, 250, 100));
}

#[test]
fn preview_warns_of_the_search_console_row_limit() {
    let text = format!("Top queries,Clicks,Impressions\n{}", "q,1,2\n".repeat(1_000));
    let preview = previewed(text.as_bytes(), "Queries.csv").unwrap();
    assert!(preview.files[0].warnings[0].contains("at most 1,000 rows"));
}

#[test]
fn preamble_lines_are_skipped() {
    let text = "sep=;\nPerformance on Search results\n\nExported 2026-11-01;;\nTop queries;Clicks;Impressions\na;1;2\n";
    let (rows, summary) = searches(text.as_bytes(), "q.csv").unwrap();
    assert_eq!((rows.len(), rows[0].line, summary.rejected), (1, 6, 0));
}

#[test]
fn the_days_beside_a_comparison_are_those_of_the_current_period() {
    let text = "Date,Last 2 days Clicks,Previous 2 days Clicks,Last 2 days Impressions,Previous 2 days Impressions\n2026-10-02,3,1,30,10\n2026-09-29,,2,,20\n";
    let (rows, summary) = searches(text.as_bytes(), "Chart.csv").unwrap();
    let found: Vec<_> = rows.iter().map(|row| (row.period, row.date, row.clicks)).collect();
    assert_eq!(
        found,
        [
            (Period::Current, Some(on(2026, 10, 2)), 3),
            (Period::Previous, None, 1),
            (Period::Previous, Some(on(2026, 9, 29)), 2)
        ]
    );
    assert_eq!(summary.from, Some(on(2026, 10, 2)));
}

#[test]
fn bundled_sample_matches_its_readme() {
    let data = std::path::Path::new(file!()).ancestors().nth(3).unwrap().join("data");
    let bytes = |name: &str| {
        std::fs::read(data.join(name))
            .or_else(|_| std::fs::read(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("data").join(name)))
            .unwrap()
    };
    let export = previewed(&bytes("sample-search-console.zip"), "sample.zip").unwrap();
    assert_eq!(export.suggested_url.as_deref(), Some("https://www.sample.example/"));
    assert_eq!(export.files.iter().filter(|file| file.kind == FileKind::Unknown).count(), 0);
    let market = export.market.unwrap();
    assert_eq!((market.from, market.to), (Some(on(2026, 8, 3)), Some(on(2026, 10, 31))));
    let (rows, summary) = searches(&bytes("sample-search-console.zip"), "sample.zip").unwrap();
    assert_eq!((summary.files.len(), summary.rejected), (7, 0));
    let clicks = |dimension| rows.iter().filter(|row| row.dimension == dimension).map(|row| row.clicks).sum::<u64>();
    assert!(clicks(Dimension::Date) > clicks(Dimension::Query), "rare queries are withheld");
    assert_eq!(clicks(Dimension::Date), clicks(Dimension::Device));
    let (rows, summary) = searches(&bytes("sample-bulk-export.zip"), "bulk.zip").unwrap();
    assert!(rows.len() > 5_000 && summary.rejected == 0);
    let (_, summary) = searches(&bytes("sample-observations.zip"), "observations.zip").unwrap();
    let files: Vec<_> = summary.files.iter().map(|file| (file.kind, file.rows)).collect();
    let (results, pages) = (FileKind::SerpResults, FileKind::Pages);
    assert_eq!(files, [(results, 800), (pages, 200), (FileKind::RankHistory, 3_600), (FileKind::Payouts, 150)]);
    assert_eq!(summary.rejected, 0, "{:?}", summary.rejects);
}

#[test]
fn cell_in_another_encoding_is_read_with_a_warning() {
    let mut bytes = "Top queries,Clicks,Impressions\nplombier à lyon,1,2\ndépannage,1,2\n".as_bytes().to_vec();
    bytes.extend_from_slice(b"d\xE9bouchage,3,4\n");
    let (rows, summary) = searches(&bytes, "q.csv").unwrap();
    assert_eq!(rows[2].query.as_deref(), Some("débouchage"));
    assert!(summary.files[0].warnings[0].contains("1 cells are not UTF-8"));
}
