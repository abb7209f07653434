//! Maps the headers of a table to fields.

use chrono::NaiveDate;

use super::number::{Class, Decimal};
use super::record::{FileKind, Intent, Period};
use super::words::folded;

mod observed;
mod search;
mod tool;

/// Meaning of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Field {
    Query,
    Page,
    Date,
    Country,
    Device,
    Appearance,
    SearchType,
    SiteUrl,
    IsAnonymised,
    Clicks,
    Impressions,
    Ctr,
    Position,
    SumPosition,
    FilterName,
    FilterValue,
    Keyword,
    Volume,
    Difficulty,
    AdsCompetition,
    Cpc,
    BidLow,
    BidHigh,
    Currency,
    Intents,
    Intent(Intent),
    SerpFeatures,
    PreviousPosition,
    Traffic,
    Parent,
    Trend,
    Months(NaiveDate, NaiveDate),
    Month(NaiveDate),
    ObservedAt,
    /// An address that does not determine the website of the file.
    Url,
    Title,
    Description,
    H1,
    Headings,
    /// A further heading.
    Heading(u8),
    Text,
    Words,
    Status,
    ContentType,
    Canonical,
    Links,
    Location,
    Results,
    Depth,
    Source,
    Vertical,
    Service,
    State,
    City,
    Unit,
    Amount,
    AmountCents,
    ValidFrom,
    ValidTo,
    Notes,
}

impl Field {
    /// Name in previews.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Query => "query",
            Self::Page => "page",
            Self::Date => "date",
            Self::Country => "country",
            Self::Device => "device",
            Self::Appearance => "appearance",
            Self::SearchType => "searchType",
            Self::SiteUrl => "siteUrl",
            Self::IsAnonymised => "isAnonymised",
            Self::Clicks => "clicks",
            Self::Impressions => "impressions",
            Self::Ctr => "ctr",
            Self::Position => "position",
            Self::SumPosition => "sumPosition",
            Self::FilterName => "filter",
            Self::FilterValue => "value",
            Self::Keyword => "keyword",
            Self::Volume => "volume",
            Self::Difficulty => "difficulty",
            Self::AdsCompetition => "adsCompetition",
            Self::Cpc => "cpc",
            Self::BidLow => "bidLow",
            Self::BidHigh => "bidHigh",
            Self::Currency => "currency",
            Self::Intents | Self::Intent(_) => "intents",
            Self::SerpFeatures => "serpFeatures",
            Self::PreviousPosition => "previousPosition",
            Self::Traffic => "traffic",
            Self::Parent => "parent",
            Self::Trend => "trend",
            Self::Months(..) | Self::Month(_) => "monthly",
            Self::ObservedAt => "observedAt",
            Self::Url => "url",
            Self::Title => "title",
            Self::Description => "description",
            Self::H1 => "h1",
            Self::Headings | Self::Heading(_) => "headings",
            Self::Text => "text",
            Self::Words => "words",
            Self::Status => "status",
            Self::ContentType => "contentType",
            Self::Canonical => "canonical",
            Self::Links => "links",
            Self::Location => "location",
            Self::Results => "results",
            Self::Depth => "depth",
            Self::Source => "source",
            Self::Vertical => "vertical",
            Self::Service => "service",
            Self::State => "state",
            Self::City => "city",
            Self::Unit => "unit",
            Self::Amount => "amount",
            Self::AmountCents => "amountCents",
            Self::ValidFrom => "validFrom",
            Self::ValidTo => "validTo",
            Self::Notes => "notes",
        }
    }

    /// Kind of numbers of the field; `None` if it has none.
    pub(super) fn class(self) -> Option<Class> {
        match self {
            Self::Clicks
            | Self::Impressions
            | Self::Volume
            | Self::Month(_)
            | Self::Words
            | Self::Status
            | Self::Depth
            | Self::AmountCents => Some(Class::Count),
            Self::Position | Self::PreviousPosition | Self::Ctr | Self::Difficulty | Self::AdsCompetition => {
                Some(Class::Small)
            }
            Self::SumPosition | Self::Cpc | Self::BidLow | Self::BidHigh | Self::Traffic | Self::Amount => {
                Some(Class::Free)
            }
            _ => None,
        }
    }
}

/// Use of a column.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Role {
    /// Read as this field and period.
    Read(Field, Period),
    /// Not read, with the reason.
    Ignored(String),
}

/// One column of a recognised table.
#[derive(Debug, Clone)]
pub(super) struct Column {
    pub(super) header: String,
    pub(super) role: Role,
}

/// A recognised table.
#[derive(Debug, Clone)]
pub(super) struct Layout {
    pub(super) kind: FileKind,
    /// Language of the headers, if the product has several.
    pub(super) language: Option<&'static str>,
    /// Usual decimal mark of that language.
    pub(super) usual_decimal: Option<Decimal>,
    pub(super) columns: Vec<Column>,
    /// Currency in a header, such as `USD` in `CPC (USD)`.
    pub(super) currency: Option<String>,
}

impl Layout {
    /// First column of a field in the current period.
    pub(super) fn column(&self, field: Field) -> Option<usize> {
        self.column_of(field, Period::Current)
    }

    /// First column of a field in a period.
    pub(super) fn column_of(&self, field: Field, period: Period) -> Option<usize> {
        self.columns.iter().position(|column| column.role == Role::Read(field, period))
    }

    /// Columns that are read, with their fields.
    pub(super) fn fields(&self) -> impl Iterator<Item = (usize, Field)> {
        self.columns.iter().enumerate().filter_map(|(index, column)| match column.role {
            Role::Read(field, _) => Some((index, field)),
            Role::Ignored(_) => None,
        })
    }

    /// Number of columns that are read, as a measure of confidence.
    pub(super) fn read_columns(&self) -> usize {
        self.fields().count()
    }
}

/// Result of recognising a line of cells as headers.
#[derive(Debug, Clone)]
pub(super) enum Recognition {
    /// Headers of a known export.
    Known(Box<Layout>),
    /// Headers of a known export without required columns.
    Partial { kind: FileKind, missing: Vec<&'static str> },
    /// Unknown.
    Unknown,
}

/// Names and headers of the known tables, for errors.
pub(super) const LOOKED_FOR: &str = "Search Console (Top queries, Top pages, Date, Country, Device or Search appearance \
with Clicks and Impressions, in any of 22 languages; Filter, Value), its bulk export (data_date, site_url, impressions, \
clicks, sum_position), Keyword Planner (Keyword, Avg. monthly searches), Ahrefs (Keyword, Volume, Difficulty or Current \
position), Semrush (Keyword, Position, Search Volume or Keyword Difficulty), SERPs (query, position, url, observed_at), pages (url with title or text), Screaming Frog (Address, Status Code), ranks (date, keyword, position) and \
payouts (vertical, unit, amount, currency)";

/// Recognises a line of headers.
pub(super) fn recognise(headers: &[String]) -> Recognition {
    let folded: Vec<String> = headers.iter().map(|header| folded(header)).collect();
    if let Some(layout) = tool::recognise(headers, &folded) {
        return Recognition::Known(Box::new(layout));
    }
    match search::recognise(headers, &folded) {
        known @ Recognition::Known(_) => known,
        other => observed::recognise(headers, &folded).unwrap_or(other),
    }
}

/// Ignores columns with the same header or meaning as a previous one.
fn without_repeats(columns: &mut [Column]) {
    for index in 1..columns.len() {
        let (earlier, rest) = columns.split_at_mut(index);
        let column = &mut rest[0];
        let is_repeat = match &column.role {
            Role::Read(Field::Month(_) | Field::Months(..) | Field::Heading(_), _) | Role::Ignored(_) => false,
            role @ Role::Read(..) => earlier.iter().any(|other| other.role == *role),
        };
        if is_repeat {
            column.role = Role::Ignored("repeats an earlier column".to_owned());
        }
    }
}

fn ignored(reason: &str) -> Role {
    Role::Ignored(reason.to_owned())
}

const UNKNOWN_COLUMN: &str = "not a known column of this export";
