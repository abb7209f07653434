//! Serper as a provider.

use super::Serper;
use crate::{
    error::ProviderError,
    provider::{Access, Capability, CredentialKind, Profile, ProviderClient, RateLimit, Tested},
    serp::{Place, SerpRequest},
};

impl ProviderClient for Serper {
    type Client = Self;

    const PROFILE: Profile = Profile {
        name: "Serper",
        credentials: CredentialKind::Key,
        base: "https://google.serper.dev",
        own_base: false,
        docs: "https://serper.dev/playground",
        sign_up: "https://serper.dev/api-key",
        capabilities: &[Capability::Serp, Capability::LocalResults, Capability::Suggestions],
        rate: RateLimit::new(10, 300, RateLimit::CAUTIOUS),
    };

    fn connect(access: &Access) -> Result<Self, ProviderError> {
        let client = Self::new(access.caller.clone(), access.credentials.clone(), access.prices.clone());
        Ok(client.with_base(access.base(&Self::PROFILE)))
    }

    async fn test(access: &Access) -> Result<Tested, ProviderError> {
        // There is no free call: this one costs one credit.
        let place = Place { country: "US".to_owned(), ..Place::default() };
        Self::connect(access)?.search(&SerpRequest::new("example", place, "en"), 0).await?;
        Ok(Tested::valid())
    }

    #[cfg(test)]
    fn cases() -> Vec<crate::testing::Case> {
        super::cases::all()
    }
}
