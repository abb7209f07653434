//! Client of the Chrome UX Report.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Metric;
use crate::{
    call::{Called, Caller, Parsed, Request, Response},
    error::ProviderError,
    google, json as shapes,
    provider::{Credentials, Operation, Provider},
};

/// What figures are about.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Subject {
    /// A page.
    Url(String),
    /// A whole site, as `https://example.com`.
    Origin(String),
}

/// Devices of visitors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum FormFactor {
    /// Phones.
    Phone,
    /// Computers.
    Desktop,
    /// Tablets.
    Tablet,
}

/// Days over which visits were counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Period {
    /// First day.
    pub from: NaiveDate,
    /// Last day.
    pub to: NaiveDate,
}

/// 75th percentiles of visits in 28 days.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FieldData {
    /// Days.
    pub period: Period,
    /// Figures.
    pub percentiles: BTreeMap<Metric, f64>,
    /// Share of good visits, from 0 to 1.
    pub good: BTreeMap<Metric, f64>,
}

/// Percentiles week by week.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct History {
    /// Periods of 28 days, oldest first.
    pub periods: Vec<Period>,
    /// Figures of each period; `None` for a period with too few visits.
    pub percentiles: BTreeMap<Metric, Vec<Option<f64>>>,
}

/// Client of the Chrome UX Report.
#[derive(Debug, Clone)]
pub struct ChromeUxReport {
    caller: Caller,
    credentials: Credentials,
    base: String,
}

impl ChromeUxReport {
    /// Creates a client.
    #[must_use]
    pub fn new(caller: Caller, credentials: Credentials) -> Self {
        Self { caller, credentials, base: Provider::ChromeUxReport.profile().base.to_owned() }
    }

    /// Overrides the base address.
    #[must_use]
    pub fn with_base(mut self, base: &str) -> Self {
        base.clone_into(&mut self.base);
        self
    }

    /// Returns the figures of the last 28 days, or `None` for a page or site with too few visitors.
    ///
    /// # Errors
    /// Returns a [`ProviderError`] if the call fails.
    pub async fn record(
        &self, subject: &Subject, device: Option<FormFactor>,
    ) -> Result<Option<Called<FieldData>>, ProviderError> {
        let request = self.post(Operation::CRUX_RECORD, "/v1/records:queryRecord", subject, device)?;
        absent(self.caller.call(request, |response| record(response).map(Parsed::fixed)).await)
    }

    /// Returns the figures of up to 40 weeks, or `None` for a page or site with too few visitors.
    ///
    /// # Errors
    /// Returns a [`ProviderError`] if the call fails.
    pub async fn history(
        &self, subject: &Subject, device: Option<FormFactor>,
    ) -> Result<Option<Called<History>>, ProviderError> {
        let request = self.post(Operation::CRUX_HISTORY, "/v1/records:queryHistoryRecord", subject, device)?;
        absent(self.caller.call(request, |response| history(response).map(Parsed::fixed)).await)
    }

    fn post(
        &self, operation: Operation, path: &str, subject: &Subject, device: Option<FormFactor>,
    ) -> Result<Request, ProviderError> {
        let mut body = match subject {
            Subject::Url(url) => json!({ "url": url }),
            Subject::Origin(origin) => json!({ "origin": origin }),
        };
        body["metrics"] = Metric::ALL.into_iter().map(Metric::crux).collect();
        if let Some(device) = device {
            body["formFactor"] = json!(device);
        }
        if operation == Operation::CRUX_HISTORY {
            body["collectionPeriodCount"] = 40.into();
        }
        let request = Request::post(operation, &self.base, path, &body)?.secret_query("key", &self.credentials);
        Ok(request.classify(google::classify))
    }
}

/// The service has no data for pages with few visitors, which it reports as not found.
fn absent<T>(called: Result<Called<T>, ProviderError>) -> Result<Option<Called<T>>, ProviderError> {
    match called {
        Ok(called) => Ok(Some(called)),
        Err(ProviderError::NotFound(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

fn wrong() -> ProviderError {
    ProviderError::Unreadable("it has no period of days".to_owned())
}

/// Parses figures of 28 days.
pub(super) fn record(response: &Response) -> Result<FieldData, ProviderError> {
    let body: Value = response.json()?;
    let record = body.get("record").ok_or_else(wrong)?;
    let period = record.get("collectionPeriod").and_then(period).ok_or_else(wrong)?;
    let number = |metric: Metric, place: &str| {
        let value = record.pointer(&format!("/metrics/{}/{place}", metric.crux()))?;
        Some((metric, shapes::to_number(value)?))
    };
    let percentiles = Metric::ALL.into_iter().filter_map(|metric| number(metric, "percentiles/p75")).collect();
    let good = Metric::ALL.into_iter().filter_map(|metric| number(metric, "histogram/0/density")).collect();
    Ok(FieldData { period, percentiles, good })
}

/// Parses figures week by week.
pub(super) fn history(response: &Response) -> Result<History, ProviderError> {
    let body: Value = response.json()?;
    let record = body.get("record").ok_or_else(wrong)?;
    let periods = record.get("collectionPeriods").and_then(Value::as_array).ok_or_else(wrong)?;
    let periods: Vec<Period> = periods.iter().map(period).collect::<Option<_>>().ok_or_else(wrong)?;
    let mut percentiles = BTreeMap::new();
    for metric in Metric::ALL {
        let place = format!("/metrics/{}/percentilesTimeseries/p75s", metric.crux());
        let Some(series) = record.pointer(&place).and_then(Value::as_array) else { continue };
        if series.len() != periods.len() {
            return Err(ProviderError::Unreadable("a series does not match its periods".to_owned()));
        }
        percentiles.insert(metric, series.iter().map(shapes::to_number).collect());
    }
    Ok(History { periods, percentiles })
}

fn period(value: &Value) -> Option<Period> {
    let day = |name: &str| {
        let date = value.get(name)?;
        let part = |name: &str| u32::try_from(date.get(name)?.as_u64()?).ok();
        NaiveDate::from_ymd_opt(i32::try_from(part("year")?).ok()?, part("month")?, part("day")?)
    };
    Some(Period { from: day("firstDate")?, to: day("lastDate")? })
}
