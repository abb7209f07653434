//! Data providers: what they are called, what they offer, which credentials they need and what they cost.

mod capability;
mod client;
mod credentials;
mod help;
mod listed;
mod operation;
mod price;
mod profile;

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use crate::error::ProviderError;

pub use self::{
    capability::Capability,
    client::{Access, ProviderClient, Tested},
    credentials::{CredentialKind, Credentials},
    help::CredentialField,
    listed::{ListedPrice, listed_prices},
    operation::{OPERATIONS, Operation},
    price::{ModelPrice, PRICES, Price, PriceBook, TOKEN_PRICES, TokenPrice, Unit},
    profile::{Profile, RateLimit},
};
pub(crate) use self::{client::counted, price::is_version};

macro_rules! providers {
    ($($(#[doc = $doc:literal])* $variant:ident: $key:literal, $client:ty;)*) => {
        /// A data provider.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum Provider {
            $($(#[doc = $doc])* $variant,)*
        }

        impl Provider {
            /// Every provider, in the order in which settings list them.
            pub const ALL: [Self; [$(Self::$variant),*].len()] = [$(Self::$variant),*];

            /// Stable key in the database, the API and the command line.
            #[must_use]
            pub const fn key(self) -> &'static str {
                match self {
                    $(Self::$variant => $key,)*
                }
            }

            /// Returns the profile.
            #[must_use]
            pub const fn profile(self) -> Profile {
                match self {
                    $(Self::$variant => <$client as ProviderClient>::PROFILE,)*
                }
            }

            /// Makes the call that shows whether credentials are valid.
            ///
            /// # Errors
            /// Returns a [`ProviderError`] if the call fails.
            pub async fn test(self, access: &Access) -> Result<Tested, ProviderError> {
                match self {
                    $(Self::$variant => Box::pin(<$client as ProviderClient>::test(access)).await,)*
                }
            }

            #[cfg(test)]
            pub(crate) fn cases(self) -> Vec<crate::testing::Case> {
                match self {
                    $(Self::$variant => <$client as ProviderClient>::cases(),)*
                }
            }
        }
    };
}

providers! {
    /// Google Search Console.
    SearchConsole: "search_console", crate::search_console::SearchConsole;
    /// Bing Webmaster Tools.
    BingWebmaster: "bing_webmaster", crate::bing::BingWebmaster;
    /// Google Analytics 4.
    GoogleAnalytics: "google_analytics", crate::analytics::GoogleAnalytics;
    /// PageSpeed Insights.
    PageSpeed: "page_speed", crate::speed::PageSpeed;
    /// Chrome UX Report.
    ChromeUxReport: "chrome_ux_report", crate::speed::ChromeUxReport;
    /// DataForSEO.
    DataForSeo: "data_for_seo", crate::data_for_seo::DataForSeo;
    /// SerpApi.
    SerpApi: "serp_api", crate::serp_api::SerpApi;
    /// Serper.
    Serper: "serper", crate::serper::Serper;
    /// OpenAI, and every server that speaks its API.
    OpenAi: "open_ai", crate::models::OpenAi;
    /// Anthropic.
    Anthropic: "anthropic", crate::models::Anthropic;
    /// Gemini.
    Gemini: "gemini", crate::models::Gemini;
    /// Perplexity.
    Perplexity: "perplexity", crate::models::Perplexity;
}

impl Provider {
    /// Name on screens.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.profile().name
    }
}

impl fmt::Display for Provider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Error for a key that no provider has.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a data provider")]
pub struct UnknownProvider(String);

impl FromStr for Provider {
    type Err = UnknownProvider;

    fn from_str(key: &str) -> Result<Self, UnknownProvider> {
        let found = Self::ALL.into_iter().find(|provider| provider.key() == key);
        found.ok_or_else(|| UnknownProvider(key.chars().take(40).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn provider_from_its_key_is_the_same() {
        for provider in Provider::ALL {
            assert_eq!(provider.key().parse(), Ok(provider));
            assert_eq!(serde_json::to_value(provider).unwrap(), provider.key());
        }
        assert!("google".parse::<Provider>().is_err());
    }

    /// Returns the row of an operation in the table of the crate's documentation.
    fn row(operation: Operation) -> String {
        let prices: Vec<String> = PRICES
            .iter()
            .filter(|price| price.operation == operation)
            .map(|price| {
                let unit = format!("{:?}", price.unit);
                let mark = if price.is_confirmed { "" } else { "?" };
                format!("{}{mark} {unit}", price.micros.to_string().trim_end_matches('0'))
            })
            .collect();
        let listed = PRICES.iter().find(|price| price.operation == operation);
        let source = listed.map_or("", |price| price.source.trim_start_matches("https://"));
        let by_tokens = matches!(operation.key, "chat" | "messages" | "responses" | "generate_content");
        let prices = if by_tokens { [vec!["tokens".to_owned()], prices].concat() } else { prices };
        let prices = if prices.is_empty() { "free".to_owned() } else { prices.join(", ") };
        let rate = operation.rate();
        format!("//! | {} | `{}` | {prices} | {} | {source} |", operation.provider, operation.key, rate.per_minute)
    }

    #[test]
    fn table_of_the_documentation_matches_the_lists() {
        let documented = include_str!("../lib.rs");
        let rows: Vec<String> = OPERATIONS.iter().map(|operation| row(*operation)).collect();
        let missing: Vec<_> = rows.iter().filter(|row| !documented.lines().any(|line| line == **row)).collect();
        assert!(missing.is_empty(), "{missing:#?}");
        assert!(PRICES.iter().all(|price| documented.contains(price.date)));
    }

    #[test]
    fn profile_of_every_provider_is_complete() {
        for provider in Provider::ALL {
            let profile = provider.profile();
            assert!(!profile.capabilities.is_empty(), "{provider}");
            assert!(profile.docs.starts_with("https://") && profile.base.starts_with("https://"), "{provider}");
            assert!(!profile.base.ends_with('/'), "{provider}");
            assert!(OPERATIONS.iter().any(|operation| operation.provider == provider), "{provider}");
        }
    }
}
