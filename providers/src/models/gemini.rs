//! Gemini as a provider.

use super::Assistant;
use crate::{
    error::ProviderError,
    provider::{Access, Capability, CredentialKind, Profile, Provider, ProviderClient, RateLimit, Tested},
};

/// Gemini.
#[derive(Debug, Clone, Copy)]
pub struct Gemini;

impl ProviderClient for Gemini {
    type Client = Assistant;

    const PROFILE: Profile = Profile {
        name: "Gemini",
        credentials: CredentialKind::Key,
        base: "https://generativelanguage.googleapis.com",
        own_base: false,
        docs: "https://ai.google.dev/api/generate-content",
        sign_up: "https://aistudio.google.com/apikey",
        capabilities: &[Capability::Answers],
        rate: RateLimit::new(5, 60, RateLimit::CAUTIOUS),
    };

    fn connect(access: &Access) -> Result<Assistant, ProviderError> {
        Assistant::connect(Provider::Gemini, access)
    }

    async fn test(access: &Access) -> Result<Tested, ProviderError> {
        Self::connect(access)?.test().await
    }

    #[cfg(test)]
    fn cases() -> Vec<crate::testing::Case> {
        super::cases::gemini()
    }
}
