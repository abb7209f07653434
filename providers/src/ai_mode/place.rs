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

/// A question to Google's AI mode. Cities are left out: providers take them only from lists of their own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// Text.
    pub text: String,
    /// Country, as two lower-case letters.
    pub country: String,
    /// Language, as two or three lower-case letters.
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
        let language = lower(language, LANGUAGE);
        let primary = language.split(['-', '_']).next().unwrap_or(LANGUAGE).to_owned();
        Self { text: text.trim().to_owned(), country: lower(country, COUNTRY), language: primary, sample: 0 }
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
