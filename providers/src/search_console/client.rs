//! Client of Search Console.

use std::sync::Arc;

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use url::form_urlencoded::byte_serialize;

use super::{AnalyticsQuery, Dimension};
use crate::{
    call::{Call, Called, Parsed, Request, Response},
    error::ProviderError,
    google::{self, Session},
    json,
    provider::{Operation, Provider},
};

/// Most pages of one query: two and a half million rows.
const MOST_PAGES: usize = 100;

/// A site of the account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Site {
    /// Address, or `sc-domain:` and a domain.
    pub site_url: String,
    /// The user's role, such as `siteOwner`; `siteUnverifiedUser` may not read data.
    #[serde(default)]
    pub permission_level: String,
}

/// A row of search analytics.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Row {
    /// Day.
    pub date: Option<NaiveDate>,
    /// Query.
    pub query: Option<String>,
    /// Page.
    pub page: Option<String>,
    /// Country.
    pub country: Option<String>,
    /// Device.
    pub device: Option<String>,
    /// Kind of result.
    pub appearance: Option<String>,
    /// Clicks.
    pub clicks: u64,
    /// Impressions.
    pub impressions: u64,
    /// Average position, from 1.
    pub position: f64,
}

/// A page of rows.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Page {
    /// Rows.
    pub rows: Vec<Row>,
    /// First day whose figures may still change. It is known only if rows are grouped by day.
    pub first_incomplete: Option<NaiveDate>,
}

/// Totals of a site.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct Totals {
    /// Clicks.
    pub clicks: u64,
    /// Impressions.
    pub impressions: u64,
    /// Average position, from 1; 0 without impressions.
    pub position: f64,
}

#[derive(Deserialize)]
struct Sites {
    #[serde(default, rename = "siteEntry", deserialize_with = "json::list")]
    entries: Vec<Site>,
}

#[derive(Deserialize)]
struct Analytics {
    #[serde(default, deserialize_with = "json::list")]
    rows: Vec<RawRow>,
    #[serde(default, deserialize_with = "json::lenient")]
    metadata: Option<Metadata>,
}

#[derive(Deserialize)]
struct Metadata {
    #[serde(alias = "firstIncompleteDate")]
    first_incomplete_date: Option<NaiveDate>,
}

#[derive(Deserialize)]
struct RawRow {
    #[serde(default, deserialize_with = "json::list")]
    keys: Vec<String>,
    #[serde(deserialize_with = "json::whole")]
    clicks: u64,
    #[serde(deserialize_with = "json::whole")]
    impressions: u64,
    position: f64,
}

/// Client of Search Console.
#[derive(Debug, Clone)]
pub struct SearchConsole {
    session: Arc<Session>,
    base: String,
}

impl SearchConsole {
    /// Creates a client.
    #[must_use]
    pub fn new(session: Arc<Session>) -> Self {
        Self { session, base: Provider::SearchConsole.profile().base.to_owned() }
    }

    /// Overrides the base address.
    #[must_use]
    pub fn with_base(mut self, base: &str) -> Self {
        base.clone_into(&mut self.base);
        self
    }

    /// Returns the sites of the account.
    ///
    /// # Errors
    /// Returns a [`ProviderError`] if the call fails.
    pub async fn sites(&self) -> Result<Called<Vec<Site>>, ProviderError> {
        let request = Request::get(Operation::SEARCH_CONSOLE_SITES, &self.base, "/webmasters/v3/sites")?;
        let request = request.fresh().classify(google::classify);
        self.session.call(request, |response| Ok(Parsed::fixed(response.json::<Sites>()?.entries))).await
    }

    /// Returns a page of rows, from a row on.
    ///
    /// # Errors
    /// Returns a [`ProviderError`] if the call fails.
    pub async fn page(
        &self, site: &str, query: &AnalyticsQuery, start_row: u64,
    ) -> Result<Called<Page>, ProviderError> {
        let site: String = byte_serialize(site.as_bytes()).collect();
        let path = format!("/webmasters/v3/sites/{site}/searchAnalytics/query");
        let request = Request::post(Operation::SEARCH_CONSOLE_ANALYTICS, &self.base, &path, &query.body(start_row))?;
        let request = request.fresh().classify(google::classify);
        self.session.call(request, |response| parse(response, &query.dimensions).map(Parsed::fixed)).await
    }

    /// Fetches every row, page by page, and passes each page on. Returns the number of rows.
    ///
    /// # Errors
    /// Returns a [`ProviderError`] if a call fails; the pages before it have been passed on.
    pub async fn each_page(
        &self, site: &str, query: &AnalyticsQuery, mut pass: impl FnMut(Page, &Call) + Send,
    ) -> Result<u64, ProviderError> {
        let mut fetched = 0;
        for _ in 0..MOST_PAGES {
            let called = self.page(site, query, fetched).await?;
            let rows = called.value.rows.len();
            fetched += rows as u64;
            pass(called.value, &called.call);
            if rows < query.page_rows as usize {
                break;
            }
        }
        Ok(fetched)
    }

    /// Returns the totals of a site, which include the queries that rows leave out.
    ///
    /// # Errors
    /// Returns a [`ProviderError`] if the call fails.
    pub async fn totals(&self, site: &str, query: &AnalyticsQuery) -> Result<Called<Totals>, ProviderError> {
        let query = AnalyticsQuery { dimensions: Vec::new(), ..query.clone() };
        let called = self.page(site, &query, 0).await?;
        Ok(called.map(|page| page.rows.first().map(totals).unwrap_or_default()))
    }
}

fn totals(row: &Row) -> Totals {
    Totals { clicks: row.clicks, impressions: row.impressions, position: row.position }
}

/// Parses a page of rows. A response without rows is an empty page.
pub(super) fn parse(response: &Response, dimensions: &[Dimension]) -> Result<Page, ProviderError> {
    let analytics: Analytics = response.json()?;
    let rows: Option<Vec<Row>> = analytics.rows.into_iter().map(|row| typed(row, dimensions)).collect();
    let wrong = || ProviderError::Unreadable("a row does not have the requested dimensions".to_owned());
    let first_incomplete = analytics.metadata.and_then(|metadata| metadata.first_incomplete_date);
    Ok(Page { rows: rows.ok_or_else(wrong)?, first_incomplete })
}

fn typed(raw: RawRow, dimensions: &[Dimension]) -> Option<Row> {
    if raw.keys.len() != dimensions.len() || !raw.position.is_finite() {
        return None;
    }
    let (clicks, impressions, position) = (raw.clicks, raw.impressions, raw.position);
    let mut row = Row { clicks, impressions, position, ..Row::default() };
    for (key, dimension) in raw.keys.into_iter().zip(dimensions) {
        match dimension {
            Dimension::Date => row.date = Some(json::to_day(&key)?),
            Dimension::Query => row.query = Some(key),
            Dimension::Page => row.page = Some(key),
            Dimension::Country => row.country = Some(key),
            Dimension::Device => row.device = Some(key),
            Dimension::SearchAppearance => row.appearance = Some(key),
        }
    }
    Some(row)
}
