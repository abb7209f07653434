//! Lines of a log as rows with what is kept of them, so that no address reaches a preview.

use std::io::Read;

use super::super::error::ImportError;
use super::super::read_error::read_error;
use super::super::rows::{Row, Rows};
use super::line;

/// Longest line, in bytes. Servers limit a request to 8 or 16 KiB.
const LONGEST: usize = 64 << 10;
/// Name of visitors that are no known crawler.
const OTHER: &str = "other";

/// Rows of a log in bounded memory. A row with one cell is a line that is no request.
pub(in super::super) struct LogRows<'a> {
    file: String,
    source: Box<dyn Read + 'a>,
    input: Box<[u8]>,
    start: usize,
    end: usize,
    line: Vec<u8>,
    is_cut: bool,
    number: u64,
    data: Vec<u8>,
    ends: Vec<usize>,
}

impl<'a> LogRows<'a> {
    /// Reads lines of text; `file` is its name in errors.
    pub(in super::super) fn new(file: &str, source: Box<dyn Read + 'a>) -> Self {
        Self {
            file: file.to_owned(),
            source,
            input: vec![0; 1 << 16].into_boxed_slice(),
            start: 0,
            end: 0,
            line: Vec::new(),
            is_cut: false,
            number: 0,
            data: Vec::new(),
            ends: Vec::new(),
        }
    }

    /// Reads the next line; false at the end.
    fn read_line(&mut self) -> Result<bool, ImportError> {
        self.line.clear();
        self.is_cut = false;
        let mut has_begun = false;
        loop {
            if self.start == self.end {
                self.start = 0;
                self.end = self.source.read(&mut self.input).map_err(|error| read_error(&self.file, error))?;
                if self.end == 0 {
                    self.number += u64::from(has_begun);
                    return Ok(has_begun);
                }
            }
            has_begun = true;
            let rest = self.input.get(self.start..self.end).unwrap_or_default();
            let found = memchr::memchr(b'\n', rest);
            let part = rest.get(..found.unwrap_or(rest.len())).unwrap_or_default();
            let room = LONGEST.saturating_sub(self.line.len());
            self.is_cut |= part.len() > room;
            self.line.extend_from_slice(part.get(..room.min(part.len())).unwrap_or_default());
            self.start += part.len() + usize::from(found.is_some());
            if found.is_some() {
                self.number += 1;
                return Ok(true);
            }
        }
    }

    fn cell(&mut self, text: &str) {
        self.data.extend_from_slice(text.as_bytes());
        self.ends.push(self.data.len());
    }
}

impl Rows for LogRows<'_> {
    fn next(&mut self) -> Result<Option<Row<'_>>, ImportError> {
        loop {
            if !self.read_line()? {
                return Ok(None);
            }
            if !self.line.trim_ascii().is_empty() {
                break;
            }
        }
        self.data.clear();
        self.ends.clear();
        let request = if self.is_cut { None } else { line::parse(self.line.trim_ascii()) };
        match request {
            Some(found) => {
                self.cell(&found.day.to_string());
                self.cell(found.crawler.map_or(OTHER, |crawler| crawler.name));
                self.cell(found.directory.as_deref().unwrap_or_default());
                self.cell(&format!("{}xx", found.status_class));
            }
            None => self.cell("?"),
        }
        Ok(Some(Row::new(&self.data, &self.ends, &[], self.number)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_numbered_and_long_ones_are_no_requests() {
        let request = r#"203.0.113.9 - - [10/Nov/2026:10:00:00 +0000] "GET /a/b HTTP/1.1" 200 5 "-" "GPTBot""#;
        let text = format!("{request}\r\n\n{}\n{request}{}\n{request}", "x".repeat(200_000), " ".repeat(70_000));
        let mut rows = LogRows::new("access.log", Box::new(text.as_bytes()));
        let mut found = Vec::new();
        while let Some(row) = rows.next().unwrap() {
            found.push((row.line, row.to_strings()));
        }
        let whole: Vec<String> = ["2026-11-10", "GPTBot", "/a/", "2xx"].map(str::to_owned).to_vec();
        let none = vec!["?".to_owned()];
        assert_eq!(found, [(1, whole.clone()), (3, none.clone()), (4, none), (5, whole)]);
    }
}
