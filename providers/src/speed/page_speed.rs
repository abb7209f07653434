//! PageSpeed Insights as a provider.

use super::{PageSpeed, Strategy};
use crate::{
    error::ProviderError,
    provider::{Access, Capability, CredentialKind, Profile, ProviderClient, RateLimit, Tested},
};

/// Page of the test: small and always there.
const PAGE: &str = "https://example.com/";

impl ProviderClient for PageSpeed {
    type Client = Self;

    const PROFILE: Profile = Profile {
        name: "PageSpeed Insights",
        credentials: CredentialKind::OptionalKey,
        base: "https://www.googleapis.com",
        own_base: false,
        docs: "https://developers.google.com/speed/docs/insights/v5/get-started",
        sign_up: "https://console.cloud.google.com/apis/credentials",
        capabilities: &[Capability::PageSpeed, Capability::FieldData],
        rate: RateLimit::new(4, 120, RateLimit::CAUTIOUS),
    };

    fn connect(access: &Access) -> Result<Self, ProviderError> {
        let client = Self::new(access.caller.clone(), access.credentials.clone());
        Ok(client.with_base(access.base(&Self::PROFILE)))
    }

    async fn test(access: &Access) -> Result<Tested, ProviderError> {
        Self::connect(access)?.run(PAGE, Strategy::Mobile, "en").await?;
        Ok(Tested::valid())
    }

    #[cfg(test)]
    fn cases() -> Vec<crate::testing::Case> {
        super::cases::page_speed()
    }
}
