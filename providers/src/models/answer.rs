//! Answer of a model, the same for every provider.

use serde::{Deserialize, Serialize};

use crate::{
    error::ProviderError,
    money::Micros,
    provider::{Provider, TokenPrice},
    web,
};

/// Hosts of redirects that a provider puts in place of sources.
const REDIRECTS: [&str; 1] = ["vertexaisearch.cloud.google.com"];

/// Why an answer ended.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Finish {
    /// It is complete.
    Stop,
    /// It reached the limit of tokens.
    Length,
    /// The provider withheld it.
    Filtered,
    /// Another reason, or none was given.
    #[default]
    Other,
}

/// A page that an answer cites or lists as a source.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Citation {
    /// URL as in the answer. Of Gemini it is a redirect, which is not followed.
    pub url: String,
    /// Host of the source, without `www.`; of a redirect, the host that the answer itself names.
    pub host: Option<String>,
    /// Title.
    pub title: Option<String>,
    /// First and last character of the text that it supports, exclusive of the last; `None` for a source that the answer
    /// lists without a place.
    pub span: Option<(usize, usize)>,
}

impl Citation {
    /// Creates a citation.
    #[must_use]
    pub fn new(url: &str, title: Option<&str>, span: Option<(usize, usize)>) -> Self {
        let host = web::host(url).filter(|host| !REDIRECTS.contains(&host.as_str()));
        // A provider that redirects gives the domain as the title.
        let host = host
            .or_else(|| title.and_then(|title| web::host(&format!("https://{title}/"))).filter(|host| is_domain(host)));
        Self { url: url.to_owned(), host, title: title.map(str::to_owned), span }
    }
}

fn is_domain(host: &str) -> bool {
    host.contains('.')
}

/// Tokens and searches of an answer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Tokens that the model read.
    pub input_tokens: u64,
    /// Tokens that it wrote, thoughts included.
    pub output_tokens: u64,
    /// Web searches that are charged.
    pub searches: u64,
    /// Cost that the provider reported.
    pub reported: Option<Micros>,
}

impl Usage {
    /// Returns the cost at listed prices.
    #[must_use]
    pub fn cost(self, tokens: TokenPrice, search: Micros) -> Micros {
        tokens.of(self.input_tokens, self.output_tokens) + search.times(self.searches)
    }
}

/// Answer of a model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// Provider.
    pub provider: Provider,
    /// Model and version that answered, as the provider reports it.
    pub model: String,
    /// Text.
    pub text: String,
    /// Pages that the text cites, in order; a page may be cited more than once.
    pub citations: Vec<Citation>,
    /// Pages that the model found, cited or not.
    pub sources: Vec<Citation>,
    /// Queries that the model searched for.
    pub queries: Vec<String>,
    /// Tokens and searches.
    pub usage: Usage,
    /// Cost; `None` until it is computed from a price list.
    pub cost: Option<Micros>,
    /// Why it ended.
    pub finish: Finish,
}

impl Answer {
    /// Creates an empty answer.
    #[must_use]
    pub fn new(provider: Provider) -> Self {
        Self {
            provider,
            model: String::new(),
            text: String::new(),
            citations: Vec::new(),
            sources: Vec::new(),
            queries: Vec::new(),
            usage: Usage::default(),
            cost: None,
            finish: Finish::Other,
        }
    }

    /// Returns the answer if it is complete: text to publish must not end in the middle.
    ///
    /// # Errors
    /// Returns [`ProviderError::Incomplete`] for an answer that was cut off or withheld, or is empty.
    pub fn complete(self) -> Result<Self, ProviderError> {
        let reason = match self.finish {
            Finish::Length => "it reached the limit of tokens",
            Finish::Filtered => "the provider withheld it",
            Finish::Stop | Finish::Other if self.text.trim().is_empty() => "it is empty",
            Finish::Stop | Finish::Other => return Ok(self),
        };
        Err(ProviderError::Incomplete(reason.to_owned()))
    }
}
