//! OpenAI and compatible servers as a provider.

use super::Assistant;
use crate::{
    error::ProviderError,
    provider::{Access, Capability, CredentialKind, Profile, Provider, ProviderClient, RateLimit, Tested},
};

/// OpenAI and compatible servers.
#[derive(Debug, Clone, Copy)]
pub struct OpenAi;

impl ProviderClient for OpenAi {
    type Client = Assistant;

    const PROFILE: Profile = Profile {
        name: "OpenAI and compatible servers",
        credentials: CredentialKind::OptionalKey,
        base: "https://api.openai.com",
        own_base: true,
        docs: "https://platform.openai.com/docs/api-reference",
        sign_up: "https://platform.openai.com/api-keys",
        capabilities: &[Capability::Answers, Capability::Writing],
        rate: RateLimit::new(5, 60, RateLimit::CAUTIOUS),
    };

    fn connect(access: &Access) -> Result<Assistant, ProviderError> {
        Assistant::connect(Provider::OpenAi, access)
    }

    async fn test(access: &Access) -> Result<Tested, ProviderError> {
        Self::connect(access)?.test().await
    }

    #[cfg(test)]
    fn cases() -> Vec<crate::testing::Case> {
        super::cases::open_ai()
    }
}
