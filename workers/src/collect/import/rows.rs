//! Rows of a table, and the reader of delimited text.

use std::io::Read;

use csv_core::{ReadRecordResult, Reader, ReaderBuilder};

use super::error::ImportError;
use super::limits;
use super::name::printable;
use super::read_error::read_error;

/// A row: its concatenated cells, and the end of each.
#[derive(Debug, Clone, Copy)]
pub(super) struct Row<'a> {
    data: &'a [u8],
    ends: &'a [usize],
    native: &'a [f64],
    /// Line of its start, from 1.
    pub(super) line: u64,
}

impl<'a> Row<'a> {
    /// Creates a row. `native` has the numbers of typed cells, NaN for others; it may be empty.
    pub(super) fn new(data: &'a [u8], ends: &'a [usize], native: &'a [f64], line: u64) -> Self {
        Self { data, ends, native, line }
    }

    /// Number of cells.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Bytes of a cell without surrounding white space; empty if the row is too short.
    #[inline]
    pub(super) fn cell(&self, column: usize) -> &'a [u8] {
        let Some(end) = self.ends.get(column) else { return &[] };
        let start = if column == 0 { 0 } else { self.ends[column - 1] };
        self.data[start..*end].trim_ascii()
    }

    /// Number of a typed cell.
    #[inline]
    pub(super) fn native(&self, column: usize) -> Option<f64> {
        self.native.get(column).copied().filter(|number| number.is_finite())
    }

    /// Returns true if all cells are empty.
    pub(super) fn is_blank(&self) -> bool {
        self.data.iter().all(u8::is_ascii_whitespace)
    }

    /// Converts the cells to text without control characters, for display and to recognise headers.
    pub(super) fn to_strings(self) -> Vec<String> {
        (0..self.len()).map(|column| printable(&String::from_utf8_lossy(self.cell(column))).into_owned()).collect()
    }
}

/// A source of rows.
pub(super) trait Rows {
    /// Returns the next row; `None` at the end.
    fn next(&mut self) -> Result<Option<Row<'_>>, ImportError>;
}

/// Delimited text in bounded memory: records or rows above the limits are errors.
pub(super) struct DelimitedRows<'a> {
    file: String,
    source: Box<dyn Read + 'a>,
    core: Reader,
    input: Box<[u8]>,
    start: usize,
    end: usize,
    is_ended: bool,
    data: Vec<u8>,
    ends: Vec<usize>,
    /// Line after the end of the last record.
    next_line: u64,
    last_byte: u8,
}

impl<'a> DelimitedRows<'a> {
    /// Reads rows of UTF-8 text; `file` is its name in errors.
    pub(super) fn new(file: &str, source: Box<dyn Read + 'a>, delimiter: u8) -> Self {
        Self {
            file: file.to_owned(),
            source,
            core: ReaderBuilder::new().delimiter(delimiter).build(),
            input: vec![0; 1 << 16].into_boxed_slice(),
            start: 0,
            end: 0,
            is_ended: false,
            data: vec![0; 1 << 12],
            ends: vec![0; 64],
            next_line: 1,
            last_byte: b'\n',
        }
    }

    fn fill(&mut self) -> Result<(), ImportError> {
        self.start = 0;
        self.end = self.source.read(&mut self.input).map_err(|error| read_error(&self.file, error))?;
        self.is_ended = self.end == 0;
        Ok(())
    }

    fn grow_data(&mut self) -> Result<(), ImportError> {
        if self.data.len() >= limits::RECORD_BYTES {
            return Err(ImportError::RecordTooLong {
                file: self.file.clone(),
                line: self.next_line,
                limit: limits::RECORD_BYTES,
            });
        }
        self.data.resize(self.data.len() * 2, 0);
        Ok(())
    }

    fn grow_ends(&mut self) -> Result<(), ImportError> {
        if self.ends.len() >= limits::COLUMNS {
            return Err(ImportError::TooManyColumns {
                file: self.file.clone(),
                line: self.next_line,
                limit: limits::COLUMNS,
            });
        }
        self.ends.resize(self.ends.len() * 2, 0);
        Ok(())
    }

    /// Returns the line on which the last record begins.
    fn begun_on(&mut self, data_bytes: usize) -> u64 {
        let line = self.core.line();
        let last_line = line - u64::from(self.last_byte == b'\n' && line > 1);
        let begun = if last_line > self.next_line {
            last_line - memchr::memchr_iter(b'\n', &self.data[..data_bytes]).count() as u64
        } else {
            last_line
        };
        self.next_line = last_line + 1;
        begun
    }
}

impl Rows for DelimitedRows<'_> {
    fn next(&mut self) -> Result<Option<Row<'_>>, ImportError> {
        let (mut data_bytes, mut columns) = (0, 0);
        loop {
            if self.start == self.end && !self.is_ended {
                self.fill()?;
            }
            let input = &self.input[self.start..self.end];
            let (result, used, written, ended) =
                self.core.read_record(input, &mut self.data[data_bytes..], &mut self.ends[columns..]);
            if used > 0 {
                self.last_byte = input[used - 1];
            }
            self.start += used;
            data_bytes += written;
            columns += ended;
            match result {
                ReadRecordResult::InputEmpty => {}
                ReadRecordResult::OutputFull => self.grow_data()?,
                ReadRecordResult::OutputEndsFull => self.grow_ends()?,
                ReadRecordResult::End => return Ok(None),
                ReadRecordResult::Record => {
                    let line = self.begun_on(data_bytes);
                    return Ok(Some(Row::new(&self.data[..data_bytes], &self.ends[..columns], &[], line)));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<(u64, Vec<String>)> {
        let mut rows = DelimitedRows::new("t.csv", Box::new(text.as_bytes()), b',');
        let mut found = Vec::new();
        while let Ok(Some(row)) = rows.next() {
            found.push((row.line, row.to_strings()));
        }
        found
    }

    #[test]
    fn counts_lines_through_quoted_breaks_blank_lines_and_every_line_end() {
        let unix = lines("a,b\n\"1\n2\",3\n\n\n4,5\n6,7");
        assert_eq!(unix.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [1, 2, 6, 7]);
        let windows = lines("a,b\r\n\"1\r\n2\",3\r\n\r\n4,5\r\n6,7\r\n");
        assert_eq!(windows.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [1, 2, 5, 6]);
        assert_eq!(windows[3].1, ["6", "7"]);
    }

    #[test]
    fn an_endless_line_is_an_error_with_its_line() {
        let text = format!("a,b\n1,2\n{}", "x".repeat(3 << 20));
        let mut rows = DelimitedRows::new("t.csv", Box::new(text.as_bytes()), b',');
        let failure = loop {
            match rows.next() {
                Ok(Some(_)) => {}
                other => break other.map(|row| row.is_some()),
            }
        };
        assert!(matches!(failure, Err(ImportError::RecordTooLong { line: 3, .. })), "{failure:?}");
    }
}
