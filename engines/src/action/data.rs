//! Kinds of data that actions read.

use serde::Serialize;

/// A kind of data that a workspace may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Data {
    /// Queries with clicks, impressions and positions, or keywords of a tool.
    SearchQueries,
    /// Queries in Bing with clicks, impressions and positions.
    BingQueries,
    /// Volumes, CPC and difficulty of keyword tools.
    KeywordVolumes,
    /// Search results: who ranks where for a query.
    SerpSnapshots,
    /// Pages with their texts and links.
    SiteCrawl,
    /// Pages of other websites that rank for a query, with their texts.
    RankingPages,
    /// Links of other websites.
    Backlinks,
    /// Core Web Vitals of pages.
    CoreWebVitals,
    /// Clicks and impressions by day.
    DailySeries,
    /// Ranks of keywords by day.
    RankHistory,
    /// Visits from search engines with their conversions.
    Conversions,
    /// Leads and the revenue that they brought.
    LeadRevenue,
    /// Answers of assistants to tracked prompts.
    AiAnswers,
    /// Changes of the site with their dates.
    ChangeLog,
    /// Open opportunities.
    Opportunities,
    /// Forecasts and insights with their known outcomes.
    Outcomes,
    /// An approved plan.
    ApprovedPlan,
    /// A trade and a place.
    Market,
    /// Payouts per lead.
    PayoutRates,
    /// A content brief and a sheet of facts.
    ContentBrief,
}

impl Data {
    /// Stable identifier, such as `search_queries`.
    pub fn kind(self) -> &'static str {
        match self {
            Self::SearchQueries => "search_queries",
            Self::BingQueries => "bing_queries",
            Self::KeywordVolumes => "keyword_volumes",
            Self::SerpSnapshots => "serp_snapshots",
            Self::SiteCrawl => "site_crawl",
            Self::RankingPages => "ranking_pages",
            Self::Backlinks => "backlinks",
            Self::CoreWebVitals => "core_web_vitals",
            Self::DailySeries => "daily_series",
            Self::RankHistory => "rank_history",
            Self::Conversions => "conversions",
            Self::LeadRevenue => "lead_revenue",
            Self::AiAnswers => "ai_answers",
            Self::ChangeLog => "change_log",
            Self::Opportunities => "opportunities",
            Self::Outcomes => "outcomes",
            Self::ApprovedPlan => "approved_plan",
            Self::Market => "market",
            Self::PayoutRates => "payout_rates",
            Self::ContentBrief => "content_brief",
        }
    }

    /// Describes the data to provide, for people.
    pub fn label(self) -> &'static str {
        match self {
            Self::SearchQueries => {
                "Import a Search Console export (Queries.csv), or a keyword file of Keyword Planner, Ahrefs or Semrush"
            }
            Self::BingQueries => "Connect Bing Webmaster Tools, or import its report of queries",
            Self::KeywordVolumes => {
                "Fetch keyword data from DataForSEO, or import a keyword file of Keyword Planner, Ahrefs or Semrush"
            }
            Self::SerpSnapshots => {
                "Import search results: a table of who ranks where, from a rank tracker or a data provider"
            }
            Self::SiteCrawl => "Import a crawl of your site, such as a Screaming Frog export",
            Self::RankingPages => {
                "Import the texts of at least 2 pages of other websites that rank for a query (url, text, query)"
            }
            Self::Backlinks => {
                "Import backlinks of Ahrefs, Semrush, Majestic or another tool, or fetch them from DataForSEO"
            }
            Self::CoreWebVitals => "Connect the Chrome UX Report or PageSpeed Insights",
            Self::DailySeries => {
                "Import daily clicks: Chart.csv or Dates.csv of a Search Console export, or a bulk export"
            }
            Self::RankHistory => "Import ranks by day from a rank tracker",
            Self::Conversions => {
                "Connect Google Analytics with key events, put the beacon on your website, or import your leads"
            }
            Self::LeadRevenue => "Import your leads and the revenue that they brought, with their days",
            Self::AiAnswers => "Add prompts in AI answers, and check them",
            Self::ChangeLog => "Record what was changed on the site, and when",
            Self::Opportunities => "Run the Keyword or the Local engine: it finds opportunities",
            Self::Outcomes => "Wait until a forecast or an insight is due, or rate an insight",
            Self::ApprovedPlan => "Approve a plan",
            Self::Market => "Choose a trade and a place; the reference data is built in",
            Self::PayoutRates => "Import what buyers pay for a lead",
            Self::ContentBrief => "Enter a content brief and the facts about the business",
        }
    }
}

/// Data that an action requires.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Need {
    /// The kind of data.
    pub data: Data,
    /// Minimum amount: days of a daily series, otherwise rows.
    pub at_least: u32,
}

impl Need {
    /// Requires at least one row of a kind of data.
    pub const fn any(data: Data) -> Self {
        Self { data, at_least: 1 }
    }

    /// Requires a number of days with clicks and impressions.
    pub const fn days(at_least: u32) -> Self {
        Self { data: Data::DailySeries, at_least }
    }
}
