//! Bing Webmaster Tools as a provider.

use serde_json::json;

use super::BingWebmaster;
use crate::{
    error::ProviderError,
    provider::{Access, Capability, CredentialKind, Profile, ProviderClient, RateLimit, Tested, counted},
};

impl ProviderClient for BingWebmaster {
    type Client = Self;

    const PROFILE: Profile = Profile {
        name: "Bing Webmaster Tools",
        credentials: CredentialKind::Key,
        base: "https://ssl.bing.com",
        own_base: false,
        docs: "https://learn.microsoft.com/en-us/bingwebmaster/",
        sign_up: "https://www.bing.com/webmasters/",
        capabilities: &[Capability::SearchAnalytics],
        rate: RateLimit::new(2, 30, RateLimit::CAUTIOUS),
    };

    fn connect(access: &Access) -> Result<Self, ProviderError> {
        let client = Self::new(access.caller.clone(), access.credentials.clone());
        Ok(client.with_base(access.base(&Self::PROFILE)))
    }

    async fn test(access: &Access) -> Result<Tested, ProviderError> {
        let sites = Self::connect(access)?.sites().await?.value;
        // Bing has no figures for a site that the user has not proved to own.
        let sites = sites.into_iter().filter(|site| site.is_verified);
        let sites: Vec<String> = sites.map(|site| site.url).take(Tested::MOST).collect();
        let message = format!("The account has {}.", counted(sites.len(), "site", "sites"));
        Ok(Tested::new(message, json!({ "properties": sites })))
    }

    #[cfg(test)]
    fn cases() -> Vec<crate::testing::Case> {
        super::cases::all()
    }
}
