//! Filters of a Search Console export, which define its market.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use super::dates::{self, Order};
use super::error::ImportError;
use super::layout::{Field, Layout};
use super::rows::Rows;
use super::words::{self, DEVICES, SEARCH_TYPES, Word, folded};

/// Market of an export. `None` means no filter.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Market {
    /// `web`, `image`, `video`, `news`, `discover`, `googleNews`, or the exported word.
    pub search_type: Option<String>,
    /// The period as exported.
    pub date_range: Option<String>,
    /// First day, if the period has dates or the export has a table of days.
    pub from: Option<NaiveDate>,
    /// Last day, as for `from`.
    pub to: Option<NaiveDate>,
    /// Whether the export compares two periods.
    pub is_comparison: bool,
    /// First day of the period that is compared with.
    pub previous_from: Option<NaiveDate>,
    /// Last day of that period.
    pub previous_to: Option<NaiveDate>,
    /// Country as exported.
    pub country: Option<String>,
    /// `desktop`, `mobile`, `tablet`, or the exported word.
    pub device: Option<String>,
    /// Filter on queries: the figures cover a part of the site's queries.
    pub query: Option<String>,
    /// Filter on pages: the figures cover a part of the site.
    pub page: Option<String>,
    /// The filter on search appearance.
    pub appearance: Option<String>,
    /// Unknown filters, name and value as exported.
    pub other: Vec<(String, String)>,
}

/// Maximum number of filters; more lines indicate another table.
const MOST_FILTERS: usize = 200;

/// Reads the filters that follow the header.
pub(super) fn read(rows: &mut dyn Rows, layout: &Layout, skipped_rows: usize) -> Result<Market, ImportError> {
    let mut market = Market::default();
    let (Some(name), Some(value)) = (layout.column(Field::FilterName), layout.column(Field::FilterValue)) else {
        return Ok(market);
    };
    let is_english = layout.language == Some("en");
    let order = if is_english { Order::MonthFirst } else { Order::DayFirst };
    for index in 0..MOST_FILTERS {
        let Some(row) = rows.next()? else { break };
        let cell = |column| String::from_utf8_lossy(row.cell(column)).into_owned();
        if index >= skipped_rows && !row.is_blank() {
            market.add(&cell(name), cell(value), order);
        }
    }
    Ok(market)
}

impl Market {
    fn add(&mut self, name: &str, value: String, order: Order) {
        match words::lookup(&folded(name)).map(|(word, _)| word) {
            Some(Word::SearchType) => self.search_type = Some(canonical(&SEARCH_TYPES, &value)),
            Some(Word::Date) => self.add_period(value, order),
            Some(Word::Country) => self.country = Some(value),
            Some(Word::Device) => self.device = Some(canonical(&DEVICES, &value)),
            Some(Word::Query) => self.query = Some(value),
            Some(Word::Page) => self.page = Some(value),
            Some(Word::Appearance) => self.appearance = Some(value),
            _ => self.other.push((name.to_owned(), value)),
        }
    }

    fn add_period(&mut self, value: String, order: Order) {
        let periods: Vec<_> = compared(&value).map(|part| dates::period(part, order)).collect();
        self.add_days(periods.first().copied().flatten());
        self.add_previous(periods.get(1).copied().flatten());
        self.date_range = Some(value);
    }

    /// Adds the periods of a comparison in the headers of another table.
    pub(super) fn add_comparison(&mut self, found: &Self) {
        self.is_comparison |= found.is_comparison;
        self.add_days(found.from.zip(found.to));
        self.add_previous(found.previous_from.zip(found.previous_to));
    }

    /// Adds the period that is compared with, if the filters have none.
    pub(super) fn add_previous(&mut self, days: Option<(NaiveDate, NaiveDate)>) {
        if let (None, Some((from, to))) = (self.previous_from, days) {
            self.is_comparison = true;
            self.previous_from = Some(from);
            self.previous_to = Some(to);
        }
    }

    /// Adds the days of a table of days if the filters have none.
    pub(super) fn add_days(&mut self, days: Option<(NaiveDate, NaiveDate)>) {
        if let (None, Some((from, to))) = (self.from, days) {
            self.from = Some(from);
            self.to = Some(to);
        }
    }
}

/// Splits a filter such as `1/1/26 - 1/28/26 vs. 12/4/25 - 12/31/25`.
fn compared(value: &str) -> impl Iterator<Item = &str> {
    let at = [" vs. ", " vs ", " compared to ", " compared with ", ";"].iter();
    let found = at.filter_map(|mark| value.split_once(mark)).next();
    let (first, second) = found.map_or((value, None), |(first, second)| (first, Some(second)));
    std::iter::once(first).chain(second)
}

/// Returns the canonical word for a cell in any language, or the cell itself.
fn canonical(list: &[(&'static str, &[&str])], value: &str) -> String {
    known(list, value).map_or_else(|| value.to_owned(), str::to_owned)
}

/// Returns the canonical word for a cell in any language.
pub(super) fn known(list: &[(&'static str, &[&str])], value: &str) -> Option<&'static str> {
    if let Some((word, _)) = list.iter().find(|(word, _)| word.eq_ignore_ascii_case(value)) {
        return Some(word);
    }
    let folded = folded(value);
    list.iter().find(|(_, forms)| forms.contains(&folded.as_str())).map(|(word, _)| *word)
}
