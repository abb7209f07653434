//! Client of Bing Webmaster Tools.

use chrono::{DateTime, FixedOffset, NaiveDate, TimeDelta};
use serde::{Deserialize, Deserializer, Serialize, de::DeserializeOwned};
use serde_json::Value;

use crate::{
    call::{Called, Caller, Parsed, Rejection, Request, Response, classify as by_status, short},
    error::ProviderError,
    json,
    provider::{Credentials, Operation, Provider},
};

/// A site of the account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BingSite {
    /// Address.
    #[serde(rename = "Url")]
    pub url: String,
    /// Whether the user has proved to own it.
    #[serde(default, rename = "IsVerified")]
    pub is_verified: bool,
}

/// Figures of a query or a page. Bing adds them up by week.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Stats {
    /// Query, or address of the page.
    #[serde(rename = "Query")]
    pub subject: String,
    /// Day at which the week is dated.
    #[serde(rename = "Date", deserialize_with = "date")]
    pub date: NaiveDate,
    /// Clicks.
    #[serde(rename = "Clicks", deserialize_with = "json::whole")]
    pub clicks: u64,
    /// Impressions.
    #[serde(rename = "Impressions", deserialize_with = "json::whole")]
    pub impressions: u64,
    /// Average position of impressions, as Bing reports it; `None` without impressions.
    #[serde(default, rename = "AvgImpressionPosition", deserialize_with = "position")]
    pub position: Option<f64>,
    /// Average position of clicks; `None` without clicks.
    #[serde(default, rename = "AvgClickPosition", deserialize_with = "position")]
    pub click_position: Option<f64>,
}

/// Figures of a site on a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Traffic {
    /// Day.
    #[serde(rename = "Date", deserialize_with = "date")]
    pub date: NaiveDate,
    /// Clicks.
    #[serde(rename = "Clicks", deserialize_with = "json::whole")]
    pub clicks: u64,
    /// Impressions.
    #[serde(rename = "Impressions", deserialize_with = "json::whole")]
    pub impressions: u64,
}

#[derive(Deserialize)]
struct Envelope<T: DeserializeOwned> {
    #[serde(deserialize_with = "json::list")]
    d: Vec<T>,
}

fn date<'de, D: Deserializer<'de>>(from: D) -> Result<NaiveDate, D::Error> {
    let text = String::deserialize(from)?;
    to_date(&text).ok_or_else(|| serde::de::Error::custom("not a date"))
}

/// Parses a date such as `/Date(1316156400000-0700)/`: milliseconds, and the zone in which its day counts.
pub(super) fn to_date(text: &str) -> Option<NaiveDate> {
    let inner = text.strip_prefix("/Date(")?.strip_suffix(")/")?;
    let zone = inner.char_indices().skip(1).find(|(_, c)| matches!(c, '+' | '-')).map(|(at, _)| at);
    let (milliseconds, zone) = inner.split_at(zone.unwrap_or(inner.len()));
    let time = DateTime::from_timestamp_millis(milliseconds.parse().ok()?)?;
    let minutes: i32 = match zone.get(1..) {
        None => 0,
        Some(digits) => {
            let number: i32 = digits.parse().ok().filter(|_| digits.len() == 4)?;
            (number / 100 * 60 + number % 100) * if zone.starts_with('-') { -1 } else { 1 }
        }
    };
    FixedOffset::east_opt(minutes * 60)?;
    Some(time.checked_add_signed(TimeDelta::minutes(minutes.into()))?.date_naive())
}

/// Reads a position; Bing writes -1 for none.
fn position<'de, D: Deserializer<'de>>(from: D) -> Result<Option<f64>, D::Error> {
    Ok(json::number(from)?.filter(|position| *position >= 0.0))
}

/// Client of Bing Webmaster Tools.
#[derive(Debug, Clone)]
pub struct BingWebmaster {
    caller: Caller,
    credentials: Credentials,
    base: String,
}

impl BingWebmaster {
    /// Creates a client.
    #[must_use]
    pub fn new(caller: Caller, credentials: Credentials) -> Self {
        Self { caller, credentials, base: Provider::BingWebmaster.profile().base.to_owned() }
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
    pub async fn sites(&self) -> Result<Called<Vec<BingSite>>, ProviderError> {
        self.get(Operation::BING_SITES, "GetUserSites", None).await
    }

    /// Returns the figures of queries by week, of about six months.
    ///
    /// # Errors
    /// Returns a [`ProviderError`] if the call fails.
    pub async fn queries(&self, site: &str) -> Result<Called<Vec<Stats>>, ProviderError> {
        self.get(Operation::BING_QUERIES, "GetQueryStats", Some(site)).await
    }

    /// Returns the figures of pages by week, of about six months.
    ///
    /// # Errors
    /// Returns a [`ProviderError`] if the call fails.
    pub async fn pages(&self, site: &str) -> Result<Called<Vec<Stats>>, ProviderError> {
        self.get(Operation::BING_PAGES, "GetPageStats", Some(site)).await
    }

    /// Returns the figures of the site by day.
    ///
    /// # Errors
    /// Returns a [`ProviderError`] if the call fails.
    pub async fn traffic(&self, site: &str) -> Result<Called<Vec<Traffic>>, ProviderError> {
        self.get(Operation::BING_TRAFFIC, "GetRankAndTrafficStats", Some(site)).await
    }

    async fn get<T: DeserializeOwned>(
        &self, operation: Operation, method: &str, site: Option<&str>,
    ) -> Result<Called<Vec<T>>, ProviderError> {
        let request = Request::get(operation, &self.base, &format!("/webmaster/api.svc/json/{method}"))?;
        let request = request.query_option("siteUrl", site).secret_query("apikey", &self.credentials);
        let request = request.fresh().classify(classify);
        self.caller.call(request, |response| Ok(Parsed::fixed(response.json::<Envelope<T>>()?.d))).await
    }
}

/// Converts an error: its code is in the body, also under the status 200.
fn classify(response: &Response) -> Option<Rejection> {
    let body: Value = serde_json::from_slice(&response.body).unwrap_or_default();
    let body = body.get("d").filter(|inner| inner.get("ErrorCode").is_some()).unwrap_or(&body);
    let code = body.get("ErrorCode").and_then(Value::as_i64).filter(|code| *code != 0);
    let Some(code) = code else { return by_status(response) };
    let message = short(body.get("Message").and_then(Value::as_str).unwrap_or_default());
    let error = match code {
        1 | 2 => ProviderError::Unavailable { status: 500 },
        3 => ProviderError::BadKey,
        4 | 5 => ProviderError::RateLimited { until: response.retry_at() },
        6 | 13 | 14 => ProviderError::Forbidden(message),
        7 => ProviderError::InvalidField { field: Some("site".to_owned()), message },
        8 => ProviderError::InvalidField { field: None, message },
        10 | 11 => ProviderError::NotFound(message),
        code => ProviderError::Task { code, message },
    };
    Some(error.into())
}
