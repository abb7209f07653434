//! Perplexity as a provider.

use super::{Assistant, Prompt, WebSearch};
use crate::{
    error::ProviderError,
    provider::{Access, Capability, CredentialKind, Profile, Provider, ProviderClient, RateLimit, Tested},
};

/// It has no list of models, so its cheapest one is asked.
const MODEL: &str = "perplexity/sonar";
/// Fewest tokens that it accepts as a limit.
const TOKENS: u32 = 16;

/// Perplexity.
#[derive(Debug, Clone, Copy)]
pub struct Perplexity;

impl ProviderClient for Perplexity {
    type Client = Assistant;

    const PROFILE: Profile = Profile {
        name: "Perplexity",
        credentials: CredentialKind::Key,
        base: "https://api.perplexity.ai",
        own_base: false,
        docs: "https://docs.perplexity.ai/api-reference/chat-completions-post",
        sign_up: "https://www.perplexity.ai/settings/api",
        capabilities: &[Capability::Answers],
        rate: RateLimit::new(5, 50, RateLimit::CAUTIOUS),
    };

    fn connect(access: &Access) -> Result<Assistant, ProviderError> {
        Assistant::connect(Provider::Perplexity, access)
    }

    async fn test(access: &Access) -> Result<Tested, ProviderError> {
        // There is no free call: this one costs about a cent. Its models search the web by themselves, so a search is
        // part of the estimate.
        let web_search = Some(WebSearch { most_searches: 1, ..WebSearch::default() });
        let prompt = Prompt { max_tokens: TOKENS, web_search, ..Prompt::new(MODEL, "Say yes.") };
        Self::connect(access)?.ask(&prompt).await?;
        Ok(Tested::valid())
    }

    #[cfg(test)]
    fn cases() -> Vec<crate::testing::Case> {
        super::cases::perplexity()
    }
}
