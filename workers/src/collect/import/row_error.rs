//! Problem of a row.

use std::borrow::Cow;
use std::fmt;

use chrono::NaiveDate;
use shared::words::counted;

use super::name::shortened;

/// Problem of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum RowError {
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
    /// An image, a script or the like in a list of pages.
    NotAPage(String),
    NotOneOf(&'static str, String, &'static str),
    Negative(&'static str),
    /// Clicks and impressions: a click needs an impression.
    MoreClicks(u64, u64),
    /// A day after the day of the import.
    Future(NaiveDate),
    /// An amount that is a whole number in one country and has three decimals in another.
    Ambiguous(&'static str, String),
    Backwards,
    /// A sum of other rows.
    Total,
    NoResults,
    /// A line of a log, whose text is not shown: it may have the address of a visitor.
    NotARequest,
    /// Problem of a result in a SERP, from 1.
    Result(usize, Box<Self>),
}

impl RowError {
    #[cold]
    pub(super) fn not_a_number(name: &'static str, cell: &[u8]) -> Self {
        Self::NotANumber(name, shortened(&String::from_utf8_lossy(cell)))
    }

    /// Returns the problem without the cell of this row, so that rows with the same problem are grouped.
    #[cold]
    pub(super) fn rule(&self) -> Cow<'static, str> {
        match self {
            Self::NotANumber(name, _) => format!("{name} is not a valid number").into(),
            Self::NotADate(_) => "date is not a day".into(),
            Self::MoreClicks(..) => "has more clicks than impressions".into(),
            Self::Future(_) => "date is in the future".into(),
            Self::Ambiguous(name, _) => format!("{name} is ambiguous").into(),
            Self::NotAnAddress(_) => "url is not the address of a page".into(),
            Self::NotAPage(_) => "is not a page but an image, script, style or other file".into(),
            Self::NotOneOf(name, _, words) => format!("{name} is not {words}").into(),
            Self::Result(_, bad) => format!("a result: {}", bad.rule()).into(),
            Self::Columns { .. } => "has more or fewer columns than the header".into(),
            Self::Empty(_)
            | Self::TooLong(..)
            | Self::ZeroByte(_)
            | Self::Negative(_)
            | Self::Backwards
            | Self::Total
            | Self::NoResults
            | Self::NotARequest => self.to_string().into(),
        }
    }

    #[cold]
    pub(super) fn not_a_date(cell: &[u8]) -> Self {
        Self::NotADate(shortened(&String::from_utf8_lossy(cell)))
    }
}

impl fmt::Display for RowError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Columns { found, expected } => {
                write!(formatter, "has {}, the header has {expected}", counted(*found, "column", "columns"))
            }
            Self::Empty(name) => write!(formatter, "{name} is empty"),
            Self::NotANumber(name, cell) => write!(formatter, "{name}: “{cell}” is not a valid number for this column"),
            Self::NotADate(cell) => write!(formatter, "date: “{cell}” is not a day"),
            Self::TooLong(name, most) => write!(formatter, "{name} is longer than {most} bytes"),
            Self::NotAnAddress(cell) => write!(formatter, "url: “{cell}” is not the address of a page"),
            Self::NotAPage(kind) => write!(formatter, "is not a page but {kind}"),
            Self::NotOneOf(name, cell, words) => write!(formatter, "{name}: “{cell}” is not {words}"),
            Self::MoreClicks(clicks, impressions) => {
                write!(formatter, "has {clicks} clicks of {impressions} impressions: a click needs an impression")
            }
            Self::Future(day) => write!(formatter, "date: {day} is in the future"),
            Self::Ambiguous(name, cell) => {
                write!(formatter, "{name}: “{cell}” is ambiguous; write thousands without a mark, and two decimals")
            }
            Self::Negative(name) => write!(formatter, "{name} is below 0"),
            Self::Backwards => formatter.write_str("valid_to is before valid_from"),
            Self::Total => formatter.write_str("is a total of other rows, which would be counted twice"),
            Self::NoResults => formatter.write_str("results is not a list of objects"),
            Self::NotARequest => formatter.write_str("is no request in a known format"),
            Self::Result(number, bad) => write!(formatter, "result {number}: {bad}"),
            Self::ZeroByte(name) => write!(formatter, "{name} holds a zero byte"),
        }
    }
}
