//! A question to AI mode, and where it is asked.

use crate::{
    error::ProviderError,
    provider::Provider,
    serp::{Country, country_of},
};

/// Country of a question without one: AI mode needs a country.
const COUNTRY: &str = "us";
/// Language of a question without one.
const LANGUAGE: &str = "en";
/// Regions that write Chinese with traditional characters.
const TRADITIONAL: [&str; 3] = ["tw", "hk", "mo"];

/// A question to Google's AI mode. Cities are left out: providers take them only from lists of their own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// Text.
    pub text: String,
    /// Country, as two lower-case letters.
    pub country: String,
    /// Language, as two or three lower-case letters; Chinese as `zh-CN` or `zh-TW`.
    pub language: String,
    /// Number of the sample: repeated questions are not answered from a cache.
    pub sample: u32,
}

impl Question {
    /// Creates a question. Without a country it is asked from the United States, without a language in English.
    #[must_use]
    pub fn new(text: &str, country: Option<&str>, language: Option<&str>) -> Self {
        let lower = |text: Option<&str>, default: &str| {
            let text = text.map(str::trim).filter(|text| !text.is_empty());
            text.map_or_else(|| default.to_owned(), str::to_ascii_lowercase)
        };
        let country = lower(country, COUNTRY);
        let language = google_language(&lower(language, LANGUAGE), &country);
        Self { text: text.trim().to_owned(), country, language, sample: 0 }
    }

    /// Returns the country in the provider's list.
    ///
    /// # Errors
    /// Returns [`ProviderError::InvalidField`] for a country that the provider is not asked from.
    pub fn country_at(&self, provider: Provider) -> Result<&'static Country, ProviderError> {
        country_of(&self.country).ok_or_else(|| ProviderError::InvalidField {
            field: Some("country".to_owned()),
            message: format!("{provider} is not asked from the country {}", self.country.to_uppercase()),
        })
    }
}

/// Returns a language tag in lower case as Google names the language: without its region, except for Chinese, which Google
/// knows only as simplified (`zh-CN`) and traditional (`zh-TW`). A tag without script and region takes them from the country.
fn google_language(tag: &str, country: &str) -> String {
    let mut parts = tag.split(['-', '_']);
    let primary = parts.next().unwrap_or(LANGUAGE);
    if primary != "zh" {
        return primary.to_owned();
    }
    let stated: Vec<&str> = parts.collect();
    let has = |names: &[&str]| stated.iter().any(|part| names.contains(part));
    let is_traditional = match () {
        () if has(&["hant"]) => true,
        () if has(&["hans"]) => false,
        () if stated.is_empty() => TRADITIONAL.contains(&country),
        () => has(&TRADITIONAL),
    };
    if is_traditional { "zh-TW" } else { "zh-CN" }.to_owned()
}
