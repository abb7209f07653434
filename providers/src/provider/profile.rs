//! Profile of each provider.

use serde::Serialize;

use super::{Capability, CredentialKind, Provider};

/// Requests that a provider allows.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct RateLimit {
    /// Requests that may be sent at once.
    pub burst: u32,
    /// Requests a minute in the long run.
    pub per_minute: u32,
    /// Where the limit is published. Limits without a published source are cautious choices.
    pub source: &'static str,
}

/// What a provider is.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Profile {
    /// Name on screens.
    pub name: &'static str,
    /// What it asks for.
    pub credentials: CredentialKind,
    /// Default base address, without a slash at its end. Settings can override it.
    pub base: &'static str,
    /// True if users enter an address of their own, such as a local model server.
    pub own_base: bool,
    /// Documentation.
    pub docs: &'static str,
    /// Page on which to get credentials.
    pub sign_up: &'static str,
    /// What it offers.
    pub capabilities: &'static [Capability],
    /// Requests that it allows.
    pub rate: RateLimit,
}

const fn rate(burst: u32, per_minute: u32, source: &'static str) -> RateLimit {
    RateLimit { burst, per_minute, source }
}

const CAUTIOUS: &str = "cautious choice";

impl Provider {
    /// Returns the profile.
    #[must_use]
    #[expect(clippy::too_many_lines, reason = "a table")]
    pub const fn profile(self) -> Profile {
        use Capability as Offers;
        use CredentialKind as Asks;
        match self {
            Self::SearchConsole => Profile {
                name: "Google Search Console",
                credentials: Asks::OAuth,
                base: "https://searchconsole.googleapis.com",
                own_base: false,
                docs: "https://developers.google.com/webmaster-tools/v1/searchanalytics/query",
                sign_up: "https://console.cloud.google.com/apis/credentials",
                capabilities: &[Offers::SearchAnalytics],
                rate: rate(10, 600, "https://developers.google.com/webmaster-tools/limits"),
            },
            Self::BingWebmaster => Profile {
                name: "Bing Webmaster Tools",
                credentials: Asks::Key,
                base: "https://ssl.bing.com",
                own_base: false,
                docs: "https://learn.microsoft.com/en-us/bingwebmaster/",
                sign_up: "https://www.bing.com/webmasters/",
                capabilities: &[Offers::SearchAnalytics],
                rate: rate(2, 30, CAUTIOUS),
            },
            Self::GoogleAnalytics => Profile {
                name: "Google Analytics 4",
                credentials: Asks::OAuth,
                base: "https://analyticsdata.googleapis.com",
                own_base: false,
                docs: "https://developers.google.com/analytics/devguides/reporting/data/v1",
                sign_up: "https://console.cloud.google.com/apis/credentials",
                capabilities: &[Offers::SiteAnalytics],
                rate: rate(5, 60, "https://developers.google.com/analytics/devguides/reporting/data/v1/quotas"),
            },
            Self::PageSpeed => Profile {
                name: "PageSpeed Insights",
                credentials: Asks::OptionalKey,
                base: "https://www.googleapis.com",
                own_base: false,
                docs: "https://developers.google.com/speed/docs/insights/v5/get-started",
                sign_up: "https://console.cloud.google.com/apis/credentials",
                capabilities: &[Offers::PageSpeed, Offers::FieldData],
                rate: rate(4, 120, CAUTIOUS),
            },
            Self::ChromeUxReport => Profile {
                name: "Chrome UX Report",
                credentials: Asks::Key,
                base: "https://chromeuxreport.googleapis.com",
                own_base: false,
                docs: "https://developer.chrome.com/docs/crux/api",
                sign_up: "https://console.cloud.google.com/apis/credentials",
                capabilities: &[Offers::FieldData],
                rate: rate(10, 150, "https://developer.chrome.com/docs/crux/api"),
            },
            Self::DataForSeo => Profile {
                name: "DataForSEO",
                credentials: Asks::LoginPassword,
                base: "https://api.dataforseo.com",
                own_base: false,
                docs: "https://docs.dataforseo.com/v3/",
                sign_up: "https://app.dataforseo.com/api-access",
                capabilities: &[
                    Offers::Serp,
                    Offers::LocalResults,
                    Offers::Volumes,
                    Offers::Difficulty,
                    Offers::RankedKeywords,
                    Offers::Suggestions,
                    Offers::Backlinks,
                ],
                rate: rate(20, 1_200, "https://docs.dataforseo.com/v3/"),
            },
            Self::SerpApi => Profile {
                name: "SerpApi",
                credentials: Asks::Key,
                base: "https://serpapi.com",
                own_base: false,
                docs: "https://serpapi.com/search-api",
                sign_up: "https://serpapi.com/manage-api-key",
                capabilities: &[Offers::Serp, Offers::LocalResults],
                rate: rate(5, 60, CAUTIOUS),
            },
            Self::Serper => Profile {
                name: "Serper",
                credentials: Asks::Key,
                base: "https://google.serper.dev",
                own_base: false,
                docs: "https://serper.dev/playground",
                sign_up: "https://serper.dev/api-key",
                capabilities: &[Offers::Serp, Offers::LocalResults, Offers::Suggestions],
                rate: rate(10, 300, CAUTIOUS),
            },
            Self::OpenAi => Profile {
                name: "OpenAI and compatible servers",
                credentials: Asks::OptionalKey,
                base: "https://api.openai.com",
                own_base: true,
                docs: "https://platform.openai.com/docs/api-reference",
                sign_up: "https://platform.openai.com/api-keys",
                capabilities: &[Offers::Answers, Offers::Writing],
                rate: rate(5, 60, CAUTIOUS),
            },
            Self::Anthropic => Profile {
                name: "Anthropic",
                credentials: Asks::Key,
                base: "https://api.anthropic.com",
                own_base: false,
                docs: "https://platform.claude.com/docs/en/api/messages",
                sign_up: "https://platform.claude.com/settings/keys",
                capabilities: &[Offers::Answers, Offers::Writing],
                rate: rate(5, 50, CAUTIOUS),
            },
            Self::Gemini => Profile {
                name: "Gemini",
                credentials: Asks::Key,
                base: "https://generativelanguage.googleapis.com",
                own_base: false,
                docs: "https://ai.google.dev/api/generate-content",
                sign_up: "https://aistudio.google.com/apikey",
                capabilities: &[Offers::Answers],
                rate: rate(5, 60, CAUTIOUS),
            },
            Self::Perplexity => Profile {
                name: "Perplexity",
                credentials: Asks::Key,
                base: "https://api.perplexity.ai",
                own_base: false,
                docs: "https://docs.perplexity.ai/api-reference/chat-completions-post",
                sign_up: "https://www.perplexity.ai/settings/api",
                capabilities: &[Offers::Answers],
                rate: rate(5, 50, CAUTIOUS),
            },
        }
    }
}
