//! Records of an import: rows of search performance and of keyword data, borrowed from the current line, and
//! observations, which own their data.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use shared::domain::imported::{Backlink, CrawlerVisits, Lead, PageSessions, Revenue};
pub use shared::domain::keyword::{ToolVolume as Volume, VolumeBasis};
use shared::domain::observation::{ObservationKind, Payout, Rank, SeenPage, SerpResult};

/// A record of an export. Text is borrowed from the reader and valid until the sink returns.
#[derive(Debug, Clone, PartialEq)]
pub enum Record<'a> {
    /// Clicks and impressions of a search engine's report.
    Search(SearchRow<'a>),
    /// A keyword in a keyword tool's export.
    Keyword(KeywordRow<'a>),
    /// A search result, page, rank, payout, backlink, lead, amount, or the sessions of a page.
    Observed(ObservedRow),
}

/// Kind of a file.
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
    /// Bing Webmaster Tools by keyword.
    BingQueries,
    /// Bing Webmaster Tools by page.
    BingPages,
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
    /// A list of keywords whose columns the user assigned.
    KeywordList,
    /// Search results: one line per result, or per SERP.
    SerpResults,
    /// Pages of any site: address, title, text and what else is known.
    Pages,
    /// A crawl by Screaming Frog, `internal_all`.
    ScreamingFrog,
    /// A history of ranks.
    RankHistory,
    /// A table of payouts.
    Payouts,
    /// Ahrefs Site Explorer, backlinks.
    AhrefsBacklinks,
    /// Semrush Backlink Analytics, backlinks.
    SemrushBacklinks,
    /// Majestic Site Explorer, backlinks.
    MajesticBacklinks,
    /// Backlinks of another tool.
    Backlinks,
    /// Google Analytics 4 by landing page, or traffic acquisition.
    Ga4Sessions,
    /// A list of leads.
    Leads,
    /// A list of amounts received.
    Revenue,
    /// An access log of a web server.
    AccessLog,
    /// Unknown.
    Unknown,
}

impl FileKind {
    /// Identifier in the API and in stored previews.
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
            Self::BingQueries => "bing_queries",
            Self::BingPages => "bing_pages",
            Self::KeywordPlanner => "keyword_planner",
            Self::AhrefsKeywords => "ahrefs_keywords",
            Self::AhrefsOrganic => "ahrefs_organic",
            Self::SemrushPositions => "semrush_positions",
            Self::SemrushMagic => "semrush_magic",
            Self::KeywordList => "keyword_list",
            Self::SerpResults => "serp_results",
            Self::Pages => "pages",
            Self::ScreamingFrog => "screaming_frog",
            Self::RankHistory => "rank_history",
            Self::Payouts => "payouts",
            Self::AhrefsBacklinks => "ahrefs_backlinks",
            Self::SemrushBacklinks => "semrush_backlinks",
            Self::MajesticBacklinks => "majestic_backlinks",
            Self::Backlinks => "backlinks",
            Self::Ga4Sessions => "ga4_sessions",
            Self::Leads => "leads",
            Self::Revenue => "revenue",
            Self::AccessLog => "access_log",
            Self::Unknown => "unknown",
        }
    }

    /// Name in messages, with its article.
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
            Self::BingQueries => "a Bing Webmaster Tools export by keyword",
            Self::BingPages => "a Bing Webmaster Tools export by page",
            Self::KeywordPlanner => "a Keyword Planner export",
            Self::AhrefsKeywords => "an Ahrefs keyword export",
            Self::AhrefsOrganic => "an Ahrefs export of organic keywords",
            Self::SemrushPositions => "a Semrush export of organic positions",
            Self::SemrushMagic => "a Semrush keyword export",
            Self::KeywordList => "a list of keywords",
            Self::SerpResults => "a list of search results",
            Self::Pages => "a list of pages",
            Self::ScreamingFrog => "a crawl by Screaming Frog",
            Self::RankHistory => "a history of ranks",
            Self::Payouts => "a table of payouts",
            Self::AhrefsBacklinks => "an Ahrefs export of backlinks",
            Self::SemrushBacklinks => "a Semrush export of backlinks",
            Self::MajesticBacklinks => "a Majestic export of backlinks",
            Self::Backlinks => "a list of backlinks",
            Self::Ga4Sessions => "a Google Analytics export",
            Self::Leads => "a list of leads",
            Self::Revenue => "a list of revenue",
            Self::AccessLog => "an access log",
            Self::Unknown => "an unknown table",
        }
    }
}

/// Dimension of a search row.
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

/// Period of a row in a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Period {
    /// Current period; the only one without a comparison.
    Current,
    /// Previous period.
    Previous,
}

/// Clicks and impressions of one period.
///
/// Rows of a bulk export repeat their keys: the consumer sums them. The average position of a sum is the mean of the
/// positions weighted by impressions.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SearchRow<'a> {
    /// Source file.
    pub kind: FileKind,
    /// Line of the file, from 1 (row of the sheet in a workbook).
    pub line: u64,
    /// Dimension.
    pub dimension: Dimension,
    /// The query as exported, trimmed. `None` if the file has none, or it is anonymised.
    pub query: Option<&'a str>,
    /// The canonical address of the page.
    pub page: Option<&'a str>,
    /// The day, in Pacific time. `None` in totals of a period, and for the previous period of a comparison, for which
    /// exports have no days.
    pub date: Option<NaiveDate>,
    /// The country as exported: a name, or three letters (`usa`) in bulk exports.
    pub country: Option<&'a str>,
    /// `desktop`, `mobile`, `tablet`, or the exported word if unknown.
    pub device: Option<&'a str>,
    /// The search appearance as exported.
    pub appearance: Option<&'a str>,
    /// `web`, `image`, `video`, `news`, `discover`, `googleNews`, or the exported word. `None` if the file has none.
    pub search_type: Option<&'a str>,
    /// Whether the search engine anonymised the query.
    pub is_anonymised: bool,
    /// Clicks.
    pub clicks: u64,
    /// Impressions.
    pub impressions: u64,
    /// Average position, from 1. `None` if unknown or without impressions.
    pub position: Option<f64>,
    /// Period of a comparison.
    pub period: Period,
}

/// Search intents reported by the tool; several are possible.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Intents(u8);

/// One intent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Intent {
    /// Learn.
    Informational = 1,
    /// Compare before buying.
    Commercial = 2,
    /// Buy or order.
    Transactional = 4,
    /// Reach a known site.
    Navigational = 8,
    /// Find something nearby.
    Local = 16,
    /// Find a brand by name.
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
    /// All intents, in listing order.
    const ALL: [Intent; 6] = [
        Intent::Informational,
        Intent::Commercial,
        Intent::Transactional,
        Intent::Navigational,
        Intent::Local,
        Intent::Branded,
    ];

    /// Adds an intent.
    pub fn insert(&mut self, intent: Intent) {
        self.0 |= intent as u8;
    }

    /// Returns true if it contains the intent.
    #[must_use]
    pub fn contains(self, intent: Intent) -> bool {
        self.0 & intent as u8 != 0
    }

    /// Returns true without any intent.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Iterates over the intents in a fixed order.
    pub fn iter(self) -> impl Iterator<Item = Intent> {
        Self::ALL.into_iter().filter(move |intent| self.contains(*intent))
    }
}

/// A keyword in a keyword tool's export.
///
/// Semrush Organic Positions has a row per ranking URL: keep the best position, never sum volumes.
#[derive(Debug, Clone, PartialEq)]
pub struct KeywordRow<'a> {
    /// Source file.
    pub kind: FileKind,
    /// Line of the file, from 1.
    pub line: u64,
    /// The keyword as exported, trimmed.
    pub keyword: &'a str,
    /// Monthly search volume in the file's market; `None` if unknown.
    pub volume: Option<Volume>,
    /// The tool's organic difficulty, 0 to 100.
    pub difficulty: Option<f64>,
    /// Competition among advertisers, 0 to 1; not a measure of organic difficulty.
    pub ads_competition: Option<f64>,
    /// CPC in hundredths of `currency`.
    pub cpc_cents: Option<u64>,
    /// Low end of top-of-page bids, in hundredths of `currency`.
    pub bid_low_cents: Option<u64>,
    /// High end of top-of-page bids, in hundredths of `currency`.
    pub bid_high_cents: Option<u64>,
    /// ISO code of the currency; `None` if the file has none.
    pub currency: Option<&'a str>,
    /// Market as exported (`us`, `gb`, `United States`), from the file name if there is no column.
    pub country: Option<&'a str>,
    /// Intents reported by the tool.
    pub intents: Intents,
    /// SERP features, as exported.
    pub serp_features: Vec<&'a str>,
    /// The ranking page.
    pub page: Option<&'a str>,
    /// Position of that page, from 1; `None` if it does not rank or is unknown.
    pub position: Option<f64>,
    /// Position of that page at the date that the tool compares with.
    pub previous_position: Option<f64>,
    /// Monthly visits at that date, estimated by the tool.
    pub previous_traffic: Option<f64>,
    /// That date.
    pub previous_observed_at: Option<NaiveDate>,
    /// Monthly visits to that page from this keyword, estimated by the tool.
    pub traffic: Option<f64>,
    /// Parent keyword or topic.
    pub parent: Option<&'a str>,
    /// Monthly search volumes, oldest first, dated on the first of the month; months without a figure are absent.
    pub monthly: Vec<(NaiveDate, u64)>,
    /// Demand relative to its peak, 0 to 1, oldest first, the last twelve months; empty if unknown.
    pub trend: Vec<f64>,
    /// Day of observation.
    pub observed_at: Option<NaiveDate>,
}

impl KeywordRow<'_> {
    /// CPC in hundredths of the currency: the tool's, otherwise the geometric mean of the bids, otherwise the only bid.
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

/// A search result, page, rank, payout, backlink, lead or amount, or the sessions of a page.
#[derive(Debug, Clone, PartialEq)]
pub struct ObservedRow {
    /// Source file.
    pub kind: FileKind,
    /// Line of the file, from 1; results of one SERP may share it.
    pub line: u64,
    /// Day, if known.
    pub day: Option<NaiveDate>,
    /// Observation.
    pub observed: Observed,
}

/// An observation.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Observed {
    /// A search result.
    Serp(SerpResult),
    /// A page.
    Page(Box<SeenPage>),
    /// A rank.
    Rank(Rank),
    /// A payout.
    Payout(Payout),
    /// A backlink.
    Backlink(Box<Backlink>),
    /// Sessions of a landing page or source.
    Sessions(PageSessions),
    /// A lead.
    Lead(Lead),
    /// An amount received.
    Revenue(Revenue),
    /// Requests of a crawler.
    CrawlerVisits(CrawlerVisits),
}

impl Observed {
    /// Kind and subject in the store of observations; `None` for records with a table of their own.
    #[must_use]
    pub fn observation(&self) -> Option<(ObservationKind, &str)> {
        Some(match self {
            Self::Serp(result) => (ObservationKind::SerpResult, result.query.as_str()),
            Self::Page(page) => (ObservationKind::Page, page.url.as_str()),
            Self::Rank(rank) => (ObservationKind::Rank, rank.keyword.as_str()),
            Self::Payout(payout) => (ObservationKind::Payout, payout.vertical.as_str()),
            Self::Backlink(_) | Self::Sessions(_) | Self::Lead(_) | Self::Revenue(_) | Self::CrawlerVisits(_) => {
                return None;
            }
        })
    }
}
