//! Validation of what is wanted.

use providers::{data_for_seo::Wanted, serp::country_of};
use shared::domain::keyword_data::{KeywordOrder, MOST_ROWS, is_measurable};

use crate::error::{ApiError, Result};

/// Most given keywords of a request.
pub(super) const MOST_GIVEN: usize = 1_000;
/// Most keywords for which ideas are wanted.
pub(super) const MOST_SEEDS: usize = 20;
const DOMAIN_CHARS: usize = 253;

/// Returns the numbers of what an order wants, with the keywords whose figures are wanted.
pub(super) fn wanted(order: &KeywordOrder, keywords: usize) -> Wanted {
    Wanted {
        volumes: keywords,
        difficulties: if order.difficulty { keywords } else { 0 },
        seeds: order.seeds.len(),
        ideas: order.ideas,
        ranked: if order.domain.is_some() { order.ranked } else { 0 },
        links: order.links,
    }
}

/// Returns keywords without repetitions and surplus spaces.
pub(super) fn keywords(texts: &[String], field: &str, most: usize) -> Result<Vec<String>> {
    if texts.len() > most {
        return Err(ApiError::invalid(field, format!("Enter at most {most} keywords.")));
    }
    let mut all: Vec<String> = Vec::new();
    for (no, text) in texts.iter().enumerate() {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if !is_measurable(&text) {
            let detail = "A keyword has 1 to 80 characters and at most 10 words, without characters such as , ! @ % ?";
            return Err(ApiError::invalid(format!("{field}/{no}"), detail));
        }
        if !all.contains(&text) {
            all.push(text);
        }
    }
    Ok(all)
}

/// Returns a number of rows from `least` on.
pub(super) fn rows(count: u32, least: u32, field: &str) -> Result<u32> {
    let is_fit = (least..=MOST_ROWS).contains(&count);
    if is_fit { Ok(count) } else { Err(ApiError::invalid(field, format!("must be {least} to {MOST_ROWS}"))) }
}

/// Returns the key of a country.
pub(super) fn country(text: &str) -> Result<String> {
    let found = country_of(&text.trim().to_lowercase()).map(|country| country.key.to_owned());
    found.ok_or_else(|| ApiError::invalid("/country", "Enter a country as two letters, such as us."))
}

/// Returns the key of a language.
pub(super) fn language(text: &str) -> Result<String> {
    let key = text.trim().to_lowercase();
    let is_fit = key.len() == 2 && key.bytes().all(|byte| byte.is_ascii_lowercase());
    if is_fit { Ok(key) } else { Err(ApiError::invalid("/language", "Enter a language as two letters, such as en.")) }
}

/// Returns the host of a domain or address; `None` for an empty text.
pub(super) fn domain(text: &str) -> Result<Option<String>> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    let address = if text.contains("://") { text.to_owned() } else { format!("https://{text}") };
    let host = providers::web::host(&address).filter(|host| host.contains('.') && host.len() <= DOMAIN_CHARS);
    host.map(Some).ok_or_else(|| ApiError::invalid("/domain", "Enter a domain, such as example.com."))
}
