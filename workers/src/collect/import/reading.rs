//! State of reading: the sink, and the results of the rows so far.

use std::borrow::Cow;

use chrono::NaiveDate;

use super::error::{ImportError, Stop};
use super::limits;
use super::record::Record;
use super::row_error::RowError;
use super::summary::{Progress, Reject, RejectReason, Summary};
use super::table::Meter;

/// Rows between two progress calls.
const PROGRESS_ROWS: u64 = 16_384;

/// State of reading: the sink, and the results of the rows so far.
pub(super) struct Reading<'s> {
    file: String,
    sink: &'s mut dyn FnMut(Record<'_>) -> Result<(), Stop>,
    progress: &'s mut dyn FnMut(Progress<'_>),
    meter: Meter,
    base: u64,
    /// Latest day that data can have.
    pub(super) latest_day: Option<NaiveDate>,
    /// Bytes of all tables, as far as known.
    pub(super) total: u64,
    seen: u64,
    /// Requests of other visitors in the access log.
    passed: u64,
    /// Cells of a UTF-8 table that are not UTF-8.
    foreign_cells: u64,
    /// Truncated texts of the table.
    cut_texts: u64,
    /// Number of rejected rows with a reason above the limit of reasons.
    further_rejects: u64,
    /// First and last day of observations: the period of an upload without search data.
    observed: Option<(NaiveDate, NaiveDate)>,
    pub(super) summary: Summary,
}

impl<'s> Reading<'s> {
    pub(super) fn new(
        meter: Meter, sink: &'s mut dyn FnMut(Record<'_>) -> Result<(), Stop>,
        progress: &'s mut dyn FnMut(Progress<'_>),
    ) -> Self {
        Self {
            file: String::new(),
            sink,
            progress,
            base: meter.get(),
            meter,
            latest_day: None,
            total: 0,
            seen: 0,
            passed: 0,
            foreign_cells: 0,
            cut_texts: 0,
            further_rejects: 0,
            observed: None,
            summary: Summary::default(),
        }
    }

    /// Starts a table.
    pub(super) fn begin(&mut self, file: &str) {
        file.clone_into(&mut self.file);
        (self.foreign_cells, self.cut_texts, self.passed) = (0, 0, 0);
        self.report();
    }

    /// Rows read so far, including rejected ones.
    pub(super) fn seen(&self) -> u64 {
        self.seen
    }

    /// Returns warnings about cells and lines of the last table.
    pub(super) fn warnings(&self) -> impl Iterator<Item = String> {
        [
            (self.foreign_cells, "cells are not UTF-8 and were read as windows-1252."),
            (self.cut_texts, "texts are too long and were truncated."),
            (self.passed, "requests of other visitors are not kept."),
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

    /// Returns an error for a day after the latest one that data can have.
    #[inline]
    pub(super) fn check_day(&self, day: Option<NaiveDate>) -> Result<(), RowError> {
        match (day, self.latest_day) {
            (Some(day), Some(latest)) if day > latest => Err(RowError::Future(day)),
            _ => Ok(()),
        }
    }

    /// Counts a row, rejected or not.
    #[inline]
    pub(super) fn counted_row(&mut self) {
        self.seen += 1;
        if self.seen.is_multiple_of(PROGRESS_ROWS) {
            self.report();
        }
    }

    /// Counts a request that is not kept.
    #[inline]
    pub(super) fn passed_over(&mut self) {
        self.passed += 1;
        if self.passed.is_multiple_of(PROGRESS_ROWS) {
            self.report();
        }
    }

    /// Records a rejected row.
    #[cold]
    pub(super) fn reject(&mut self, line: u64, bad: &RowError) {
        self.summary.rejected += 1;
        if self.summary.rejects.len() < limits::REJECTS {
            self.summary.rejects.push(Reject { file: self.file.clone(), line, reason: bad.to_string() });
        }
        self.count_reason(line, bad.rule());
    }

    /// Counts a rejected row under its reason; reasons above the limit share one group.
    fn count_reason(&mut self, line: u64, rule: Cow<'static, str>) {
        let reasons = &mut self.summary.reasons;
        let is_same = |group: &RejectReason| group.file == self.file && group.reason == rule;
        if let Some(group) = reasons.iter_mut().find(|group| is_same(group)) {
            group.rows += 1;
        } else if reasons.len() < limits::REJECT_REASONS {
            let (file, reason) = (self.file.clone(), rule.into_owned());
            reasons.push(RejectReason { file, reason, rows: 1, first_line: Some(line) });
        } else {
            self.further_rejects += 1;
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

    /// Records the day of an observation.
    pub(super) fn saw_observation(&mut self, day: NaiveDate) {
        let (from, to) = self.observed.unwrap_or((day, day));
        self.observed = Some((from.min(day), to.max(day)));
    }

    fn report(&mut self) {
        let done = if self.total == 0 { 0 } else { (self.meter.get() - self.base).min(self.total) };
        (self.progress)(Progress { file: &self.file, done, total: self.total, rows: self.seen });
    }

    pub(super) fn conclude(mut self) -> Summary {
        self.report();
        let mut summary = self.summary;
        summary.rows = summary.files.iter().map(|file| file.rows).sum();
        summary.reasons.sort_by_key(|group| std::cmp::Reverse(group.rows));
        if self.further_rejects > 0 {
            let (file, reason) = (String::new(), "other reasons".to_owned());
            summary.reasons.push(RejectReason { file, reason, rows: self.further_rejects, first_line: None });
        }
        // The days of search data define the period; observations must not extend it.
        if let (None, None, Some((from, to))) = (summary.from, &summary.market, self.observed) {
            (summary.from, summary.to) = (Some(from), Some(to));
        }
        if let Some(market) = &mut summary.market {
            market.add_days(summary.from.zip(summary.to));
        }
        summary
    }
}
