//! Google Search Console as a provider.

use serde_json::json;

use super::SearchConsole;
use crate::{
    error::ProviderError,
    provider::{Access, Capability, CredentialKind, Profile, ProviderClient, RateLimit, Tested, counted},
};

impl ProviderClient for SearchConsole {
    type Client = Self;

    const PROFILE: Profile = Profile {
        name: "Google Search Console",
        credentials: CredentialKind::OAuth,
        base: "https://searchconsole.googleapis.com",
        own_base: false,
        docs: "https://developers.google.com/webmaster-tools/v1/searchanalytics/query",
        sign_up: "https://console.cloud.google.com/apis/credentials",
        capabilities: &[Capability::SearchAnalytics],
        rate: RateLimit::new(10, 600, "https://developers.google.com/webmaster-tools/limits"),
    };

    fn connect(access: &Access) -> Result<Self, ProviderError> {
        Ok(Self::new(access.session()?).with_base(access.base(&Self::PROFILE)))
    }

    async fn test(access: &Access) -> Result<Tested, ProviderError> {
        let sites = Self::connect(access)?.sites().await?.value;
        let readable = sites.into_iter().filter(|site| site.permission_level != "siteUnverifiedUser");
        let sites: Vec<String> = readable.map(|site| site.site_url).take(Tested::MOST).collect();
        let message = format!("The account has {}.", counted(sites.len(), "property", "properties"));
        Ok(Tested::new(message, json!({ "properties": sites })))
    }

    #[cfg(test)]
    fn cases() -> Vec<crate::testing::Case> {
        super::cases::all()
    }
}
