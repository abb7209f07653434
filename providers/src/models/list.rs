//! List of a provider's models.

use serde_json::Value;

use super::{Assistant, errors};
use crate::{
    call::{Called, Parsed, Request, Response},
    error::ProviderError,
    provider::{Operation, Provider},
};

impl Assistant {
    /// Returns the names of the models that the key may use, as far as they are on the first page. The call is free.
    ///
    /// # Errors
    /// Returns [`ProviderError::InvalidField`] for Perplexity, which has no list, or another [`ProviderError`].
    pub async fn models(&self) -> Result<Called<Vec<String>>, ProviderError> {
        let (operation, path) = match self.provider {
            Provider::OpenAi => (Operation::OPEN_AI_MODELS, "/v1/models"),
            Provider::Anthropic => (Operation::ANTHROPIC_MODELS, "/v1/models"),
            Provider::Gemini => (Operation::GEMINI_MODELS, "/v1beta/models"),
            other => {
                let message = format!("{other} has no list of models");
                return Err(ProviderError::InvalidField { field: Some("provider".to_owned()), message });
            }
        };
        let request = self.authorized(Request::get(operation, &self.base, path)?);
        let request = request.fresh().classify(errors::classify);
        self.caller.call(request, |response| models(response).map(Parsed::fixed)).await
    }
}

fn models(response: &Response) -> Result<Vec<String>, ProviderError> {
    let body: Value = response.json()?;
    let list = ["data", "models"].iter().find_map(|name| body.get(name)?.as_array());
    let list = list.ok_or_else(|| ProviderError::Unreadable("the list of models is missing".to_owned()))?;
    let name = |model: &Value| {
        let text = ["id", "name"].iter().find_map(|field| model.get(field)?.as_str())?;
        Some(text.trim_start_matches("models/").to_owned())
    };
    Ok(list.iter().filter_map(name).collect())
}
