//! Anthropic as a provider.

use super::Assistant;
use crate::{
    error::ProviderError,
    provider::{Access, Capability, CredentialKind, Profile, Provider, ProviderClient, RateLimit, Tested},
};

/// Anthropic.
#[derive(Debug, Clone, Copy)]
pub struct Anthropic;

impl ProviderClient for Anthropic {
    type Client = Assistant;

    const PROFILE: Profile = Profile {
        name: "Anthropic",
        credentials: CredentialKind::Key,
        base: "https://api.anthropic.com",
        own_base: false,
        docs: "https://platform.claude.com/docs/en/api/messages",
        sign_up: "https://platform.claude.com/settings/keys",
        capabilities: &[Capability::Answers, Capability::Writing],
        rate: RateLimit::new(5, 50, RateLimit::CAUTIOUS),
    };

    fn connect(access: &Access) -> Result<Assistant, ProviderError> {
        Assistant::connect(Provider::Anthropic, access)
    }

    async fn test(access: &Access) -> Result<Tested, ProviderError> {
        Self::connect(access)?.test().await
    }

    #[cfg(test)]
    fn cases() -> Vec<crate::testing::Case> {
        super::cases::anthropic()
    }
}
