//! Client of DataForSEO.

use std::time::Duration;

use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Value, json};

use super::{
    BacklinkMode, BacklinkPage, BacklinkSummary, Keyword, KeywordPage, RankedPage, ai_mode,
    envelope::{classify, results},
    keywords, serp,
};
use crate::{
    ai_mode::Question,
    call::{Called, Caller, Estimate, Parsed, Request, Response},
    error::ProviderError,
    json,
    models::Answer,
    money::Micros,
    provider::{Credentials, Operation, PriceBook, Provider, Unit},
    serp::{Serp, SerpRequest},
};

/// Time limit of a live call.
const TIMEOUT: Duration = Duration::from_secs(60);
/// Most results of a search.
const MOST_DEPTH: u32 = 200;
/// Most keywords of a call.
pub(super) const MOST_KEYWORDS: usize = 1_000;
/// Longest keyword for volumes, in characters.
const LONGEST_KEYWORD: usize = 80;
/// Most rows of a page.
pub(super) const MOST_ROWS: u32 = 1_000;

/// Country and language of keywords.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Market {
    /// Number of the place in Google's list; 2840 is the United States.
    pub location_code: u32,
    /// Language, as two letters.
    pub language: String,
}

/// State of the account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// Money left.
    pub balance: Micros,
}

#[derive(Deserialize)]
struct UserData {
    money: Money,
}

#[derive(Deserialize)]
struct Money {
    #[serde(deserialize_with = "json::number")]
    balance: Option<f64>,
}

/// Client of DataForSEO.
#[derive(Debug, Clone)]
pub struct DataForSeo {
    caller: Caller,
    credentials: Credentials,
    prices: PriceBook,
    base: String,
}

impl DataForSeo {
    /// Creates a client.
    #[must_use]
    pub fn new(caller: Caller, credentials: Credentials, prices: PriceBook) -> Self {
        Self { caller, credentials, prices, base: Provider::DataForSeo.profile().base.to_owned() }
    }

    /// Overrides the base address, for example with that of the sandbox.
    #[must_use]
    pub fn with_base(mut self, base: &str) -> Self {
        base.clone_into(&mut self.base);
        self
    }

    /// Searches on Google.
    ///
    /// # Errors
    /// Returns [`ProviderError::InvalidField`] for an empty query, a depth over 200 or a place without number, name and
    /// point, or another [`ProviderError`].
    pub async fn search(&self, search: &SerpRequest) -> Result<Called<Serp>, ProviderError> {
        serp::check(search, MOST_DEPTH)?;
        let estimate = self.search_estimate(Operation::DATA_FOR_SEO_SERP, search);
        let path = "/v3/serp/google/organic/live/advanced";
        let request = self.post(Operation::DATA_FOR_SEO_SERP, path, serp::task(search)?, estimate)?;
        self.caller.call(request, |response| serp::parse(response, search)).await
    }

    /// Searches on Google Maps, around a point or in a place.
    ///
    /// # Errors
    /// As for [`Self::search`].
    pub async fn maps(&self, search: &SerpRequest) -> Result<Called<Serp>, ProviderError> {
        serp::check(search, MOST_DEPTH)?;
        let search = SerpRequest { wants_overview: false, question_clicks: 0, ..search.clone() };
        let estimate = self.search_estimate(Operation::DATA_FOR_SEO_MAPS, &search);
        let path = "/v3/serp/google/maps/live/advanced";
        let request = self.post(Operation::DATA_FOR_SEO_MAPS, path, serp::task(&search)?, estimate)?;
        self.caller.call(request, |response| serp::parse(response, &search)).await
    }

    /// Asks Google's AI mode a question, reserving the most that it can cost.
    pub(crate) async fn ai_mode(&self, question: &Question, most: Estimate) -> Result<Called<Answer>, ProviderError> {
        let path = "/v3/serp/google/ai_mode/live/advanced";
        let request = self.post(Operation::DATA_FOR_SEO_AI_MODE, path, ai_mode::task(question)?, most)?;
        self.caller.call(request.sample(question.sample), |response| ai_mode::answer(response, most)).await
    }

    /// Returns the most that a search costs.
    #[must_use]
    pub fn search_estimate(&self, operation: Operation, search: &SerpRequest) -> Estimate {
        let unit = |unit, count: u32| self.prices.unit(operation, unit).times(u64::from(count));
        let further = search.pages() - 1;
        let amount = unit(Unit::Call, 1) + unit(Unit::FurtherPage, further) + unit(Unit::Click, search.question_clicks);
        Estimate::bound(amount + unit(Unit::AsyncOverview, u32::from(search.wants_overview)))
    }

    /// Returns search volumes and prices of clicks. Keywords longer than 80 characters are refused by the provider.
    ///
    /// # Errors
    /// Returns [`ProviderError::InvalidField`] for no keywords, over 1,000 or one that is too long, or another
    /// [`ProviderError`].
    pub async fn volumes(&self, keywords: &[String], market: &Market) -> Result<Called<Vec<Keyword>>, ProviderError> {
        check_keywords(keywords)?;
        let estimate = self.rows_estimate(Operation::DATA_FOR_SEO_VOLUMES, 0);
        let task = market.task(json!({ "keywords": keywords }));
        let path = "/v3/keywords_data/google_ads/search_volume/live";
        let request = self.post(Operation::DATA_FOR_SEO_VOLUMES, path, task, estimate)?;
        self.caller.call(request, keywords::volumes).await
    }

    /// Returns the difficulty of keywords, from 0 to 100.
    ///
    /// # Errors
    /// As for [`Self::volumes`].
    pub async fn difficulty(
        &self, keywords: &[String], market: &Market,
    ) -> Result<Called<Vec<Keyword>>, ProviderError> {
        check_keywords(keywords)?;
        let estimate = self.rows_estimate(Operation::DATA_FOR_SEO_DIFFICULTY, keywords.len() as u64);
        let task = market.task(json!({ "keywords": keywords }));
        let path = "/v3/dataforseo_labs/google/bulk_keyword_difficulty/live";
        let request = self.post(Operation::DATA_FOR_SEO_DIFFICULTY, path, task, estimate)?;
        self.caller.call(request, keywords::difficulty).await
    }

    /// Returns a page of the keywords for which a domain ranks.
    ///
    /// # Errors
    /// Returns a [`ProviderError`] if the call fails.
    pub async fn ranked_keywords(
        &self, domain: &str, market: &Market, limit: u32, offset: u32,
    ) -> Result<Called<RankedPage>, ProviderError> {
        let limit = limit.clamp(1, MOST_ROWS);
        let estimate = self.rows_estimate(Operation::DATA_FOR_SEO_RANKED, u64::from(limit));
        let task = market.task(json!({ "target": bare(domain), "limit": limit, "offset": offset }));
        let path = "/v3/dataforseo_labs/google/ranked_keywords/live";
        let request = self.post(Operation::DATA_FOR_SEO_RANKED, path, task, estimate)?;
        self.caller.call(request, first::<RankedPage>).await
    }

    /// Returns a page of ideas that contain a keyword.
    ///
    /// # Errors
    /// Returns a [`ProviderError`] if the call fails.
    pub async fn suggestions(
        &self, keyword: &str, market: &Market, limit: u32, offset: u32,
    ) -> Result<Called<KeywordPage>, ProviderError> {
        let limit = limit.clamp(1, MOST_ROWS);
        let estimate = self.rows_estimate(Operation::DATA_FOR_SEO_SUGGESTIONS, u64::from(limit) + 1);
        let task = json!({ "keyword": keyword, "limit": limit, "offset": offset, "include_seed_keyword": true });
        let path = "/v3/dataforseo_labs/google/keyword_suggestions/live";
        let request = self.post(Operation::DATA_FOR_SEO_SUGGESTIONS, path, market.task(task), estimate)?;
        self.caller.call(request, keywords::suggestions).await
    }

    /// Returns the figures of all links to a domain or page.
    ///
    /// # Errors
    /// Returns a [`ProviderError`] if the call fails; [`ProviderError::Forbidden`] without a subscription to backlinks.
    pub async fn backlink_summary(&self, target: &str) -> Result<Called<BacklinkSummary>, ProviderError> {
        let estimate = self.rows_estimate(Operation::DATA_FOR_SEO_BACKLINKS_SUMMARY, 1);
        let task = json!({ "target": target, "include_subdomains": true, "rank_scale": "one_hundred" });
        let request =
            self.post(Operation::DATA_FOR_SEO_BACKLINKS_SUMMARY, "/v3/backlinks/summary/live", task, estimate)?;
        self.caller.call(request, first::<BacklinkSummary>).await
    }

    /// Returns a page of links to a domain or page.
    ///
    /// # Errors
    /// As for [`Self::backlink_summary`].
    pub async fn backlinks(
        &self, target: &str, mode: BacklinkMode, limit: u32, offset: u32,
    ) -> Result<Called<BacklinkPage>, ProviderError> {
        let limit = limit.clamp(1, MOST_ROWS);
        let estimate = self.rows_estimate(Operation::DATA_FOR_SEO_BACKLINKS, u64::from(limit));
        let task = json!({
            "target": target, "mode": mode, "limit": limit, "offset": offset,
            "backlinks_status_type": "live", "rank_scale": "one_hundred",
        });
        let request = self.post(Operation::DATA_FOR_SEO_BACKLINKS, "/v3/backlinks/backlinks/live", task, estimate)?;
        self.caller.call(request, first::<BacklinkPage>).await
    }

    /// Returns the balance of the account.
    ///
    /// # Errors
    /// Returns a [`ProviderError`] if the call fails.
    pub async fn account(&self) -> Result<Called<Account>, ProviderError> {
        let request = Request::get(Operation::DATA_FOR_SEO_ACCOUNT, &self.base, "/v3/appendix/user_data")?;
        let request = request.authorization(&self.credentials).fresh().classify(classify);
        self.caller.call(request, account).await
    }

    fn rows_estimate(&self, operation: Operation, rows: u64) -> Estimate {
        Estimate::bound(self.prices.unit(operation, Unit::Call) + self.prices.unit(operation, Unit::Row).times(rows))
    }

    fn post(
        &self, operation: Operation, path: &str, task: Value, estimate: Estimate,
    ) -> Result<Request, ProviderError> {
        let request = Request::post(operation, &self.base, path, &Value::Array(vec![task]))?;
        Ok(request.authorization(&self.credentials).estimate(estimate).timeout(TIMEOUT).classify(classify))
    }
}

impl Market {
    fn task(&self, mut task: Value) -> Value {
        task["location_code"] = self.location_code.into();
        task["language_code"] = self.language.as_str().into();
        task
    }
}

fn account(response: &Response) -> Result<Parsed<Account>, ProviderError> {
    let parsed = results::<UserData>(response)?;
    let dollars = parsed.value.first().and_then(|data| data.money.balance).unwrap_or_default();
    // A negative balance is a debt: there is nothing left.
    let balance = Micros::from_dollars(dollars.max(0.0)).unwrap_or_default();
    Ok(Parsed { value: Account { balance }, charge: parsed.charge })
}

/// Parses the first result; a task without results is an empty one.
fn first<T: DeserializeOwned + Default>(response: &Response) -> Result<Parsed<T>, ProviderError> {
    let parsed = results::<T>(response)?;
    Ok(Parsed { value: parsed.value.into_iter().next().unwrap_or_default(), charge: parsed.charge })
}

fn check_keywords(keywords: &[String]) -> Result<(), ProviderError> {
    let wrong = |message: &str| {
        Err(ProviderError::InvalidField { field: Some("keywords".to_owned()), message: message.to_owned() })
    };
    match keywords.len() {
        0 => wrong("there are none"),
        count if count > MOST_KEYWORDS => wrong("there are more than 1,000"),
        _ if keywords.iter().any(|keyword| keyword.chars().count() > LONGEST_KEYWORD) => {
            wrong("one is longer than 80 characters")
        }
        _ => Ok(()),
    }
}

/// Returns a domain as the provider expects it: without scheme and `www.`.
fn bare(domain: &str) -> &str {
    let domain = domain.trim().trim_start_matches("https://").trim_start_matches("http://");
    domain.trim_start_matches("www.").trim_end_matches('/')
}
