//! Client of language models.

use std::time::Duration;

use serde_json::json;

use super::{
    Answer, Prompt, errors,
    parse::parse_answer,
    reading::{most_read, searches},
    streams::{Messages, Written},
};
use crate::{
    call::{Called, Caller, Charge, Estimate, Parsed, Request, Response, Stream},
    error::ProviderError,
    money::Micros,
    provider::{Access, Credentials, Operation, PriceBook, Provider, Tested, TokenPrice, Unit, counted},
};

/// Time limit of an answer; of a stream, of a pause within it.
const TIMEOUT: Duration = Duration::from_secs(120);
/// Tokens that a model is expected to read for each web search.
const TOKENS_OF_A_SEARCH: u64 = 12_000;

/// A language model of a provider.
#[derive(Debug, Clone)]
pub struct Assistant {
    pub(super) caller: Caller,
    pub(super) provider: Provider,
    credentials: Credentials,
    prices: PriceBook,
    pub(super) base: String,
}

impl Assistant {
    /// Creates the client of a provider of language models with an access.
    ///
    /// # Errors
    /// Returns [`ProviderError::InvalidField`] for a provider of other data.
    pub fn connect(provider: Provider, access: &Access) -> Result<Self, ProviderError> {
        if operation(provider, false).is_none() {
            let message = format!("{provider} has no language models");
            return Err(ProviderError::InvalidField { field: Some("provider".to_owned()), message });
        }
        let Access { caller, credentials, prices, .. } = access.clone();
        // Users often enter the address with the version.
        let base = access.base(&provider.profile()).trim_end_matches('/').trim_end_matches("/v1").to_owned();
        Ok(Self { caller, provider, credentials, prices, base })
    }

    /// Lists the models, which is free.
    pub(super) async fn test(&self) -> Result<Tested, ProviderError> {
        let mut models = self.models().await?.value;
        models.truncate(Tested::MOST);
        let message = format!("The key can use {}.", counted(models.len(), "model", "models"));
        Ok(Tested::new(message, json!({ "models": models })))
    }

    /// Asks a question and returns the whole answer.
    ///
    /// # Errors
    /// Returns [`ProviderError::NoPrice`] for a model without a known price, or another [`ProviderError`]. An answer that
    /// was cut off is returned; see [`Answer::complete`].
    pub async fn ask(&self, prompt: &Prompt) -> Result<Called<Answer>, ProviderError> {
        let (request, tokens, search) = self.request(prompt, false)?;
        self.caller.call(request, |response| self.parse(response, tokens, search)).await
    }

    /// Writes a text and returns it as it is written. OpenAI, compatible servers and Anthropic support it; web search is
    /// left out.
    ///
    /// # Errors
    /// As for [`Self::ask`]; [`ProviderError::InvalidField`] for another provider.
    pub async fn write(&self, prompt: &Prompt) -> Result<Stream<Answer>, ProviderError> {
        let prompt = Prompt { web_search: None, ..prompt.clone() };
        let (request, tokens, _) = self.request(&prompt, true)?;
        match self.provider {
            Provider::OpenAi => self.caller.stream(request, Box::new(Written::new(&prompt, tokens))).await,
            Provider::Anthropic => self.caller.stream(request, Box::new(Messages::new(tokens))).await,
            other => {
                let message = format!("{other} does not stream here");
                Err(ProviderError::InvalidField { field: Some("provider".to_owned()), message })
            }
        }
    }

    /// Returns the most that an answer can cost.
    ///
    /// # Errors
    /// Returns [`ProviderError::NoPrice`] for a model without a known price.
    pub fn estimate(&self, prompt: &Prompt) -> Result<Estimate, ProviderError> {
        estimate(self.provider, &self.prices, prompt)
    }

    fn request(&self, prompt: &Prompt, is_stream: bool) -> Result<(Request, TokenPrice, Micros), ProviderError> {
        let (tokens, search) = price(self.provider, &self.prices, prompt)?;
        let (path, mut body) = prompt.build(self.provider, self.base == self.provider.profile().base);
        if is_stream {
            body["stream"] = true.into();
            if self.provider == Provider::OpenAi {
                body["stream_options"] = serde_json::json!({ "include_usage": true });
            }
        }
        let wrong = || ProviderError::BadAddress("the provider has no language models".to_owned());
        let operation = operation(self.provider, prompt.web_search.is_some()).ok_or_else(wrong)?;
        let request = Request::post(operation, &self.base, &path, &body)?.sample(prompt.sample);
        let request =
            self.authorized(request).estimate(self.estimate(prompt)?).timeout(TIMEOUT).classify(errors::classify);
        Ok((request, tokens, search))
    }

    /// Adds the key as the provider asks for it.
    pub(super) fn authorized(&self, request: Request) -> Request {
        match self.provider {
            Provider::Anthropic => {
                request.secret_header("x-api-key", &self.credentials).header("anthropic-version", "2023-06-01")
            }
            Provider::Gemini => request.secret_header("x-goog-api-key", &self.credentials),
            _ => request.authorization(&self.credentials),
        }
    }

    fn parse(&self, response: &Response, tokens: TokenPrice, search: Micros) -> Result<Parsed<Answer>, ProviderError> {
        let mut answer = parse_answer(self.provider, &response.body)?;
        let charge = charge(&answer, tokens, search);
        answer.cost = Some(charge.amount);
        Ok(Parsed::charged(answer, charge))
    }
}

/// Returns the most that an answer of a provider can cost: with web search, as if the model filled its window after each
/// search.
///
/// # Errors
/// Returns [`ProviderError::NoPrice`] for a model without a known price.
pub fn estimate(provider: Provider, prices: &PriceBook, prompt: &Prompt) -> Result<Estimate, ProviderError> {
    let (tokens, search) = price(provider, prices, prompt)?;
    let output = u64::from(prompt.max_tokens);
    let Some(searches) = searches(provider, prompt.web_search.as_ref()).map(u64::from) else {
        return Ok(Estimate::bound(tokens.of(prompt.most_input_tokens(), output)));
    };
    let input = most_read(provider, &prompt.model, searches);
    let written = output.saturating_mul(searches.saturating_add(1));
    Ok(Estimate::bound(tokens.of(input, written) + search.times(searches)))
}

/// Returns the expected cost of an answer of a provider, which is far less than [`estimate`] with web search.
///
/// # Errors
/// Returns [`ProviderError::NoPrice`] for a model without a known price.
pub fn expected(provider: Provider, prices: &PriceBook, prompt: &Prompt) -> Result<Micros, ProviderError> {
    let (tokens, search) = price(provider, prices, prompt)?;
    let searches = searches(provider, prompt.web_search.as_ref()).map_or(0, u64::from);
    let input = prompt.most_input_tokens().saturating_add(searches.saturating_mul(TOKENS_OF_A_SEARCH));
    let most = estimate(provider, prices, prompt)?.amount;
    Ok((tokens.of(input, u64::from(prompt.max_tokens)) + search.times(searches)).min(most))
}

fn price(provider: Provider, prices: &PriceBook, prompt: &Prompt) -> Result<(TokenPrice, Micros), ProviderError> {
    let tokens = prices.model(provider, &prompt.model);
    let tokens = tokens.ok_or_else(|| ProviderError::NoPrice(prompt.model.chars().take(100).collect()))?;
    let searching = operation(provider, true);
    Ok((tokens, searching.map(|operation| prices.unit(operation, Unit::WebSearch)).unwrap_or_default()))
}

/// Returns the cost of an answer: the reported one, otherwise by tokens and searches.
pub(super) fn charge(answer: &Answer, tokens: TokenPrice, search: Micros) -> Charge {
    let computed = || Charge::computed(answer.usage.cost(tokens, search));
    answer.usage.reported.map_or_else(computed, Charge::reported)
}

const fn operation(provider: Provider, is_search: bool) -> Option<Operation> {
    Some(match provider {
        Provider::OpenAi if is_search => Operation::OPEN_AI_RESPONSES,
        Provider::OpenAi => Operation::OPEN_AI_CHAT,
        Provider::Anthropic => Operation::ANTHROPIC_MESSAGES,
        Provider::Gemini => Operation::GEMINI_GENERATE,
        Provider::Perplexity => Operation::PERPLEXITY_CHAT,
        _ => return None,
    })
}
