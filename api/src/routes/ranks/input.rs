//! Validation of keywords, tags and pages in requests.

use providers::serp::country_of;
use url::Url;
use uuid::Uuid;

use crate::error::{ApiError, Result};

/// Keywords of a request.
pub(super) const AT_ONCE: usize = 1_000;
const KEYWORD_CHARS: usize = 200;
const TAG_CHARS: usize = 40;
const MOST_TAGS: usize = 10;
const PLACE_CHARS: usize = 200;
const URL_CHARS: usize = 2_000;

/// Returns the keyword without surrounding and repeated spaces.
pub(super) fn keyword(text: &str, no: usize) -> Result<String> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.is_empty() || text.chars().count() > KEYWORD_CHARS || text.chars().any(char::is_control) {
        return Err(ApiError::invalid(format!("/keywords/{no}"), "A keyword has 1 to 200 characters."));
    }
    Ok(text)
}

/// Returns tags without repetitions, in alphabetical order.
pub(super) fn tags(tags: Vec<String>) -> Result<Vec<String>> {
    let mut tags: Vec<String> =
        tags.into_iter().map(|tag| tag.trim().to_owned()).filter(|tag| !tag.is_empty()).collect();
    tags.sort_unstable();
    tags.dedup();
    if tags.len() > MOST_TAGS {
        return Err(ApiError::invalid("/tags", "A keyword has at most 10 tags."));
    }
    let is_fit = |tag: &String| tag.chars().count() <= TAG_CHARS && !tag.chars().any(char::is_control);
    if tags.iter().all(is_fit) { Ok(tags) } else { Err(ApiError::invalid("/tags", "A tag has at most 40 characters.")) }
}

/// Returns the key of a country.
pub(super) fn country(text: &str) -> Result<String> {
    let key = text.trim().to_lowercase();
    let found = country_of(&key).map(|country| country.key.to_owned());
    found.ok_or_else(|| ApiError::invalid("/country", "Enter a country as two letters, such as us."))
}

/// Returns the key of a language.
pub(super) fn language(text: &str) -> Result<String> {
    let key = text.trim().to_lowercase();
    let is_fit = key.len() == 2 && key.bytes().all(|byte| byte.is_ascii_lowercase());
    if is_fit { Ok(key) } else { Err(ApiError::invalid("/language", "Enter a language as two letters, such as en.")) }
}

/// Returns the name of a place, empty for a whole country.
pub(super) fn place(text: &str) -> Result<String> {
    let text = text.trim();
    if text.chars().count() > PLACE_CHARS || text.chars().any(char::is_control) {
        return Err(ApiError::invalid("/place", "A place has at most 200 characters."));
    }
    Ok(text.to_owned())
}

/// Returns the address of a page, which must be of the website.
pub(super) fn target(text: &str, host: &str) -> Result<String> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(String::new());
    }
    let wrong = || ApiError::invalid("/targetUrl", format!("Enter an address of {host}, such as https://{host}/page."));
    let url = Url::parse(text).ok().filter(|url| matches!(url.scheme(), "http" | "https")).ok_or_else(wrong)?;
    let found = url.host_str().unwrap_or_default();
    let is_own = found == host || found.strip_suffix(host).is_some_and(|rest| rest.ends_with('.'));
    if is_own && text.chars().count() <= URL_CHARS { Ok(url.into()) } else { Err(wrong()) }
}

/// Returns the ids of keywords, 1 to 1,000.
pub(super) fn ids(texts: &[String], field: &str) -> Result<Vec<Uuid>> {
    if texts.is_empty() || texts.len() > AT_ONCE {
        return Err(ApiError::invalid(field, "Name 1 to 1,000 keywords by their ids."));
    }
    let id = |(no, text): (usize, &String)| {
        text.parse::<Uuid>().map_err(|_| ApiError::invalid(format!("{field}/{no}"), "This is not an id."))
    };
    texts.iter().enumerate().map(id).collect()
}
