//! Newline-delimited JSON, as `BigQuery` exports it: one flat object on a line.

use std::io::Read;

use serde_json::{Map, Value};

use super::container::read_error;
use super::error::ImportError;
use super::limits;
use super::rows::{Row, Rows};

/// Objects looked at to learn the columns: keys whose value is null may be left out of an object.
const LEARNT_FROM: usize = 200;

/// Rows of JSON lines, cells in the order of `columns`.
pub(super) struct JsonRows<'a> {
    file: String,
    source: Box<dyn Read + 'a>,
    columns: Vec<String>,
    input: Vec<u8>,
    start: usize,
    is_ended: bool,
    line: u64,
    data: Vec<u8>,
    ends: Vec<usize>,
    native: Vec<f64>,
}

impl<'a> JsonRows<'a> {
    /// Rows of UTF-8 text; `file` is its name in errors.
    pub(super) fn new(file: &str, source: Box<dyn Read + 'a>, columns: Vec<String>) -> Self {
        Self {
            file: file.to_owned(),
            source,
            columns,
            input: Vec::new(),
            start: 0,
            is_ended: false,
            line: 0,
            data: Vec::new(),
            ends: Vec::new(),
            native: Vec::new(),
        }
    }

    /// The end of the next line in the input, reading as much as it takes; None at the end of the text.
    fn line_end(&mut self) -> Result<Option<usize>, ImportError> {
        let mut searched = self.start;
        loop {
            if let Some(at) = memchr::memchr(b'\n', &self.input[searched..]) {
                return Ok(Some(searched + at));
            }
            if self.is_ended {
                return Ok((self.start < self.input.len()).then_some(self.input.len()));
            }
            self.input.drain(..self.start);
            self.start = 0;
            searched = self.input.len();
            if searched > limits::RECORD_BYTES {
                let limit = limits::RECORD_BYTES;
                return Err(ImportError::RecordTooLong { file: self.file.clone(), line: self.line + 1, limit });
            }
            self.input.resize(searched + (1 << 16), 0);
            let count = self.source.read(&mut self.input[searched..]).map_err(|error| read_error(&self.file, error))?;
            self.input.truncate(searched + count);
            self.is_ended = count == 0;
        }
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
        loop {
            let Some(end) = self.line_end()? else { return Ok(None) };
            self.line += 1;
            let line = self.input[self.start..end].trim_ascii();
            let parsed = if line.is_empty() { None } else { Some(serde_json::from_slice(line)) };
            self.start = (end + 1).min(self.input.len());
            match parsed {
                None => {}
                Some(Ok(object)) => {
                    self.take(&object);
                    return Ok(Some(Row::new(&self.data, &self.ends, &self.native, self.line)));
                }
                Some(Err(_)) => {
                    return Err(ImportError::NotJsonLines { file: self.file.clone(), line: self.line });
                }
            }
        }
    }
}

/// The keys of the first objects, in the order they first appear.
pub(super) fn columns(file: &str, head: &[u8], is_whole: bool) -> Result<Vec<String>, ImportError> {
    let mut columns: Vec<String> = Vec::new();
    let end = if is_whole { head.len() } else { memchr::memrchr(b'\n', head).unwrap_or(head.len()) };
    let lines = head[..end].split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    for (index, line) in lines.filter(|line| !line.is_empty()).take(LEARNT_FROM).enumerate() {
        let object: Map<String, Value> = serde_json::from_slice(line)
            .map_err(|_| ImportError::NotJsonLines { file: file.to_owned(), line: index as u64 + 1 })?;
        for key in object.keys().filter(|key| key.len() <= 256) {
            if !columns.contains(key) {
                columns.push(key.clone());
            }
        }
        if columns.len() > limits::COLUMNS {
            let limit = limits::COLUMNS;
            return Err(ImportError::TooManyColumns { file: file.to_owned(), line: index as u64 + 1, limit });
        }
    }
    Ok(columns)
}
