//! Client of PageSpeed Insights.

use std::{collections::BTreeMap, time::Duration};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Metric, lighthouse};
use crate::{
    call::{Called, Caller, Parsed, Request, Response},
    error::ProviderError,
    json,
    provider::{Credentials, Operation, Provider},
};

/// Time limit: a test loads the page several times.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Device of a test.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Strategy {
    /// Phone.
    #[default]
    Mobile,
    /// Computer.
    Desktop,
}

/// Figures of the laboratory.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct LabMetrics {
    /// Score of performance, from 0 to 1.
    pub performance: Option<f64>,
    /// Score of search engine optimisation, from 0 to 1.
    pub seo: Option<f64>,
    /// Largest Contentful Paint, in milliseconds.
    pub lcp: Option<f64>,
    /// Cumulative Layout Shift.
    pub cls: Option<f64>,
    /// Total Blocking Time, in milliseconds.
    pub tbt: Option<f64>,
    /// Response time of the server, in milliseconds.
    pub response: Option<f64>,
}

/// A test of a page.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct SpeedTest {
    /// URL after redirects.
    pub url: String,
    /// Version of Lighthouse.
    pub lighthouse: Option<String>,
    /// Figures of the laboratory.
    pub lab: LabMetrics,
    /// 75th percentiles of visits to the page; empty for pages with few visitors.
    pub page: BTreeMap<Metric, f64>,
    /// The same of the whole site.
    pub origin: BTreeMap<Metric, f64>,
}

/// Client of PageSpeed Insights.
#[derive(Debug, Clone)]
pub struct PageSpeed {
    caller: Caller,
    credentials: Credentials,
    base: String,
}

impl PageSpeed {
    /// Creates a client. Without a key, Google allows few tests.
    #[must_use]
    pub fn new(caller: Caller, credentials: Credentials) -> Self {
        Self { caller, credentials, base: Provider::PageSpeed.profile().base.to_owned() }
    }

    /// Overrides the base address.
    #[must_use]
    pub fn with_base(mut self, base: &str) -> Self {
        base.clone_into(&mut self.base);
        self
    }

    /// Tests a page.
    ///
    /// # Errors
    /// Returns [`ProviderError::Task`] if the page could not be loaded, or another [`ProviderError`].
    pub async fn run(&self, url: &str, strategy: Strategy, language: &str) -> Result<Called<SpeedTest>, ProviderError> {
        let request = Request::get(Operation::PAGE_SPEED_RUN, &self.base, "/pagespeedonline/v5/runPagespeed")?;
        let strategy = if strategy == Strategy::Mobile { "mobile" } else { "desktop" };
        let request = request.query("url", url).query("strategy", strategy).query("locale", language);
        let request = request.query("category", "performance").query("category", "seo");
        let request = request.secret_query("key", &self.credentials).timeout(TIMEOUT).classify(lighthouse::classify);
        let called = self.caller.call(request, |response| parse(response).map(Parsed::fixed)).await;
        called.map_err(|error| match error {
            ProviderError::Task { code, message } => {
                ProviderError::Task { code, message: format!("the page {url} could not be tested: {message}") }
            }
            other => other,
        })
    }
}

/// Parses a test.
pub(super) fn parse(response: &Response) -> Result<SpeedTest, ProviderError> {
    let body: Value = response.json()?;
    let result = body.get("lighthouseResult").filter(|result| result.is_object());
    let result = result.ok_or_else(|| ProviderError::Unreadable("it has no result".to_owned()))?;
    if let Some(error) = lighthouse::failure(result) {
        return Err(error);
    }
    let number = |place: &str| result.pointer(place).and_then(json::to_number);
    let text = |place: &str| result.pointer(place).and_then(Value::as_str).map(str::to_owned);
    let audit = |name: &str| number(&format!("/audits/{name}/numericValue"));
    let lab = LabMetrics {
        performance: number("/categories/performance/score"),
        seo: number("/categories/seo/score"),
        lcp: audit("largest-contentful-paint"),
        cls: audit("cumulative-layout-shift"),
        tbt: audit("total-blocking-time"),
        response: audit("server-response-time"),
    };
    let id = body.get("id").and_then(Value::as_str).map(str::to_owned);
    let url = text("/finalDisplayedUrl").or_else(|| text("/finalUrl")).or(id).unwrap_or_default();
    let lighthouse = text("/lighthouseVersion");
    // Pages with few visitors show the figures of the whole site in place of their own.
    let is_origin = body.pointer("/loadingExperience/origin_fallback") == Some(&Value::Bool(true));
    let page = if is_origin { BTreeMap::new() } else { field(body.get("loadingExperience")) };
    Ok(SpeedTest { url, lighthouse, lab, page, origin: field(body.get("originLoadingExperience")) })
}

fn field(experience: Option<&Value>) -> BTreeMap<Metric, f64> {
    let percentile = |metric: Metric| {
        let value = experience?.pointer(&format!("/metrics/{}/percentile", metric.insights()))?;
        let value = json::to_number(value)?;
        // Layout shift is reported in hundredths.
        Some((metric, if metric == Metric::Cls { value / 100.0 } else { value }))
    };
    Metric::ALL.into_iter().filter_map(percentile).collect()
}
