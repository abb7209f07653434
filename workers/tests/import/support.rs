//! Common helpers: reading into owned records, packing archives and workbooks.

use std::io::{Cursor, Write};

use chrono::NaiveDate;
use workers::collect::import::{
    Dimension, FileKind, ImportError, Period, Preview, Record, SearchRow, Summary, Watch, preview, read,
};
use zip::write::SimpleFileOptions;

/// A search row with owned text.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Search {
    pub(crate) kind: FileKind,
    pub(crate) line: u64,
    pub(crate) dimension: Dimension,
    pub(crate) query: Option<String>,
    pub(crate) page: Option<String>,
    pub(crate) date: Option<NaiveDate>,
    pub(crate) country: Option<String>,
    pub(crate) device: Option<String>,
    pub(crate) search_type: Option<String>,
    pub(crate) is_anonymised: bool,
    pub(crate) clicks: u64,
    pub(crate) impressions: u64,
    pub(crate) position: Option<f64>,
    pub(crate) period: Period,
}

impl From<&SearchRow<'_>> for Search {
    fn from(row: &SearchRow<'_>) -> Self {
        Self {
            kind: row.kind,
            line: row.line,
            dimension: row.dimension,
            query: row.query.map(str::to_owned),
            page: row.page.map(str::to_owned),
            date: row.date,
            country: row.country.map(str::to_owned),
            device: row.device.map(str::to_owned),
            search_type: row.search_type.map(str::to_owned),
            is_anonymised: row.is_anonymised,
            clicks: row.clicks,
            impressions: row.impressions,
            position: row.position,
            period: row.period,
        }
    }
}

/// Returns all search rows of an upload.
pub(crate) fn searches(bytes: &[u8], name: &str) -> Result<(Vec<Search>, Summary), ImportError> {
    let mut found = Vec::new();
    let mut sink = |record: Record<'_>| {
        if let Record::Search(row) = &record {
            found.push(Search::from(row));
        }
        Ok(())
    };
    let summary = read(Cursor::new(bytes), name, &Watch::default(), &mut sink, &mut |_| {})?;
    Ok((found, summary))
}

/// Returns every record of an upload as debug text, for formats with many fields.
pub(crate) fn each(bytes: &[u8], name: &str, look: &mut dyn FnMut(&Record<'_>)) -> Summary {
    let mut sink = |record: Record<'_>| {
        look(&record);
        Ok(())
    };
    read(Cursor::new(bytes), name, &Watch::default(), &mut sink, &mut |_| {}).expect("the upload can be read")
}

pub(crate) fn previewed(bytes: &[u8], name: &str) -> Result<Preview, ImportError> {
    preview(Cursor::new(bytes), name, &Watch::default())
}

/// Returns the error of reading an upload; fails the test if the preview has another one. A preview succeeds where the
/// user can assign the columns.
pub(crate) fn refused(bytes: &[u8], name: &str) -> ImportError {
    let error = searches(bytes, name).expect_err("the reading should fail");
    match previewed(bytes, name) {
        Err(first) => assert_eq!(first.code(), error.code(), "{first} / {error}"),
        Ok(preview) => {
            assert!(preview.files.iter().all(|file| file.kind == FileKind::Unknown), "{:?}", preview.files);
            assert!(preview.files.iter().any(|file| file.mapping.is_some()), "{:?}", preview.files);
        }
    }
    error
}

pub(crate) fn fixture(name: &str) -> Vec<u8> {
    let path = std::path::Path::new(file!()).parent().expect("a folder").join("fixtures").join(name);
    std::fs::read(&path)
        .or_else(|_| {
            std::fs::read(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/import/fixtures").join(name))
        })
        .expect("the fixture is there")
}

pub(crate) fn on(year: i32, month: u32, day: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(year, month, day).expect("a day")
}

/// A zip archive of the given entries.
pub(crate) fn zipped(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in entries {
        archive.start_file(*name, SimpleFileOptions::default()).expect("an entry");
        archive.write_all(bytes).expect("its bytes");
    }
    archive.finish().expect("an archive").into_inner()
}

/// A cell of a test workbook.
pub(crate) enum Cell {
    Text(&'static str),
    Number(f64),
    /// A number of days, shown as a date.
    Day(f64),
    /// A formula and its stored result.
    Formula(&'static str, f64),
    Error,
}

/// A workbook with shared strings, as Excel and Search Console write it.
pub(crate) fn workbook(sheets: &[(&str, Vec<Vec<Cell>>)]) -> Vec<u8> {
    let mut strings: Vec<&'static str> = Vec::new();
    let parts: Vec<(&str, String)> = sheets.iter().map(|(name, rows)| (*name, sheet(rows, &mut strings))).collect();
    let names: Vec<(&str, usize)> = sheets.iter().enumerate().map(|(index, (name, _))| (*name, index + 1)).collect();
    let texts: String = strings.iter().map(|text| format!("<si><t>{text}</t></si>")).collect();
    let sheets: Vec<String> = parts.into_iter().map(|(_, text)| text).collect();
    packed(&names, &sheets, &texts, strings.len())
}

/// A workbook of the given sheets and shared texts, as XML.
pub(crate) fn workbook_of(sheets: &[String], texts: &str) -> Vec<u8> {
    let names: Vec<String> = (1..=sheets.len()).map(|at| format!("Sheet{at}")).collect();
    let names: Vec<(&str, usize)> = names.iter().enumerate().map(|(index, name)| (name.as_str(), index + 1)).collect();
    packed(&names, sheets, texts, 0)
}

/// A workbook that lists the same sheet many times.
pub(crate) fn many_sheets(count: usize, sheet: &str) -> Vec<u8> {
    let names: Vec<String> = (1..=count).map(|at| format!("Sheet{at}")).collect();
    let names: Vec<(&str, usize)> = names.iter().map(|name| (name.as_str(), 1)).collect();
    packed(&names, &[sheet.to_owned()], "", 0)
}

/// A sheet with the given rows, as XML.
pub(crate) fn sheet_of(rows: &str) -> String {
    format!("<?xml version=\"1.0\"?><worksheet xmlns=\"{MAIN}\"><sheetData>{rows}</sheetData></worksheet>")
}

/// A workbook of sheets, each with its name and the number of its part, and `count` shared texts.
fn packed(names: &[(&str, usize)], sheets: &[String], texts: &str, count: usize) -> Vec<u8> {
    let mut entries: Vec<(String, String)> = Vec::new();
    let (mut list, mut relations, mut types) = (String::new(), String::new(), String::new());
    for (index, (name, part)) in names.iter().enumerate() {
        let at = index + 1;
        list += &format!("<sheet name=\"{name}\" sheetId=\"{at}\" r:id=\"rId{part}\"/>");
    }
    for (index, sheet) in sheets.iter().enumerate() {
        let at = index + 1;
        relations +=
            &format!("<Relationship Id=\"rId{at}\" Type=\"{OFFICE}/worksheet\" Target=\"worksheets/sheet{at}.xml\"/>");
        types += &format!(
            "<Override PartName=\"/xl/worksheets/sheet{at}.xml\" ContentType=\"application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml\"/>"
        );
        entries.push((format!("xl/worksheets/sheet{at}.xml"), sheet.clone()));
    }
    entries.push(("[Content_Types].xml".into(), format!("<?xml version=\"1.0\"?><Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"><Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/><Default Extension=\"xml\" ContentType=\"application/xml\"/><Override PartName=\"/xl/workbook.xml\" ContentType=\"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml\"/>{types}</Types>")));
    entries.push(("_rels/.rels".into(), format!("<?xml version=\"1.0\"?><Relationships xmlns=\"{PACKAGE}\"><Relationship Id=\"rId1\" Type=\"{OFFICE}/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>")));
    entries.push((
        "xl/workbook.xml".into(),
        format!(
            "<?xml version=\"1.0\"?><workbook xmlns=\"{MAIN}\" xmlns:r=\"{OFFICE}\"><sheets>{list}</sheets></workbook>"
        ),
    ));
    entries.push((
        "xl/_rels/workbook.xml.rels".into(),
        format!("<?xml version=\"1.0\"?><Relationships xmlns=\"{PACKAGE}\">{relations}</Relationships>"),
    ));
    entries.push(("xl/styles.xml".into(), format!("<?xml version=\"1.0\"?><styleSheet xmlns=\"{MAIN}\"><cellXfs count=\"2\"><xf numFmtId=\"0\"/><xf numFmtId=\"14\"/></cellXfs></styleSheet>")));
    entries.push((
        "xl/sharedStrings.xml".into(),
        format!("<?xml version=\"1.0\"?><sst xmlns=\"{MAIN}\" count=\"{count}\" uniqueCount=\"{count}\">{texts}</sst>"),
    ));
    let parts: Vec<(&str, &[u8])> = entries.iter().map(|(name, text)| (name.as_str(), text.as_bytes())).collect();
    zipped(&parts)
}

const MAIN: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE: &str = "http://schemas.openxmlformats.org/package/2006/relationships";

fn sheet(rows: &[Vec<Cell>], strings: &mut Vec<&'static str>) -> String {
    let mut text = format!("<?xml version=\"1.0\"?><worksheet xmlns=\"{MAIN}\"><sheetData>");
    for (index, cells) in rows.iter().enumerate() {
        let row = index + 1;
        text += &format!("<row r=\"{row}\">");
        for (column, cell) in cells.iter().enumerate() {
            let at = format!("{}{row}", char::from(b'A' + u8::try_from(column).expect("a few columns")));
            text += &match cell {
                Cell::Text(value) => {
                    strings.push(value);
                    format!("<c r=\"{at}\" t=\"s\"><v>{}</v></c>", strings.len() - 1)
                }
                Cell::Number(value) => format!("<c r=\"{at}\"><v>{value}</v></c>"),
                Cell::Day(value) => format!("<c r=\"{at}\" s=\"1\"><v>{value}</v></c>"),
                Cell::Formula(formula, value) => format!("<c r=\"{at}\"><f>{formula}</f><v>{value}</v></c>"),
                Cell::Error => format!("<c r=\"{at}\" t=\"e\"><v>#N/A</v></c>"),
            };
        }
        text += "</row>";
    }
    text + "</sheetData></worksheet>"
}
