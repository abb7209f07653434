//! Converts rows of keyword tools to records.

use std::borrow::Cow;

use chrono::{Months, NaiveDate};

use super::cell::{checked_width, is_script, text};
use super::dates;
use super::error::ImportError;
use super::inspect::{Hints, Style};
use super::layout::{Field, Layout};
use super::limits;
use super::name::shortened;
use super::number::{self, Decimal, whole};
use super::reading::Reading;
use super::record::{FileKind, Intent, Intents, KeywordRow, Record, Volume, VolumeBasis};
use super::row_error::RowError;
use super::rows::{Row, Rows};
use super::words::folded;

/// Reads all rows that follow the header into the sink.
pub(super) fn read(
    rows: &mut dyn Rows, layout: &Layout, style: Style, hints: &Hints, reading: &mut Reading<'_>,
) -> Result<(), ImportError> {
    let plan = Plan { layout, style, hints };
    while let Some(row) = rows.next()? {
        if row.is_blank() {
            continue;
        }
        match plan.row(&row) {
            Ok(found) => {
                if matches!(found.keyword, Cow::Owned(_)) {
                    reading.saw_foreign_cell();
                }
                reading.deliver(Record::Keyword(found.record(&plan, row.line)))?;
            }
            Err(bad) => reading.reject(row.line, &bad),
        }
        reading.counted_row();
    }
    Ok(())
}

struct Plan<'p> {
    layout: &'p Layout,
    style: Style,
    hints: &'p Hints,
}

/// Parsed row.
struct Found<'a> {
    keyword: Cow<'a, str>,
    country: Option<Cow<'a, str>>,
    currency: Option<Cow<'a, str>>,
    page: Option<Cow<'a, str>>,
    parent: Option<Cow<'a, str>>,
    serp_features: Option<Cow<'a, str>>,
    volume: Option<Volume>,
    difficulty: Option<f64>,
    ads_competition: Option<f64>,
    cpc_cents: Option<u64>,
    bid_low_cents: Option<u64>,
    bid_high_cents: Option<u64>,
    intents: Intents,
    position: Option<f64>,
    previous_position: Option<f64>,
    previous_traffic: Option<f64>,
    previous_observed_at: Option<NaiveDate>,
    traffic: Option<f64>,
    monthly: Vec<(NaiveDate, u64)>,
    trend: Vec<f64>,
    observed_at: Option<NaiveDate>,
}

impl Plan<'_> {
    fn row<'a>(&self, row: &Row<'a>) -> Result<Found<'a>, RowError> {
        checked_width(row, self.layout.columns.len())?;
        let currency = self.text(row, Field::Currency, "currency", 8)?;
        Ok(Found {
            keyword: self
                .text(row, Field::Keyword, "keyword", limits::QUERY_BYTES)?
                .ok_or(RowError::Empty("keyword"))?,
            country: self.text(row, Field::Country, "country", 128)?,
            currency: currency.or_else(|| self.currency_by_sign(row).map(Cow::Borrowed)),
            page: self.page(row)?,
            parent: self.text(row, Field::Parent, "parent keyword", limits::QUERY_BYTES)?,
            serp_features: self.text(row, Field::SerpFeatures, "SERP features", limits::URL_BYTES)?,
            volume: self.volume(row)?,
            difficulty: self.number(row, Field::Difficulty)?.filter(|score| (0.0..=100.0).contains(score)),
            ads_competition: self.ads_competition(row)?,
            cpc_cents: self.cents(row, Field::Cpc)?,
            bid_low_cents: self.cents(row, Field::BidLow)?,
            bid_high_cents: self.cents(row, Field::BidHigh)?,
            intents: self.intents(row),
            position: self.position(row, Field::Position)?,
            previous_position: self.position(row, Field::PreviousPosition)?,
            previous_traffic: self.number(row, Field::PreviousTraffic)?.filter(|visits| *visits >= 0.0),
            previous_observed_at: self.day(row, Field::PreviousDate),
            traffic: self.number(row, Field::Traffic)?.filter(|visits| *visits >= 0.0),
            monthly: self.monthly(row)?,
            trend: self.cell(row, Field::Trend).map(trend).unwrap_or_default(),
            observed_at: self.observed_at(row),
        })
    }

    /// Returns the cell of a field, if the table has it and it is not empty.
    fn cell<'a>(&self, row: &Row<'a>, field: Field) -> Option<&'a [u8]> {
        self.layout.column(field).map(|column| row.cell(column)).filter(|cell| !cell.is_empty())
    }

    fn text<'a>(
        &self, row: &Row<'a>, field: Field, name: &'static str, most: usize,
    ) -> Result<Option<Cow<'a, str>>, RowError> {
        match self.layout.column(field) {
            Some(column) => {
                Ok(text(row, column, name, most)?.filter(|text| !matches!(&**text, "-" | "–" | "—" | "n/a")))
            }
            None => Ok(None),
        }
    }

    fn page<'a>(&self, row: &Row<'a>) -> Result<Option<Cow<'a, str>>, RowError> {
        let page = self.text(row, Field::Page, "page", limits::URL_BYTES)?;
        match &page {
            Some(address) if is_script(address) => Err(RowError::NotAnAddress(shortened(address))),
            _ => Ok(page),
        }
    }

    fn number(&self, row: &Row<'_>, field: Field) -> Result<Option<f64>, RowError> {
        let Some(column) = self.layout.column(field) else { return Ok(None) };
        if let Some(number) = row.native(column) {
            return Ok(Some(number));
        }
        let cell = row.cell(column);
        number::decimal_number(cell, self.style.decimal).map_err(|_| RowError::not_a_number(field.name(), cell))
    }

    /// Parses a position; `None` below one, and if only a depth is known (`>100`).
    fn position(&self, row: &Row<'_>, field: Field) -> Result<Option<f64>, RowError> {
        if self.cell(row, field).is_some_and(|cell| cell.starts_with(b">")) {
            return Ok(None);
        }
        Ok(self.number(row, field)?.filter(|position| *position >= 1.0))
    }

    fn cents(&self, row: &Row<'_>, field: Field) -> Result<Option<u64>, RowError> {
        let Some(price) = self.number(row, field)? else { return Ok(None) };
        whole((price * 100.0).round())
            .map(Some)
            .map_err(|_| RowError::not_a_number(field.name(), price.to_string().as_bytes()))
    }

    fn currency_by_sign(&self, row: &Row<'_>) -> Option<&'static str> {
        let price = std::str::from_utf8(self.cell(row, Field::Cpc)?).ok()?;
        [('€', "EUR"), ('£', "GBP")].into_iter().find(|(sign, _)| price.contains(*sign)).map(|(_, code)| code)
    }

    fn ads_competition(&self, row: &Row<'_>) -> Result<Option<f64>, RowError> {
        let most = if self.layout.kind == FileKind::KeywordPlanner { 100.0 } else { 1.0 };
        Ok(self
            .number(row, Field::AdsCompetition)?
            .map(|index| index / most)
            .filter(|share| (0.0..=1.0).contains(share)))
    }

    /// Parses a monthly search volume: a figure, a range, or a bound.
    fn volume(&self, row: &Row<'_>) -> Result<Option<Volume>, RowError> {
        let Some(column) = self.layout.column(Field::Volume) else { return Ok(None) };
        let cell = row.cell(column);
        let bad = |_| RowError::not_a_number("volume", cell);
        if let Some((low, high)) = number::range(cell) {
            return Ok(Some(Volume { low, high, basis: VolumeBasis::Bucket }));
        }
        let (value, is_upper_bound) = match row.native(column) {
            Some(number) => (number, false),
            None => match number::parse(cell, self.style.decimal).map_err(bad)? {
                Some(number) => (number.value, number.is_upper_bound),
                None => return Ok(None),
            },
        };
        let figure = whole(value.round()).map_err(bad)?;
        Ok(Some(if is_upper_bound {
            Volume { low: 0, high: figure, basis: VolumeBasis::Bucket }
        } else if self.style.is_bucketed {
            bucket(figure)
        } else {
            let is_planner = self.layout.kind == FileKind::KeywordPlanner;
            let basis = if is_planner { VolumeBasis::Exact } else { VolumeBasis::Estimate };
            Volume { low: figure, high: figure, basis }
        }))
    }

    fn intents(&self, row: &Row<'_>) -> Intents {
        let mut found = Intents::default();
        if let Some(cell) = self.cell(row, Field::Intents) {
            let text = String::from_utf8_lossy(cell);
            text.split([',', ';', '|', '/']).filter_map(|word| intent(&folded(word))).for_each(|one| found.insert(one));
        }
        for (column, field) in self.layout.fields() {
            if let Field::Intent(intent) = field
                && [&b"true"[..], b"1", b"yes"].iter().any(|yes| row.cell(column).eq_ignore_ascii_case(yes))
            {
                found.insert(intent);
            }
        }
        found
    }

    /// Parses volumes by month, from one column per month or a column with a list.
    fn monthly(&self, row: &Row<'_>) -> Result<Vec<(NaiveDate, u64)>, RowError> {
        let mut months = Vec::new();
        for (column, field) in self.layout.fields() {
            match field {
                Field::Month(month) => {
                    let cell = row.cell(column);
                    let searches = match row.native(column) {
                        Some(number) => whole(number).map(Some),
                        None => number::count(cell, self.style.decimal),
                    };
                    let searches = searches.map_err(|_| RowError::not_a_number("monthly searches", cell))?;
                    months.extend(searches.map(|searches| (month, searches)));
                }
                Field::Months(from, to) => months.extend(listed_months(row.cell(column), from, to)),
                _ => {}
            }
        }
        months.sort_unstable();
        Ok(months)
    }

    fn observed_at(&self, row: &Row<'_>) -> Option<NaiveDate> {
        self.day(row, Field::ObservedAt).or(self.hints.observed_at)
    }

    fn day(&self, row: &Row<'_>, field: Field) -> Option<NaiveDate> {
        let column = self.layout.column(field)?;
        dates::day(row.cell(column), row.native(column), self.style.order)
    }
}

/// Returns the range of a rounded figure: 50 for 10 to 100, 500 for 100 to 1,000; 0 for up to 10.
fn bucket(figure: u64) -> Volume {
    let low = figure / 5;
    let (low, high) = if figure == 0 { (0, 10) } else { (low, low.saturating_mul(10)) };
    Volume { low, high, basis: VolumeBasis::Bucket }
}

/// Parses an intent by its word, or by the number or letter of Semrush.
fn intent(word: &str) -> Option<Intent> {
    Some(match word {
        "0" | "c" => Intent::Commercial,
        "1" | "i" => Intent::Informational,
        "2" | "n" => Intent::Navigational,
        "3" | "t" => Intent::Transactional,
        _ if word.starts_with("info") => Intent::Informational,
        _ if word.starts_with("commercial") => Intent::Commercial,
        _ if word.starts_with("trans") => Intent::Transactional,
        _ if word.starts_with("navi") => Intent::Navigational,
        _ if word.starts_with("local") => Intent::Local,
        _ if word.starts_with("brand") => Intent::Branded,
        _ => return None,
    })
}

/// Parses a list such as `[100,82,54]`; empty if one of them is not a number.
fn listed(cell: &[u8]) -> Vec<f64> {
    let text = String::from_utf8_lossy(cell);
    let inner = text.trim_matches(['[', ']', ' ', '"']);
    let numbers: Option<Vec<f64>> = inner
        .split([',', ';'])
        .map(|number| number::decimal_number(number.trim().as_bytes(), Decimal::Point).ok().flatten())
        .collect();
    numbers.filter(|numbers| numbers.len() <= 120).unwrap_or_default()
}

/// Parses demand relative to its peak; percentages become shares.
fn trend(cell: &[u8]) -> Vec<f64> {
    let numbers = listed(cell);
    let most = if numbers.iter().any(|number| *number > 1.0) { 100.0 } else { 1.0 };
    let is_relative = numbers.iter().all(|number| (0.0..=most).contains(number));
    if is_relative { numbers.into_iter().map(|number| number / most).collect() } else { Vec::new() }
}

/// Parses a list of monthly figures; ignored unless its length matches the months of the header.
fn listed_months(cell: &[u8], from: NaiveDate, to: NaiveDate) -> Vec<(NaiveDate, u64)> {
    let months: Vec<NaiveDate> = (0..120)
        .map_while(|ahead| from.checked_add_months(Months::new(ahead)))
        .take_while(|month| *month <= to)
        .collect();
    let numbers = listed(cell);
    if numbers.len() != months.len() {
        return Vec::new();
    }
    months.into_iter().zip(numbers).filter_map(|(month, number)| Some((month, whole(number).ok()?))).collect()
}

impl Found<'_> {
    fn record<'b>(&'b self, plan: &'b Plan<'_>, line: u64) -> KeywordRow<'b> {
        let features = self.serp_features.as_deref().unwrap_or_default();
        KeywordRow {
            kind: plan.layout.kind,
            line,
            keyword: &self.keyword,
            volume: self.volume,
            difficulty: self.difficulty,
            ads_competition: self.ads_competition,
            cpc_cents: self.cpc_cents,
            bid_low_cents: self.bid_low_cents,
            bid_high_cents: self.bid_high_cents,
            currency: self.currency.as_deref().or(plan.layout.currency.as_deref()),
            country: self.country.as_deref().or(plan.hints.country.as_deref()),
            intents: self.intents,
            serp_features: features.split([',', ';', '|']).map(str::trim).filter(|one| !one.is_empty()).collect(),
            page: self.page.as_deref(),
            position: self.position,
            previous_position: self.previous_position,
            previous_traffic: self.previous_traffic,
            previous_observed_at: self.previous_observed_at,
            traffic: self.traffic,
            parent: self.parent.as_deref(),
            monthly: self.monthly.clone(),
            trend: self.trend.clone(),
            observed_at: self.observed_at,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_figures_stand_for_ranges() {
        for (figure, low, high) in [(0, 0, 10), (50, 10, 100), (500, 100, 1_000), (500_000, 100_000, 1_000_000)] {
            assert_eq!(bucket(figure), Volume { low, high, basis: VolumeBasis::Bucket });
        }
    }

    #[test]
    fn trends_come_in_shares_and_in_percent() {
        assert_eq!(trend(b"[100,82,0]"), [1.0, 0.82, 0.0]);
        assert_eq!(trend(b"0.6,1.0,0.54"), [0.6, 1.0, 0.54]);
        assert_eq!(trend(b"n/a"), Vec::<f64>::new());
        assert_eq!(trend(b"[5000,1]"), Vec::<f64>::new());
    }
}
