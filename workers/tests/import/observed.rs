//! Result pages, pages, ranks and payouts: every format, and what each column means.

use serde_json::json;
use shared::domain::observation::{ObservationKind, Payout, PayoutUnit, Rank, SeenPage, SerpResult};
use workers::collect::import::{
    FileKind, Observed, ObservedRow, Options, Record, Summary, Watch, preview_with, read_with,
};

use crate::support::{Cell, each, fixture, on, previewed, refused, workbook, zipped};

fn observed(bytes: &[u8], name: &str) -> (Vec<ObservedRow>, Summary) {
    let mut found = Vec::new();
    let summary = each(bytes, name, &mut |record| {
        if let Record::Observed(row) = record {
            found.push(row.clone());
        }
    });
    (found, summary)
}

fn results(bytes: &[u8], name: &str) -> (Vec<SerpResult>, Summary) {
    let (rows, summary) = observed(bytes, name);
    let result = |row: ObservedRow| match row.observed {
        Observed::Serp(result) => result,
        other => panic!("{other:?}"),
    };
    (rows.into_iter().map(result).collect(), summary)
}

fn pages(bytes: &[u8], name: &str) -> (Vec<SeenPage>, Summary) {
    let (rows, summary) = observed(bytes, name);
    let page = |row: ObservedRow| match row.observed {
        Observed::Page(page) => *page,
        other => panic!("{other:?}"),
    };
    (rows.into_iter().map(page).collect(), summary)
}

fn ranks(bytes: &[u8], name: &str) -> (Vec<Rank>, Summary) {
    let (rows, summary) = observed(bytes, name);
    let rank = |row: ObservedRow| match row.observed {
        Observed::Rank(rank) => rank,
        other => panic!("{other:?}"),
    };
    (rows.into_iter().map(rank).collect(), summary)
}

fn payouts(bytes: &[u8], name: &str) -> (Vec<Payout>, Summary) {
    let (rows, summary) = observed(bytes, name);
    let payout = |row: ObservedRow| match row.observed {
        Observed::Payout(payout) => payout,
        other => panic!("{other:?}"),
    };
    (rows.into_iter().map(payout).collect(), summary)
}

fn reasons(summary: &Summary) -> Vec<(u64, &str)> {
    summary.rejects.iter().map(|reject| (reject.line, reject.reason.as_str())).collect()
}

#[test]
fn results_come_in_a_table_with_a_line_for_each() {
    let (found, summary) = results(&fixture("serp_results.csv"), "serp_results.csv");
    assert_eq!((summary.rows, summary.rejected), (3, 3), "{:?}", summary.rejects);
    let first = SerpResult {
        query: "drain cleaning austin".into(),
        position: 1,
        url: "https://www.rival.example/austin/drains".into(),
        domain: "rival.example".into(),
        title: Some("Drain Cleaning, Austin".into()),
        location: Some("Austin, TX".into()),
        device: Some("mobile".into()),
        features: vec!["local_pack".into(), "people_also_ask".into()],
        observed_at: "2026-08-01T14:30:00Z".into(),
    };
    assert_eq!(found[0], first);
    assert_eq!((found[1].position, found[1].title.as_deref(), found[1].features.len()), (2, None, 0));
    assert_eq!(found[2].observed_at, "2026-08-02");
    assert_eq!((summary.from, summary.to), (Some(on(2026, 8, 1)), Some(on(2026, 8, 2))));
    assert_eq!(
        reasons(&summary),
        [
            (5, "position: “0” is not a valid number for this column"),
            (6, "url: “no address” is not the address of a page"),
            (7, "observedAt is empty"),
        ]
    );
    let preview = previewed(&fixture("serp_results.csv"), "serp_results.csv").unwrap();
    let file = &preview.files[0];
    assert_eq!((file.kind, file.rows), (FileKind::SerpResults, Some(6)));
    let ignored: Vec<_> = file.ignored.iter().map(|one| (one.header.as_str(), one.reason.as_str())).collect();
    assert_eq!(ignored, [("Domain", "follows from other columns"), ("Snippet", "nothing uses it yet")]);
    assert_eq!(preview.suggested_url, None, "rivals are nobody's own website");
}

#[test]
fn whole_result_pages_come_on_lines_or_in_a_list() {
    let lines = fixture("serp_pages.jsonl");
    let (found, summary) = results(&lines, "serp_pages.jsonl");
    let seen: Vec<_> = found.iter().map(|one| (one.query.as_str(), one.position, one.domain.as_str())).collect();
    assert_eq!(
        seen,
        [("roof repair", 1, "a.example"), ("roof repair", 3, "b.example"), ("gutter \"guards\"", 1, "b.example")]
    );
    assert_eq!(found[0].features, ["local_pack", "ads"]);
    assert_eq!((found[0].device.as_deref(), found[2].location.as_deref()), (Some("desktop"), Some("Austin")));
    assert_eq!(reasons(&summary), [(1, "result 2: url is empty"), (3, "results is not a list of objects")]);
    let text = String::from_utf8(lines).unwrap();
    let list = format!("[\n{}\n]", text.lines().collect::<Vec<_>>().join(",\n"));
    let (listed, summary) = results(list.as_bytes(), "serp.json");
    assert_eq!((listed, summary.rejected), (found, 2));
    assert_eq!(reasons(&summary)[1].0, 4);
}

#[test]
fn pages_have_text_of_a_bounded_length_and_links() {
    let (found, summary) = pages(&fixture("pages.jsonl"), "pages.jsonl");
    assert_eq!((summary.rows, summary.rejected), (2, 1));
    let first = SeenPage {
        url: "https://www.rival.example/austin/drains".into(),
        host: "rival.example".into(),
        title: Some("Drain Cleaning, Austin".into()),
        description: Some("Same day.".into()),
        h1: Some("Drains".into()),
        headings: vec!["Prices".into(), "Areas".into()],
        text: Some("We clean drains in Austin.\nCall us.".into()),
        words: Some(7),
        status: Some(200),
        canonical: Some("https://www.rival.example/austin/drains".into()),
        query: Some("drain cleaning austin".into()),
        links: vec!["/prices".into(), "https://b.example/".into()],
        observed_at: Some("2026-08-01".into()),
    };
    assert_eq!(found[0], first);
    assert_eq!((found[1].words, found[1].status, found[1].observed_at.as_deref()), (Some(900), None, None));
    assert_eq!(reasons(&summary), [(3, "url is empty")]);

    let long = format!("url,text\na.example/1,{}\na.example/2,short\n", "wörd ".repeat(20_000));
    let (found, summary) = pages(long.as_bytes(), "pages.csv");
    let kept = found[0].text.as_deref().unwrap();
    assert!(kept.len() <= 64 << 10 && kept.len() > (64 << 10) - 4, "{}", kept.len());
    assert_eq!((found[0].words, found[1].words), (Some(20_000), Some(1)), "counted before the cut");
    assert_eq!(summary.files[0].warnings, ["1 texts are too long and were truncated."]);
}

#[test]
fn crawl_leaves_out_images_and_lists_them_with_the_reason() {
    let (found, summary) = pages(&fixture("internal_all.csv"), "internal_all.csv");
    assert_eq!((summary.rows, summary.rejected, summary.files[0].kind), (2, 1, FileKind::ScreamingFrog));
    let first = &found[0];
    assert_eq!((first.url.as_str(), first.host.as_str()), ("https://www.sample.example/", "sample.example"));
    assert_eq!((first.title.as_deref(), first.h1.as_deref()), (Some("Sample \"Home\""), Some("Welcome")));
    assert_eq!(first.headings, ["Services", "Areas"]);
    assert_eq!((first.status, first.words, first.observed_at.as_deref()), (Some(200), Some(412), Some("2026-08-01")));
    assert_eq!((found[1].status, found[1].title.as_deref()), (Some(301), None));
    assert!(summary.rejects[0].reason.starts_with("is not a page but image/"), "{:?}", summary.rejects);
    let preview = previewed(&fixture("internal_all.csv"), "internal_all.csv").unwrap();
    let counts = (preview.files[0].rows, preview.files[0].accepted, preview.files[0].rejected);
    assert_eq!(counts, (Some(3), Some(2), Some(1)), "the preview counts what the import does");
    assert_eq!((&preview.rejects, &preview.reject_reasons), (&summary.rejects, &summary.reasons));
    assert_eq!(preview.suggested_url.as_deref(), Some("https://www.sample.example/"));
    let reason = |header: &str| {
        preview.files[0].ignored.iter().find(|column| column.header == header).map(|column| column.reason.clone())
    };
    assert_eq!(reason("Title 1 Length").as_deref(), Some("follows from other columns"));
    assert_eq!(reason("rel=\"next\" 1").as_deref(), Some("nothing uses it yet"));
}

#[test]
fn rank_not_found_has_no_position() {
    let (found, summary) = ranks(&fixture("rank_history.csv"), "rank_history.csv");
    let seen: Vec<_> = found.iter().map(|rank| (rank.date.as_str(), rank.position, rank.depth)).collect();
    assert_eq!(
        seen,
        [
            ("2026-08-01", Some(4.0), Some(100)),
            ("2026-08-02", None, Some(100)),
            ("2026-08-03", None, Some(100)),
            ("2026-08-04", None, Some(50)),
            ("2026-08-05", None, Some(100)),
            ("2026-08-06", None, None),
            ("2026-08-07", Some(100.0), None),
            ("2026-08-08", Some(3.5), None),
        ]
    );
    assert_eq!((found[0].device.as_deref(), found[0].source.as_deref()), (Some("mobile"), Some("tracker")));
    assert_eq!(found[0].url.as_deref(), Some("https://www.sample.example/austin/drain-cleaning/"));
    assert_eq!(
        reasons(&summary),
        [
            (10, "position: “-2” is not a valid number for this column"),
            (11, "position: “first” is not a valid number for this column"),
            (12, "date: “soon” is not a day"),
            (13, "keyword is empty"),
        ]
    );
    assert_eq!(summary.files[0].kind, FileKind::RankHistory);
    let (found, _) = ranks("Check date;Query;Pos\n31.08.2026;roof;2,5\n".as_bytes(), "x.csv");
    assert_eq!((found[0].date.as_str(), found[0].position), ("2026-08-31", Some(2.5)));
}

#[test]
fn day_is_read_from_a_column_or_the_file_name() {
    let (found, _) = ranks(b"keyword,position,depth\nroof,3,100\n", "ranks_2026-08-01.csv");
    assert_eq!(found[0].date, "2026-08-01");
    let (found, _) = results(b"query,position,url\nroof,3,a.example/x\n", "serp-20260801.csv");
    assert_eq!((found[0].observed_at.as_str(), found[0].domain.as_str()), ("2026-08-01", "a.example"));
    for (text, lacks) in
        [("keyword,position,depth\nroof,3,100\n", "date"), ("query,position,url\nroof,3,a.example\n", "observed_at")]
    {
        let error = refused(text.as_bytes(), "x.csv");
        assert_eq!(error.code(), "import-missing-columns");
        assert!(error.to_string().contains(&format!("lacks {lacks} and a day in the file's name")), "{error}");
    }
}

#[test]
fn payouts_have_a_unit_a_currency_and_no_negative_amount() {
    let (found, summary) = payouts(&fixture("payouts.csv"), "payouts.csv");
    assert_eq!(summary.files[0].kind, FileKind::Payouts);
    let first = Payout {
        vertical: "plumbing".into(),
        service: Some("drain cleaning".into()),
        state: Some("TX".into()),
        city: Some("Austin".into()),
        unit: PayoutUnit::Lead,
        amount_cents: 8_550,
        currency: "USD".into(),
        source: Some("Buyer A".into()),
        valid_from: Some("2026-01-01".into()),
        valid_to: Some("2026-12-31".into()),
        notes: Some("exclusive, by phone".into()),
    };
    assert_eq!(found[0], first);
    let rest: Vec<_> = found[1..].iter().map(|one| (one.unit, one.amount_cents, one.currency.as_str())).collect();
    assert_eq!(rest, [(PayoutUnit::Call, 0, "EUR"), (PayoutUnit::Rent, 120_000, "USD")]);
    assert_eq!(
        reasons(&summary),
        [
            (5, "amount is below 0"),
            (6, "unit: “click” is not lead, call, rent or job"),
            (7, "unit is empty"),
            (8, "currency: “dollars” is not a code of three letters such as USD"),
            (9, "currency is empty"),
            (10, "valid_to is before valid_from"),
            (11, "amount: “many” is not a valid number for this column"),
        ]
    );
    assert_eq!(summary.from, None, "a payout holds from a day, it is not seen on it");
    let error = refused(b"vertical,amount,currency\nplumbing,5,USD\n", "x.csv");
    assert!(error.to_string().contains("a table of payouts but lacks unit"), "{error}");
    let (found, _) = payouts(b"vertical,unit,amount (EUR)\nplumbing,per call,5.5\n", "x.csv");
    assert_eq!((found[0].amount_cents, found[0].currency.as_str(), found[0].unit), (550, "EUR", PayoutUnit::Call));
    let (found, _) = payouts(br#"{"vertical":"roofing","unit":"job","amountCents":1999,"currency":"usd"}"#, "x.jsonl");
    assert_eq!((found[0].amount_cents, found[0].currency.as_str()), (1_999, "USD"));
}

#[test]
fn observations_are_read_from_workbooks_and_archives() {
    let book = workbook(&[(
        "Ranks",
        vec![
            vec![Cell::Text("Date"), Cell::Text("Keyword"), Cell::Text("Rank")],
            vec![Cell::Day(46_053.0), Cell::Text("roof"), Cell::Number(7.0)],
            vec![Cell::Day(46_054.0), Cell::Text("roof"), Cell::Text("")],
        ],
    )]);
    let (found, summary) = ranks(&book, "ranks.xlsx");
    let seen: Vec<_> = found.iter().map(|rank| (rank.date.as_str(), rank.position)).collect();
    assert_eq!((seen, summary.rows), (vec![("2026-01-31", Some(7.0)), ("2026-02-01", None)], 2));

    let queries = "Top queries,Clicks,Impressions\nroof,1,2\n";
    let dates = "Date,Clicks,Impressions\n2026-07-01,1,2\n2026-07-28,1,2\n";
    let all = zipped(&[
        ("Queries.csv", queries.as_bytes()),
        ("Dates.csv", dates.as_bytes()),
        ("rank_history.csv", &fixture("rank_history.csv")),
        ("payouts.csv", &fixture("payouts.csv")),
    ]);
    let (found, summary) = observed(&all, "all.zip");
    let kinds: Vec<_> = found.iter().filter_map(|row| row.observed.observation()).map(|(kind, _)| kind).collect();
    assert_eq!((kinds.len(), kinds[0], kinds[10]), (11, ObservationKind::Rank, ObservationKind::Payout));
    assert_eq!((summary.from, summary.to), (Some(on(2026, 7, 1)), Some(on(2026, 7, 28))), "the searches' period");
}

#[test]
fn reports_of_searches_are_not_taken_for_ranks_or_results() {
    for (header, kind) in [
        (
            "Query,Page,Date,Clicks,Impressions,Position\nroof,https://a.example/,2026-08-01,1,2,3\n",
            FileKind::GscQueryPages,
        ),
        ("Keyword,Position,Search Volume,URL\nroof,1,20,https://a.example/\n", FileKind::SemrushPositions),
    ] {
        assert_eq!(previewed(header.as_bytes(), "x.csv").unwrap().files[0].kind, kind);
    }
    let error = refused(b"Date,Query,Position,Clicks\n2026-08-01,roof,2,1\n", "x.csv");
    assert!(error.to_string().contains("lacks Impressions"), "{error}");
}

#[test]
fn zero_bytes_are_rejected_or_removed() {
    let lines = b"{\"url\":\"a.example/1\",\"title\":\"x\\u0000y\"}\n{\"url\":\"a.example/2\",\"title\":\"t\",\"headings\":[\"p\\u0000q\", 7]}\n";
    let (found, summary) = pages(lines, "pages.jsonl");
    assert_eq!(reasons(&summary), [(1, "title holds a zero byte")]);
    assert_eq!(found[0].headings, ["pq"]);
    let text = serde_json::to_value(Observed::Page(Box::new(found[0].clone()))).unwrap();
    assert_eq!(text, json!({"url": "a.example/2", "host": "a.example", "title": "t", "headings": ["pq"]}));
}

#[test]
fn ambiguous_amounts_and_future_days_are_rejected_by_line() {
    let text = "id,date,amount,currency\nA,2026-08-01,450.00,USD\nB,2026-08-02,1.200 50,USD\nC,2026-08-03,1.200,USD\n\
                D,2028-01-01,12.00,USD\nE,2026-08-04,\"1,200.50\",USD\n";
    let options = Options { latest_day: chrono::NaiveDate::from_ymd_opt(2026, 11, 28), ..Options::default() };
    let mut cents = Vec::new();
    let mut sink = |record: Record<'_>| {
        if let Record::Observed(ObservedRow { observed: Observed::Revenue(revenue), .. }) = &record {
            cents.push(revenue.amount_cents);
        }
        Ok(())
    };
    let source = std::io::Cursor::new(text.as_bytes());
    let read = read_with(source, "jobs.csv", &options, &Watch::default(), &mut sink, &mut |_| {}).expect("readable");
    assert_eq!(cents, [45_000, 120_050]);
    let lines: Vec<u64> = read.rejects.iter().map(|reject| reject.line).collect();
    assert_eq!(lines, [3, 4, 5], "{:?}", read.rejects);
    assert!(read.rejects[1].reason.contains("ambiguous") && read.rejects[2].reason.contains("future"));
    let shown = preview_with(std::io::Cursor::new(text.as_bytes()), "jobs.csv", &options, &Watch::default());
    assert_eq!(shown.expect("readable").files[0].rejected, Some(3));
}

#[test]
fn search_rows_with_more_clicks_than_impressions_or_of_a_future_day_are_rejected_by_line() {
    let text =
        "Date,Clicks,Impressions,CTR,Position\n2026-08-01,50,12,4%,3\n2027-05-01,1,10,10%,3\n2026-08-02,1,10,10%,3\n";
    let options = Options { latest_day: chrono::NaiveDate::from_ymd_opt(2026, 11, 28), ..Options::default() };
    let source = std::io::Cursor::new(text.as_bytes());
    let read = read_with(source, "Dates.csv", &options, &Watch::default(), &mut |_| Ok(()), &mut |_| {});
    let read = read.expect("readable");
    assert_eq!((read.rows, reasons(&read).len()), (1, 2), "{:?}", read.rejects);
    assert_eq!(reasons(&read)[0], (2, "has 50 clicks of 12 impressions: a click needs an impression"));
    assert_eq!(reasons(&read)[1], (3, "date: 2027-05-01 is in the future"));
}
