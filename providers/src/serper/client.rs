//! Client of Serper.

use std::time::Duration;

use serde_json::{Value, json};

use crate::{
    call::{Called, Caller, Charge, Estimate, Parsed, Rejection, Request, Response, classify as by_status},
    error::ProviderError,
    json as shapes,
    provider::{Credentials, Operation, PriceBook, Provider, Unit},
    serp::{AiOverview, Item, ItemKind, Listing, Serp, SerpRequest},
};

/// Time limit of a search.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Client of Serper. Its results have no device: it searches as a computer does. It reports no AI overviews.
#[derive(Debug, Clone)]
pub struct Serper {
    caller: Caller,
    credentials: Credentials,
    prices: PriceBook,
    base: String,
}

impl Serper {
    /// Creates a client.
    #[must_use]
    pub fn new(caller: Caller, credentials: Credentials, prices: PriceBook) -> Self {
        Self { caller, credentials, prices, base: Provider::Serper.profile().base.to_owned() }
    }

    /// Overrides the base address.
    #[must_use]
    pub fn with_base(mut self, base: &str) -> Self {
        base.clone_into(&mut self.base);
        self
    }

    /// Searches on Google, one page of ten results, numbered from 0.
    ///
    /// # Errors
    /// Returns a [`ProviderError`] if the call fails.
    pub async fn search(&self, search: &SerpRequest, page: u32) -> Result<Called<Serp>, ProviderError> {
        let mut body = body(search);
        (body["num"], body["page"]) = (10.into(), page.saturating_add(1).into());
        let request = self.post(Operation::SERPER_SEARCH, "/search", &body)?;
        let start = page.saturating_mul(10);
        self.caller.call(request, |response| self.results(Operation::SERPER_SEARCH, response, search, start)).await
    }

    /// Searches for local results.
    ///
    /// # Errors
    /// Returns a [`ProviderError`] if the call fails.
    pub async fn places(&self, search: &SerpRequest) -> Result<Called<Serp>, ProviderError> {
        let request = self.post(Operation::SERPER_PLACES, "/places", &body(search))?;
        self.caller.call(request, |response| self.results(Operation::SERPER_PLACES, response, search, 0)).await
    }

    /// Returns queries that begin like this one.
    ///
    /// # Errors
    /// Returns a [`ProviderError`] if the call fails.
    pub async fn autocomplete(&self, search: &SerpRequest) -> Result<Called<Vec<String>>, ProviderError> {
        let request = self.post(Operation::SERPER_AUTOCOMPLETE, "/autocomplete", &body(search))?;
        let operation = Operation::SERPER_AUTOCOMPLETE;
        self.caller.call(request, |response| Ok(self.charged(operation, response, suggestions(response)?))).await
    }

    fn post(&self, operation: Operation, path: &str, body: &Value) -> Result<Request, ProviderError> {
        let request = Request::post(operation, &self.base, path, body)?.secret_header("x-api-key", &self.credentials);
        let estimate = Estimate::bound(self.prices.unit(operation, Unit::Call));
        Ok(request.estimate(estimate).timeout(TIMEOUT).classify(classify))
    }

    fn results(
        &self, operation: Operation, response: &Response, search: &SerpRequest, start: u32,
    ) -> Result<Parsed<Serp>, ProviderError> {
        Ok(self.charged(operation, response, parse(response, search, start)?))
    }

    /// Adds the cost of the credits that the response reports.
    fn charged<T>(&self, operation: Operation, response: &Response, value: T) -> Parsed<T> {
        let body: Value = response.json().unwrap_or_default();
        let credits = body.get("credits").and_then(shapes::to_number).and_then(shapes::to_count);
        let price = self.prices.unit(operation, Unit::Call);
        Parsed { value, charge: credits.map(|credits| Charge::computed(price.times(credits))) }
    }
}

fn body(search: &SerpRequest) -> Value {
    let mut body = json!({ "q": search.query, "hl": search.language, "gl": search.place.country.to_ascii_lowercase() });
    if let Some(name) = &search.place.name {
        body["location"] = name.as_str().into();
    }
    body
}

/// Converts an error: a lack of credits has the status of a wrong request.
fn classify(response: &Response) -> Option<Rejection> {
    let rejection = by_status(response)?;
    let lower = response.message().to_ascii_lowercase();
    let error = match response.status {
        400 if lower.contains("credit") => ProviderError::NoMoney,
        403 => ProviderError::BadKey,
        _ => return Some(rejection),
    };
    Some(error.into())
}

fn suggestions(response: &Response) -> Result<Vec<String>, ProviderError> {
    let body: Value = object(response)?;
    let entries = body.get("suggestions").and_then(Value::as_array).into_iter().flatten();
    Ok(entries.filter_map(|entry| text(entry, "value")).collect())
}

fn object(response: &Response) -> Result<Value, ProviderError> {
    let body: Value = response.json()?;
    let wrong = || ProviderError::Unreadable("it is not an object".to_owned());
    body.is_object().then_some(body).ok_or_else(wrong)
}

/// Parses results, also recorded ones, that begin after a number of results. Without any, the page is empty.
///
/// # Errors
/// Returns a [`ProviderError`] if the response has another shape.
pub fn parse(response: &Response, search: &SerpRequest, start: u32) -> Result<Serp, ProviderError> {
    let body = object(response)?;
    let list = |name: &str| body.get(name).and_then(Value::as_array).into_iter().flatten();
    let mut serp = Serp::new(Provider::Serper, search, response.received_at);
    serp.device = crate::serp::Device::Desktop;
    serp.ai_overview = AiOverview::Unknown;
    serp.depth = start.saturating_add(10);
    for (index, result) in list("organic").enumerate() {
        let place = position(result).or_else(|| u32::try_from(index + 1).ok());
        // Positions start again on each page.
        serp.items.push(item(ItemKind::Organic, place.map(|place| start.saturating_add(place)), result, "title"));
    }
    serp.items.extend(list("places").map(business));
    serp.items.extend(list("peopleAlsoAsk").map(|entry| item(ItemKind::PeopleAlsoAsk, None, entry, "question")));
    serp.items.extend(list("relatedSearches").map(|entry| item(ItemKind::RelatedSearches, None, entry, "query")));
    for (name, kind) in [("knowledgeGraph", ItemKind::KnowledgeGraph), ("answerBox", ItemKind::FeaturedSnippet)] {
        serp.items
            .extend(body.get(name).filter(|value| value.is_object()).map(|value| item(kind, None, value, "title")));
    }
    Ok(serp)
}

fn text(value: &Value, name: &str) -> Option<String> {
    value.get(name)?.as_str().map(str::to_owned)
}

fn position(value: &Value) -> Option<u32> {
    let position = value.get("position").and_then(shapes::to_number).and_then(shapes::to_count)?;
    u32::try_from(position).ok().filter(|position| *position > 0)
}

fn item(kind: ItemKind, rank: Option<u32>, value: &Value, title: &str) -> Item {
    let mut item = Item::new(kind, rank, &text(value, title).unwrap_or_default(), text(value, "link"));
    item.snippet = text(value, "snippet");
    item
}

fn business(value: &Value) -> Item {
    let title = text(value, "title").unwrap_or_default();
    let mut item = Item::new(ItemKind::LocalPack, position(value), &title, text(value, "website"));
    let number = |name: &str| value.get(name).and_then(shapes::to_number);
    item.listing = Some(Listing {
        cid: text(value, "cid"),
        place_id: text(value, "placeId"),
        address: text(value, "address"),
        phone: text(value, "phoneNumber"),
        category: text(value, "category"),
        rating: number("rating"),
        reviews: number("ratingCount").and_then(shapes::to_count),
        point: number("latitude").zip(number("longitude")),
    });
    item
}
