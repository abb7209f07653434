//! Client of SerpApi.

use std::time::Duration;

use serde::Deserialize;

use super::{ai_mode, parse};
use crate::{
    ai_mode::Question,
    call::{Called, Caller, Estimate, Parsed, Rejection, Request, Response, classify as by_status},
    error::ProviderError,
    json,
    models::Answer,
    provider::{Credentials, Operation, PriceBook, Provider, Unit},
    serp::{AiOverview, Device, Serp, SerpRequest},
};

/// Time limit of a search.
const TIMEOUT: Duration = Duration::from_secs(60);

/// State of the account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub struct Account {
    /// Searches left in this month.
    #[serde(default, rename = "total_searches_left", deserialize_with = "json::count")]
    pub searches_left: Option<u64>,
}

/// Client of SerpApi.
#[derive(Debug, Clone)]
pub struct SerpApi {
    caller: Caller,
    credentials: Credentials,
    prices: PriceBook,
    base: String,
}

impl SerpApi {
    /// Creates a client.
    #[must_use]
    pub fn new(caller: Caller, credentials: Credentials, prices: PriceBook) -> Self {
        Self { caller, credentials, prices, base: Provider::SerpApi.profile().base.to_owned() }
    }

    /// Overrides the base address.
    #[must_use]
    pub fn with_base(mut self, base: &str) -> Self {
        base.clone_into(&mut self.base);
        self
    }

    /// Searches on Google, one page of ten results from a page on, numbered from 0. Each page costs a search.
    ///
    /// # Errors
    /// Returns [`ProviderError::InvalidField`] for an empty query or a place without country and name, or another
    /// [`ProviderError`].
    pub async fn search(&self, search: &SerpRequest, page: u32) -> Result<Called<Serp>, ProviderError> {
        if search.query.is_empty() {
            let message = "it is empty".to_owned();
            return Err(ProviderError::InvalidField { field: Some("query".to_owned()), message });
        }
        let start = page.saturating_mul(10);
        let request = self.request(Operation::SERP_API_SEARCH, "google", search)?.query("start", &start.to_string());
        let request = request.query("q", &search.query).query("device", search.device.key());
        let request = match (search.place.point, &search.place.name) {
            (Some((latitude, longitude)), _) => {
                request.query("lat", &latitude.to_string()).query("lon", &longitude.to_string())
            }
            (None, name) => request.query_option("location", name.as_deref()),
        };
        self.caller.call(request, |response| parse::search(response, search, start).map(Parsed::fixed)).await
    }

    /// Loads an AI overview that a search has named by a token. Do so at once: the token expires within a minute.
    ///
    /// # Errors
    /// Returns a [`ProviderError`] if the call fails.
    pub async fn ai_overview(&self, search: &SerpRequest, token: &str) -> Result<Called<AiOverview>, ProviderError> {
        let request = self.request(Operation::SERP_API_AI_OVERVIEW, "google_ai_overview", search)?;
        let request = request.query("page_token", token).fresh();
        self.caller.call(request, |response| parse::ai_overview(response).map(Parsed::fixed)).await
    }

    /// Asks Google's AI mode a question, reserving the most that it can cost. The provider's own cache is not used: it would
    /// return the same answer for an hour.
    pub(crate) async fn ai_mode(&self, question: &Question, most: Estimate) -> Result<Called<Answer>, ProviderError> {
        if question.text.is_empty() {
            let message = "it is empty".to_owned();
            return Err(ProviderError::InvalidField { field: Some("text".to_owned()), message });
        }
        let request = Request::get(Operation::SERP_API_AI_MODE, &self.base, "/search.json")?;
        let request = request.query("engine", "google_ai_mode").query("q", &question.text).query("no_cache", "true");
        // Its list of languages has `zh-tw`, where others have `zh-TW`.
        let language = question.language.to_ascii_lowercase();
        let request = request.query("hl", &language).query("gl", &question.country);
        let request = request.secret_query("api_key", &self.credentials).estimate(most).timeout(TIMEOUT);
        let request = request.sample(question.sample).classify(classify);
        self.caller.call(request, |response| ai_mode::answer(response, most)).await
    }

    /// Searches on Google Maps around the point of the place.
    ///
    /// # Errors
    /// As for [`Self::search`]; [`ProviderError::InvalidField`] for a place without a point.
    pub async fn maps(&self, search: &SerpRequest) -> Result<Called<Serp>, ProviderError> {
        let Some((latitude, longitude)) = search.place.point else {
            let message = "choose a point".to_owned();
            return Err(ProviderError::InvalidField { field: Some("place".to_owned()), message });
        };
        let point = format!("@{latitude:.7},{longitude:.7},14z");
        let request = self.request(Operation::SERP_API_SEARCH, "google_maps", search)?.query("q", &search.query);
        let request = request.query("type", "search").query("ll", &point);
        self.caller.call(request, |response| parse::maps(response, search).map(Parsed::fixed)).await
    }

    /// Returns the searches left.
    ///
    /// # Errors
    /// Returns a [`ProviderError`] if the call fails.
    pub async fn account(&self) -> Result<Called<Account>, ProviderError> {
        let request = Request::get(Operation::SERP_API_ACCOUNT, &self.base, "/account.json")?;
        let request = request.secret_query("api_key", &self.credentials).fresh().classify(classify);
        // The response repeats the key.
        self.caller.call(request, |response| account(response).map(Parsed::fixed)).await
    }

    fn request(&self, operation: Operation, engine: &str, search: &SerpRequest) -> Result<Request, ProviderError> {
        let request = Request::get(operation, &self.base, "/search.json")?.query("engine", engine);
        let request = request.query("hl", &search.language).query("gl", &search.place.country.to_ascii_lowercase());
        let estimate = Estimate::bound(self.prices.unit(operation, Unit::Call));
        let request = request.secret_query("api_key", &self.credentials).estimate(estimate).timeout(TIMEOUT);
        Ok(request.classify(classify))
    }
}

fn account(response: &Response) -> Result<Account, ProviderError> {
    parse::checked(response)?;
    response.json()
}

/// Device in the answer of the provider.
pub(super) fn device(key: &str) -> Option<Device> {
    match key {
        "mobile" => Some(Device::Mobile),
        "desktop" => Some(Device::Desktop),
        _ => None,
    }
}

/// Converts an error: its text names what the status leaves open.
fn classify(response: &Response) -> Option<Rejection> {
    let rejection = by_status(response)?;
    let message = response.message();
    let lower = message.to_ascii_lowercase();
    let error = match response.status {
        401 | 403 if lower.contains("api key") => ProviderError::BadKey,
        429 if lower.contains("run out of searches") => ProviderError::NoMoney,
        429 if lower.contains("hourly") || lower.contains("throughput") => {
            ProviderError::RateLimited { until: response.retry_at() }
        }
        400 => ProviderError::InvalidField { field: quoted(&message), message },
        _ => return Some(rejection),
    };
    Some(error.into())
}

/// Returns the parameter that a message names, as in ``Missing query `q` parameter.``
fn quoted(message: &str) -> Option<String> {
    let mut parts = message.split('`');
    let name = parts.nth(1)?;
    parts.next().map(|_| name.chars().take(60).collect())
}
