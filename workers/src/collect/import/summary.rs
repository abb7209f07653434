//! Progress and result of reading an upload.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use shared::domain::import::{Days, ImportOptions};

use super::layout::Span;
use super::market::Market;
use super::record::FileKind;

/// Progress of reading.
#[derive(Debug, Clone, Copy)]
pub struct Progress<'a> {
    /// The table being read.
    pub file: &'a str,
    /// Bytes read, of `total`; packed ones of a gzip file. Both are 0 for a workbook, which has only rows.
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
    /// Line of its start, from 1.
    pub line: u64,
    /// Reason of the rejection.
    pub reason: String,
}

/// Reason for rejecting rows of one table, with their number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RejectReason {
    /// Table of the rows.
    pub file: String,
    /// Reason, without the cell of an individual row.
    pub reason: String,
    /// Number of rows.
    pub rows: u64,
    /// Line of the first row; `None` for the group of all further reasons.
    pub first_line: Option<u64>,
}

/// Result of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileSummary {
    /// Name of the table.
    pub name: String,
    /// Kind of the table.
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
    /// Reasons for rejecting rows, most rows first. Their counts add up to `rejected`.
    pub reasons: Vec<RejectReason>,
    /// Market, if the export has filters.
    pub market: Option<Market>,
    /// First day of the rows that have one.
    pub from: Option<NaiveDate>,
    /// Last day of the rows that have one.
    pub to: Option<NaiveDate>,
}

impl Summary {
    /// Notes a table that compares two periods, with their days as far as its headers have them.
    pub(super) fn compare(&mut self, current: Option<Span>, previous: Option<Span>) {
        let market = self.market.get_or_insert_default();
        market.is_comparison = true;
        market.add_days(current);
        market.add_previous(previous);
    }

    /// Adds the periods that the user stated, if the files have none.
    pub(super) fn state_periods(&mut self, options: &ImportOptions) {
        let days = |days: Option<Days>| days.map(|days| (days.from, days.to));
        if options.period.is_none() && options.previous_period.is_none() {
            return;
        }
        let market = self.market.get_or_insert_default();
        market.add_days(days(options.period));
        market.add_previous(days(options.previous_period).filter(|_| market.is_comparison));
    }
}
