//! Stored answers, as the report reads them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::missing::{ClickValue, Demand};

/// Answers of a website's prompts.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Input {
    /// Prompts that the answers belong to.
    pub prompts: Vec<Prompt>,
    /// The website first, then its rivals.
    pub brands: Vec<Brand>,
    /// Answers in any order.
    pub answers: Vec<Sample>,
    /// Days that count as one period; the days before are compared with it.
    pub window_days: u32,
    /// Search volumes of prompts that are keywords, at most one for each prompt.
    pub demand: Vec<Demand>,
    /// What a click is worth.
    pub click_value: ClickValue,
    /// Seed of the bootstrap and of other draws.
    pub seed: u64,
}

/// A prompt.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Prompt {
    /// Id.
    pub id: String,
    /// Text.
    pub text: String,
    /// Topic; empty for none.
    pub topic: String,
}

/// A website whose citations and mentions are counted.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Brand {
    /// Host, whose subdomains belong to it.
    pub host: String,
    /// True for the own website.
    pub is_own: bool,
}

impl Brand {
    /// Returns true for a host of the brand.
    #[must_use]
    pub fn owns(&self, host: &str) -> bool {
        host == self.host || host.strip_suffix(&self.host).is_some_and(|rest| rest.ends_with('.'))
    }
}

/// An answer.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Sample {
    /// Index of its prompt.
    pub prompt: usize,
    /// Key of the engine and surface that was asked.
    pub engine: String,
    /// Seconds since 1970.
    pub at: i64,
    /// False if no answer was shown, as on a page of results without an AI overview.
    pub is_shown: bool,
    /// Pages that it cites.
    pub citations: Vec<Citation>,
    /// Indices of brands that it mentions.
    pub mentions: Vec<usize>,
}

/// A cited page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Citation {
    /// Normalised URL, where it is known.
    pub url: Option<String>,
    /// Host.
    pub host: String,
    /// Registrable domain.
    pub domain: String,
    /// Title.
    pub title: Option<String>,
}
