//! Clients of data providers: requests, responses and costs.
//!
//! [`Provider`] names the providers with their capabilities, credentials and prices. Every request passes through one
//! call layer ([`call`]), which reserves money before each attempt, retries, limits time and size, and records the raw
//! response without secrets. The application implements its [`call::Hooks`].
//!
//! # Clients
//! [`search_console`], [`bing`], [`analytics`], [`speed`], [`data_for_seo`], [`serp_api`], [`serper`] and [`models`] turn
//! responses into types. [`serp`] is the same for all three providers of search results, [`models::Answer`] for all
//! providers of language models and for Google's AI mode ([`ai_mode`]). [`answers`] computes citations and mentions, again and again, from recorded answers.
//!
//! # Attempts and money
//! - An attempt is repeated after the statuses 408, 429 and 5xx and after errors of the connection, at most four times,
//!   with waits that double and are half random, or as long as the provider asks. A time-out is not repeated.
//! - Each attempt is reserved by its estimate, the most that it can cost, and settled once: by the reported or computed
//!   cost; with nothing if the provider refused or was not reached; in full if the outcome is unknown, as after a time-out,
//!   a lost connection, an unreadable response, a gateway's 504 or a cancellation.
//! - Requests with credentials follow no redirect, and connect to no address of the own network unless it is allowed.
//!
//! # Operations
//! Prices were noted on 2026-11-23, that of DataForSEO's AI mode on 2026-11-26; a question mark follows second-hand prices. Users enter prices of models; a caller can
//! override all of them ([`PriceBook`]) and the base address. Limits are requests a minute; where a provider publishes none,
//! they are cautious choices (see [`provider::RateLimit::source`]). Prices of tokens are in [`provider::TOKEN_PRICES`].
//!
//! | Provider | Operation | Price | Limit | Source |
//! | --- | --- | --- | --- | --- |
//! | Google Search Console | `token` | free | 600 |  |
//! | Google Search Console | `sites` | free | 600 |  |
//! | Google Search Console | `search_analytics` | free | 600 |  |
//! | Bing Webmaster Tools | `sites` | free | 30 |  |
//! | Bing Webmaster Tools | `query_stats` | free | 30 |  |
//! | Bing Webmaster Tools | `page_stats` | free | 30 |  |
//! | Bing Webmaster Tools | `rank_and_traffic` | free | 30 |  |
//! | Google Analytics 4 | `account_summaries` | free | 60 |  |
//! | Google Analytics 4 | `run_report` | free | 60 |  |
//! | PageSpeed Insights | `run` | free | 120 |  |
//! | Chrome UX Report | `record` | free | 150 |  |
//! | Chrome UX Report | `history` | free | 150 |  |
//! | DataForSEO | `serp_organic` | $0.002 Call, $0.0015 FurtherPage, $0.00015 Click, $0.002? AsyncOverview | 1200 | dataforseo.com/pricing/serp/google-organic-serp-api |
//! | DataForSEO | `serp_ai_mode` | $0.004 Call | 1200 | dataforseo.com/pricing/serp/google-ai-mode-serp-api |
//! | DataForSEO | `serp_maps` | $0.002? Call | 1200 | dataforseo.com/pricing/serp/google-maps-serp-api |
//! | DataForSEO | `search_volume` | $0.075? Call | 10 | dataforseo.com/pricing/keywords-data/google-ads |
//! | DataForSEO | `bulk_keyword_difficulty` | $0.02? Call, $0.0001? Row | 1200 | dataforseo.com/pricing/dataforseo-labs/dataforseo-google-api |
//! | DataForSEO | `ranked_keywords` | $0.02? Call, $0.0001? Row | 1200 | dataforseo.com/pricing/dataforseo-labs/dataforseo-google-api |
//! | DataForSEO | `keyword_suggestions` | $0.02 Call, $0.0001 Row | 1200 | dataforseo.com/pricing/dataforseo-labs/dataforseo-google-api |
//! | DataForSEO | `backlinks_summary` | $0.02? Call, $0.00003? Row | 1200 | dataforseo.com/pricing/backlinks/backlinks |
//! | DataForSEO | `backlinks` | $0.02? Call, $0.00003? Row | 1200 | dataforseo.com/pricing/backlinks/backlinks |
//! | DataForSEO | `account` | free | 1200 |  |
//! | SerpApi | `search` | $0.015? Call | 60 | serpapi.com/pricing |
//! | SerpApi | `ai_overview` | $0.015? Call | 60 | serpapi.com/pricing |
//! | SerpApi | `ai_mode` | $0.015? Call | 60 | serpapi.com/pricing |
//! | SerpApi | `account` | free | 60 |  |
//! | Serper | `search` | $0.001 Call, $0.001? FurtherPage | 300 | serper.dev/ |
//! | Serper | `places` | $0.001? Call | 300 | serper.dev/ |
//! | Serper | `autocomplete` | $0.001? Call | 300 | serper.dev/ |
//! | OpenAI and compatible servers | `chat` | tokens | 60 |  |
//! | OpenAI and compatible servers | `responses` | tokens, $0.01? WebSearch | 60 | openai.com/api/pricing/ |
//! | OpenAI and compatible servers | `models` | free | 60 |  |
//! | Anthropic | `messages` | tokens, $0.01? WebSearch | 50 | claude.com/pricing |
//! | Anthropic | `models` | free | 50 |  |
//! | Gemini | `generate_content` | tokens, $0.035? WebSearch | 60 | ai.google.dev/gemini-api/docs/pricing |
//! | Gemini | `models` | free | 60 |  |
//! | Perplexity | `chat` | tokens, $0.012? WebSearch | 50 | docs.perplexity.ai/getting-started/pricing |

pub mod ai_mode;
pub mod analytics;
pub mod answers;
pub mod bing;
pub mod call;
pub mod clock;
pub mod data_for_seo;
pub mod error;
pub mod google;
mod json;
pub mod models;
pub mod money;
pub mod provider;
pub mod search_console;
pub mod secret;
pub mod serp;
pub mod serp_api;
pub mod serper;
pub mod speed;
#[cfg(test)]
mod testing;
pub mod web;

pub use self::{
    call::{Call, Called},
    error::ProviderError,
    money::Micros,
    provider::{Capability, CredentialKind, Credentials, Operation, PriceBook, Profile, Provider},
    secret::Secret,
};
