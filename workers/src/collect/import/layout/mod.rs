//! Maps the headers of a table to fields.

use chrono::NaiveDate;

use super::number::{Class, Decimal};
use super::record::{FileKind, Intent, Period};
use super::words::folded;

mod bing;
mod guess;
mod links;
mod mapped;
mod money;
mod observed;
mod search;
mod sessions;
mod tool;

pub(super) use guess::guess;
pub(super) use mapped::{MappedField, TARGETS, Target, recognise as recognise_assigned};

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
    PreviousTraffic,
    PreviousDate,
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
    SourceUrl,
    TargetUrl,
    Anchor,
    Nofollow,
    Ugc,
    Sponsored,
    /// Relations of a link in one cell, such as `nofollow ugc`.
    Rel,
    FirstSeen,
    LastSeen,
    LostOn,
    /// A flag or word for lost links.
    Lost,
    Authority,
    Sessions,
    Engaged,
    Users,
    KeyEvents,
    SourceMedium,
    Medium,
    Channel,
    ExternalId,
    /// Status of a lead.
    Stage,
    /// What an amount was paid for.
    Purpose,
    Place,
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
            other => other.name_of_observation(),
        }
    }

    /// Name of a field of SERPs, pages, ranks and payouts.
    fn name_of_observation(self) -> &'static str {
        match self {
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
            other => other.name_of_record(),
        }
    }

    /// Name of a field of backlinks, sessions, leads and revenue.
    fn name_of_record(self) -> &'static str {
        match self {
            Self::PreviousTraffic => "previousTraffic",
            Self::PreviousDate => "previousDate",
            Self::SourceUrl => "sourceUrl",
            Self::TargetUrl => "targetUrl",
            Self::Anchor => "anchor",
            Self::Nofollow => "nofollow",
            Self::Ugc => "ugc",
            Self::Sponsored => "sponsored",
            Self::Rel => "rel",
            Self::FirstSeen => "firstSeen",
            Self::LastSeen => "lastSeen",
            Self::LostOn => "lostOn",
            Self::Lost => "lost",
            Self::Authority => "authority",
            Self::Sessions => "sessions",
            Self::Engaged => "engagedSessions",
            Self::Users => "users",
            Self::KeyEvents => "keyEvents",
            Self::SourceMedium => "sourceMedium",
            Self::Medium => "medium",
            Self::Channel => "channel",
            Self::ExternalId => "externalId",
            Self::Stage => "stage",
            Self::Purpose => "purpose",
            Self::Place => "place",
            _ => "column",
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
            | Self::AmountCents
            | Self::Sessions
            | Self::Engaged
            | Self::Users
            | Self::KeyEvents => Some(Class::Count),
            Self::Position | Self::PreviousPosition | Self::Ctr | Self::Difficulty | Self::AdsCompetition => {
                Some(Class::Small)
            }
            Self::SumPosition
            | Self::Cpc
            | Self::BidLow
            | Self::BidHigh
            | Self::Traffic
            | Self::PreviousTraffic
            | Self::Authority
            | Self::Amount => Some(Class::Free),
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
    pub(super) periods: Periods,
}

/// First and last day.
pub(super) type Span = (NaiveDate, NaiveDate);

/// Periods in the headers of a comparison.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Periods {
    pub(super) current: Option<Span>,
    pub(super) previous: Option<Span>,
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

    /// Returns true for a comparison of two periods.
    pub(super) fn is_comparison(&self) -> bool {
        self.columns.iter().any(|column| matches!(column.role, Role::Read(_, Period::Previous)))
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
position), Semrush (Keyword, Position, Search Volume or Keyword Difficulty), Bing Webmaster Tools (Keyword or Page, \
Impressions, Clicks, CTR, Avg. Position), backlinks (Referring page URL or Source URL, Target URL), Google Analytics \
(Landing page or Session source with Sessions), leads (date, source, status), revenue (date, amount, currency), SERPs (query, position, url, observed_at), pages (url with title or text), Screaming Frog (Address, Status Code), ranks (date, keyword, position) and \
payouts (vertical, unit, amount, currency)";

/// Recognises a line of headers.
pub(super) fn recognise(headers: &[String]) -> Recognition {
    let folded: Vec<String> = headers.iter().map(|header| folded(header)).collect();
    if let Some(layout) = tool::recognise(headers, &folded).or_else(|| bing::recognise(headers, &folded)) {
        return Recognition::Known(Box::new(layout));
    }
    let names: Vec<String> = folded.iter().map(|header| bare(header)).collect();
    let others = [links::recognise, sessions::recognise, money::recognise];
    if let Some(found) = others.iter().find_map(|recognise| recognise(headers, &names)) {
        return found;
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

/// Meaning of a header, or the reason why its column is not read.
type Meaning = Result<Field, &'static str>;

const DERIVED: &str = "follows from other columns";
const NOT_USED: &str = "nothing uses it yet";

/// Letters and digits of a folded header.
fn bare(folded: &str) -> String {
    folded.chars().filter(|letter| letter.is_alphanumeric()).collect()
}

/// Builds the layout of a table whose columns have one period.
fn simple(kind: FileKind, headers: &[String], names: &[String], meaning: impl Fn(&str) -> Meaning) -> Layout {
    let role = |name: &String| match meaning(name) {
        Ok(field) => Role::Read(field, Period::Current),
        Err(reason) => ignored(reason),
    };
    let mut columns: Vec<Column> =
        headers.iter().zip(names).map(|(header, name)| Column { header: header.clone(), role: role(name) }).collect();
    without_repeats(&mut columns);
    Layout { kind, language: None, usual_decimal: None, columns, currency: None, periods: Periods::default() }
}

/// Returns the layout of an access log, whose rows have the day, the crawler, the directory and the class of status.
pub(super) fn of_log(headers: &[&str; 4]) -> Layout {
    let fields = [Field::Date, Field::Source, Field::Page, Field::Stage];
    let of = |(header, field): (&&str, Field)| Column {
        header: (*header).to_owned(),
        role: Role::Read(field, Period::Current),
    };
    let columns = headers.iter().zip(fields).map(of).collect();
    let (language, usual_decimal, currency, periods) = (None, None, None, Periods::default());
    Layout { kind: FileKind::AccessLog, language, usual_decimal, columns, currency, periods }
}

/// Returns the layout as recognised, or the required fields that it lacks.
fn with_required(layout: Layout, required: &[(&[Field], &'static str)]) -> Recognition {
    let has = |fields: &[Field]| fields.iter().any(|field| layout.column(*field).is_some());
    let missing: Vec<_> = required.iter().filter(|(fields, _)| !has(fields)).map(|(_, name)| *name).collect();
    if missing.is_empty() {
        Recognition::Known(Box::new(layout))
    } else {
        Recognition::Partial { kind: layout.kind, missing }
    }
}

fn ignored(reason: &str) -> Role {
    Role::Ignored(reason.to_owned())
}

const UNKNOWN_COLUMN: &str = "not a known column of this export";
