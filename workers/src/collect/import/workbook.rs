//! Excel workbooks. Every part is unpacked and checked before the workbook reader reads it, because that reader trusts
//! the file's declarations.

use std::io::{BufReader, Cursor, Read, Seek};
use std::panic::{AssertUnwindSafe, catch_unwind};

use calamine::{Cell, DataRef, ExcelDateTime, Reader, Xlsx, XlsxCellReader, XlsxError};
use zip::ZipArchive;

use super::archive::{Entry, zip_error};
use super::error::ImportError;
use super::limits;
use super::name::shown_name;
use super::parts::{check_parts, refuse_other_documents};
use super::read_error::read_error;
use super::rows::{Row, Rows};
use super::table::{Meter, Table};

/// Bytes read from the source at once.
const SOURCE_BYTES: usize = 4 << 10;
/// Cells after which the watch is checked.
const CELLS_BETWEEN_CHECKS: u64 = 1_024;

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
        file: String, mut parts: ZipArchive<BufReader<R>>, entries: &[Entry], meter: Meter,
    ) -> Result<Self, ImportError> {
        refuse_other_documents(&file, entries)?;
        let largest_sheet = check_parts(&file, &mut parts, entries, &meter)?;
        // A small buffer, so that the source is read, and its watch checked, often.
        let source = BufReader::with_capacity(SOURCE_BYTES, parts.into_inner().into_inner());
        let inner = contained(&file, &meter, || Xlsx::new(source))?;
        let sheet_names = inner.sheet_names();
        let sheets = sheet_names.iter().map(|name| Table { name: shown_name(name), bytes: largest_sheet }).collect();
        Ok(Self { file, inner, sheets, sheet_names, meter })
    }

    /// Returns its sheets; each with the size of the largest.
    pub(super) fn tables(&self) -> Vec<Table> {
        self.sheets.clone()
    }

    /// Sheets are not metered.
    pub(super) fn meter(&self) -> Meter {
        self.meter.clone()
    }

    /// Returns the rows of a sheet; a chart sheet has none.
    pub(super) fn rows(&mut self, table: usize) -> Result<Box<dyn Rows + '_>, ImportError> {
        let Self { file, inner, sheet_names, meter, .. } = self;
        let name = sheet_names.get(table).map_or("", String::as_str);
        match shielded(move || inner.worksheet_cells_reader(name)) {
            Some(Ok(cells)) => Ok(Box::new(SheetRows::new(file, meter.clone(), cells))),
            Some(Err(XlsxError::NotAWorksheet(_))) => Ok(Box::new(NoRows)),
            Some(Err(error)) => meter.check().and(Err(xlsx_error(file, error))),
            None => Err(damaged(file, "a sheet cannot be read")),
        }
    }
}

pub(super) fn damaged(file: &str, detail: &str) -> ImportError {
    ImportError::Corrupt { file: file.to_owned(), detail: detail.to_owned() }
}

/// Runs the workbook reader and converts a panic to an error for a damaged file.
///
/// That reader does not keep the kind of a read error, so the watch is asked again.
fn contained<T>(file: &str, meter: &Meter, run: impl FnOnce() -> Result<T, XlsxError>) -> Result<T, ImportError> {
    match shielded(run) {
        Some(Err(error)) => meter.check().and(Err(xlsx_error(file, error))),
        Some(Ok(done)) => Ok(done),
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
    meter: Meter,
    cells: XlsxCellReader<'a, BufReader<R>>,
    /// Number of cells read.
    count: u64,
    pending: Option<Cell<DataRef<'a>>>,
    is_started: bool,
    data: Vec<u8>,
    ends: Vec<usize>,
    native: Vec<f64>,
}

impl<'a, R: Read + Seek> SheetRows<'a, R> {
    fn new(file: &str, meter: Meter, cells: XlsxCellReader<'a, BufReader<R>>) -> Self {
        Self {
            file: file.to_owned(),
            meter,
            cells,
            count: 0,
            pending: None,
            is_started: false,
            data: Vec::new(),
            ends: Vec::new(),
            native: Vec::new(),
        }
    }

    fn advance(&mut self) -> Result<(), ImportError> {
        self.count += 1;
        if self.count.is_multiple_of(CELLS_BETWEEN_CHECKS) {
            self.meter.check()?;
        }
        let cells = &mut self.cells;
        self.pending = contained(&self.file, &self.meter, || cells.next_cell())?;
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
