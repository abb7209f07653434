//! Search results of SerpApi.

use serde::Deserialize;
use serde_json::Value;

use super::client::device;
use crate::{
    call::{Response, short},
    error::ProviderError,
    json,
    provider::Provider,
    serp::{AiOverview, Item, ItemKind, Listing, Overview, Reference, Serp, SerpRequest},
};

/// Most lists within one another in an overview.
const MOST_NESTING: usize = 6;

#[derive(Deserialize)]
pub(super) struct Raw {
    #[serde(default, deserialize_with = "json::text")]
    error: Option<String>,
    #[serde(default)]
    search_metadata: Value,
    #[serde(default)]
    search_parameters: Value,
    #[serde(default)]
    search_information: Value,
    #[serde(default, deserialize_with = "json::list")]
    organic_results: Vec<Value>,
    #[serde(default, deserialize_with = "json::entries")]
    ads: Vec<Value>,
    #[serde(default)]
    local_results: Value,
    #[serde(default, deserialize_with = "json::entries")]
    related_questions: Vec<Value>,
    #[serde(default, deserialize_with = "json::entries")]
    related_searches: Vec<Value>,
    #[serde(default)]
    answer_box: Value,
    #[serde(default)]
    knowledge_graph: Value,
    #[serde(default)]
    ai_overview: Value,
}

/// Parses search results, also recorded ones, that begin after a number of results. A search without results is empty,
/// although the provider also calls it an error.
///
/// # Errors
/// Returns a [`ProviderError`] if the response is an error or has another shape.
pub fn search(response: &Response, search: &SerpRequest, start: u32) -> Result<Serp, ProviderError> {
    let raw = checked(response)?;
    let mut serp = head(&raw, response, search);
    let at = |items: &[Value]| u32::try_from(items.len()).unwrap_or(u32::MAX);
    for (index, result) in raw.organic_results.iter().enumerate() {
        let place = position(result).or_else(|| u32::try_from(index + 1).ok());
        // Positions start again on each page.
        serp.items.push(item(ItemKind::Organic, place.map(|place| start.saturating_add(place)), result, "title"));
    }
    let local = raw.local_results.get("places").or(Some(&raw.local_results)).and_then(Value::as_array);
    for place in local.into_iter().flatten() {
        serp.items.push(business(ItemKind::LocalPack, place));
    }
    serp.items.extend(raw.ads.iter().map(|ad| item(ItemKind::Paid, position(ad), ad, "title")));
    let questions = raw.related_questions.iter().map(|entry| item(ItemKind::PeopleAlsoAsk, None, entry, "question"));
    serp.items.extend(questions);
    let related = raw.related_searches.iter().filter_map(|entry| text(entry, "query"));
    serp.items.extend(related.map(|query| Item::new(ItemKind::RelatedSearches, None, &query, None)));
    if raw.answer_box.is_object() {
        serp.items.push(item(ItemKind::FeaturedSnippet, None, &raw.answer_box, "title"));
    }
    if raw.knowledge_graph.get("title").is_some() {
        serp.items.push(item(ItemKind::KnowledgeGraph, None, &raw.knowledge_graph, "title"));
    }
    serp.ai_overview = overview(&raw.ai_overview);
    serp.depth = start.saturating_add(at(&raw.organic_results).max(10));
    Ok(serp)
}

/// Parses results of a map.
pub(super) fn maps(response: &Response, search: &SerpRequest) -> Result<Serp, ProviderError> {
    let raw = checked(response)?;
    let mut serp = head(&raw, response, search);
    let places = raw.local_results.as_array().into_iter().flatten();
    serp.items.extend(places.map(|place| business(ItemKind::MapResult, place)));
    Ok(serp)
}

/// Parses an AI overview that was loaded by its token.
pub(super) fn ai_overview(response: &Response) -> Result<AiOverview, ProviderError> {
    Ok(overview(&checked(response)?.ai_overview))
}

/// Returns a response that is no error.
pub(super) fn checked(response: &Response) -> Result<Raw, ProviderError> {
    let raw: Raw = response.json()?;
    let state = raw.search_metadata.get("status").and_then(Value::as_str);
    match &raw.error {
        Some(error) if !error.contains("hasn't returned any results") => {
            Err(ProviderError::Task { code: 0, message: short(error) })
        }
        None if state == Some("Error") => Err(ProviderError::Task { code: 0, message: String::new() }),
        None if matches!(state, Some("Processing" | "Queued")) => {
            Err(ProviderError::Incomplete("the search is still running".to_owned()))
        }
        _ => Ok(raw),
    }
}

fn head(raw: &Raw, response: &Response, search: &SerpRequest) -> Serp {
    let mut serp = Serp::new(Provider::SerpApi, search, response.received_at);
    serp.check_url = text(&raw.search_metadata, "google_url").or_else(|| text(&raw.search_metadata, "google_maps_url"));
    serp.device = text(&raw.search_parameters, "device").and_then(|key| device(&key)).unwrap_or(search.device);
    serp.place = text(&raw.search_parameters, "location_used").unwrap_or(serp.place);
    let total = raw.search_information.get("total_results").and_then(json::to_number);
    serp.total = total.and_then(json::to_count);
    serp
}

fn text(value: &Value, name: &str) -> Option<String> {
    value.get(name)?.as_str().map(str::to_owned)
}

fn position(value: &Value) -> Option<u32> {
    let position = value.get("position").and_then(json::to_number).and_then(json::to_count)?;
    u32::try_from(position).ok().filter(|position| *position > 0)
}

fn item(kind: ItemKind, rank: Option<u32>, value: &Value, title: &str) -> Item {
    let title = text(value, title).unwrap_or_default();
    let mut item = Item::new(kind, rank, &title, text(value, "link"));
    item.snippet = text(value, "snippet").or_else(|| text(value, "description"));
    item
}

fn business(kind: ItemKind, value: &Value) -> Item {
    let website = text(value, "website").or_else(|| text(value.get("links")?, "website"));
    let mut item = Item::new(kind, position(value), &text(value, "title").unwrap_or_default(), website);
    let degrees = |name: &str| value.get("gps_coordinates")?.get(name).and_then(json::to_number);
    item.listing = Some(Listing {
        cid: text(value, "data_cid"),
        place_id: text(value, "place_id"),
        address: text(value, "address"),
        phone: text(value, "phone"),
        category: text(value, "type"),
        rating: value.get("rating").and_then(json::to_number),
        reviews: value.get("reviews").and_then(json::to_number).and_then(json::to_count),
        point: degrees("latitude").zip(degrees("longitude")),
    });
    item
}

fn overview(value: &Value) -> AiOverview {
    if !value.is_object() {
        return AiOverview::Absent;
    }
    let mut overview = Overview::default();
    write_blocks(value.get("text_blocks"), &mut overview.text);
    cited(value, &mut overview);
    match text(value, "page_token") {
        token if overview.text.is_empty() && overview.references.is_empty() => AiOverview::NotLoaded { token },
        _ => AiOverview::Present(overview),
    }
}

/// Adds the references of an overview or an answer.
pub(super) fn cited(value: &Value, overview: &mut Overview) {
    for reference in value.get("references").and_then(Value::as_array).into_iter().flatten() {
        let Some(url) = text(reference, "link") else { continue };
        let (title, source) = (text(reference, "title"), text(reference, "source"));
        overview.cite(Reference { url, host: None, title, source, text: text(reference, "snippet") });
    }
}

/// Writes the text of blocks and of the lists within them, one line each.
pub(super) fn write_blocks(blocks: Option<&Value>, to: &mut String) {
    write(blocks, to, MOST_NESTING);
}

fn write(blocks: Option<&Value>, to: &mut String, nesting: usize) {
    for block in blocks.and_then(Value::as_array).into_iter().flatten() {
        for line in ["title", "snippet"].into_iter().filter_map(|name| text(block, name)) {
            to.push_str(&line);
            to.push('\n');
        }
        if nesting > 0 {
            write(block.get("list"), to, nesting - 1);
            write(block.get("text_blocks"), to, nesting - 1);
        }
    }
}
