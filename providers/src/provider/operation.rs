//! Operations of providers: what a call does, for the ledger, the cache and the price list.

use serde::Serialize;

use super::{Provider, RateLimit};

/// An operation of a provider. Two operations are the same if both provider and key are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct Operation {
    /// Provider.
    pub provider: Provider,
    /// Stable key within the provider.
    pub key: &'static str,
    /// Name on screens.
    pub name: &'static str,
}

macro_rules! operations {
    ($($id:ident: $provider:ident, $key:literal, $name:literal;)*) => {
        impl Operation {
            $(
                #[doc = concat!($name, ".")]
                pub const $id: Self = Self { provider: Provider::$provider, key: $key, name: $name };
            )*
        }

        /// Every operation.
        pub const OPERATIONS: &[Operation] = &[$(Operation::$id),*];
    };
}

operations! {
    SEARCH_CONSOLE_TOKEN: SearchConsole, "token", "Access token of Google";
    SEARCH_CONSOLE_SITES: SearchConsole, "sites", "List of sites";
    SEARCH_CONSOLE_ANALYTICS: SearchConsole, "search_analytics", "Search analytics";
    BING_SITES: BingWebmaster, "sites", "List of sites";
    BING_QUERIES: BingWebmaster, "query_stats", "Query statistics";
    BING_PAGES: BingWebmaster, "page_stats", "Page statistics";
    BING_TRAFFIC: BingWebmaster, "rank_and_traffic", "Clicks and impressions by day";
    ANALYTICS_PROPERTIES: GoogleAnalytics, "account_summaries", "List of properties";
    ANALYTICS_REPORT: GoogleAnalytics, "run_report", "Report";
    PAGE_SPEED_RUN: PageSpeed, "run", "Page speed test";
    CRUX_RECORD: ChromeUxReport, "record", "Field data of 28 days";
    CRUX_HISTORY: ChromeUxReport, "history", "Field data by week";
    DATA_FOR_SEO_SERP: DataForSeo, "serp_organic", "Search results";
    DATA_FOR_SEO_AI_MODE: DataForSeo, "serp_ai_mode", "Google AI mode";
    DATA_FOR_SEO_MAPS: DataForSeo, "serp_maps", "Map results";
    DATA_FOR_SEO_VOLUMES: DataForSeo, "search_volume", "Search volumes";
    DATA_FOR_SEO_DIFFICULTY: DataForSeo, "bulk_keyword_difficulty", "Keyword difficulty";
    DATA_FOR_SEO_RANKED: DataForSeo, "ranked_keywords", "Ranked keywords of a domain";
    DATA_FOR_SEO_SUGGESTIONS: DataForSeo, "keyword_suggestions", "Keyword ideas";
    DATA_FOR_SEO_BACKLINKS_SUMMARY: DataForSeo, "backlinks_summary", "Summary of backlinks";
    DATA_FOR_SEO_BACKLINKS: DataForSeo, "backlinks", "Backlinks";
    DATA_FOR_SEO_ACCOUNT: DataForSeo, "account", "Account balance";
    SERP_API_SEARCH: SerpApi, "search", "Search results";
    SERP_API_AI_OVERVIEW: SerpApi, "ai_overview", "AI overview";
    SERP_API_AI_MODE: SerpApi, "ai_mode", "Google AI mode";
    SERP_API_ACCOUNT: SerpApi, "account", "Account balance";
    SERPER_SEARCH: Serper, "search", "Search results";
    SERPER_PLACES: Serper, "places", "Local results";
    SERPER_AUTOCOMPLETE: Serper, "autocomplete", "Keyword ideas";
    OPEN_AI_CHAT: OpenAi, "chat", "Written text";
    OPEN_AI_RESPONSES: OpenAi, "responses", "Answer with web search";
    OPEN_AI_MODELS: OpenAi, "models", "List of models";
    ANTHROPIC_MESSAGES: Anthropic, "messages", "Answer";
    ANTHROPIC_MODELS: Anthropic, "models", "List of models";
    GEMINI_GENERATE: Gemini, "generate_content", "Answer";
    GEMINI_MODELS: Gemini, "models", "List of models";
    PERPLEXITY_CHAT: Perplexity, "chat", "Answer with web search";
}

impl Operation {
    /// Returns the requests that the provider allows for this operation.
    #[must_use]
    pub fn rate(self) -> RateLimit {
        self.own_rate().unwrap_or_else(|| self.provider.profile().rate)
    }

    /// Returns the limit of an operation that counts apart from others of its provider.
    #[must_use]
    pub fn own_rate(self) -> Option<RateLimit> {
        let source = "https://dataforseo.com/help-center/how-to-run-bulk-keyword-research-with-dataforseo-apis";
        (self == Self::DATA_FOR_SEO_VOLUMES).then_some(RateLimit { burst: 6, per_minute: 10, source })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn keys_of_operations_are_unique_within_a_provider() {
        let keys: HashSet<_> = OPERATIONS.iter().map(|operation| (operation.provider, operation.key)).collect();
        assert_eq!(keys.len(), OPERATIONS.len());
    }
}
