//! Google Analytics 4 as a provider.

use serde_json::json;

use super::GoogleAnalytics;
use crate::{
    error::ProviderError,
    provider::{Access, Capability, CredentialKind, Profile, ProviderClient, RateLimit, Tested, counted},
};

impl ProviderClient for GoogleAnalytics {
    type Client = Self;

    const PROFILE: Profile = Profile {
        name: "Google Analytics 4",
        credentials: CredentialKind::OAuth,
        base: "https://analyticsdata.googleapis.com",
        own_base: false,
        docs: "https://developers.google.com/analytics/devguides/reporting/data/v1",
        sign_up: "https://console.cloud.google.com/apis/credentials",
        capabilities: &[Capability::SiteAnalytics],
        rate: RateLimit::new(5, 60, "https://developers.google.com/analytics/devguides/reporting/data/v1/quotas"),
    };

    fn connect(access: &Access) -> Result<Self, ProviderError> {
        let client = Self::new(access.session()?);
        // Google lists properties at another address than it reports on them.
        Ok(match &access.base {
            Some(base) => client.with_base(base),
            None => client,
        })
    }

    async fn test(access: &Access) -> Result<Tested, ProviderError> {
        let mut properties = Self::connect(access)?.properties().await?;
        properties.truncate(Tested::MOST);
        let message = format!("The account has {}.", counted(properties.len(), "property", "properties"));
        Ok(Tested::new(message, json!({ "properties": properties })))
    }

    #[cfg(test)]
    fn cases() -> Vec<crate::testing::Case> {
        super::cases::all()
    }
}
