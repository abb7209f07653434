//! Reads all records of an upload and counts its rows.

use std::borrow::Cow;
use std::fmt;
use std::io::{Read, Seek};

use chrono::NaiveDate;
use encoding_rs::WINDOWS_1252;
use serde::{Deserialize, Serialize};

use super::container::{Container, Meter, shortened};
use super::error::{ImportError, Stop};
use super::inspect::{Inspection, Verdict, open};
use super::limits;
use super::market::{self, Market};
use super::record::{FileKind, Record};
use super::rows::{Row, Rows};
use super::survey::{kind, survey};
use super::{keyword, observed, search};

/// Progress of reading.
#[derive(Debug, Clone, Copy)]
pub struct Progress<'a> {
    /// The table being read.
    pub file: &'a str,
    /// Bytes read, of `total`. Both are 0 for a workbook, which has only rows.
    pub done: u64,
    /// Bytes of all tables, as far as known.
    pub total: u64,
    /// Rows read so far, including rejected ones.
    pub rows: u64,
}

/// A rejected row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reject {
    /// Table.
    pub file: String,
    /// Line on which it begins, from 1.
    pub line: u64,
    /// Reason.
    pub reason: String,
}

/// Result of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileSummary {
    /// Name.
    pub name: String,
    /// Kind of file.
    pub kind: FileKind,
    /// Rows read.
    pub rows: u64,
    /// Rows rejected.
    pub rejected: u64,
    /// Warnings.
    pub warnings: Vec<String>,
}

/// Result of an upload.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Summary {
    /// Tables in reading order, including unknown ones without rows.
    pub files: Vec<FileSummary>,
    /// Rows read.
    pub rows: u64,
    /// Rows rejected.
    pub rejected: u64,
    /// The first 100 rejected rows.
    pub rejects: Vec<Reject>,
    /// Market, if the export has filters.
    pub market: Option<Market>,
    /// First day of the rows that have one.
    pub from: Option<NaiveDate>,
    /// Last day of the rows that have one.
    pub to: Option<NaiveDate>,
}

/// Rows between two progress calls.
const PROGRESS_ROWS: u64 = 16_384;

pub(super) fn read<R: Read + Seek>(
    source: R, file_name: &str, sink: &mut dyn FnMut(Record<'_>) -> Result<(), Stop>,
    progress: &mut dyn FnMut(Progress<'_>),
) -> Result<Summary, ImportError> {
    let mut container = Container::open(source, file_name)?;
    let survey = survey(&mut container, file_name)?;
    let known = || survey.inspections.iter().filter(|inspection| kind(inspection) != FileKind::Unknown);
    let is_metered = !matches!(container, Container::Xlsx(_));
    let meter = container.meter();
    let mut reading = Reading {
        file: String::new(),
        sink,
        progress,
        base: meter.get(),
        meter,
        total: if is_metered { known().map(|inspection| inspection.bytes).sum() } else { 0 },
        seen: 0,
        foreign_cells: 0,
        cut_texts: 0,
        passed_over: 0,
        observed: None,
        summary: Summary::default(),
    };
    for inspection in &survey.inspections {
        reading.table(&mut container, inspection)?;
    }
    for (table, error) in &survey.failures {
        reading.summary.files.push(unread(&table.name, error.to_string()));
    }
    reading.conclude(file_name)
}

fn unread(name: &str, warning: String) -> FileSummary {
    FileSummary { name: name.to_owned(), kind: FileKind::Unknown, rows: 0, rejected: 0, warnings: vec![warning] }
}

/// State of reading: the sink, and the results of the rows so far.
pub(super) struct Reading<'s> {
    file: String,
    sink: &'s mut dyn FnMut(Record<'_>) -> Result<(), Stop>,
    progress: &'s mut dyn FnMut(Progress<'_>),
    meter: Meter,
    base: u64,
    total: u64,
    seen: u64,
    /// Cells of a UTF-8 table that are not UTF-8.
    foreign_cells: u64,
    /// Truncated texts of the table.
    cut_texts: u64,
    /// Irrelevant lines of the table.
    passed_over: u64,
    /// First and last day of observations: the period of an upload without search data.
    observed: Option<(NaiveDate, NaiveDate)>,
    summary: Summary,
}

impl Reading<'_> {
    fn table<R: Read + Seek>(
        &mut self, container: &mut Container<R>, inspection: &Inspection,
    ) -> Result<(), ImportError> {
        let (layout, style) = match &inspection.verdict {
            Verdict::Known { layout, style } => (layout, *style),
            Verdict::Unknown { reason, .. } => {
                self.summary.files.push(unread(&inspection.name, reason.clone()));
                return Ok(());
            }
        };
        let before = (self.seen, self.summary.rejected);
        self.file.clone_from(&inspection.name);
        (self.foreign_cells, self.cut_texts, self.passed_over) = (0, 0, 0);
        self.report();
        let mut rows = open(container, inspection)?;
        if layout.kind == FileKind::GscFilters {
            self.summary.market = Some(market::read(rows.as_mut(), layout, inspection.skipped_rows)?);
        } else {
            skip(rows.as_mut(), inspection.skipped_rows)?;
            match layout.kind {
                FileKind::KeywordPlanner
                | FileKind::AhrefsKeywords
                | FileKind::AhrefsOrganic
                | FileKind::SemrushPositions
                | FileKind::SemrushMagic => keyword::read(rows.as_mut(), layout, style, &inspection.hints, self)?,
                FileKind::SerpResults
                | FileKind::Pages
                | FileKind::ScreamingFrog
                | FileKind::RankHistory
                | FileKind::Payouts => observed::read(rows.as_mut(), layout, style, &inspection.hints, self)?,
                FileKind::GscFilters
                | FileKind::GscDates
                | FileKind::GscQueries
                | FileKind::GscPages
                | FileKind::GscQueryPages
                | FileKind::GscCountries
                | FileKind::GscDevices
                | FileKind::GscAppearance
                | FileKind::GscBulkSite
                | FileKind::GscBulkUrl
                | FileKind::Unknown => search::read(rows.as_mut(), layout, style, self)?,
            }
        }
        let rejected = self.summary.rejected - before.1;
        let mut warnings = inspection.warnings.clone();
        warnings.extend(self.warnings());
        let rows = self.seen - before.0 - rejected;
        self.summary.files.push(FileSummary {
            name: inspection.name.clone(),
            kind: layout.kind,
            rows,
            rejected,
            warnings,
        });
        Ok(())
    }

    /// Returns warnings about cells and lines of the last table.
    fn warnings(&self) -> impl Iterator<Item = String> {
        [
            (self.foreign_cells, "cells are not UTF-8 and were read as windows-1252."),
            (self.cut_texts, "texts are too long and were truncated."),
            (self.passed_over, "URLs are not pages (images, scripts, styles …) and were skipped."),
        ]
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("{count} {what}"))
    }

    /// Passes a record to the sink.
    #[inline]
    pub(super) fn deliver(&mut self, record: Record<'_>) -> Result<(), ImportError> {
        (self.sink)(record).map_err(ImportError::Stopped)
    }

    /// Counts a row, rejected or not.
    #[inline]
    pub(super) fn counted_row(&mut self) {
        self.seen += 1;
        if self.seen.is_multiple_of(PROGRESS_ROWS) {
            self.report();
        }
    }

    /// Records a rejected row.
    #[cold]
    pub(super) fn reject(&mut self, line: u64, bad: &Bad) {
        self.summary.rejected += 1;
        if self.summary.rejects.len() < limits::REJECTS {
            self.summary.rejects.push(Reject { file: self.file.clone(), line, reason: bad.to_string() });
        }
    }

    /// Records a day, for the period of the rows.
    #[inline]
    pub(super) fn saw_day(&mut self, day: NaiveDate) {
        let summary = &mut self.summary;
        summary.from = Some(summary.from.map_or(day, |from| from.min(day)));
        summary.to = Some(summary.to.map_or(day, |to| to.max(day)));
    }

    /// Records a cell in another encoding than its table's.
    pub(super) fn saw_foreign_cell(&mut self) {
        self.foreign_cells += 1;
    }

    /// Records a truncated text.
    pub(super) fn saw_cut_text(&mut self) {
        self.cut_texts += 1;
    }

    /// Records an irrelevant line.
    pub(super) fn pass_over(&mut self) {
        self.passed_over += 1;
    }

    /// Records the day of an observation.
    pub(super) fn saw_observation(&mut self, day: NaiveDate) {
        let (from, to) = self.observed.unwrap_or((day, day));
        self.observed = Some((from.min(day), to.max(day)));
    }

    fn report(&mut self) {
        let done = if self.total == 0 { 0 } else { (self.meter.get() - self.base).min(self.total) };
        (self.progress)(Progress { file: &self.file, done, total: self.total, rows: self.seen });
    }

    fn conclude(mut self, file_name: &str) -> Result<Summary, ImportError> {
        self.report();
        let mut summary = self.summary;
        summary.rows = summary.files.iter().map(|file| file.rows).sum();
        // The days of search data define the period; observations must not extend it.
        if let (None, None, Some((from, to))) = (summary.from, &summary.market, self.observed) {
            (summary.from, summary.to) = (Some(from), Some(to));
        }
        if let Some(market) = &mut summary.market {
            market.add_days(summary.from.zip(summary.to));
        }
        if summary.rows == 0 && summary.rejected == 0 && summary.market.is_none() {
            return Err(ImportError::NoRows { file: super::container::shown_name(file_name) });
        }
        Ok(summary)
    }
}

/// Skips the preamble and the header.
pub(super) fn skip(rows: &mut dyn Rows, count: usize) -> Result<(), ImportError> {
    for _ in 0..count {
        if rows.next()?.is_none() {
            break;
        }
    }
    Ok(())
}

/// Problem of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Bad {
    Columns {
        found: usize,
        expected: usize,
    },
    Empty(&'static str),
    NotANumber(&'static str, String),
    NotADate(String),
    TooLong(&'static str, usize),
    ZeroByte(&'static str),
    NotAnAddress(String),
    NotOneOf(&'static str, String, &'static str),
    Negative(&'static str),
    Backwards,
    NoResults,
    /// Problem of a result in a SERP, from 1.
    Result(usize, Box<Self>),
}

impl Bad {
    #[cold]
    pub(super) fn not_a_number(name: &'static str, cell: &[u8]) -> Self {
        Self::NotANumber(name, shortened(&String::from_utf8_lossy(cell)))
    }

    #[cold]
    pub(super) fn not_a_date(cell: &[u8]) -> Self {
        Self::NotADate(shortened(&String::from_utf8_lossy(cell)))
    }
}

impl fmt::Display for Bad {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Columns { found, expected } => write!(formatter, "has {found} columns, the header has {expected}"),
            Self::Empty(name) => write!(formatter, "{name} is empty"),
            Self::NotANumber(name, cell) => write!(formatter, "{name}: “{cell}” is not a valid number for this column"),
            Self::NotADate(cell) => write!(formatter, "date: “{cell}” is not a day"),
            Self::TooLong(name, most) => write!(formatter, "{name} is longer than {most} bytes"),
            Self::NotAnAddress(cell) => write!(formatter, "url: “{cell}” is not the address of a page"),
            Self::NotOneOf(name, cell, words) => write!(formatter, "{name}: “{cell}” is not {words}"),
            Self::Negative(name) => write!(formatter, "{name} is below 0"),
            Self::Backwards => formatter.write_str("valid_to is before valid_from"),
            Self::NoResults => formatter.write_str("results is not a list of objects"),
            Self::Result(number, bad) => write!(formatter, "result {number}: {bad}"),
            Self::ZeroByte(name) => write!(formatter, "{name} holds a zero byte"),
        }
    }
}

/// A row may lack cells only of optional columns, and may have more only if they are empty.
#[inline]
pub(super) fn checked_width(row: &Row<'_>, expected: usize) -> Result<(), Bad> {
    let found = row.len();
    if found > expected && (expected..found).any(|column| !row.cell(column).is_empty()) {
        return Err(Bad::Columns { found, expected });
    }
    if found < expected && found < 2 { Err(Bad::Columns { found, expected }) } else { Ok(()) }
}

/// Text of a cell; `None` if it is empty. Bytes that are not UTF-8 are decoded as windows-1252, in which every byte is
/// valid.
#[inline]
pub(super) fn text<'a>(
    row: &Row<'a>, column: usize, name: &'static str, most: usize,
) -> Result<Option<Cow<'a, str>>, Bad> {
    let cell = row.cell(column);
    if cell.is_empty() {
        return Ok(None);
    }
    if cell.len() > most {
        return Err(Bad::TooLong(name, most));
    }
    if memchr::memchr(0, cell).is_some() {
        return Err(Bad::ZeroByte(name));
    }
    let text = match std::str::from_utf8(cell) {
        Ok(text) => Cow::Borrowed(text.trim()),
        Err(_) => Cow::Owned(WINDOWS_1252.decode_without_bom_handling(cell).0.trim().to_owned()),
    };
    Ok(Some(text).filter(|text| !text.is_empty()))
}
