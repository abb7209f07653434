//! Texts about providers, for people who connect one.

use super::{CredentialKind, Provider};

/// A field of the credentials.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CredentialField {
    /// Name in requests and in stored credentials.
    pub name: &'static str,
    /// Label on screens.
    pub label: &'static str,
    /// Whether it may be left out.
    pub is_optional: bool,
}

const fn field(name: &'static str, label: &'static str) -> CredentialField {
    CredentialField { name, label, is_optional: false }
}

impl CredentialKind {
    /// Returns the fields to enter; none if the user signs in instead.
    #[must_use]
    pub const fn fields(self) -> &'static [CredentialField] {
        const KEY: &[CredentialField] = &[field("key", "API key")];
        const OPTIONAL: &[CredentialField] = &[CredentialField { is_optional: true, ..field("key", "API key") }];
        const PAIR: &[CredentialField] = &[field("login", "API login"), field("password", "API password")];
        match self {
            Self::OAuth => &[],
            Self::Key => KEY,
            Self::OptionalKey => OPTIONAL,
            Self::LoginPassword => PAIR,
        }
    }
}

impl Provider {
    /// Describes what the provider brings, in a sentence.
    #[must_use]
    pub const fn about(self) -> &'static str {
        match self {
            Self::SearchConsole => {
                "Clicks, impressions and positions of your own site on Google, by query, page and day."
            }
            Self::BingWebmaster => "Clicks, impressions and positions of your own site on Bing.",
            Self::GoogleAnalytics => "Sessions and key events of your own site, by landing page and source.",
            Self::PageSpeed => {
                "Speed tests of pages by Google, with the figures of real visitors where there are enough."
            }
            Self::ChromeUxReport => "Core Web Vitals of pages and whole sites, as visitors with Chrome had them.",
            Self::DataForSeo => {
                "Search results, volumes, keyword difficulty, keyword ideas and backlinks, paid for each call."
            }
            Self::SerpApi => "Search results and local results of Google, with AI overviews, paid for by plan.",
            Self::Serper => "Search results, local results and keyword ideas of Google at a low price for each call.",
            Self::OpenAi => "Answers and texts of OpenAI's models, or of a model on a server of your own.",
            Self::Anthropic => "Answers and texts of Claude, with web search.",
            Self::Gemini => "Answers of Gemini, with Google search.",
            Self::Perplexity => "Answers of Perplexity, with the pages that they cite.",
        }
    }

    /// Explains how to get credentials.
    #[must_use]
    pub const fn help(self) -> &'static str {
        match self {
            Self::SearchConsole => {
                "Sign in with the Google account that can see your property, and allow read access to Search Console."
            }
            Self::GoogleAnalytics => {
                "Sign in with the Google account that can see your property, and allow read access to Analytics."
            }
            Self::BingWebmaster => {
                "In Bing Webmaster Tools, open Settings, API access, and generate a key. One key opens all sites of the \
                 account."
            }
            Self::PageSpeed => {
                "In the Google Cloud console, enable the PageSpeed Insights API and create an API key. Without a key, \
                 Google allows few tests."
            }
            Self::ChromeUxReport => {
                "In the Google Cloud console, enable the Chrome UX Report API and create an API key. It is free."
            }
            Self::DataForSeo => {
                "Open API access in your DataForSEO account. The API password differs from the one you sign in with."
            }
            Self::SerpApi => "Copy the private API key from your SerpApi dashboard.",
            Self::Serper => "Copy the API key from your Serper dashboard.",
            Self::OpenAi => {
                "Create a secret key on OpenAI's page of API keys. For a compatible server of your own, enter its \
                 address; the key is then optional."
            }
            Self::Anthropic => "Create a key in the settings of the Claude Platform.",
            Self::Gemini => "Create a key in Google AI Studio.",
            Self::Perplexity => "Create a key in the API settings of your Perplexity account.",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_every_provider_are_sentences() {
        for provider in Provider::ALL {
            for text in [provider.about(), provider.help()] {
                assert!(text.ends_with('.') && text.len() > 20 && !text.contains("  "), "{text}");
            }
        }
    }

    #[test]
    fn only_providers_with_a_sign_in_page_have_no_fields() {
        for provider in Provider::ALL {
            let kind = provider.profile().credentials;
            assert_eq!(kind.fields().is_empty(), kind == CredentialKind::OAuth, "{provider}");
        }
    }
}
