//! Excel workbooks: sheets of an export, typed cells, and parts made to break a reader.

use workers::collect::import::{ContainerKind, FileKind};

use crate::support::Cell::{Day, Error, Formula, Number, Text};
use crate::support::{Cell, many_sheets, on, previewed, refused, searches, sheet_of, workbook, workbook_of, zipped};

fn header(key: &'static str) -> Vec<Cell> {
    vec![Text(key), Text("Clicks"), Text("Impressions"), Text("CTR"), Text("Position")]
}

fn export() -> Vec<u8> {
    workbook(&[
        (
            "Queries",
            vec![
                header("Top queries"),
                vec![Text("drain cleaning"), Number(1_204.0), Number(45_678.0), Number(0.0264), Number(3.1)],
                vec![Text("by formula"), Formula("1+1", 2.0), Number(40.0), Number(0.05), Number(8.25)],
                vec![Text("broken"), Error, Number(40.0), Number(0.05), Number(8.25)],
            ],
        ),
        ("Chart", vec![header("Date"), vec![Day(46_296.0), Number(5.0), Number(60.0), Number(0.08), Number(4.0)]]),
        ("Filters", vec![vec![Text("Filter"), Text("Value")], vec![Text("Search type"), Text("Web")]]),
        ("Notes", vec![vec![Text("Nothing to see")]]),
    ])
}

#[test]
fn every_sheet_is_a_table() {
    let preview = previewed(&export(), "export.csv").unwrap();
    assert_eq!(preview.container, ContainerKind::Xlsx);
    let files: Vec<_> = preview.files.iter().map(|file| (file.name.as_str(), file.kind, file.rows)).collect();
    assert_eq!(
        files,
        [
            ("Filters", FileKind::GscFilters, Some(0)),
            ("Chart", FileKind::GscDates, Some(1)),
            ("Queries", FileKind::GscQueries, Some(3)),
            ("Notes", FileKind::Unknown, None)
        ]
    );
    assert_eq!(preview.market.unwrap().from, Some(on(2026, 10, 1)));
}

#[test]
fn typed_cells_formulas_dates_and_errors() {
    let (rows, summary) = searches(&export(), "export.xlsx").unwrap();
    assert_eq!(rows[0].date, Some(on(2026, 10, 1)), "days count from 1900");
    assert_eq!((rows[1].clicks, rows[1].impressions, rows[1].position), (1_204, 45_678, Some(3.1)));
    assert_eq!(rows[2].clicks, 2, "a formula counts by its stored result");
    assert_eq!((summary.rows, summary.rejected), (3, 1));
    assert_eq!((summary.rejects[0].file.as_str(), summary.rejects[0].line), ("Queries", 4));
}

/// The export with one part replaced or added.
fn with_part(name: &str, bytes: &[u8]) -> Vec<u8> {
    let mut parts = zip::ZipArchive::new(std::io::Cursor::new(export())).unwrap();
    let mut entries: Vec<(String, Vec<u8>)> = Vec::new();
    for index in 0..parts.len() {
        let mut part = parts.by_index(index).unwrap();
        let mut old = Vec::new();
        std::io::Read::read_to_end(&mut part, &mut old).unwrap();
        let own = part.name().unwrap().into_owned();
        if own != name {
            entries.push((own, old));
        }
    }
    entries.push((name.to_owned(), bytes.to_vec()));
    let entries: Vec<(&str, &[u8])> = entries.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect();
    zipped(&entries)
}

#[test]
fn a_count_of_shared_texts_without_end_is_refused_before_room_is_made() {
    let strings = b"<?xml version=\"1.0\"?><sst uniqueCount=\"99999999999999\"><si><t>a</t></si></sst>";
    assert_eq!(refused(&with_part("xl/sharedStrings.xml", strings), "a.xlsx").code(), "import-too-many-elements");
}

#[test]
fn a_count_far_from_its_name_or_across_reads_is_seen_all_the_same() {
    for (before, within) in [(0, 60), (0, 200), (8_100, 0), (32_700, 1), (65_500, 0), (65_520, 0), (65_500, 4_000)] {
        let (before, within) = (" ".repeat(before), " ".repeat(within));
        let strings = format!(
            "<?xml version=\"1.0\"?>{before}<sst uniqueCount{within}= '99999999999999'><si><t>a</t></si></sst>"
        );
        let error = refused(&with_part("xl/sharedStrings.xml", strings.as_bytes()), "a.xlsx");
        assert_eq!(error.code(), "import-too-many-elements", "{} {}", before.len(), within.len());
    }
}

#[test]
fn shared_texts_that_unpack_to_far_too_much_are_refused() {
    let strings = format!("<?xml version=\"1.0\"?><sst>{}</sst>", "<si><t>aaaaaaaaaaaaaaaa</t></si>".repeat(1_700_000));
    let error = previewed(&with_part("xl/sharedStrings.xml", strings.as_bytes()), "a.xlsx").unwrap_err();
    assert_eq!(error.code(), "import-decompression-bomb");
    assert!(error.to_string().contains("48 MiB"), "{error}");
}

#[test]
fn entities_are_refused() {
    let sheet = b"<?xml version=\"1.0\"?><!DOCTYPE w [<!ENTITY a \"aaaa\">]><worksheet><sheetData/></worksheet>";
    assert_eq!(refused(&with_part("xl/worksheets/sheet1.xml", sheet), "a.xlsx").code(), "import-corrupt");
}

#[test]
fn one_cell_of_megabytes_is_refused() {
    let sheet = format!(
        "<?xml version=\"1.0\"?><worksheet><sheetData><row><c t=\"str\"><v>{}</v></c></row></sheetData></worksheet>",
        "ab".repeat(1 << 20)
    );
    assert_eq!(
        refused(&with_part("xl/worksheets/sheet1.xml", sheet.as_bytes()), "a.xlsx").code(),
        "import-decompression-bomb"
    );
}

#[test]
fn a_cell_at_the_far_end_of_a_sheet_takes_no_room() {
    let sheet = b"<?xml version=\"1.0\"?><worksheet><sheetData><row r=\"1\"><c r=\"A1\" t=\"str\"><v>Top queries</v></c><c r=\"B1\" t=\"str\"><v>Clicks</v></c><c r=\"C1\" t=\"str\"><v>Impressions</v></c></row><row r=\"1048576\"><c r=\"A1048576\" t=\"str\"><v>far</v></c><c r=\"B1048576\"><v>1</v></c><c r=\"C1048576\"><v>2</v></c></row></sheetData></worksheet>";
    let (rows, _) = searches(&with_part("xl/worksheets/sheet1.xml", sheet), "a.xlsx").unwrap();
    assert!(rows.iter().any(|row| row.line == 1_048_576 && row.query.as_deref() == Some("far")));
    let sheet = b"<?xml version=\"1.0\"?><worksheet><sheetData><row r=\"1\"><c r=\"XFD1\" t=\"str\"><v>wide</v></c></row></sheetData></worksheet>";
    let preview = previewed(&with_part("xl/worksheets/sheet1.xml", sheet), "a.xlsx").unwrap();
    assert!(preview.files.iter().any(|file| file.warnings.iter().any(|warning| warning.contains("columns"))));
}

#[test]
fn damaged_parts_are_reported() {
    for (name, bytes) in [
        ("xl/workbook.xml", &b"<workbook><sheets><sheet name=\"a\" sheetId=\"1\""[..]),
        ("xl/worksheets/sheet1.xml", b"<worksheet><sheetData><row r=\"zz\"><c r=\"!!\"><v>1</v></c></row>"),
        (
            "xl/_rels/workbook.xml.rels",
            b"<Relationships><Relationship Id=\"rId1\" Target=\"nowhere\"/></Relationships>",
        ),
        ("xl/styles.xml", b"\0\0\0"),
    ] {
        let broken = with_part(name, bytes);
        // Either an error or the readable part is a valid result.
        if let Err(error) = searches(&broken, "a.xlsx") {
            assert!(matches!(error.code(), "import-corrupt" | "import-nothing-recognised"), "{name}: {error}");
        }
    }
}

#[test]
fn other_office_documents_are_named() {
    let word = zipped(&[("[Content_Types].xml", b"<Types/>"), ("word/document.xml", b"<document/>")]);
    assert!(refused(&word, "export.xlsx").to_string().contains("a Word document"));
    let binary = zipped(&[("[Content_Types].xml", b"<Types/>"), ("xl/workbook.bin", b"\x83\x01")]);
    assert!(refused(&binary, "export.xlsx").to_string().contains("a binary Excel workbook"));
    let open = zipped(&[("mimetype", b"application/vnd.oasis.opendocument.spreadsheet"), ("content.xml", b"<x/>")]);
    assert!(refused(&open, "export.xlsx").to_string().contains("an OpenDocument file"));
}

#[test]
fn sixty_thousand_sheets_are_refused_before_any_is_read() {
    let bytes = many_sheets(60_000, &sheet_of("<row><c><v>1</v></c></row>"));
    assert!(bytes.len() < 400_000, "{}", bytes.len());
    let begun = std::time::Instant::now();
    let error = refused(&bytes, "a.xlsx");
    assert_eq!(error.code(), "import-too-many-elements");
    assert!(error.to_string().contains("more than 256 sheets"), "{error}");
    assert!(begun.elapsed().as_secs() < 5, "{:?}", begun.elapsed());
}

#[test]
fn sheets_shared_texts_and_styles_over_their_limits_are_refused_wherever_they_are() {
    let sheets = |name: &str| format!("<{name} name=\"a\"/>").repeat(300);
    let prefixed = with_part("xl/other.xml", format!("<x:workbook>{}</x:workbook>", sheets("x:sheet")).as_bytes());
    assert!(refused(&prefixed, "a.xlsx").to_string().contains("256 sheets"));
    let in_sheet = with_part("xl/worksheets/wb.xml", format!("<workbook>{}</workbook>", sheets("sheet")).as_bytes());
    assert!(refused(&in_sheet, "a.xlsx").to_string().contains("256 sheets"));
    let texts = workbook_of(&[sheet_of("")], &"<si/>".repeat(2_100_000));
    assert!(refused(&texts, "a.xlsx").to_string().contains("2000000 shared texts"));
    for element in ["font", "fill", "border", "xf", "numFmt"] {
        let styles = format!("<styleSheet>{}</styleSheet>", format!("<{element}/>").repeat(70_000));
        let error = refused(&with_part("xl/styles.xml", styles.as_bytes()), "a.xlsx");
        assert_eq!(error.code(), "import-too-many-elements", "{element}");
    }
    let styles = format!("<styleSheet>{}</styleSheet>", " ".repeat(900_000) + &"<a/>".repeat(2_500_000));
    for part in ["xl/styles.xml", "xl/worksheets/styles.xml", "xl/theme/theme1.xml"] {
        let error = refused(&with_part(part, styles.as_bytes()), "a.xlsx");
        assert_eq!(error.code(), "import-decompression-bomb", "{part}");
    }
}

#[test]
fn cells_over_their_limit_are_refused_before_the_first_is_read() {
    let half = sheet_of(&"<c/>".repeat(11_000_000));
    let error = refused(&workbook_of(&[half.clone(), half], ""), "a.xlsx");
    assert!(error.to_string().contains("20971520 cells"), "{error}");
}
