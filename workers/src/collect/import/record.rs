//! What an import yields: rows of search performance and of keyword data, borrowed from the line being read, and
//! observations, which own what they hold.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
pub use shared::domain::keyword::{ToolVolume as Volume, VolumeBasis};
use shared::domain::observation::{ObservationKind, Payout, Rank, SeenPage, SerpResult};

/// One record of an export. Text is borrowed from the reader and lives until the sink returns.
#[derive(Debug, Clone, PartialEq)]
pub enum Record<'a> {
    /// Clicks and impressions of a search engine's own report.
    Search(SearchRow<'a>),
    /// A keyword tool's line about one keyword.
    Keyword(KeywordRow<'a>),
    /// A result of a search, a page, a rank or a payout.
    Observed(ObservedRow),
}

/// What a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FileKind {
    /// The filters of a Search Console export: the market.
    GscFilters,
    /// Search Console by day.
    GscDates,
    /// Search Console by query.
    GscQueries,
    /// Search Console by page.
    GscPages,
    /// Search Console by query and page, as the API and its connectors write it.
    GscQueryPages,
    /// Search Console by country.
    GscCountries,
    /// Search Console by device.
    GscDevices,
    /// Search Console by search appearance.
    GscAppearance,
    /// Bulk export, table `searchdata_site_impression`.
    GscBulkSite,
    /// Bulk export, table `searchdata_url_impression`.
    GscBulkUrl,
    /// Google Ads Keyword Planner, keyword statistics.
    KeywordPlanner,
    /// Ahrefs Keywords Explorer.
    AhrefsKeywords,
    /// Ahrefs Site Explorer, organic keywords.
    AhrefsOrganic,
    /// Semrush Organic Positions.
    SemrushPositions,
    /// Semrush Keyword Magic, Keyword Strategy Builder or API keyword report.
    SemrushMagic,
    /// Results of searches: a line for each, or a line for a whole result page.
    SerpResults,
    /// Pages of any site: address, title, text and what else is known.
    Pages,
    /// A crawl by Screaming Frog, `internal_all`.
    ScreamingFrog,
    /// A history of ranks.
    RankHistory,
    /// A table of payouts.
    Payouts,
    /// Nothing that is known.
    Unknown,
}

impl FileKind {
    /// The word for it in the API and in stored previews.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::GscFilters => "gsc_filters",
            Self::GscDates => "gsc_dates",
            Self::GscQueries => "gsc_queries",
            Self::GscPages => "gsc_pages",
            Self::GscQueryPages => "gsc_query_pages",
            Self::GscCountries => "gsc_countries",
            Self::GscDevices => "gsc_devices",
            Self::GscAppearance => "gsc_appearance",
            Self::GscBulkSite => "gsc_bulk_site",
            Self::GscBulkUrl => "gsc_bulk_url",
            Self::KeywordPlanner => "keyword_planner",
            Self::AhrefsKeywords => "ahrefs_keywords",
            Self::AhrefsOrganic => "ahrefs_organic",
            Self::SemrushPositions => "semrush_positions",
            Self::SemrushMagic => "semrush_magic",
            Self::SerpResults => "serp_results",
            Self::Pages => "pages",
            Self::ScreamingFrog => "screaming_frog",
            Self::RankHistory => "rank_history",
            Self::Payouts => "payouts",
            Self::Unknown => "unknown",
        }
    }

    /// What it is called in messages, with its article.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::GscFilters => "the filters of a Search Console export",
            Self::GscDates => "a Search Console export by day",
            Self::GscQueries => "a Search Console export by query",
            Self::GscPages => "a Search Console export by page",
            Self::GscQueryPages => "a Search Console export by query and page",
            Self::GscCountries => "a Search Console export by country",
            Self::GscDevices => "a Search Console export by device",
            Self::GscAppearance => "a Search Console export by search appearance",
            Self::GscBulkSite => "a Search Console bulk export by site",
            Self::GscBulkUrl => "a Search Console bulk export by URL",
            Self::KeywordPlanner => "a Keyword Planner export",
            Self::AhrefsKeywords => "an Ahrefs keyword export",
            Self::AhrefsOrganic => "an Ahrefs export of organic keywords",
            Self::SemrushPositions => "a Semrush export of organic positions",
            Self::SemrushMagic => "a Semrush keyword export",
            Self::SerpResults => "a list of search results",
            Self::Pages => "a list of pages",
            Self::ScreamingFrog => "a crawl by Screaming Frog",
            Self::RankHistory => "a history of ranks",
            Self::Payouts => "a table of payouts",
            Self::Unknown => "an unknown table",
        }
    }
}

/// What the figures of a search row are counted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Dimension {
    /// One query (bulk export by site: one query on one day, in one country, on one device).
    Query,
    /// One page.
    Page,
    /// One query on one page (bulk export by URL: on one day, in one country, on one device).
    QueryPage,
    /// The whole site on one day.
    Date,
    /// The whole site in one country.
    Country,
    /// The whole site on one kind of device.
    Device,
    /// One search appearance.
    Appearance,
}

/// Which of the two periods of a comparison a row is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Period {
    /// The period asked about; the only one where nothing is compared.
    Current,
    /// The period it is compared with.
    Previous,
}

/// Clicks and impressions of one period.
///
/// Rows of a bulk export repeat their keys: the consumer adds them up. The average position of a sum is the mean of the
/// positions weighted by impressions.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SearchRow<'a> {
    /// What file it comes from.
    pub kind: FileKind,
    /// Line of the file on which it begins, from 1 (row of the sheet in a workbook).
    pub line: u64,
    /// What it is counted by.
    pub dimension: Dimension,
    /// The query as exported, trimmed. None where the file has none, or it is anonymised.
    pub query: Option<&'a str>,
    /// The canonical address of the page.
    pub page: Option<&'a str>,
    /// The day, in Pacific time. None in totals of a period, and for the earlier period of a comparison, whose days are
    /// not exported beside those of the current one.
    pub date: Option<NaiveDate>,
    /// The country as exported: a name, or three letters (`usa`) in bulk exports.
    pub country: Option<&'a str>,
    /// `desktop`, `mobile`, `tablet`, or the exported word where it is not known.
    pub device: Option<&'a str>,
    /// The search appearance as exported.
    pub appearance: Option<&'a str>,
    /// `web`, `image`, `video`, `news`, `discover`, `googleNews`, or the exported word. None where the file has none.
    pub search_type: Option<&'a str>,
    /// Whether the query was withheld by the search engine.
    pub is_anonymised: bool,
    /// Clicks.
    pub clicks: u64,
    /// Impressions.
    pub impressions: u64,
    /// Average position, 1 and more. None when it is unknown or there were no impressions.
    pub position: Option<f64>,
    /// Which period of a comparison.
    pub period: Period,
}

/// What a searcher wants, as the tool says; several may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Intents(u8);

/// One intent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Intent {
    /// To learn.
    Informational = 1,
    /// To compare before buying.
    Commercial = 2,
    /// To buy or to order.
    Transactional = 4,
    /// To reach a known site.
    Navigational = 8,
    /// Somewhere near.
    Local = 16,
    /// A brand by name.
    Branded = 32,
}

impl Intent {
    /// The word under which it is stored.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Informational => "informational",
            Self::Commercial => "commercial",
            Self::Transactional => "transactional",
            Self::Navigational => "navigational",
            Self::Local => "local",
            Self::Branded => "branded",
        }
    }
}

impl Intents {
    /// All intents, in the order they are listed in.
    const ALL: [Intent; 6] = [
        Intent::Informational,
        Intent::Commercial,
        Intent::Transactional,
        Intent::Navigational,
        Intent::Local,
        Intent::Branded,
    ];

    /// Adds one.
    pub fn insert(&mut self, intent: Intent) {
        self.0 |= intent as u8;
    }

    /// Whether it is among them.
    #[must_use]
    pub fn contains(self, intent: Intent) -> bool {
        self.0 & intent as u8 != 0
    }

    /// Whether the tool named none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Those that hold, in a fixed order.
    pub fn iter(self) -> impl Iterator<Item = Intent> {
        Self::ALL.into_iter().filter(move |intent| self.contains(*intent))
    }
}

/// A keyword tool's line about one keyword.
///
/// Semrush Organic Positions has a row per ranking URL: keep the best position, never add volumes up.
#[derive(Debug, Clone, PartialEq)]
pub struct KeywordRow<'a> {
    /// What file it comes from.
    pub kind: FileKind,
    /// Line of the file on which it begins, from 1.
    pub line: u64,
    /// The keyword as exported, trimmed.
    pub keyword: &'a str,
    /// Searches a month in the file's market. None when the tool does not know.
    pub volume: Option<Volume>,
    /// The tool's organic difficulty, 0 to 100.
    pub difficulty: Option<f64>,
    /// How many advertisers compete, 0 to 1. Never a measure of organic difficulty.
    pub ads_competition: Option<f64>,
    /// Cost of a click in hundredths of `currency`.
    pub cpc_cents: Option<u64>,
    /// Low end of what advertisers bid for the top of the page, in hundredths of `currency`.
    pub bid_low_cents: Option<u64>,
    /// High end of what advertisers bid for the top of the page, in hundredths of `currency`.
    pub bid_high_cents: Option<u64>,
    /// ISO code of the currency. None when the file does not say.
    pub currency: Option<&'a str>,
    /// Market as exported (`us`, `gb`, `United States`), from the file name where no column says.
    pub country: Option<&'a str>,
    /// Intents as the tool says.
    pub intents: Intents,
    /// Features on the result page, as exported.
    pub serp_features: Vec<&'a str>,
    /// The ranking page.
    pub page: Option<&'a str>,
    /// Position of that page, 1 and more. None when it does not rank or the file does not say.
    pub position: Option<f64>,
    /// Position of that page before.
    pub previous_position: Option<f64>,
    /// Visits a month the tool estimates for that page from this keyword.
    pub traffic: Option<f64>,
    /// Parent keyword or topic.
    pub parent: Option<&'a str>,
    /// Searches by month, oldest first, dated on the first of the month; months without a figure are absent.
    pub monthly: Vec<(NaiveDate, u64)>,
    /// Demand relative to its own peak, 0 to 1, oldest first, the last twelve months. Empty when not given.
    pub trend: Vec<f64>,
    /// The day the tool observed it.
    pub observed_at: Option<NaiveDate>,
}

impl KeywordRow<'_> {
    /// Cost of a click in hundredths of the currency: the tool's, else the geometric mean of the bids, else their one end.
    #[must_use]
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "bids are below 10^12 and not negative"
    )]
    pub fn cost_per_click_cents(&self) -> Option<u64> {
        self.cpc_cents.or(match (self.bid_low_cents, self.bid_high_cents) {
            (Some(low), Some(high)) => Some((low as f64 * high as f64).sqrt().round() as u64),
            (one, other) => one.or(other),
        })
    }
}

/// A result of a search, a page, a rank or a payout.
#[derive(Debug, Clone, PartialEq)]
pub struct ObservedRow {
    /// What file it comes from.
    pub kind: FileKind,
    /// Line of the file on which it begins, from 1; the results of one result page may share it.
    pub line: u64,
    /// The day it is of, where known.
    pub day: Option<NaiveDate>,
    /// What was observed.
    pub observed: Observed,
}

/// What was observed.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Observed {
    /// A result of a search.
    Serp(SerpResult),
    /// A page.
    Page(Box<SeenPage>),
    /// A rank.
    Rank(Rank),
    /// A payout.
    Payout(Payout),
}

impl Observed {
    /// The word for its kind in the store.
    #[must_use]
    pub const fn kind(&self) -> ObservationKind {
        match self {
            Self::Serp(_) => ObservationKind::SerpResult,
            Self::Page(_) => ObservationKind::Page,
            Self::Rank(_) => ObservationKind::Rank,
            Self::Payout(_) => ObservationKind::Payout,
        }
    }

    /// What it is about.
    #[must_use]
    pub fn subject(&self) -> &str {
        match self {
            Self::Serp(result) => &result.query,
            Self::Page(page) => &page.url,
            Self::Rank(rank) => &rank.keyword,
            Self::Payout(payout) => &payout.vertical,
        }
    }
}
