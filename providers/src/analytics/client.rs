//! Client of Google Analytics 4.

use std::sync::Arc;

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{
    call::{Call, Called, Parsed, Request, Response},
    error::ProviderError,
    google::{self, Session},
    json as shapes,
    provider::{Operation, Provider},
};

/// Base address of the service that lists properties.
const ADMIN: &str = "https://analyticsadmin.googleapis.com";
/// Most pages of a list or a report.
const MOST_PAGES: usize = 100;
/// Rows of a page.
const PAGE_ROWS: u64 = 100_000;
const DIMENSIONS: [&str; 4] = ["date", "landingPage", "sessionSource", "sessionMedium"];
const METRICS: [&str; 3] = ["sessions", "keyEvents", "engagedSessions"];

/// A property of the account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Property {
    /// Name in requests, as `properties/1234`.
    pub property: String,
    /// Name on screens.
    #[serde(default)]
    pub display_name: String,
}

/// Visits on a day to a page from a source.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Visits {
    /// Day, in the time zone of the property.
    pub date: NaiveDate,
    /// Path of the first page of the visit; `(not set)` where Google does not know it.
    pub page: String,
    /// Source, such as `google` or `chatgpt.com`.
    pub source: String,
    /// Medium, such as `organic`.
    pub medium: String,
    /// Sessions.
    pub sessions: u64,
    /// Key events, which used to be called conversions; fractions occur where they are attributed to several sources.
    pub conversions: f64,
    /// Sessions of ten seconds or more, with a key event or with two pages.
    pub engaged: u64,
}

/// A page of a report.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Report {
    /// All rows that there are.
    pub total: u64,
    /// Rows of this page.
    pub rows: Vec<Visits>,
    /// Time zone of the property.
    pub time_zone: Option<String>,
    /// True if Google added up rare rows as `(other)`.
    pub is_shortened: bool,
}

/// Client of Google Analytics 4.
#[derive(Debug, Clone)]
pub struct GoogleAnalytics {
    session: Arc<Session>,
    base: String,
    admin: String,
}

impl GoogleAnalytics {
    /// Creates a client.
    #[must_use]
    pub fn new(session: Arc<Session>) -> Self {
        let base = Provider::GoogleAnalytics.profile().base.to_owned();
        Self { session, base, admin: ADMIN.to_owned() }
    }

    /// Overrides the base address of both services.
    #[must_use]
    pub fn with_base(mut self, base: &str) -> Self {
        base.clone_into(&mut self.base);
        base.clone_into(&mut self.admin);
        self
    }

    /// Returns the properties of all accounts that the user can see.
    ///
    /// # Errors
    /// Returns a [`ProviderError`] if a call fails.
    pub async fn properties(&self) -> Result<Vec<Property>, ProviderError> {
        let mut properties = Vec::new();
        let mut token: Option<String> = None;
        for _ in 0..MOST_PAGES {
            let request = Request::get(Operation::ANALYTICS_PROPERTIES, &self.admin, "/v1beta/accountSummaries")?;
            let request = request.query("pageSize", "200").query_option("pageToken", token.as_deref());
            let request = request.fresh().classify(google::classify);
            let called = self.session.call(request, |response| summaries(response).map(Parsed::fixed)).await?;
            properties.extend(called.value.0);
            token = called.value.1;
            if token.is_none() {
                break;
            }
        }
        Ok(properties)
    }

    /// Returns a page of visits, from a row on.
    ///
    /// # Errors
    /// Returns [`ProviderError::InvalidField`] for a property with another name than `properties/` and digits, or another
    /// [`ProviderError`].
    pub async fn page(
        &self, property: &str, from: NaiveDate, to: NaiveDate, offset: u64,
    ) -> Result<Called<Report>, ProviderError> {
        let number = property.strip_prefix("properties/").unwrap_or_default();
        if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
            let message = "it must look like properties/1234".to_owned();
            return Err(ProviderError::InvalidField { field: Some("property".to_owned()), message });
        }
        let named = |names: &[&str]| names.iter().map(|name| json!({ "name": name })).collect::<Value>();
        let body = json!({
            "dateRanges": [{ "startDate": from.to_string(), "endDate": to.to_string() }],
            "dimensions": named(&DIMENSIONS), "metrics": named(&METRICS),
            "limit": PAGE_ROWS.to_string(), "offset": offset.to_string(),
        });
        let path = format!("/v1beta/properties/{number}:runReport");
        let request = Request::post(Operation::ANALYTICS_REPORT, &self.base, &path, &body)?;
        let request = request.fresh().classify(google::classify);
        self.session.call(request, |response| report(response).map(Parsed::fixed)).await
    }

    /// Fetches every row, page by page, and passes each page on. Returns the number of rows.
    ///
    /// # Errors
    /// As for [`Self::page`]; the pages before a failure have been passed on.
    pub async fn each_page(
        &self, property: &str, from: NaiveDate, to: NaiveDate, mut pass: impl FnMut(Report, &Call) + Send,
    ) -> Result<u64, ProviderError> {
        let mut fetched = 0;
        for _ in 0..MOST_PAGES {
            let called = self.page(property, from, to, fetched).await?;
            let (rows, total) = (called.value.rows.len() as u64, called.value.total);
            fetched += rows;
            pass(called.value, &called.call);
            if rows == 0 || fetched >= total {
                break;
            }
        }
        Ok(fetched)
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Summaries {
    #[serde(default, deserialize_with = "shapes::list")]
    account_summaries: Vec<Account>,
    #[serde(default, deserialize_with = "shapes::text")]
    next_page_token: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Account {
    #[serde(default, deserialize_with = "shapes::list")]
    property_summaries: Vec<Property>,
}

fn summaries(response: &Response) -> Result<(Vec<Property>, Option<String>), ProviderError> {
    let summaries: Summaries = response.json()?;
    let properties = summaries.account_summaries.into_iter().flat_map(|account| account.property_summaries);
    Ok((properties.collect(), summaries.next_page_token))
}

/// Parses a page of visits.
pub(super) fn report(response: &Response) -> Result<Report, ProviderError> {
    let body: Value = response.json()?;
    let wrong = || ProviderError::Unreadable("a row has an unexpected shape".to_owned());
    if !body.is_object() {
        return Err(wrong());
    }
    let rows = body.get("rows").and_then(Value::as_array).into_iter().flatten();
    let rows: Option<Vec<Visits>> = rows.map(visits).collect();
    let text = |place: &str| body.pointer(place).and_then(Value::as_str).map(str::to_owned);
    Ok(Report {
        total: body.get("rowCount").and_then(shapes::to_number).and_then(shapes::to_count).unwrap_or_default(),
        rows: rows.ok_or_else(wrong)?,
        time_zone: text("/metadata/timeZone"),
        is_shortened: body.pointer("/metadata/dataLossFromOtherRow") == Some(&Value::Bool(true)),
    })
}

fn visits(row: &Value) -> Option<Visits> {
    let dimension = |index: usize| row.pointer(&format!("/dimensionValues/{index}/value"))?.as_str();
    let metric = |index: usize| shapes::to_number(row.pointer(&format!("/metricValues/{index}/value"))?);
    Some(Visits {
        date: shapes::to_day(dimension(0)?)?,
        page: dimension(1)?.to_owned(),
        source: dimension(2)?.to_owned(),
        medium: dimension(3)?.to_owned(),
        sessions: shapes::to_count(metric(0)?)?,
        conversions: metric(1).filter(|conversions| *conversions >= 0.0)?,
        engaged: shapes::to_count(metric(2)?)?,
    })
}
