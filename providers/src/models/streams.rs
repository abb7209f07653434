//! Text as it is written.

use serde_json::Value;

use super::{Answer, Prompt, client::charge, parse::finish};
use crate::{
    call::{Parsed, Progress, short},
    error::ProviderError,
    json,
    money::Micros,
    provider::{Provider, TokenPrice},
};

/// Chat completions of OpenAI and compatible servers.
pub(super) struct Written {
    answer: Answer,
    tokens: TokenPrice,
    /// Tokens that count if the server reports none.
    most_input: u64,
    has_usage: bool,
    is_done: bool,
}

impl Written {
    pub(super) fn new(prompt: &Prompt, tokens: TokenPrice) -> Self {
        let most_input = prompt.most_input_tokens();
        Self { answer: Answer::new(Provider::OpenAi), tokens, most_input, has_usage: false, is_done: false }
    }
}

impl Progress for Written {
    type Output = Answer;

    fn event(&mut self, data: &str) -> Result<Option<String>, ProviderError> {
        if data.trim() == "[DONE]" {
            self.is_done = true;
            return Ok(None);
        }
        let event = parse(data)?;
        if let Some(model) = event.get("model").and_then(Value::as_str) {
            model.clone_into(&mut self.answer.model);
        }
        if let Some(usage) = event.get("usage").filter(|usage| usage.is_object()) {
            self.answer.usage.input_tokens = count(usage, "prompt_tokens");
            self.answer.usage.output_tokens = count(usage, "completion_tokens");
            self.has_usage = true;
        }
        if let Some(reason) = event.pointer("/choices/0/finish_reason").and_then(Value::as_str) {
            self.answer.finish = finish(Some(reason));
        }
        Ok(add(&mut self.answer, event.pointer("/choices/0/delta/content")))
    }

    fn is_done(&self) -> bool {
        self.is_done
    }

    fn finish(&self) -> Parsed<Answer> {
        let mut answer = self.answer.clone();
        if !self.has_usage {
            // A token is at least a byte.
            (answer.usage.input_tokens, answer.usage.output_tokens) = (self.most_input, answer.text.len() as u64);
        }
        priced(answer, self.tokens)
    }
}

/// Anthropic's messages.
pub(super) struct Messages {
    answer: Answer,
    tokens: TokenPrice,
    is_done: bool,
}

impl Messages {
    pub(super) fn new(tokens: TokenPrice) -> Self {
        Self { answer: Answer::new(Provider::Anthropic), tokens, is_done: false }
    }
}

impl Progress for Messages {
    type Output = Answer;

    fn event(&mut self, data: &str) -> Result<Option<String>, ProviderError> {
        let event = parse(data)?;
        match event.get("type").and_then(Value::as_str) {
            Some("message_start") => {
                let message = event.get("message").cloned().unwrap_or_default();
                message.get("model").and_then(Value::as_str).unwrap_or_default().clone_into(&mut self.answer.model);
                let usage = message.get("usage").cloned().unwrap_or_default();
                self.answer.usage.input_tokens = count(&usage, "input_tokens");
            }
            Some("message_delta") => {
                self.answer.finish = finish(event.pointer("/delta/stop_reason").and_then(Value::as_str));
                let usage = event.get("usage").cloned().unwrap_or_default();
                self.answer.usage.output_tokens = count(&usage, "output_tokens");
            }
            Some("message_stop") => self.is_done = true,
            Some("content_block_delta") => return Ok(add(&mut self.answer, event.pointer("/delta/text"))),
            _ => {}
        }
        Ok(None)
    }

    fn is_done(&self) -> bool {
        self.is_done
    }

    fn finish(&self) -> Parsed<Answer> {
        priced(self.answer.clone(), self.tokens)
    }
}

/// Parses an event. Providers also report errors in the middle of a stream.
fn parse(data: &str) -> Result<Value, ProviderError> {
    let unreadable = |_| ProviderError::Unreadable("an event is not JSON".to_owned());
    let event: Value = serde_json::from_str(data).map_err(unreadable)?;
    let Some(error) = event.get("error").filter(|error| !error.is_null()) else { return Ok(event) };
    if error.get("type").and_then(Value::as_str) == Some("overloaded_error") {
        return Err(ProviderError::Unavailable { status: 529 });
    }
    let message = error.get("message").and_then(Value::as_str).unwrap_or_default();
    Err(ProviderError::Task { code: 0, message: short(message) })
}

fn count(usage: &Value, name: &str) -> u64 {
    usage.get(name).and_then(json::to_number).and_then(json::to_count).unwrap_or_default()
}

fn add(answer: &mut Answer, text: Option<&Value>) -> Option<String> {
    let text = text?.as_str().filter(|text| !text.is_empty())?;
    answer.text.push_str(text);
    Some(text.to_owned())
}

fn priced(mut answer: Answer, tokens: TokenPrice) -> Parsed<Answer> {
    let charge = charge(&answer, tokens, Micros::ZERO);
    answer.cost = Some(charge.amount);
    Parsed::charged(answer, charge)
}
