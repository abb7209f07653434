//! Price list: dated values with their source, which a caller can override, as with the prices of models that users enter.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::{Operation, Provider};
use crate::money::Micros;

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    /// A call, whatever it returns.
    Call,
    /// Each further page of ten results after the first.
    FurtherPage,
    /// A returned row.
    Row,
    /// A click that opens a question.
    Click,
    /// An AI overview that loads later.
    AsyncOverview,
    /// A web search of a model.
    WebSearch,
}

impl Unit {
    /// Stable key in the database and the API.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Call => "call",
            Self::FurtherPage => "further_page",
            Self::Row => "row",
            Self::Click => "click",
            Self::AsyncOverview => "async_overview",
            Self::WebSearch => "web_search",
        }
    }

    /// Name on screens, after "for each".
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Call => "call",
            Self::FurtherPage => "further page",
            Self::Row => "row",
            Self::Click => "opened question",
            Self::AsyncOverview => "AI overview that loads later",
            Self::WebSearch => "web search",
        }
    }
}

/// Price of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Price {
    /// Operation.
    pub operation: Operation,
    /// What is counted.
    pub unit: Unit,
    /// Price of a unit.
    pub micros: Micros,
    /// Where it is published.
    pub source: &'static str,
    /// Day on which it was noted, as `2026-11-23`.
    pub date: &'static str,
    /// True if it was read from the provider's page or from reported costs; false for second-hand prices, to be checked
    /// before they are relied on.
    pub is_confirmed: bool,
}

/// Price of a model's tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct TokenPrice {
    /// Price of a million input tokens.
    pub input: Micros,
    /// Price of a million output tokens.
    pub output: Micros,
}

impl TokenPrice {
    /// Key of the price of input tokens.
    pub const INPUT: &'static str = "input_tokens";
    /// Key of the price of output tokens.
    pub const OUTPUT: &'static str = "output_tokens";
    /// A model of one's own, which costs nothing.
    pub const FREE: Self = Self { input: Micros::ZERO, output: Micros::ZERO };

    /// Returns the price of a number of tokens.
    #[must_use]
    pub const fn of(self, input: u64, output: u64) -> Micros {
        let (input, output) = (self.input.of_million(input), self.output.of_million(output));
        Micros(input.0.saturating_add(output.0))
    }
}

const NOTED: &str = "2026-11-23";
const NOTED_AI_MODE: &str = "2026-11-26";
const DATA_FOR_SEO_SERP: &str = "https://dataforseo.com/pricing/serp/google-organic-serp-api";
const DATA_FOR_SEO_AI_MODE: &str = "https://dataforseo.com/pricing/serp/google-ai-mode-serp-api";
const DATA_FOR_SEO_MAPS: &str = "https://dataforseo.com/pricing/serp/google-maps-serp-api";
const DATA_FOR_SEO_ADS: &str = "https://dataforseo.com/pricing/keywords-data/google-ads";
const DATA_FOR_SEO_LABS: &str = "https://dataforseo.com/pricing/dataforseo-labs/dataforseo-google-api";
const DATA_FOR_SEO_LINKS: &str = "https://dataforseo.com/pricing/backlinks/backlinks";
const SERP_API: &str = "https://serpapi.com/pricing";
const SERPER: &str = "https://serper.dev/";

const fn price(operation: Operation, unit: Unit, micros: u64, source: &'static str) -> Price {
    Price { operation, unit, micros: Micros(micros), source, date: NOTED, is_confirmed: true }
}

const fn second_hand(operation: Operation, unit: Unit, micros: u64, source: &'static str) -> Price {
    Price { is_confirmed: false, ..price(operation, unit, micros, source) }
}

/// Prices in effect when the list was noted. Operations that are not listed cost nothing.
pub const PRICES: &[Price] = &[
    price(Operation::DATA_FOR_SEO_SERP, Unit::Call, 2_000, DATA_FOR_SEO_SERP),
    price(Operation::DATA_FOR_SEO_SERP, Unit::FurtherPage, 1_500, DATA_FOR_SEO_SERP),
    price(Operation::DATA_FOR_SEO_SERP, Unit::Click, 150, DATA_FOR_SEO_SERP),
    second_hand(Operation::DATA_FOR_SEO_SERP, Unit::AsyncOverview, 2_000, DATA_FOR_SEO_SERP),
    Price { date: NOTED_AI_MODE, ..price(Operation::DATA_FOR_SEO_AI_MODE, Unit::Call, 4_000, DATA_FOR_SEO_AI_MODE) },
    second_hand(Operation::DATA_FOR_SEO_MAPS, Unit::Call, 2_000, DATA_FOR_SEO_MAPS),
    second_hand(Operation::DATA_FOR_SEO_VOLUMES, Unit::Call, 75_000, DATA_FOR_SEO_ADS),
    second_hand(Operation::DATA_FOR_SEO_DIFFICULTY, Unit::Call, 20_000, DATA_FOR_SEO_LABS),
    second_hand(Operation::DATA_FOR_SEO_DIFFICULTY, Unit::Row, 100, DATA_FOR_SEO_LABS),
    second_hand(Operation::DATA_FOR_SEO_RANKED, Unit::Call, 20_000, DATA_FOR_SEO_LABS),
    second_hand(Operation::DATA_FOR_SEO_RANKED, Unit::Row, 100, DATA_FOR_SEO_LABS),
    price(Operation::DATA_FOR_SEO_SUGGESTIONS, Unit::Call, 20_000, DATA_FOR_SEO_LABS),
    price(Operation::DATA_FOR_SEO_SUGGESTIONS, Unit::Row, 100, DATA_FOR_SEO_LABS),
    second_hand(Operation::DATA_FOR_SEO_BACKLINKS_SUMMARY, Unit::Call, 20_000, DATA_FOR_SEO_LINKS),
    second_hand(Operation::DATA_FOR_SEO_BACKLINKS_SUMMARY, Unit::Row, 30, DATA_FOR_SEO_LINKS),
    second_hand(Operation::DATA_FOR_SEO_BACKLINKS, Unit::Call, 20_000, DATA_FOR_SEO_LINKS),
    second_hand(Operation::DATA_FOR_SEO_BACKLINKS, Unit::Row, 30, DATA_FOR_SEO_LINKS),
    second_hand(Operation::SERP_API_SEARCH, Unit::Call, 15_000, SERP_API),
    second_hand(Operation::SERP_API_AI_OVERVIEW, Unit::Call, 15_000, SERP_API),
    second_hand(Operation::SERP_API_AI_MODE, Unit::Call, 15_000, SERP_API),
    price(Operation::SERPER_SEARCH, Unit::Call, 1_000, SERPER),
    second_hand(Operation::SERPER_SEARCH, Unit::FurtherPage, 1_000, SERPER),
    second_hand(Operation::SERPER_PLACES, Unit::Call, 1_000, SERPER),
    second_hand(Operation::SERPER_AUTOCOMPLETE, Unit::Call, 1_000, SERPER),
    second_hand(Operation::OPEN_AI_RESPONSES, Unit::WebSearch, 10_000, "https://openai.com/api/pricing/"),
    second_hand(Operation::ANTHROPIC_MESSAGES, Unit::WebSearch, 10_000, "https://claude.com/pricing"),
    second_hand(Operation::GEMINI_GENERATE, Unit::WebSearch, 35_000, "https://ai.google.dev/gemini-api/docs/pricing"),
    second_hand(
        Operation::PERPLEXITY_CHAT,
        Unit::WebSearch,
        12_000,
        "https://docs.perplexity.ai/getting-started/pricing",
    ),
];

/// Listed price of a model's tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct ModelPrice {
    /// Provider.
    pub provider: Provider,
    /// Name of the model. A date or `-latest` after the name is ignored; a variant with another name has another price.
    pub model: &'static str,
    /// Price.
    pub price: TokenPrice,
    /// Day on which it was noted.
    pub date: &'static str,
}

const fn model(provider: Provider, model: &'static str, input: u64, output: u64) -> ModelPrice {
    let price = TokenPrice { input: Micros(input), output: Micros(output) };
    ModelPrice { provider, model, price, date: NOTED }
}

/// Prices of tokens, all second-hand. Newer models are not listed: users enter their prices where they choose the model.
pub const TOKEN_PRICES: &[ModelPrice] = &[
    model(Provider::OpenAi, "gpt-4o", 2_500_000, 10_000_000),
    model(Provider::OpenAi, "gpt-4o-mini", 150_000, 600_000),
    model(Provider::OpenAi, "gpt-4.1", 2_000_000, 8_000_000),
    model(Provider::OpenAi, "gpt-4.1-mini", 400_000, 1_600_000),
    model(Provider::OpenAi, "gpt-5", 1_250_000, 10_000_000),
    model(Provider::OpenAi, "gpt-5-mini", 250_000, 2_000_000),
    model(Provider::Anthropic, "claude-sonnet-4-5", 3_000_000, 15_000_000),
    model(Provider::Anthropic, "claude-haiku-4-5", 1_000_000, 5_000_000),
    model(Provider::Anthropic, "claude-opus-4-5", 5_000_000, 25_000_000),
    model(Provider::Gemini, "gemini-2.5-flash", 300_000, 2_500_000),
    model(Provider::Gemini, "gemini-2.5-pro", 2_500_000, 15_000_000),
    model(Provider::Perplexity, "sonar", 1_000_000, 1_000_000),
    model(Provider::Perplexity, "sonar-pro", 3_000_000, 15_000_000),
    model(Provider::Perplexity, "perplexity/sonar", 1_000_000, 1_000_000),
];

/// Price list: the dated one, and what the caller overrides.
#[derive(Debug, Clone, Default)]
pub struct PriceBook {
    units: HashMap<(Operation, Unit), Micros>,
    listed: HashMap<(Provider, &'static str), TokenPrice>,
    models: HashMap<(Provider, String), TokenPrice>,
}

impl PriceBook {
    /// Overrides the price of a unit.
    #[must_use]
    pub fn with(mut self, operation: Operation, unit: Unit, micros: Micros) -> Self {
        self.units.insert((operation, unit), micros);
        self
    }

    /// Creates a list with overridden prices: keys of provider, subject and unit as [`super::listed_prices`] returns them,
    /// and millionths of a dollar.
    #[must_use]
    pub fn overridden<'a>(prices: impl IntoIterator<Item = (&'a str, &'a str, &'a str, i64)>) -> Self {
        prices.into_iter().fold(Self::default(), |book, (provider, subject, unit, micros)| {
            book.with_override(provider, subject, unit, Micros(u64::try_from(micros).unwrap_or(0)))
        })
    }

    /// Overrides a listed price by its keys, as [`super::listed_prices`] returns them. Keys that are not listed change
    /// nothing: a list of another version may have had them.
    #[must_use]
    pub fn with_override(mut self, provider: &str, subject: &str, unit: &str, micros: Micros) -> Self {
        let is_listed = |price: &&Price| {
            let operation = price.operation;
            operation.provider.key() == provider && operation.key == subject && price.unit.key() == unit
        };
        if let Some(price) = PRICES.iter().find(is_listed) {
            return self.with(price.operation, price.unit, micros);
        }
        let is_model = |entry: &&ModelPrice| entry.provider.key() == provider && entry.model == subject;
        if let Some(entry) = TOKEN_PRICES.iter().find(is_model) {
            let price = self.listed.entry((entry.provider, entry.model)).or_insert(entry.price);
            match unit {
                TokenPrice::INPUT => price.input = micros,
                TokenPrice::OUTPUT => price.output = micros,
                _ => {}
            }
        }
        self
    }

    /// Overrides the price of a model's tokens; the name is compared whole.
    #[must_use]
    pub fn with_model(mut self, provider: Provider, model: &str, price: TokenPrice) -> Self {
        self.models.insert((provider, model.to_owned()), price);
        self
    }

    /// Returns the price of a unit, zero for a free one.
    #[must_use]
    pub fn unit(&self, operation: Operation, unit: Unit) -> Micros {
        let listed = || PRICES.iter().find(|price| price.operation == operation && price.unit == unit);
        let own = self.units.get(&(operation, unit)).copied();
        own.or_else(|| listed().map(|price| price.micros)).unwrap_or_default()
    }

    /// Returns the price of a model's tokens, or `None` for a model without a known price.
    #[must_use]
    pub fn model(&self, provider: Provider, model: &str) -> Option<TokenPrice> {
        let own = self.models.get(&(provider, model.to_owned())).copied();
        let listed = || TOKEN_PRICES.iter().find(|entry| entry.provider == provider && is_version(model, entry.model));
        let in_effect = |entry: &ModelPrice| *self.listed.get(&(provider, entry.model)).unwrap_or(&entry.price);
        own.or_else(|| listed().map(in_effect))
    }
}

/// Returns true for the model itself and its dated versions, such as `gpt-4o-2024-08-06`.
pub(crate) fn is_version(model: &str, name: &str) -> bool {
    let Some(version) = model.strip_prefix(name) else { return false };
    let dated = |date: &str| date.len() >= 4 && date.chars().all(|c| c.is_ascii_digit() || c == '-');
    version.is_empty() || version.strip_prefix('-').is_some_and(|rest| rest == "latest" || dated(rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn price_of_a_setting_overrides_the_list() {
        let book = PriceBook::default();
        assert_eq!(book.unit(Operation::DATA_FOR_SEO_SERP, Unit::Call), Micros(2_000));
        assert_eq!(book.unit(Operation::SEARCH_CONSOLE_SITES, Unit::Call), Micros::ZERO);
        let book = book.with(Operation::DATA_FOR_SEO_SERP, Unit::Call, Micros(600));
        assert_eq!(book.unit(Operation::DATA_FOR_SEO_SERP, Unit::Call), Micros(600));
    }

    #[test]
    fn every_listed_price_is_overridden_by_its_keys() {
        for listed in super::super::listed_prices() {
            let own = Micros(listed.micros.0 + 7);
            let book = PriceBook::default().with_override(listed.provider.key(), listed.subject, listed.unit, own);
            let read = match PRICES.iter().find(|price| {
                price.operation.provider == listed.provider
                    && price.operation.key == listed.subject
                    && price.unit.key() == listed.unit
            }) {
                Some(price) => book.unit(price.operation, price.unit),
                None => {
                    let tokens = book.model(listed.provider, &format!("{}-2026-01-01", listed.subject)).unwrap();
                    if listed.unit == TokenPrice::INPUT { tokens.input } else { tokens.output }
                }
            };
            assert_eq!(read, own, "{listed:?}");
            assert_eq!(book.units.len() + book.listed.len(), 1, "{listed:?}");
        }
        let book = PriceBook::default().with_override("serper", "gone", "call", Micros(1));
        assert!(book.units.is_empty() && book.listed.is_empty());
        assert_eq!(serde_json::to_value(Unit::AsyncOverview).unwrap(), Unit::AsyncOverview.key());
    }

    #[test]
    fn price_of_a_users_model_overrides_the_operators() {
        let book = PriceBook::default().with_override("open_ai", "gpt-4o", TokenPrice::INPUT, Micros(9));
        let tokens = book.model(Provider::OpenAi, "gpt-4o").unwrap();
        assert_eq!((tokens.input, tokens.output), (Micros(9), Micros(10_000_000)), "the other price stays");
        let book = book.with_model(Provider::OpenAi, "gpt-4o", TokenPrice::FREE);
        assert_eq!(book.model(Provider::OpenAi, "gpt-4o"), Some(TokenPrice::FREE));
    }

    #[test]
    fn price_of_a_dated_model_is_that_of_the_model() {
        let book = PriceBook::default().with_model(Provider::OpenAi, "llama-3", TokenPrice::FREE);
        let mini = book.model(Provider::OpenAi, "gpt-4o-mini-2024-07-18").unwrap();
        assert_eq!(mini.of(1_000, 1_000), Micros(750));
        assert_eq!(book.model(Provider::OpenAi, "llama-3"), Some(TokenPrice::FREE));
        assert_eq!(book.model(Provider::OpenAi, "gpt-5-pro"), None, "costs twelve times as much");
        assert_eq!(book.model(Provider::OpenAi, "unheard-of"), None);
        assert_eq!(book.model(Provider::Anthropic, "gpt-4o"), None);
    }
}
