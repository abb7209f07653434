//! DataForSEO as a provider.

use serde_json::json;

use super::DataForSeo;
use crate::{
    error::ProviderError,
    provider::{Access, Capability, CredentialKind, Profile, ProviderClient, RateLimit, Tested},
};

impl ProviderClient for DataForSeo {
    type Client = Self;

    const PROFILE: Profile = Profile {
        name: "DataForSEO",
        credentials: CredentialKind::LoginPassword,
        base: "https://api.dataforseo.com",
        own_base: false,
        docs: "https://docs.dataforseo.com/v3/",
        sign_up: "https://app.dataforseo.com/api-access",
        capabilities: &[
            Capability::Serp,
            Capability::LocalResults,
            Capability::Volumes,
            Capability::Difficulty,
            Capability::RankedKeywords,
            Capability::Suggestions,
            Capability::Backlinks,
        ],
        rate: RateLimit::new(20, 1_200, "https://docs.dataforseo.com/v3/"),
    };

    fn connect(access: &Access) -> Result<Self, ProviderError> {
        let client = Self::new(access.caller.clone(), access.credentials.clone(), access.prices.clone());
        Ok(client.with_base(access.base(&Self::PROFILE)))
    }

    async fn test(access: &Access) -> Result<Tested, ProviderError> {
        let balance = Self::connect(access)?.account().await?.value.balance;
        let (dollars, cents) = (balance.0 / 1_000_000, balance.0 % 1_000_000 / 10_000);
        Ok(Tested::new(format!("The account has ${dollars}.{cents:02} left."), json!({ "balanceMicros": balance })))
    }

    #[cfg(test)]
    fn cases() -> Vec<crate::testing::Case> {
        super::cases::all()
    }
}
