//! SerpApi as a provider.

use serde_json::json;

use super::SerpApi;
use crate::{
    error::ProviderError,
    provider::{Access, Capability, CredentialKind, Profile, ProviderClient, RateLimit, Tested},
};

impl ProviderClient for SerpApi {
    type Client = Self;

    const PROFILE: Profile = Profile {
        name: "SerpApi",
        credentials: CredentialKind::Key,
        base: "https://serpapi.com",
        own_base: false,
        docs: "https://serpapi.com/search-api",
        sign_up: "https://serpapi.com/manage-api-key",
        capabilities: &[Capability::Serp, Capability::LocalResults],
        rate: RateLimit::new(5, 60, RateLimit::CAUTIOUS),
    };

    fn connect(access: &Access) -> Result<Self, ProviderError> {
        let client = Self::new(access.caller.clone(), access.credentials.clone(), access.prices.clone());
        Ok(client.with_base(access.base(&Self::PROFILE)))
    }

    async fn test(access: &Access) -> Result<Tested, ProviderError> {
        Ok(match Self::connect(access)?.account().await?.value.searches_left {
            Some(left) => {
                let searches = if left == 1 { "1 search".to_owned() } else { format!("{left} searches") };
                Tested::new(format!("The account has {searches} left."), json!({ "callsLeft": left }))
            }
            None => Tested::valid(),
        })
    }

    #[cfg(test)]
    fn cases() -> Vec<crate::testing::Case> {
        super::cases::all()
    }
}
