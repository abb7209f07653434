//! Chrome UX Report as a provider.

use super::{ChromeUxReport, Subject};
use crate::{
    error::ProviderError,
    provider::{Access, Capability, CredentialKind, Profile, ProviderClient, RateLimit, Tested},
};

/// Site with enough visitors for field data.
const SITE: &str = "https://www.google.com";

impl ProviderClient for ChromeUxReport {
    type Client = Self;

    const PROFILE: Profile = Profile {
        name: "Chrome UX Report",
        credentials: CredentialKind::Key,
        base: "https://chromeuxreport.googleapis.com",
        own_base: false,
        docs: "https://developer.chrome.com/docs/crux/api",
        sign_up: "https://console.cloud.google.com/apis/credentials",
        capabilities: &[Capability::FieldData],
        rate: RateLimit::new(10, 150, "https://developer.chrome.com/docs/crux/api"),
    };

    fn connect(access: &Access) -> Result<Self, ProviderError> {
        let client = Self::new(access.caller.clone(), access.credentials.clone());
        Ok(client.with_base(access.base(&Self::PROFILE)))
    }

    async fn test(access: &Access) -> Result<Tested, ProviderError> {
        Self::connect(access)?.record(&Subject::Origin(SITE.to_owned()), None).await?;
        Ok(Tested::valid())
    }

    #[cfg(test)]
    fn cases() -> Vec<crate::testing::Case> {
        super::cases::chrome_ux_report()
    }
}
