//! Access logs of web servers: requests of known crawlers, summed by day, crawler, directory and class of status.
//!
//! Nothing else of a log is kept, neither addresses nor requests of other visitors. A crawler is what a request claims to
//! be: anybody can send its name.

use std::collections::HashMap;

use chrono::NaiveDate;
use shared::domain::imported::CrawlerVisits;

use super::error::ImportError;
use super::layout::{self, Layout};
use super::reading::Reading;
use super::record::{FileKind, Observed, ObservedRow, Record};
use super::row_error::RowError;
use super::rows::Rows;

mod agents;
mod json;
mod line;
mod rows;

pub(super) use rows::LogRows;

/// Columns of the rows that are made of a log.
pub(super) const HEADERS: [&str; 4] = ["Day", "Crawler", "Directory", "Status"];
/// Lines at the start of a file that decide whether it is a log.
const FIRST_LINES: usize = 20;
/// Sums that are held; then they are delivered and begin again.
const MOST_SUMS: usize = 20_000;
/// Directories of a file with sums of their own; the others share one.
const MOST_DIRECTORIES: usize = 500;

/// Returns true if most of the first lines are requests in the common or combined format, or as JSON.
pub(super) fn is_access_log(text: &[u8], is_cut: bool) -> bool {
    let mut lines: Vec<&[u8]> = text.split(|byte| *byte == b'\n').take(FIRST_LINES + 1).collect();
    if is_cut || lines.len() > FIRST_LINES {
        lines.pop();
    }
    lines.retain(|line| !line.trim_ascii().is_empty());
    let requests = lines.iter().filter(|line| line::parse(line.trim_ascii()).is_some()).count();
    requests > 0 && requests * 2 >= lines.len()
}

/// Returns the layout of a log.
pub(super) fn layout() -> Layout {
    layout::of_log(&HEADERS)
}

/// A sum: the day, the crawler, the place of its directory and the class of status.
type Key = (NaiveDate, &'static str, Option<usize>, u8);

/// Sums that are not yet delivered.
#[derive(Default)]
struct Sums {
    requests: HashMap<Key, i64>,
    directories: HashMap<String, usize>,
    names: Vec<String>,
    last_line: u64,
}

/// Reads all requests into the sink.
pub(super) fn read(rows: &mut dyn Rows, reading: &mut Reading<'_>) -> Result<(), ImportError> {
    let mut sums = Sums::default();
    while let Some(row) = rows.next()? {
        if row.len() < HEADERS.len() {
            reading.reject(row.line, &RowError::NotARequest);
            reading.counted_row();
            continue;
        }
        let text = |column| std::str::from_utf8(row.cell(column)).unwrap_or_default();
        let (Some(crawler), Ok(day)) = (agents::named(text(1)), text(0).parse::<NaiveDate>()) else {
            reading.passed_over();
            continue;
        };
        let class = text(3).bytes().next().map_or(0, |digit| digit.saturating_sub(b'0'));
        let directory = sums.place(text(2));
        *sums.requests.entry((day, crawler.name, directory, class)).or_default() += 1;
        sums.last_line = row.line;
        reading.counted_row();
        if sums.requests.len() >= MOST_SUMS {
            sums.deliver(reading)?;
        }
    }
    sums.deliver(reading)
}

impl Sums {
    /// Returns the place of a directory; `None` for one that shares the sums of all others.
    fn place(&mut self, directory: &str) -> Option<usize> {
        if directory.is_empty() {
            return None;
        }
        if let Some(place) = self.directories.get(directory) {
            return Some(*place);
        }
        if self.names.len() >= MOST_DIRECTORIES {
            return None;
        }
        self.names.push(directory.to_owned());
        self.directories.insert(directory.to_owned(), self.names.len() - 1);
        Some(self.names.len() - 1)
    }

    fn deliver(&mut self, reading: &mut Reading<'_>) -> Result<(), ImportError> {
        let mut sums: Vec<(Key, i64)> = self.requests.drain().collect();
        sums.sort_unstable();
        for ((day, agent, directory, class), requests) in sums {
            let purpose = agents::named(agent).map_or("", |crawler| crawler.purpose.key());
            let visits = CrawlerVisits {
                day,
                agent: agent.to_owned(),
                purpose: purpose.to_owned(),
                directory: directory.and_then(|place| self.names.get(place).cloned()),
                status_class: i32::from(class),
                requests,
            };
            reading.saw_observation(day);
            let observed = Observed::CrawlerVisits(visits);
            let row = ObservedRow { kind: FileKind::AccessLog, line: self.last_line, day: Some(day), observed };
            reading.deliver(Record::Observed(row))?;
        }
        Ok(())
    }
}
