//! Keywords: volumes, difficulty, ideas and those for which a domain ranks.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::envelope::results;
use crate::{
    call::{Parsed, Response},
    error::ProviderError,
    json,
};

/// Search volume of a month.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct MonthVolume {
    /// Year.
    pub year: i32,
    /// Month, from 1.
    pub month: u32,
    /// Searches.
    #[serde(deserialize_with = "json::whole")]
    pub search_volume: u64,
}

/// A keyword. Absent figures are unknown, not 0.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Keyword {
    /// Keyword.
    #[serde(default)]
    pub keyword: String,
    /// Average monthly searches.
    #[serde(default, deserialize_with = "json::count")]
    pub search_volume: Option<u64>,
    /// Average price of a click, in dollars.
    #[serde(default, deserialize_with = "json::number")]
    pub cpc: Option<f64>,
    /// Price of a click at the top of the page, lower end, in dollars.
    #[serde(default, deserialize_with = "json::number")]
    pub low_top_of_page_bid: Option<f64>,
    /// The same, upper end.
    #[serde(default, deserialize_with = "json::number")]
    pub high_top_of_page_bid: Option<f64>,
    /// Competition of advertisers, from 0 to 100.
    #[serde(default, deserialize_with = "json::number")]
    pub competition_index: Option<f64>,
    /// Searches by month.
    #[serde(default, deserialize_with = "json::entries")]
    pub monthly_searches: Vec<MonthVolume>,
    /// Difficulty, from 0 to 100.
    #[serde(default, deserialize_with = "json::number")]
    pub keyword_difficulty: Option<f64>,
    /// Main intent, such as `commercial`.
    #[serde(default, deserialize_with = "json::text")]
    pub intent: Option<String>,
}

/// A page of ideas.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct KeywordPage {
    /// All ideas that there are.
    pub total: u64,
    /// Keywords of this page.
    pub keywords: Vec<Keyword>,
}

/// A keyword for which a domain ranks.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct RankedKeyword {
    /// Keyword.
    pub keyword: Keyword,
    /// Rank among ordinary results, from 1.
    pub rank: Option<u32>,
    /// Rank among all elements, from 1.
    pub absolute_rank: Option<u32>,
    /// Page.
    pub url: Option<String>,
    /// Estimated monthly visits.
    pub visits: Option<f64>,
}

/// A page of keywords for which a domain ranks.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(from = "RawPage")]
pub struct RankedPage {
    /// All keywords that there are.
    pub total: u64,
    /// Keywords of this page.
    #[serde(skip_deserializing)]
    pub keywords: Vec<RankedKeyword>,
}

#[derive(Default, Deserialize)]
struct RawPage {
    #[serde(default, deserialize_with = "json::count")]
    total_count: Option<u64>,
    #[serde(default, deserialize_with = "json::list")]
    items: Vec<Value>,
}

impl From<RawPage> for RankedPage {
    fn from(page: RawPage) -> Self {
        let keywords = page.items.iter().filter_map(ranked).collect();
        Self { total: page.total_count.unwrap_or_default(), keywords }
    }
}

pub(super) fn volumes(response: &Response) -> Result<Parsed<Vec<Keyword>>, ProviderError> {
    results::<Keyword>(response)
}

pub(super) fn difficulty(response: &Response) -> Result<Parsed<Vec<Keyword>>, ProviderError> {
    let parsed = results::<RawPage>(response)?;
    let items = parsed.value.into_iter().flat_map(|page| page.items);
    let keywords = items.filter_map(|item| serde_json::from_value(item).ok()).collect();
    Ok(Parsed { value: keywords, charge: parsed.charge })
}

pub(super) fn suggestions(response: &Response) -> Result<Parsed<KeywordPage>, ProviderError> {
    let parsed = results::<RawPage>(response)?;
    let page = parsed.value.into_iter().next().unwrap_or_default();
    let keywords = page.items.iter().filter_map(keyword).collect();
    let value = KeywordPage { total: page.total_count.unwrap_or_default(), keywords };
    Ok(Parsed { value, charge: parsed.charge })
}

/// Flattens a keyword of DataForSEO Labs.
fn keyword(data: &Value) -> Option<Keyword> {
    let info = data.get("keyword_info").cloned().unwrap_or_default();
    let mut keyword: Keyword = if info.is_object() { serde_json::from_value(info).ok()? } else { Keyword::default() };
    data.get("keyword")?.as_str()?.clone_into(&mut keyword.keyword);
    keyword.keyword_difficulty = data.pointer("/keyword_properties/keyword_difficulty").and_then(json::to_number);
    let intent = data.pointer("/search_intent_info/main_intent").and_then(Value::as_str);
    keyword.intent = intent.map(str::to_owned);
    Some(keyword)
}

fn ranked(item: &Value) -> Option<RankedKeyword> {
    let serp = item.pointer("/ranked_serp_element/serp_item").cloned().unwrap_or_default();
    let rank = |name: &str| serp.get(name).and_then(json::to_number).and_then(json::to_count);
    let rank = |name: &str| rank(name).and_then(|rank| u32::try_from(rank).ok()).filter(|rank| *rank > 0);
    Some(RankedKeyword {
        keyword: keyword(item.get("keyword_data")?)?,
        rank: rank("rank_group"),
        absolute_rank: rank("rank_absolute"),
        url: serp.get("url").and_then(Value::as_str).map(str::to_owned),
        visits: serp.get("etv").and_then(json::to_number),
    })
}
