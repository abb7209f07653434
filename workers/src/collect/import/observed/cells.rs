//! Typed cells of a row.

use std::borrow::Cow;
use std::cell::Cell;

use chrono::{DateTime, NaiveDate, SecondsFormat, Utc};
use serde_json::Value;
use url::{Host, Url};

use super::super::cell::{address, is_script, text};
use super::super::dates;
use super::super::inspect::{Hints, Style};
use super::super::layout::{Field, Layout};
use super::super::limits;
use super::super::market::known;
use super::super::name::shortened;
use super::super::number;
use super::super::record::{Observed, ObservedRow};
use super::super::row_error::RowError;
use super::super::rows::Row;
use super::super::words::DEVICES;

/// The columns of a table, and problems of the cells read last.
pub(super) struct Cells<'p> {
    pub(super) layout: &'p Layout,
    pub(super) style: Style,
    hints: &'p Hints,
    foreign: Cell<bool>,
    cut: Cell<bool>,
}

impl<'p> Cells<'p> {
    pub(super) fn new(layout: &'p Layout, style: Style, hints: &'p Hints) -> Self {
        Self { layout, style, hints, foreign: Cell::new(false), cut: Cell::new(false) }
    }

    /// Returns true if a cell since the last call was not UTF-8.
    pub(super) fn had_foreign(&self) -> bool {
        self.foreign.take()
    }

    /// Returns true if a text since the last call was truncated.
    pub(super) fn had_cut(&self) -> bool {
        self.cut.take()
    }

    /// Builds a row of this table.
    pub(super) fn row(&self, row: &Row<'_>, day: Option<NaiveDate>, observed: Observed) -> ObservedRow {
        ObservedRow { kind: self.layout.kind, line: row.line, day, observed }
    }

    /// Returns the bytes of a field, if the table has it and it is not empty.
    pub(super) fn bytes<'a>(&self, row: &Row<'a>, field: Field) -> Option<(usize, &'a [u8])> {
        let column = self.layout.column(field)?;
        Some((column, row.cell(column))).filter(|(_, cell)| !cell.is_empty())
    }

    /// Returns a text of at most `most` bytes.
    pub(super) fn text(&self, row: &Row<'_>, field: Field, most: usize) -> Result<Option<String>, RowError> {
        let Some((column, _)) = self.bytes(row, field) else { return Ok(None) };
        let found = text(row, column, field.name(), most)?;
        if matches!(found, Some(Cow::Owned(_))) {
            self.foreign.set(true);
        }
        Ok(found.map(Cow::into_owned))
    }

    /// Returns an address that a browser would not run as a script.
    pub(super) fn address(&self, row: &Row<'_>, field: Field) -> Result<Option<String>, RowError> {
        let Some((column, _)) = self.bytes(row, field) else { return Ok(None) };
        let found = address(row, column, field.name(), limits::URL_BYTES)?;
        if matches!(found, Some(Cow::Owned(_))) {
            self.foreign.set(true);
        }
        Ok(found.map(Cow::into_owned))
    }

    /// Returns the addresses of a list, without scripts, which pages often link.
    pub(super) fn addresses(&self, row: &Row<'_>, field: Field, marks: &[char]) -> Result<Vec<String>, RowError> {
        let mut items = self.list(row, field, marks, limits::LINKS)?;
        items.retain(|item| !is_script(item));
        Ok(items)
    }

    /// Returns a required text.
    pub(super) fn needed(&self, row: &Row<'_>, field: Field, most: usize) -> Result<String, RowError> {
        self.text(row, field, most)?.ok_or(RowError::Empty(field.name()))
    }

    /// Returns a text truncated to the length of a line.
    pub(super) fn line(&self, row: &Row<'_>, field: Field) -> Result<Option<String>, RowError> {
        Ok(self.text(row, field, usize::MAX)?.map(|text| self.cut(text, limits::LINE_BYTES)))
    }

    /// Truncates a text to `most` bytes.
    pub(super) fn cut(&self, mut text: String, most: usize) -> String {
        if text.len() > most {
            text.truncate(text.floor_char_boundary(most));
            self.cut.set(true);
        }
        text
    }

    /// Returns the items of a list, in JSON or separated by one of `marks`, limited in number and bytes.
    pub(super) fn list(
        &self, row: &Row<'_>, field: Field, marks: &[char], (most, bytes): (usize, usize),
    ) -> Result<Vec<String>, RowError> {
        let Some(text) = self.text(row, field, usize::MAX)? else { return Ok(Vec::new()) };
        let items: Vec<String> = match serde_json::from_str::<Vec<Value>>(&text) {
            Ok(list) => list.iter().filter_map(item).collect(),
            Err(_) => text.split(marks).map(str::to_owned).collect(),
        };
        let items = items.iter().map(|item| item.trim()).filter(|item| !item.is_empty());
        let mut items: Vec<String> = items.map(|item| self.cut(item.replace('\0', ""), bytes)).collect();
        if items.len() > most {
            items.truncate(most);
            self.cut.set(true);
        }
        Ok(items)
    }

    /// Returns `desktop`, `mobile`, `tablet`, or the original word.
    pub(super) fn device(&self, row: &Row<'_>) -> Result<Option<String>, RowError> {
        let word = self.text(row, Field::Device, limits::QUERY_BYTES)?;
        Ok(word.map(|word| known(&DEVICES, &word).map_or(word, str::to_owned)))
    }

    /// A number.
    pub(super) fn number(&self, row: &Row<'_>, field: Field) -> Result<Option<f64>, RowError> {
        let Some((column, cell)) = self.bytes(row, field) else { return Ok(None) };
        match row.native(column) {
            Some(number) => Ok(Some(number)),
            None => {
                number::decimal_number(cell, self.style.decimal).map_err(|_| RowError::not_a_number(field.name(), cell))
            }
        }
    }

    /// Parses a non-negative integer.
    pub(super) fn count(&self, row: &Row<'_>, field: Field) -> Result<Option<u64>, RowError> {
        let Some(number) = self.number(row, field)? else { return Ok(None) };
        let whole = number::whole(number);
        whole.map(Some).map_err(|_| RowError::not_a_number(field.name(), number.to_string().as_bytes()))
    }

    /// Parses a day; returns `None` for an empty cell.
    pub(super) fn day(&self, row: &Row<'_>, field: Field) -> Result<Option<NaiveDate>, RowError> {
        let Some((column, cell)) = self.bytes(row, field) else { return Ok(None) };
        let day = dates::day(cell, row.native(column), self.style.order);
        day.map(Some).ok_or_else(|| RowError::not_a_date(cell))
    }

    /// Returns the day in the file name, if the table has no such column.
    pub(super) fn day_of_file(&self, field: Field) -> Option<NaiveDate> {
        self.hints.observed_at.filter(|_| self.layout.column(field).is_none())
    }

    /// Returns the period in the lines before the header, or as the user stated it.
    pub(super) fn period(&self) -> Option<(NaiveDate, NaiveDate)> {
        self.hints.period
    }

    /// Returns the day of observation, and the time in UTC as text if the cell has a time zone.
    pub(super) fn observed_at(&self, row: &Row<'_>) -> Result<Option<(NaiveDate, String)>, RowError> {
        let moment = self.bytes(row, Field::ObservedAt).and_then(|(_, cell)| moment(cell));
        if let Some(moment) = moment {
            return Ok(Some((moment.date_naive(), moment.to_rfc3339_opts(SecondsFormat::Secs, true))));
        }
        let day = self.day(row, Field::ObservedAt)?.or_else(|| self.day_of_file(Field::ObservedAt));
        Ok(day.map(|day| (day, day.to_string())))
    }
}

fn moment(cell: &[u8]) -> Option<DateTime<Utc>> {
    let moment = DateTime::parse_from_rfc3339(std::str::from_utf8(cell).ok()?).ok()?;
    Some(moment.to_utc())
}

/// Returns a text, or the subject of an object in a list.
fn item(value: &Value) -> Option<String> {
    let named = |object: &Value| {
        ["text", "url", "href", "type", "name"].iter().find_map(|key| object[*key].as_str().map(str::to_owned))
    };
    value.as_str().map(str::to_owned).or_else(|| named(value))
}

/// Returns the host of an address in lower case, without `www.`.
pub(super) fn host(address: &str) -> Result<String, RowError> {
    let wrong = || RowError::NotAnAddress(shortened(address));
    let full = if address.contains("://") { Cow::Borrowed(address) } else { Cow::Owned(format!("https://{address}")) };
    let is_page = |url: &Url| matches!(url.scheme(), "http" | "https") && url.username().is_empty();
    let url = Url::parse(&full).ok().filter(is_page).ok_or_else(wrong)?;
    match url.host().ok_or_else(wrong)? {
        Host::Domain(name) if name.contains('.') || name == "localhost" => {
            Ok(name.strip_prefix("www.").filter(|rest| rest.contains('.')).unwrap_or(name).to_owned())
        }
        Host::Domain(_) => Err(wrong()),
        address => Ok(address.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_told_with_and_without_a_scheme() {
        assert_eq!(host("https://WWW.Rival.example/a?b").as_deref(), Ok("rival.example"));
        assert_eq!(host("rival.example/a").as_deref(), Ok("rival.example"));
        assert_eq!(host("http://192.0.2.1/").as_deref(), Ok("192.0.2.1"));
        for address in ["", "nothing", "mailto:a@b.example", "ftp://a.example/", "https://"] {
            assert!(host(address).is_err(), "{address}");
        }
    }

    #[test]
    fn a_moment_is_told_only_with_its_zone() {
        assert_eq!(
            moment(b"2026-08-01T23:30:00-05:00").map(|at| at.to_string()).as_deref(),
            Some("2026-08-02 04:30:00 UTC")
        );
        assert_eq!(moment(b"2026-08-01 23:30:00"), None);
    }
}
