//! Excel workbooks. Every part is unpacked and checked before the workbook reader reads it, because that reader trusts
//! the file's declarations.

use std::io::{self, BufReader, Cursor, Read, Seek};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use calamine::{Cell, DataRef, ExcelDateTime, Reader, Xlsx, XlsxCellReader, XlsxError};
use zip::ZipArchive;

use super::archive::{Bounded, Entry, bytes_limit, drain, hidden_meter, zip_error};
use super::error::ImportError;
use super::limits;
use super::name::shown_name;
use super::read_error::Bomb;
use super::read_error::read_error;
use super::rows::{Row, Rows};
use super::table::{Meter, Table};

/// A workbook with checked parts.
pub(super) struct Workbook<R: Read + Seek> {
    file: String,
    inner: Xlsx<BufReader<R>>,
    sheets: Vec<Table>,
    sheet_names: Vec<String>,
    meter: Meter,
}

impl<R: Read + Seek> Workbook<R> {
    /// Checks every part, then opens the workbook.
    pub(super) fn open(
        file: String, mut parts: ZipArchive<BufReader<R>>, entries: &[Entry],
    ) -> Result<Self, ImportError> {
        refuse_other_documents(&file, entries)?;
        let largest_sheet = check_parts(&file, &mut parts, entries)?;
        let source = parts.into_inner();
        let inner = contained(&file, || Xlsx::new(source))?;
        let sheet_names = inner.sheet_names();
        let sheets = sheet_names.iter().map(|name| Table { name: shown_name(name), bytes: largest_sheet }).collect();
        Ok(Self { file, inner, sheets, sheet_names, meter: hidden_meter() })
    }

    /// Returns its sheets; each with the size of the largest.
    pub(super) fn tables(&self) -> Vec<Table> {
        self.sheets.clone()
    }

    /// Sheets are not metered.
    pub(super) fn meter(&self) -> Meter {
        Rc::clone(&self.meter)
    }

    /// Returns the rows of a sheet; a chart sheet has none.
    pub(super) fn rows(&mut self, table: usize) -> Result<Box<dyn Rows + '_>, ImportError> {
        let Self { file, inner, sheet_names, .. } = self;
        let name = sheet_names.get(table).map_or("", String::as_str);
        match shielded(move || inner.worksheet_cells_reader(name)) {
            Some(Ok(cells)) => Ok(Box::new(SheetRows::new(file, cells))),
            Some(Err(XlsxError::NotAWorksheet(_))) => Ok(Box::new(NoRows)),
            Some(Err(error)) => Err(xlsx_error(file, error)),
            None => Err(damaged(file, "a sheet cannot be read")),
        }
    }
}

fn refuse_other_documents(file: &str, entries: &[Entry]) -> Result<(), ImportError> {
    let has = |start: &str| entries.iter().any(|entry| entry.name.to_ascii_lowercase().starts_with(start));
    let file = file.to_owned();
    if has("xl/workbook.bin") {
        let advice = "Save it as .xlsx or .csv.";
        return Err(ImportError::UnsupportedFormat { file, found: "a binary Excel workbook", advice });
    }
    if has("word/") {
        return Err(ImportError::NotAnExport { file, found: "a Word document" });
    }
    if has("ppt/") {
        return Err(ImportError::NotAnExport { file, found: "a presentation" });
    }
    if has("xl/") { Ok(()) } else { Err(damaged(&file, "it has no workbook in it")) }
}

/// Unpacks every part within limits. Returns the bytes of the largest sheet.
fn check_parts<R: Read + Seek>(
    file: &str, parts: &mut ZipArchive<BufReader<R>>, entries: &[Entry],
) -> Result<u64, ImportError> {
    let meter = hidden_meter();
    let mut largest_sheet = 0;
    for entry in entries {
        let name = entry.name.to_ascii_lowercase();
        let is_xml = matches!(name.rsplit('.').next(), Some("xml" | "rels"));
        let limit = match () {
            () if name.ends_with("sharedstrings.xml") => limits::SHARED_STRINGS_BYTES,
            () if is_xml => limits::WORKBOOK_BYTES,
            () => limits::MEDIA_BYTES,
        };
        let part = parts.by_index(entry.index).map_err(|error| zip_error(file, error))?;
        let mut part = Bounded::new(part, entry.packed_bytes, limit, Rc::clone(&meter));
        let mut scan = XmlScan::default();
        let unpacked = drain(&mut part, &mut |bytes| if is_xml { scan.look(bytes) } else { Ok(()) })
            .map_err(|error| read_error(file, error))?;
        if meter.get() > limits::WORKBOOK_BYTES {
            let limit = bytes_limit(limits::WORKBOOK_BYTES);
            return Err(ImportError::DecompressionBomb { file: file.to_owned(), limit });
        }
        if name.starts_with("xl/worksheets/") {
            largest_sheet = largest_sheet.max(unpacked);
        }
    }
    Ok(largest_sheet)
}

/// Detects content that would make the workbook reader use unbounded memory: text without tags, declarations, and
/// counts far above the content.
#[derive(Default)]
struct XmlScan {
    /// Number of bytes since the last `<`.
    run: usize,
    seen: u64,
    is_after_less_than: bool,
    is_in_instruction: bool,
    /// The last bytes, for matches across two buffers.
    tail: Vec<u8>,
}

const COUNT_NAME: &[u8] = b"uniqueCount";
/// Length in which the name, sign and digits of a count are searched.
const COUNT_BYTES: usize = 96;
/// Maximum plausible number of shared strings: each takes at least eight bytes.
const MOST_STRINGS: u64 = limits::SHARED_STRINGS_BYTES / 8;

impl XmlScan {
    fn look(&mut self, bytes: &[u8]) -> io::Result<()> {
        check_counts(bytes)?;
        let border = bytes.len().min(COUNT_BYTES);
        self.tail.extend_from_slice(&bytes[..border]);
        check_counts(&self.tail)?;
        self.look_at_tags(bytes)?;
        self.tail.extend_from_slice(&bytes[border..][bytes.len().saturating_sub(border + COUNT_BYTES)..]);
        self.tail.drain(..self.tail.len().saturating_sub(COUNT_BYTES));
        self.seen += bytes.len() as u64;
        Ok(())
    }

    fn look_at_tags(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.is_after_less_than && !bytes.is_empty() {
            self.open(bytes[0], 0)?;
        }
        let mut from = 0;
        while let Some(ahead) = memchr::memchr(b'<', &bytes[from..]) {
            let at = from + ahead;
            self.pass(&bytes[from..at])?;
            if self.is_in_instruction {
                return Err(io::Error::new(io::ErrorKind::InvalidData, "a part begins wrongly"));
            }
            self.run = 0;
            self.is_after_less_than = true;
            from = at + 1;
            if let Some(next) = bytes.get(from) {
                self.open(*next, from as u64)?;
            }
        }
        self.pass(&bytes[from..])
    }

    /// Checks the byte after a `<`: only the first tag of a part may be an instruction, and none a declaration.
    fn open(&mut self, byte: u8, at: u64) -> io::Result<()> {
        self.is_after_less_than = false;
        if byte == b'!' || (byte == b'?' && self.seen + at > 8) {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "a part holds declarations no export has"));
        }
        self.is_in_instruction = byte == b'?';
        Ok(())
    }

    /// Processes bytes without a `<`.
    fn pass(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.run += bytes.len();
        if self.is_in_instruction && memchr::memmem::find(bytes, b"?>").is_some() {
            self.is_in_instruction = false;
        }
        if self.run > limits::XML_RUN_BYTES {
            return Err(io::Error::other(Bomb(format!("{} bytes in one cell", limits::XML_RUN_BYTES))));
        }
        Ok(())
    }
}

/// Rejects an implausible `uniqueCount`, for which the workbook reader would allocate memory at once.
fn check_counts(bytes: &[u8]) -> io::Result<()> {
    for at in memchr::memmem::find_iter(bytes, COUNT_NAME) {
        let after = &bytes[at + COUNT_NAME.len()..];
        let after = &after[..after.len().min(COUNT_BYTES - COUNT_NAME.len())];
        let is_unseen = after.len() == COUNT_BYTES - COUNT_NAME.len() && !after.iter().any(u8::is_ascii_digit);
        let digits = after.iter().skip_while(|byte| !byte.is_ascii_digit()).take_while(|byte| byte.is_ascii_digit());
        let count = digits.fold(0_u64, |sum, digit| sum.saturating_mul(10).saturating_add(u64::from(digit - b'0')));
        if count > MOST_STRINGS || is_unseen {
            return Err(io::Error::other(Bomb(format!("{MOST_STRINGS} shared texts"))));
        }
    }
    Ok(())
}

fn damaged(file: &str, detail: &str) -> ImportError {
    ImportError::Corrupt { file: file.to_owned(), detail: detail.to_owned() }
}

/// Runs the workbook reader and converts a panic to an error for a damaged file.
fn contained<T>(file: &str, run: impl FnOnce() -> Result<T, XlsxError>) -> Result<T, ImportError> {
    match shielded(run) {
        Some(result) => result.map_err(|error| xlsx_error(file, error)),
        None => Err(damaged(file, "its parts do not fit together")),
    }
}

/// Returns `None` after a panic; its borrowed values are not used afterwards.
fn shielded<T>(run: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(run)).ok()
}

fn xlsx_error(file: &str, error: XlsxError) -> ImportError {
    match error {
        XlsxError::Password => ImportError::Encrypted { file: file.to_owned() },
        XlsxError::Io(source) => read_error(file, source),
        XlsxError::Zip(source) => zip_error(file, source),
        other => ImportError::Corrupt { file: file.to_owned(), detail: other.to_string() },
    }
}

struct NoRows;

impl Rows for NoRows {
    fn next(&mut self) -> Result<Option<Row<'_>>, ImportError> {
        Ok(None)
    }
}

/// Assembles rows from the cells of a sheet, one row in memory at a time.
struct SheetRows<'a, R: Read + Seek> {
    file: String,
    cells: XlsxCellReader<'a, BufReader<R>>,
    pending: Option<Cell<DataRef<'a>>>,
    is_started: bool,
    data: Vec<u8>,
    ends: Vec<usize>,
    native: Vec<f64>,
}

impl<'a, R: Read + Seek> SheetRows<'a, R> {
    fn new(file: &str, cells: XlsxCellReader<'a, BufReader<R>>) -> Self {
        let file = file.to_owned();
        Self { file, cells, pending: None, is_started: false, data: Vec::new(), ends: Vec::new(), native: Vec::new() }
    }

    fn advance(&mut self) -> Result<(), ImportError> {
        let cells = &mut self.cells;
        self.pending = contained(&self.file, || cells.next_cell())?;
        Ok(())
    }

    fn push(&mut self, column: usize, value: &DataRef<'_>, line: u64) -> Result<(), ImportError> {
        if column >= limits::COLUMNS {
            return Err(ImportError::TooManyColumns { file: self.file.clone(), line, limit: limits::COLUMNS });
        }
        while self.ends.len() < column {
            self.ends.push(self.data.len());
            self.native.push(f64::NAN);
        }
        // A cell out of order within a row is dropped, because the row would have to be buffered.
        if self.ends.len() > column {
            return Ok(());
        }
        self.native.push(write_value(&mut self.data, value));
        self.ends.push(self.data.len());
        if self.data.len() > limits::RECORD_BYTES {
            return Err(ImportError::RecordTooLong { file: self.file.clone(), line, limit: limits::RECORD_BYTES });
        }
        Ok(())
    }
}

impl<R: Read + Seek> Rows for SheetRows<'_, R> {
    fn next(&mut self) -> Result<Option<Row<'_>>, ImportError> {
        if !self.is_started {
            self.is_started = true;
            self.advance()?;
        }
        self.data.clear();
        self.ends.clear();
        self.native.clear();
        let Some(row) = self.pending.as_ref().map(|cell| cell.get_position().0) else { return Ok(None) };
        let line = u64::from(row) + 1;
        while let Some(cell) = self.pending.take() {
            let (cell_row, column) = cell.get_position();
            if cell_row != row {
                self.pending = Some(cell);
                break;
            }
            self.push(column as usize, cell.get_value(), line)?;
            self.advance()?;
        }
        Ok(Some(Row::new(&self.data, &self.ends, &self.native, line)))
    }
}

/// Writes a cell as text. Returns its number if it is typed, otherwise NaN.
fn write_value(data: &mut Vec<u8>, value: &DataRef<'_>) -> f64 {
    let (text, number) = match value {
        DataRef::Empty => return f64::NAN,
        DataRef::SharedString(text) => ((*text).to_owned(), f64::NAN),
        #[expect(clippy::cast_precision_loss, reason = "a sheet's numbers are doubles to begin with")]
        DataRef::Int(number) => (number.to_string(), *number as f64),
        DataRef::Float(number) => (number.to_string(), *number),
        DataRef::Bool(flag) => (flag.to_string(), f64::NAN),
        DataRef::DateTime(time) => (date_text(time), f64::NAN),
        DataRef::String(text) | DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => (text.clone(), f64::NAN),
        DataRef::Error(_) => ("#ERROR!".to_owned(), f64::NAN),
    };
    let mut cursor = Cursor::new(text.into_bytes());
    // Copying from memory does not fail.
    let _ = cursor.read_to_end(data);
    number
}

/// Formats a date of a sheet as `2026-01-31`, and a duration as its number.
fn date_text(time: &ExcelDateTime) -> String {
    if time.is_duration() {
        return time.as_f64().to_string();
    }
    let (year, month, day, ..) = time.to_ymd_hms_milli();
    format!("{year:04}-{month:02}-{day:02}")
}
