//! JSON exports: one object per line, as from `BigQuery`, or a list of objects. Nested values become the text of one
//! cell.

use std::io::{Cursor, Read};

use serde_json::{Map, Value};

use super::error::ImportError;
use super::limits;
use super::read_error::read_error;
use super::rows::{Row, Rows};

/// Number of objects read to find the columns, because keys with null values may be omitted.
const LEARNT_FROM: usize = 200;

/// Arrangement of the objects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// One per line.
    Lines,
    /// In a list, over any number of lines.
    List,
}

/// An object with the line on which it begins.
type Numbered = (u64, Map<String, Value>);

/// Reads the objects of a text in bounded memory.
struct Objects<'a> {
    file: String,
    source: Box<dyn Read + 'a>,
    /// `None` until the first character determines it.
    shape: Option<Shape>,
    input: Vec<u8>,
    start: usize,
    is_ended: bool,
    /// Line ends read.
    lines: u64,
}

impl<'a> Objects<'a> {
    fn new(file: &str, source: Box<dyn Read + 'a>) -> Self {
        let input = Vec::new();
        Self { file: file.to_owned(), source, shape: None, input, start: 0, is_ended: false, lines: 0 }
    }

    /// Returns the next object with its line; `None` at the end of the text.
    fn next(&mut self) -> Result<Option<Numbered>, ImportError> {
        let found = match self.shape()? {
            Some(Shape::Lines) => self.next_line()?,
            Some(Shape::List) => self.next_of_list()?,
            None => None,
        };
        let Some((line, end)) = found else { return Ok(None) };
        let object = serde_json::from_slice(&self.input[self.start..end]).map_err(|_| self.not_an_object(line))?;
        self.start = end;
        Ok(Some((line, object)))
    }

    fn shape(&mut self) -> Result<Option<Shape>, ImportError> {
        while self.shape.is_none() {
            let first = self.input[self.start..].iter().find(|byte| !byte.is_ascii_whitespace());
            self.shape = first.map(|byte| if *byte == b'[' { Shape::List } else { Shape::Lines });
            if self.shape.is_none() && !self.read_more()? {
                break;
            }
        }
        Ok(self.shape)
    }

    /// Returns line and end of the next non-empty line; the end of the previous line counts as an empty one.
    fn next_line(&mut self) -> Result<Option<(u64, usize)>, ImportError> {
        while let Some(end) = self.line_end()? {
            if self.input[self.start..end].iter().all(u8::is_ascii_whitespace) {
                self.start = (end + 1).min(self.input.len());
                self.lines += 1;
                continue;
            }
            return Ok(Some((self.lines + 1, end)));
        }
        Ok(None)
    }

    /// Returns the end of the next line in the input; `None` at the end of the text.
    fn line_end(&mut self) -> Result<Option<usize>, ImportError> {
        let mut searched = 0;
        loop {
            if let Some(at) = memchr::memchr(b'\n', &self.input[self.start + searched..]) {
                return Ok(Some(self.start + searched + at));
            }
            searched = self.input.len() - self.start;
            if !self.read_more()? {
                return Ok((searched > 0).then_some(self.input.len()));
            }
        }
    }

    /// Returns line and end of the next object of a list.
    fn next_of_list(&mut self) -> Result<Option<(u64, usize)>, ImportError> {
        let mut scan = Scan::default();
        let mut begun = self.lines + 1;
        loop {
            while let Some(byte) = self.input.get(self.start + scan.length).copied() {
                self.lines += u64::from(byte == b'\n');
                match (scan.depth, byte) {
                    (0, b'{') => begun = self.lines + 1,
                    (0, b',' | b'[' | b']') => {}
                    (0, _) if byte.is_ascii_whitespace() => {}
                    (0, _) => return Err(self.not_an_object(self.lines + 1)),
                    _ => {}
                }
                if scan.depth == 0 && byte != b'{' {
                    self.start += 1;
                } else if scan.ends_with(byte) {
                    return Ok(Some((begun, self.start + scan.length)));
                }
            }
            if !self.read_more()? {
                return if scan.depth == 0 { Ok(None) } else { Err(self.not_an_object(begun)) };
            }
        }
    }

    /// Reads more input; returns false at the end of the text.
    fn read_more(&mut self) -> Result<bool, ImportError> {
        self.input.drain(..self.start);
        self.start = 0;
        let held = self.input.len();
        if held > limits::RECORD_BYTES {
            let limit = limits::RECORD_BYTES;
            return Err(ImportError::RecordTooLong { file: self.file.clone(), line: self.lines + 1, limit });
        }
        self.input.resize(held + (1 << 16), 0);
        let count = if self.is_ended { Ok(0) } else { self.source.read(&mut self.input[held..]) };
        let count = count.map_err(|error| read_error(&self.file, error))?;
        self.input.truncate(held + count);
        self.is_ended = count == 0;
        Ok(count > 0)
    }

    fn not_an_object(&self, line: u64) -> ImportError {
        ImportError::NotJsonLines { file: self.file.clone(), line }
    }
}

/// Finds the end of an object in a list.
#[derive(Default)]
struct Scan {
    length: usize,
    depth: u32,
    in_text: bool,
    is_escaped: bool,
}

impl Scan {
    /// Processes a byte; returns true if the object ends with it.
    fn ends_with(&mut self, byte: u8) -> bool {
        self.length += 1;
        if self.in_text {
            self.in_text = self.is_escaped || byte != b'"';
            self.is_escaped = byte == b'\\' && !self.is_escaped;
            return false;
        }
        match byte {
            b'"' => self.in_text = true,
            b'{' => self.depth += 1,
            b'}' => self.depth -= 1,
            _ => {}
        }
        self.depth == 0
    }
}

/// Rows of JSON objects, with cells in the order of `columns`.
pub(super) struct JsonRows<'a> {
    objects: Objects<'a>,
    columns: Vec<String>,
    data: Vec<u8>,
    ends: Vec<usize>,
    native: Vec<f64>,
}

impl<'a> JsonRows<'a> {
    /// Reads rows of UTF-8 text; `file` is its name in errors.
    pub(super) fn new(file: &str, source: Box<dyn Read + 'a>, columns: Vec<String>) -> Self {
        let objects = Objects::new(file, source);
        Self { objects, columns, data: Vec::new(), ends: Vec::new(), native: Vec::new() }
    }

    fn take(&mut self, object: &Map<String, Value>) {
        self.data.clear();
        self.ends.clear();
        self.native.clear();
        for column in &self.columns {
            let number = match object.get(column) {
                None | Some(Value::Null) => f64::NAN,
                Some(Value::String(text)) => {
                    self.data.extend_from_slice(text.as_bytes());
                    f64::NAN
                }
                Some(other) => {
                    self.data.extend_from_slice(other.to_string().as_bytes());
                    other.as_f64().unwrap_or(f64::NAN)
                }
            };
            self.native.push(number);
            self.ends.push(self.data.len());
        }
    }
}

impl Rows for JsonRows<'_> {
    fn next(&mut self) -> Result<Option<Row<'_>>, ImportError> {
        let Some((line, object)) = self.objects.next()? else { return Ok(None) };
        self.take(&object);
        Ok(Some(Row::new(&self.data, &self.ends, &self.native, line)))
    }
}

/// Returns the keys of the first objects, in order of first occurrence.
pub(super) fn columns(file: &str, head: &[u8], is_whole: bool) -> Result<Vec<String>, ImportError> {
    let mut columns: Vec<String> = Vec::new();
    let mut objects = Objects::new(file, Box::new(Cursor::new(head)));
    for index in 0..LEARNT_FROM {
        let (line, object) = match objects.next() {
            Ok(Some(found)) => found,
            Ok(None) => break,
            // The head may end within an object.
            Err(_) if !is_whole && index > 0 => break,
            Err(error) => return Err(error),
        };
        for key in object.keys().filter(|key| key.len() <= 256) {
            if !columns.contains(key) {
                columns.push(key.clone());
            }
        }
        if columns.len() > limits::COLUMNS {
            return Err(ImportError::TooManyColumns { file: file.to_owned(), line, limit: limits::COLUMNS });
        }
    }
    Ok(columns)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Result<Vec<(u64, String)>, ImportError> {
        let mut rows = JsonRows::new("x.json", Box::new(text.as_bytes()), vec!["a".to_owned()]);
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            found.push((row.line, row.to_strings().concat()));
        }
        Ok(found)
    }

    #[test]
    fn objects_come_on_lines_or_in_a_list_with_the_line_they_begin_on() {
        let one = |line, text: &str| (line, text.to_owned());
        let found = lines("{\"a\":1}\n\n{\"a\":\"x\"}\r\n{\"a\":null}").unwrap();
        assert_eq!(found, [one(1, "1"), one(3, "x"), one(4, "")]);
        let found = lines(" [\n {\"a\": \"}]\\\"{\"},\n{\n\"a\": [{\"b\": 1}]\n}, {\"a\": 3}\n]\n").unwrap();
        assert_eq!(found, [one(2, "}]\"{"), one(3, "[{\"b\":1}]"), one(5, "3")]);
    }

    #[test]
    fn what_is_no_object_is_told_with_its_line() {
        for (text, expected) in [
            ("{\"a\":1}\n{\"a\":", 2),
            ("{\"a\":1}\n\nx", 3),
            ("[{\"a\":1},\n7]", 2),
            ("[\n{\"a\":\n1", 2),
            ("[{\"a\" 1}]", 1),
        ] {
            let error = lines(text).unwrap_err();
            assert!(matches!(error, ImportError::NotJsonLines { line, .. } if line == expected), "{text}: {error}");
        }
        let endless = format!("[{{\"a\": \"{}", "x".repeat(3 << 20));
        assert!(matches!(lines(&endless).unwrap_err(), ImportError::RecordTooLong { line: 1, .. }));
    }
}
