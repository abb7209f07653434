//! Most tokens that a model can read for an answer.
//!
//! A model that searches the web decides itself how much it reads, and it is charged for all of it. Only two limits hold:
//! the number of searches, which the request sets, and the model's window, which it reads once more after each search.

use super::WebSearch;
use crate::provider::{Provider, is_version};

/// Window of a model that is not listed: the largest one among these providers.
const LARGEST: u64 = 1_050_000;
/// Window of OpenAI's models while they search. Source: OpenAI's guide to web search, section on limitations.
const OPEN_AI_SEARCH: u64 = 128_000;

/// Windows of listed models, in tokens.
const WINDOWS: [(Provider, &str, u64); 14] = [
    (Provider::OpenAi, "gpt-4o", 128_000),
    (Provider::OpenAi, "gpt-4o-mini", 128_000),
    (Provider::OpenAi, "gpt-4.1", 1_047_576),
    (Provider::OpenAi, "gpt-4.1-mini", 1_047_576),
    (Provider::OpenAi, "gpt-5", 400_000),
    (Provider::OpenAi, "gpt-5-mini", 400_000),
    (Provider::Anthropic, "claude-sonnet-4-5", 200_000),
    (Provider::Anthropic, "claude-haiku-4-5", 200_000),
    (Provider::Anthropic, "claude-opus-4-5", 200_000),
    (Provider::Gemini, "gemini-2.5-flash", 1_048_576),
    (Provider::Gemini, "gemini-2.5-pro", 1_048_576),
    (Provider::Perplexity, "sonar", 128_000),
    (Provider::Perplexity, "perplexity/sonar", 128_000),
    (Provider::Perplexity, "sonar-pro", 200_000),
];

/// Returns the most searches for an answer; `None` if the model does not search. Perplexity's models always do.
pub(super) fn searches(provider: Provider, wanted: Option<&WebSearch>) -> Option<u32> {
    let always = (provider == Provider::Perplexity).then(WebSearch::default);
    wanted.or(always.as_ref()).map(WebSearch::limit)
}

/// Returns the most tokens that a model can read for an answer with web searches.
pub(super) fn most_read(provider: Provider, model: &str, searches: u64) -> u64 {
    let listed = WINDOWS.iter().find(|(of, name, _)| *of == provider && is_version(model, name));
    let window = listed.map_or(LARGEST, |(_, _, window)| *window);
    let turns = searches.saturating_add(1);
    match provider {
        // Google searches before the model reads.
        Provider::Gemini => window,
        Provider::OpenAi => window.max(turns.saturating_mul(window.min(OPEN_AI_SEARCH))),
        _ => turns.saturating_mul(window),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::provider::TOKEN_PRICES;

    #[test]
    fn every_model_with_a_listed_price_has_a_window() {
        for entry in TOKEN_PRICES {
            let is_listed = WINDOWS.iter().any(|(of, name, _)| (*of, *name) == (entry.provider, entry.model));
            assert!(is_listed, "{}", entry.model);
        }
    }

    #[test]
    fn reading_is_bounded_by_the_window_at_each_search() {
        assert_eq!(most_read(Provider::OpenAi, "gpt-4o-2024-08-06", 3), 4 * 128_000);
        assert_eq!(most_read(Provider::OpenAi, "gpt-4.1", 3), 1_047_576, "it may read its window without a search");
        assert_eq!(most_read(Provider::Anthropic, "claude-haiku-4-5", 2), 600_000);
        assert_eq!(most_read(Provider::Anthropic, "unheard-of", 1), 2 * LARGEST);
        assert_eq!(searches(Provider::Perplexity, None), Some(3));
        assert_eq!(searches(Provider::OpenAi, None), None);
    }
}
