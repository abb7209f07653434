//! Client of AI mode.

use chrono::DateTime;

use super::{Question, from_overview};
use crate::{
    call::{Called, Estimate, Response},
    data_for_seo::{self, DataForSeo},
    error::ProviderError,
    models::Answer,
    provider::{Access, Operation, PriceBook, Provider, ProviderClient, Unit},
    serp_api::{self, SerpApi},
};

/// Search operators for which DataForSEO charges five times the price.
const OPERATORS: [&str; 17] = [
    "allinanchor",
    "allintext",
    "allintitle",
    "allinurl",
    "cache",
    "define",
    "definition",
    "filetype",
    "id",
    "inanchor",
    "info",
    "intext",
    "intitle",
    "inurl",
    "link",
    "related",
    "site",
];
/// Factor of a search with operators.
const OPERATOR_FACTOR: u64 = 5;

/// Google's AI mode through a provider of search results.
#[derive(Debug, Clone)]
pub struct AiMode {
    client: Client,
    prices: PriceBook,
}

#[derive(Debug, Clone)]
enum Client {
    DataForSeo(DataForSeo),
    SerpApi(SerpApi),
}

impl AiMode {
    /// Creates the client of a provider with an access.
    ///
    /// # Errors
    /// Returns [`ProviderError::InvalidField`] for a provider without AI mode, or another [`ProviderError`] if the access
    /// lacks what the provider needs.
    pub fn connect(provider: Provider, access: &Access) -> Result<Self, ProviderError> {
        let client = match provider {
            Provider::DataForSeo => Client::DataForSeo(DataForSeo::connect(access)?),
            Provider::SerpApi => Client::SerpApi(SerpApi::connect(access)?),
            other => return Err(lacking(other)),
        };
        Ok(Self { client, prices: access.prices.clone() })
    }

    /// Asks a question. An answer without text and citations means that Google showed none.
    ///
    /// # Errors
    /// Returns [`ProviderError::InvalidField`] for an empty question, through DataForSEO also for one longer than 700
    /// characters or from an unlisted country, and for a language or country that the provider refuses; or another
    /// [`ProviderError`].
    pub async fn ask(&self, question: &Question) -> Result<Called<Answer>, ProviderError> {
        let most = self.estimate(question)?;
        match &self.client {
            Client::DataForSeo(client) => client.ai_mode(question, most).await,
            Client::SerpApi(client) => client.ai_mode(question, most).await,
        }
    }

    /// Returns the most that an answer can cost.
    ///
    /// # Errors
    /// Returns [`ProviderError::InvalidField`] for a country that DataForSEO is not asked from. The text is not checked.
    pub fn estimate(&self, question: &Question) -> Result<Estimate, ProviderError> {
        let provider = match &self.client {
            Client::DataForSeo(_) => Provider::DataForSeo,
            Client::SerpApi(_) => Provider::SerpApi,
        };
        estimate(provider, &self.prices, question)
    }
}

/// Returns the most that an answer of AI mode can cost through a provider.
///
/// # Errors
/// Returns [`ProviderError::InvalidField`] for a provider without AI mode, or a country that DataForSEO is not asked from.
pub fn estimate(provider: Provider, prices: &PriceBook, question: &Question) -> Result<Estimate, ProviderError> {
    let amount = match provider {
        Provider::DataForSeo => {
            question.country_at(provider)?;
            let factor = if has_operator(&question.text) { OPERATOR_FACTOR } else { 1 };
            prices.unit(Operation::DATA_FOR_SEO_AI_MODE, Unit::Call).times(factor)
        }
        Provider::SerpApi => prices.unit(Operation::SERP_API_AI_MODE, Unit::Call),
        other => return Err(lacking(other)),
    };
    Ok(Estimate::bound(amount))
}

/// Parses a recorded response again. The cost is not part of it.
///
/// # Errors
/// Returns a [`ProviderError`] if the response is an error or has another shape.
pub fn parse(provider: Provider, body: &[u8]) -> Result<Answer, ProviderError> {
    let response = Response { status: 200, body: body.to_vec(), retry_after: None, received_at: DateTime::UNIX_EPOCH };
    let overview = match provider {
        Provider::DataForSeo => data_for_seo::parse_ai_mode(&response)?,
        Provider::SerpApi => serp_api::parse_ai_mode(&response)?,
        other => return Err(lacking(other)),
    };
    Ok(from_overview(provider, &overview))
}

/// Returns true if a text has a search operator, as in `site:example.com`.
fn has_operator(text: &str) -> bool {
    let words = text.split(|c: char| c.is_whitespace() || matches!(c, '(' | '"' | '-' | '+'));
    words.filter_map(|word| word.split_once(':')).any(|(name, _)| OPERATORS.contains(&name.to_lowercase().as_str()))
}

fn lacking(provider: Provider) -> ProviderError {
    let message = format!("{provider} has no AI mode");
    ProviderError::InvalidField { field: Some("provider".to_owned()), message }
}
