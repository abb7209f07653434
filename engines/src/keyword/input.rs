//! Input of the keyword engine.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::history::History;
use super::{bing::BingQueries, bing_pages::BingPages};
use crate::common::Day;

/// Queries of one site or market, with everything known about them.
///
/// Rows that cannot be used (empty query, negative or infinite values) are excluded and listed in
/// [`super::Output::rejected`]; the rest is analysed.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Input {
    /// The day of the analysis. Validity starts here; without it, insights have no expiry date.
    pub as_of: Option<Day>,
    /// ISO 4217 code of all amounts. Default `USD`.
    pub currency: Option<String>,
    /// The site that the data belongs to.
    pub site: Site,
    /// Length of the period of `queries` in days. Search Console exports contain it in
    /// Filters.csv or Dates.csv. `None` is stated as an assumption and widens every interval.
    pub period_days: Option<f64>,
    /// First day of the data.
    pub observed_from: Option<Day>,
    /// Last day of the data.
    pub observed_to: Option<Day>,
    /// The queries: one row per query, or one row per query and page.
    pub queries: Vec<QueryRow>,
    /// The previous period, to find decaying and rising queries.
    pub previous: Option<PreviousPeriod>,
    /// Daily data, to find decaying and rising queries and changes of the ranking page.
    pub history: History,
    /// Names of the places the business serves, in addition to the built-in places of the United States.
    pub places: Vec<String>,
    /// Queries of Bing, which are compared with `queries` and never added to them.
    pub bing: Option<BingQueries>,
    /// Pages of Bing, which are compared with the pages of `queries` and never added to them.
    pub bing_pages: Option<BingPages>,
}

impl Input {
    /// Returns the input without its rows.
    pub(crate) fn without_rows(&self) -> Self {
        Self {
            as_of: self.as_of,
            currency: self.currency.clone(),
            site: self.site.clone(),
            period_days: self.period_days,
            observed_from: self.observed_from,
            observed_to: self.observed_to,
            queries: Vec::new(),
            previous: None,
            history: History::default(),
            places: self.places.clone(),
            bing: self.bing.clone(),
            bing_pages: self.bing_pages.clone(),
        }
    }
}

impl<'a> From<&'a Input> for Cow<'a, Input> {
    fn from(input: &'a Input) -> Self {
        Cow::Borrowed(input)
    }
}

impl From<Input> for Cow<'_, Input> {
    fn from(input: Input) -> Self {
        Cow::Owned(input)
    }
}

/// The site that the data belongs to.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Site {
    /// Host name, such as `www.example.com`. Brand terms are derived from it.
    pub host: Option<String>,
    /// Further words or phrases for the brand.
    pub brand_terms: Vec<String>,
}

/// One query, or one query and page.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct QueryRow {
    /// The query as it was typed.
    pub query: String,
    /// Clicks in the period, 0 or more.
    pub clicks: f64,
    /// Impressions in the period, 0 or more; 0 when the source has none (keyword tools).
    pub impressions: f64,
    /// Average position, 1 or more. `None`, or less than 1, means unknown.
    pub position: Option<f64>,
    /// Address of the ranking page. `None` means all pages together, or unknown.
    pub page: Option<String>,
    /// Monthly search volume: a number, or an object with its source and range.
    pub volume: Option<VolumeField>,
    /// CPC, cents.
    pub cpc_cents: Option<f64>,
    /// CPC in units of the currency; read only if `cpcCents` is absent.
    pub cpc: Option<f64>,
    /// Addresses of the organic results, best position first.
    pub serp_urls: Vec<String>,
    /// SERP features, such as `local_pack`, `featured_snippet`,
    /// `people_also_ask`, `ai_overview`, `ads`. `None` means not known, empty means none.
    pub serp_features: Option<Vec<String>>,
    /// Source of the row, such as `gsc` or the name of a file.
    pub source: Option<String>,
}

/// Monthly search volume as a plain number, or with its range and source.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum VolumeField {
    /// Monthly search volume as a tool reports it: used as an estimate.
    Number(f64),
    /// Monthly search volume with range and source.
    Detailed(Volume),
}

/// Monthly search volume with range and source.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Volume {
    /// The reported number; omit it for a bucket.
    pub value: Option<f64>,
    /// Lower end of a bucket.
    pub low: Option<f64>,
    /// Upper end of a bucket.
    pub high: Option<f64>,
    /// True for a number counted by the search engine, false for a tool's estimate.
    pub exact: bool,
    /// Source, such as `keyword_planner`.
    pub source: Option<String>,
    /// Day of observation.
    pub observed_at: Option<Day>,
}

/// Data of a previous period.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct PreviousPeriod {
    /// Length of the previous period in days. `None` means the same as `periodDays`.
    pub period_days: Option<f64>,
    /// The queries of the previous period.
    pub queries: Vec<PreviousRow>,
}

/// One query in the previous period.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct PreviousRow {
    /// The query as it was typed.
    pub query: String,
    /// Clicks in the previous period.
    pub clicks: f64,
    /// Impressions in the previous period.
    pub impressions: f64,
    /// Average position in the previous period.
    pub position: Option<f64>,
}
