//! Properties for every file: it reads back what was written, in any encoding, delimiter and language, and no bytes
//! crash the reader.

use std::io::Cursor;

use proptest::prelude::*;
use shared::domain::import::{ColumnMapping, ImportOptions};
use workers::collect::import::{Observed, Options, Record, Watch, preview, preview_with, read, read_with};

use crate::support::{fixture, searches, zipped};

/// A language's headers, its decimal mark, and its grouping mark.
const LANGUAGES: [(&str, char, &str); 6] = [
    ("Top queries|Clicks|Impressions|CTR|Position", '.', ","),
    ("Häufigste Suchanfragen|Klicks|Impressionen|Klickrate|Position", ',', "."),
    ("Requêtes les plus fréquentes|Clics|Impressions|CTR|Position", ',', "\u{a0}"),
    ("Populairste zoekopdrachten|Klikken|Vertoningen|CTR|Positie", ',', "."),
    ("Vanligaste sökfrågorna|Klick|Visningar|CTR|Position", ',', " "),
    ("En çok yapılan sorgular|Tıklamalar|Gösterimler|TO|Konum", ',', "."),
];

#[derive(Debug, Clone, Copy)]
enum Written {
    Utf8,
    Utf8Marked,
    Utf16Le,
    Utf16LeMarked,
    Utf16Be,
    Utf16BeMarked,
    Windows1252,
}

fn encoded(text: &str, how: Written) -> Option<Vec<u8>> {
    let wide = |to_bytes: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(to_bytes).collect::<Vec<u8>>();
    Some(match how {
        Written::Utf8 => text.as_bytes().to_vec(),
        Written::Utf8Marked => format!("\u{FEFF}{text}").into_bytes(),
        Written::Utf16Le => wide(u16::to_le_bytes),
        Written::Utf16LeMarked => [&b"\xFF\xFE"[..], &wide(u16::to_le_bytes)].concat(),
        Written::Utf16Be => wide(u16::to_be_bytes),
        Written::Utf16BeMarked => [&b"\xFE\xFF"[..], &wide(u16::to_be_bytes)].concat(),
        Written::Windows1252 => {
            let (bytes, _, is_lossy) = encoding_rs::WINDOWS_1252.encode(text);
            // Text in ASCII is also valid UTF-8 and read as such.
            return (!is_lossy && !text.is_ascii()).then(|| bytes.into_owned());
        }
    })
}

fn grouped(number: u64, mark: &str) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push_str(mark);
        }
        text.push(digit);
    }
    text
}

fn quoted(cell: &str, delimiter: char) -> String {
    if cell.contains([delimiter, '"', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}

type Line = (String, u64, u64, u32);

/// The table as text, one line end for all.
fn table(lines: &[Line], language: usize, delimiter: char, line_end: &str) -> String {
    let (header, decimal, group) = LANGUAGES[language];
    let separator = delimiter.to_string();
    let mut text =
        header.split('|').map(|name| quoted(name, delimiter)).collect::<Vec<_>>().join(&separator) + line_end;
    for (query, clicks, impressions, hundredths) in lines {
        let position = format!("{}.{:02}", hundredths / 100, hundredths % 100).replace('.', &decimal.to_string());
        let share = format!("{}{decimal}{:02} %", clicks % 100, impressions % 100);
        let cells = [query.clone(), grouped(*clicks, group), grouped(*impressions, group), share, position];
        text += &cells.iter().map(|cell| quoted(cell, delimiter)).collect::<Vec<_>>().join(&separator);
        text += line_end;
    }
    text
}

fn line() -> impl Strategy<Value = Line> {
    // Any query; not only a dash or white space, which are empty cells.
    (
        "[a-zàâçéèêëîïôûùüÿñæœ0-9][ a-zàâçéèêëîïôûùüÿñæœ0-9,;\"'=+@|%.-]{0,40}",
        0..9_000_000_u64,
        1..9_000_000_u64,
        100..20_000_u32,
    )
        .prop_map(|(query, clicks, impressions, position)| (query, clicks.min(impressions), impressions, position))
}

fn written() -> impl Strategy<Value = Written> {
    prop::sample::select(vec![
        Written::Utf8,
        Written::Utf8Marked,
        Written::Utf16Le,
        Written::Utf16LeMarked,
        Written::Utf16Be,
        Written::Utf16BeMarked,
        Written::Windows1252,
    ])
}

/// Reads arbitrary bytes; only a panic fails.
fn survives(bytes: &[u8], name: &str) {
    let _ = preview(Cursor::new(bytes), name, &Watch::default());
    let mut rows = 0_u64;
    let mut sink = |record: Record<'_>| {
        if let Record::Search(row) = &record {
            assert!(row.position.is_none_or(|position| position >= 1.0 && position.is_finite()));
        }
        // Sums of a log stand for their requests.
        rows += match &record {
            Record::Observed(row) => match &row.observed {
                Observed::CrawlerVisits(visits) => u64::try_from(visits.requests).unwrap(),
                _ => 1,
            },
            _ => 1,
        };
        Ok(())
    };
    if let Ok(summary) = read(Cursor::new(bytes), name, &Watch::default(), &mut sink, &mut |_| {}) {
        assert!(rows >= summary.rows && rows <= summary.rows * 2, "one or two records for each row");
    }
}

/// Reads an upload with fields assigned at random to the columns of its tables that can be assigned.
fn assigned_survives(bytes: &[u8], target: &str, seed: u64) {
    let Ok(found) = preview(Cursor::new(bytes), "x.csv", &Watch::default()) else { return };
    let fields: Vec<String> = found
        .targets
        .iter()
        .filter(|one| one.name == target)
        .flat_map(|one| one.fields.iter().map(|field| field.name.clone()))
        .collect();
    let field = |at: usize| {
        let at = usize::try_from(seed.rotate_left(u32::try_from(at % 64).unwrap()) % 17).unwrap();
        fields.get(at).cloned()
    };
    let offers = found.files.iter().filter_map(|file| file.mapping.as_ref());
    let mappings = offers.map(|offer| ColumnMapping {
        fingerprint: offer.fingerprint.clone(),
        target: target.to_owned(),
        columns: (0..offer.headers.len()).map(field).collect(),
        currency: Some("USD".to_owned()),
    });
    let options = ImportOptions { mappings: mappings.collect(), ..ImportOptions::default() };
    let options = Options { options, saved: Vec::new(), latest_day: None };
    let _ = preview_with(Cursor::new(bytes), "x.csv", &options, &Watch::default());
    let _ = read_with(Cursor::new(bytes), "x.csv", &options, &Watch::default(), &mut |_| Ok(()), &mut |_| {});
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn written_rows_are_read_back(
        lines in prop::collection::vec(line(), 1..40),
        language in 0..LANGUAGES.len(),
        delimiter in prop::sample::select(vec![',', ';', '\t']),
        line_end in prop::sample::select(vec!["\n", "\r\n"]),
        how in written(),
        is_packed in any::<bool>(),
    ) {
        let text = table(&lines, language, delimiter, line_end);
        let Some(bytes) = encoded(&text, how) else { return Ok(()) };
        let bytes = if is_packed { zipped(&[("x.csv", &bytes)]) } else { bytes };
        let (rows, summary) = searches(&bytes, "x").expect("it can be read");
        prop_assert_eq!(summary.rejected, 0, "{:?}", summary.rejects);
        let found: Vec<Line> = rows
            .iter()
            .map(|row| {
                let hundredths = (row.position.expect("a position") * 100.0).round();
                (row.query.clone().expect("a query"), row.clicks, row.impressions, format!("{hundredths}").parse().expect("a figure"))
            })
            .collect();
        let expected: Vec<Line> = lines.iter().map(|(query, c, i, p)| (query.trim().to_owned(), *c, *i, *p)).collect();
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn random_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..2_000)) {
        survives(&bytes, "x.csv");
    }

    #[test]
    fn random_rows_under_a_known_header_never_panic(rest in "(?s).{0,400}", header in 0..LANGUAGES.len()) {
        survives(format!("{}\n{rest}", LANGUAGES[header].0.replace('|', ",")).as_bytes(), "x.csv");
    }

    #[test]
    fn mutated_files_never_panic(
        which in 0..FIXTURES.len(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12),
        is_packed in any::<bool>(),
    ) {
        let mut bytes = fixture(FIXTURES[which]);
        if is_packed {
            bytes = zipped(&[(FIXTURES[which], &bytes)]);
        }
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        survives(&bytes, FIXTURES[which]);
    }

    #[test]
    fn any_assignment_of_any_columns_never_panics(
        which in 0..FIXTURES.len(),
        target in prop::sample::select(vec!["search", "keywords", "ranks", "backlinks", "sessions", "leads", "revenue", "payouts", "pages", "x"]),
        seed in any::<u64>(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..6),
    ) {
        let mut bytes = fixture(FIXTURES[which]);
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        assigned_survives(&bytes, target, seed);
    }

    #[test]
    fn truncated_workbooks_never_panic(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..30)) {
        use crate::support::{Cell, workbook};
        let mut bytes = workbook(&[("Queries", vec![
            vec![Cell::Text("Top queries"), Cell::Text("Clicks"), Cell::Text("Impressions")],
            vec![Cell::Text("plumber"), Cell::Number(1.0), Cell::Number(2.0)],
        ])]);
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        survives(&bytes, "x.xlsx");
    }
}

const FIXTURES: [&str; 22] = [
    "access.log",
    "gsc_queries_de.csv",
    "gsc_compare_en.csv",
    "gsc_bulk_url.jsonl",
    "keyword_planner.csv",
    "ahrefs_organic.csv",
    "semrush_strategy.csv",
    "gsc_filters_fr.csv",
    "serp_results.csv",
    "serp_pages.jsonl",
    "pages.jsonl",
    "rank_history.csv",
    "payouts.csv",
    "ahrefs_backlinks.csv",
    "semrush_backlinks.csv",
    "majestic_backlinks.csv",
    "ga4_landing_pages.csv",
    "ga4_traffic.csv",
    "bing_KeywordReport.csv",
    "leads.csv",
    "revenue.csv",
    "crm.csv",
];
