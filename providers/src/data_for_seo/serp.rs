//! Search results of DataForSEO.

use chrono::DateTime;
use serde::Deserialize;
use serde_json::{Value, json};

use super::envelope::results;
use crate::{
    call::{Parsed, Response},
    error::ProviderError,
    json,
    provider::Provider,
    serp::{AiOverview, Item, ItemKind, Listing, Overview, Reference, Serp, SerpRequest},
};

/// Longest query, in characters.
const LONGEST_QUERY: usize = 700;
/// Most lists of references within one another.
const MOST_NESTING: usize = 6;

#[derive(Default, Deserialize)]
pub(super) struct RawSerp {
    #[serde(default, deserialize_with = "json::text")]
    check_url: Option<String>,
    #[serde(default, deserialize_with = "json::text")]
    datetime: Option<String>,
    #[serde(default, deserialize_with = "json::count")]
    se_results_count: Option<u64>,
    #[serde(default, deserialize_with = "json::list")]
    pub(super) items: Vec<Value>,
}

#[derive(Deserialize)]
struct RawItem {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default, deserialize_with = "json::count")]
    rank_group: Option<u64>,
    #[serde(default, deserialize_with = "json::count")]
    rank_absolute: Option<u64>,
    #[serde(default, deserialize_with = "json::text")]
    url: Option<String>,
    #[serde(default, deserialize_with = "json::text")]
    title: Option<String>,
    #[serde(default, deserialize_with = "json::text")]
    description: Option<String>,
    #[serde(default, deserialize_with = "json::text")]
    phone: Option<String>,
    #[serde(default, deserialize_with = "json::text")]
    address: Option<String>,
    #[serde(default, deserialize_with = "json::text")]
    category: Option<String>,
    #[serde(default, deserialize_with = "json::text")]
    cid: Option<String>,
    #[serde(default, deserialize_with = "json::text")]
    place_id: Option<String>,
    #[serde(default, deserialize_with = "json::lenient")]
    rating: Option<Rating>,
    #[serde(default, deserialize_with = "json::number")]
    latitude: Option<f64>,
    #[serde(default, deserialize_with = "json::number")]
    longitude: Option<f64>,
}

#[derive(Deserialize)]
struct Rating {
    #[serde(default, deserialize_with = "json::number")]
    value: Option<f64>,
    #[serde(default, deserialize_with = "json::count")]
    votes_count: Option<u64>,
}

/// Checks a search before it is sent.
pub(super) fn check(search: &SerpRequest, most_depth: u32) -> Result<(), ProviderError> {
    let wrong =
        |field: &str, message: String| Err(ProviderError::InvalidField { field: Some(field.to_owned()), message });
    match search.query.chars().count() {
        0 => return wrong("query", "it is empty".to_owned()),
        length if length > LONGEST_QUERY => return wrong("query", "it is longer than 700 characters".to_owned()),
        _ => {}
    }
    if search.depth == 0 || search.depth > most_depth {
        return wrong("depth", format!("it must be from 1 to {most_depth}"));
    }
    Ok(())
}

/// Returns the task of a search.
pub(super) fn task(search: &SerpRequest) -> Result<Value, ProviderError> {
    let mut task = json!({
        "keyword": escaped(&search.query), "language_code": search.language, "device": search.device.key(), "depth": search.depth,
    });
    let place = &search.place;
    match (place.point, place.code, &place.name) {
        (Some((latitude, longitude)), ..) => {
            task["location_coordinate"] = format!("{latitude:.7},{longitude:.7}").into();
        }
        (None, Some(code), _) => task["location_code"] = code.into(),
        (None, None, Some(name)) => task["location_name"] = name.as_str().into(),
        (None, None, None) => {
            let message = "choose a place with a number, a name or a point".to_owned();
            return Err(ProviderError::InvalidField { field: Some("place".to_owned()), message });
        }
    }
    if search.wants_overview {
        task["load_async_ai_overview"] = true.into();
    }
    if search.question_clicks > 0 {
        task["people_also_ask_click_depth"] = search.question_clicks.into();
    }
    Ok(task)
}

/// Escapes a query: the provider decodes percent signs and plus signs in keywords.
pub(super) fn escaped(query: &str) -> String {
    query.replace('%', "%25").replace('+', "%2B")
}

/// Parses search results. A search without results is empty.
pub(super) fn parse(response: &Response, search: &SerpRequest) -> Result<Parsed<Serp>, ProviderError> {
    let parsed = results::<RawSerp>(response)?;
    let raw = parsed.value.into_iter().next().unwrap_or_default();
    let mut serp = Serp::new(Provider::DataForSeo, search, response.received_at);
    let datetime = raw.datetime.and_then(|text| DateTime::parse_from_str(&text, "%Y-%m-%d %H:%M:%S %:z").ok());
    serp.fetched_at = datetime.map_or(serp.fetched_at, |time| time.to_utc());
    (serp.check_url, serp.total) = (raw.check_url, raw.se_results_count);
    for value in &raw.items {
        let Ok(item) = RawItem::deserialize(value) else { continue };
        if item.kind == "ai_overview" {
            serp.ai_overview = overview(value);
        }
        add(&mut serp.items, item, value);
    }
    Ok(Parsed { value: serp, charge: parsed.charge })
}

fn add(items: &mut Vec<Item>, raw: RawItem, value: &Value) {
    let kind = kind(&raw.kind);
    let absolute_rank = rank(raw.rank_absolute);
    let mut item = Item::new(kind, rank(raw.rank_group), raw.title.as_deref().unwrap_or_default(), raw.url.clone());
    (item.absolute_rank, item.snippet) = (absolute_rank, raw.description.clone());
    if matches!(kind, ItemKind::LocalPack | ItemKind::MapResult) {
        item.listing = Some(listing(raw));
    }
    items.push(item);
    if matches!(kind, ItemKind::PeopleAlsoAsk | ItemKind::RelatedSearches) {
        // The element itself has no text: its entries do.
        let entries = value.get("items").and_then(Value::as_array).into_iter().flatten();
        let texts = entries.filter_map(|entry| entry.as_str().or_else(|| entry.get("title")?.as_str()));
        let inner: Vec<Item> = texts.map(|text| Item::new(kind, None, text, None)).collect();
        if !inner.is_empty() {
            items.pop();
            items.extend(inner.into_iter().map(|item| Item { absolute_rank, ..item }));
        }
    }
}

/// Ranks count from 1; a 0 means that there is none.
fn rank(rank: Option<u64>) -> Option<u32> {
    rank.and_then(|rank| u32::try_from(rank).ok()).filter(|rank| *rank > 0)
}

fn listing(raw: RawItem) -> Listing {
    Listing {
        cid: raw.cid,
        place_id: raw.place_id,
        address: raw.address,
        phone: raw.phone,
        category: raw.category,
        rating: raw.rating.as_ref().and_then(|rating| rating.value),
        reviews: raw.rating.and_then(|rating| rating.votes_count),
        point: raw.latitude.zip(raw.longitude),
    }
}

fn kind(kind: &str) -> ItemKind {
    match kind {
        "organic" => ItemKind::Organic,
        "paid" => ItemKind::Paid,
        "local_pack" => ItemKind::LocalPack,
        "maps_search" | "maps_paid_item" => ItemKind::MapResult,
        "featured_snippet" | "answer_box" => ItemKind::FeaturedSnippet,
        "ai_overview" => ItemKind::AiOverview,
        "people_also_ask" => ItemKind::PeopleAlsoAsk,
        "related_searches" | "people_also_search" => ItemKind::RelatedSearches,
        "knowledge_graph" => ItemKind::KnowledgeGraph,
        "video" | "short_videos" => ItemKind::Video,
        "images" => ItemKind::Images,
        "top_stories" | "google_news" => ItemKind::News,
        "shopping" | "popular_products" => ItemKind::Shopping,
        "discussions_and_forums" | "perspectives" => ItemKind::Discussions,
        _ => ItemKind::Other,
    }
}

/// Parses an AI overview. References are listed both at the overview and at its parts, and neither list is complete.
pub(super) fn overview(value: &Value) -> AiOverview {
    let mut overview = Overview::default();
    collect(value, &mut overview, MOST_NESTING);
    if let Some(markdown) = value.get("markdown").and_then(Value::as_str).filter(|text| !text.is_empty()) {
        markdown.clone_into(&mut overview.text);
    }
    if overview.text.is_empty() && overview.references.is_empty() {
        return AiOverview::NotLoaded { token: None };
    }
    AiOverview::Present(overview)
}

fn collect(value: &Value, overview: &mut Overview, nesting: usize) {
    let entries = |name: &str| value.get(name).and_then(Value::as_array).into_iter().flatten();
    let text = |value: &Value, name: &str| value.get(name).and_then(Value::as_str).map(str::to_owned);
    for reference in entries("references") {
        let Some(url) = text(reference, "url") else { continue };
        let (title, source) = (text(reference, "title"), text(reference, "source"));
        overview.cite(Reference { url, host: None, title, source, text: text(reference, "text") });
    }
    if nesting == 0 {
        return;
    }
    for part in entries("items") {
        for text in ["title", "text"].into_iter().filter_map(|name| text(part, name)).filter(|text| !text.is_empty()) {
            overview.text.push_str(&text);
            overview.text.push('\n');
        }
        collect(part, overview, nesting - 1);
    }
}
