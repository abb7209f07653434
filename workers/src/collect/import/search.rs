//! Converts rows of Search Console to records.

use std::borrow::Cow;

use chrono::NaiveDate;

use super::cell::{address, checked_width, text};
use super::dates;
use super::error::ImportError;
use super::inspect::Style;
use super::layout::{Field, Layout};
use super::limits;
use super::market::known;
use super::number::{self, whole};
use super::reading::Reading;
use super::record::{Dimension, FileKind, Period, Record, SearchRow};
use super::row_error::RowError;
use super::rows::{Row, Rows};
use super::words::{DEVICES, SEARCH_TYPES};

/// Columns by meaning.
struct Plan {
    kind: FileKind,
    dimension: Dimension,
    style: Style,
    width: usize,
    query: Option<usize>,
    page: Option<usize>,
    date: Option<usize>,
    country: Option<usize>,
    device: Option<usize>,
    appearance: Option<usize>,
    search_type: Option<usize>,
    is_anonymised: Option<usize>,
    current: Figures,
    previous: Option<Figures>,
}

/// Columns of one period.
struct Figures {
    clicks: Option<usize>,
    impressions: usize,
    ctr: Option<usize>,
    position: Option<usize>,
    sum_position: Option<usize>,
}

/// Clicks, impressions and position of a row and period.
type Values = (u64, u64, Option<f64>);

/// Reads all rows that follow the header into the sink.
pub(super) fn read(
    rows: &mut dyn Rows, layout: &Layout, style: Style, reading: &mut Reading<'_>,
) -> Result<(), ImportError> {
    let Some(plan) = Plan::new(layout, style) else { return Ok(()) };
    while let Some(row) = rows.next()? {
        if row.is_blank() {
            continue;
        }
        let found = plan.row(&row).and_then(|found| reading.check_day(found.date).map(|()| found));
        match found {
            Ok(found) => found.deliver(&plan, &row, reading)?,
            Err(bad) => reading.reject(row.line, &bad),
        }
        reading.counted_row();
    }
    Ok(())
}

impl Plan {
    /// Returns `None` if the layout has no impressions, which recognition excludes.
    fn new(layout: &Layout, style: Style) -> Option<Self> {
        Some(Self {
            kind: layout.kind,
            dimension: dimension(layout.kind),
            style,
            width: layout.columns.len(),
            query: layout.column(Field::Query),
            page: layout.column(Field::Page),
            date: layout.column(Field::Date),
            country: layout.column(Field::Country),
            device: layout.column(Field::Device),
            appearance: layout.column(Field::Appearance),
            search_type: layout.column(Field::SearchType),
            is_anonymised: layout.column(Field::IsAnonymised),
            current: Figures::new(layout, Period::Current)?,
            previous: Figures::new(layout, Period::Previous),
        })
    }

    fn row<'a>(&self, row: &Row<'a>) -> Result<Found<'a>, RowError> {
        checked_width(row, self.width)?;
        let cell = |column: Option<usize>, name, most| match column {
            Some(column) => text(row, column, name, most),
            None => Ok(None),
        };
        let found = Found {
            query: cell(self.query, "query", limits::QUERY_BYTES)?,
            page: match self.page {
                Some(column) => address(row, column, "page", limits::URL_BYTES)?,
                None => None,
            },
            country: cell(self.country, "country", limits::QUERY_BYTES)?,
            device: cell(self.device, "device", limits::QUERY_BYTES)?,
            appearance: cell(self.appearance, "appearance", limits::QUERY_BYTES)?,
            search_type: cell(self.search_type, "search type", limits::QUERY_BYTES)?,
            date: self.date(row)?,
            is_anonymised: self.is_anonymised.is_some_and(|column| row.cell(column).eq_ignore_ascii_case(b"true")),
            current: self.current.values(row, self.style)?,
            previous: match &self.previous {
                Some(figures) => figures.values(row, self.style)?,
                None => None,
            },
        };
        self.check_key(&found)?;
        if found.current.is_none() && found.previous.is_none() {
            return Err(RowError::Empty("impressions"));
        }
        Ok(found)
    }

    fn date(&self, row: &Row<'_>) -> Result<Option<NaiveDate>, RowError> {
        let Some(column) = self.date else { return Ok(None) };
        let cell = row.cell(column);
        let day = dates::day(cell, row.native(column), self.style.order);
        day.map(Some).ok_or_else(|| if cell.is_empty() { RowError::Empty("date") } else { RowError::not_a_date(cell) })
    }

    /// The key of a row must not be empty, except for anonymised queries in a bulk export.
    fn check_key(&self, found: &Found<'_>) -> Result<(), RowError> {
        let is_bulk = matches!(self.kind, FileKind::GscBulkSite | FileKind::GscBulkUrl);
        let lacking = match self.dimension {
            Dimension::Query | Dimension::QueryPage if found.query.is_none() && !is_bulk => Some("query"),
            Dimension::Page | Dimension::QueryPage if found.page.is_none() => Some("page"),
            Dimension::Country => found.country.is_none().then_some("country"),
            Dimension::Device => found.device.is_none().then_some("device"),
            Dimension::Appearance => found.appearance.is_none().then_some("search appearance"),
            Dimension::Date | Dimension::Page | Dimension::Query | Dimension::QueryPage => None,
        };
        lacking.map_or(Ok(()), |name| Err(RowError::Empty(name)))
    }
}

fn dimension(kind: FileKind) -> Dimension {
    match kind {
        FileKind::GscPages | FileKind::BingPages => Dimension::Page,
        FileKind::GscQueryPages | FileKind::GscBulkUrl => Dimension::QueryPage,
        FileKind::GscDates => Dimension::Date,
        FileKind::GscCountries => Dimension::Country,
        FileKind::GscDevices => Dimension::Device,
        FileKind::GscAppearance => Dimension::Appearance,
        FileKind::GscQueries
        | FileKind::BingQueries
        | FileKind::GscFilters
        | FileKind::GscBulkSite
        | FileKind::KeywordPlanner
        | FileKind::AhrefsKeywords
        | FileKind::AhrefsOrganic
        | FileKind::SemrushPositions
        | FileKind::SemrushMagic
        | FileKind::SerpResults
        | FileKind::Pages
        | FileKind::ScreamingFrog
        | FileKind::RankHistory
        | FileKind::Payouts
        | FileKind::KeywordList
        | FileKind::AhrefsBacklinks
        | FileKind::SemrushBacklinks
        | FileKind::MajesticBacklinks
        | FileKind::Backlinks
        | FileKind::Ga4Sessions
        | FileKind::Leads
        | FileKind::Revenue
        | FileKind::AccessLog
        | FileKind::Unknown => Dimension::Query,
    }
}

impl Figures {
    fn new(layout: &Layout, period: Period) -> Option<Self> {
        let column = |field| layout.column_of(field, period);
        Some(Self {
            clicks: column(Field::Clicks),
            impressions: column(Field::Impressions)?,
            ctr: column(Field::Ctr),
            position: column(Field::Position),
            sum_position: column(Field::SumPosition),
        })
    }

    /// Returns the figures of a row; `None` if the period has none in it.
    #[inline]
    fn values(&self, row: &Row<'_>, style: Style) -> Result<Option<Values>, RowError> {
        let Some(impressions) = count(row, self.impressions, style, "impressions")? else {
            return match self.clicks {
                Some(column) if count(row, column, style, "clicks")?.is_some() => Err(RowError::Empty("impressions")),
                _ => Ok(None),
            };
        };
        let clicks = match self.clicks {
            Some(column) => count(row, column, style, "clicks")?.ok_or(RowError::Empty("clicks"))?,
            None => self.clicks_of_share(row, impressions, style)?,
        };
        if clicks > impressions {
            return Err(RowError::MoreClicks(clicks, impressions));
        }
        Ok(Some((clicks, impressions, self.position(row, impressions, style)?)))
    }

    /// Computes clicks from CTR, only if the export has no clicks.
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a share of impressions is within their range"
    )]
    fn clicks_of_share(&self, row: &Row<'_>, impressions: u64, style: Style) -> Result<u64, RowError> {
        let column = self.ctr.ok_or(RowError::Empty("clicks"))?;
        let cell = row.cell(column);
        let share = decimal(row, column, style, "CTR")?.ok_or(RowError::Empty("CTR"))?;
        let is_percent = share > 1.0 || cell.iter().any(|byte| *byte == b'%' || *byte >= 0x80);
        let share = if is_percent { share / 100.0 } else { share };
        if (0.0..=1.0).contains(&share) {
            Ok((share * impressions as f64).round() as u64)
        } else {
            Err(RowError::not_a_number("CTR", cell))
        }
    }

    /// Returns the average position; `None` below one, because exports write 0 without impressions.
    #[inline]
    #[expect(clippy::cast_precision_loss, reason = "impressions are far below 2^53")]
    fn position(&self, row: &Row<'_>, impressions: u64, style: Style) -> Result<Option<f64>, RowError> {
        let position = if let Some(column) = self.position {
            decimal(row, column, style, "position")?
        } else if let Some(column) = self.sum_position {
            // Positions in the sum start at zero.
            let sum = decimal(row, column, style, "the sum of positions")?;
            sum.filter(|_| impressions > 0).map(|sum| sum / impressions as f64 + 1.0)
        } else {
            None
        };
        Ok(position.filter(|position| impressions > 0 && *position >= 1.0))
    }
}

#[inline]
fn count(row: &Row<'_>, column: usize, style: Style, name: &'static str) -> Result<Option<u64>, RowError> {
    let cell = row.cell(column);
    let found = match row.native(column) {
        Some(number) => whole(number).map(Some),
        None => number::count(cell, style.decimal),
    };
    found.map_err(|_| RowError::not_a_number(name, cell))
}

#[inline]
fn decimal(row: &Row<'_>, column: usize, style: Style, name: &'static str) -> Result<Option<f64>, RowError> {
    let cell = row.cell(column);
    match row.native(column) {
        Some(number) => Ok(Some(number)),
        None => number::decimal_number(cell, style.decimal).map_err(|_| RowError::not_a_number(name, cell)),
    }
}

/// Parsed row.
struct Found<'a> {
    query: Option<Cow<'a, str>>,
    page: Option<Cow<'a, str>>,
    country: Option<Cow<'a, str>>,
    device: Option<Cow<'a, str>>,
    appearance: Option<Cow<'a, str>>,
    search_type: Option<Cow<'a, str>>,
    date: Option<NaiveDate>,
    is_anonymised: bool,
    current: Option<Values>,
    previous: Option<Values>,
}

impl Found<'_> {
    /// Delivers one record, or two for a comparison of periods.
    #[inline]
    fn deliver(&self, plan: &Plan, row: &Row<'_>, reading: &mut Reading<'_>) -> Result<(), ImportError> {
        for text in [&self.query, &self.page] {
            if matches!(text, Some(Cow::Owned(_))) {
                reading.saw_foreign_cell();
            }
        }
        for (period, values) in [(Period::Current, self.current), (Period::Previous, self.previous)] {
            let Some(values) = values else { continue };
            // Days belong to the current period, unless there is only the other one.
            let is_dated = period == Period::Current || self.current.is_none();
            let date = self.date.filter(|_| is_dated);
            if let (Some(day), Period::Current) = (date, period) {
                reading.saw_day(day);
            }
            reading.deliver(Record::Search(self.record(plan, row.line, period, date, values)))?;
        }
        Ok(())
    }

    #[inline]
    fn record(&self, plan: &Plan, line: u64, period: Period, date: Option<NaiveDate>, values: Values) -> SearchRow<'_> {
        let (clicks, impressions, position) = values;
        SearchRow {
            kind: plan.kind,
            line,
            dimension: plan.dimension,
            query: self.query.as_deref(),
            page: self.page.as_deref(),
            date,
            country: self.country.as_deref(),
            device: self.device.as_deref().map(|word| known(&DEVICES, word).unwrap_or(word)),
            appearance: self.appearance.as_deref(),
            search_type: self.search_type.as_deref().map(|word| known(&SEARCH_TYPES, word).unwrap_or(word)),
            is_anonymised: self.is_anonymised,
            clicks,
            impressions,
            position,
            period,
        }
    }
}
