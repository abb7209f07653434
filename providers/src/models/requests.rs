//! Requests to models.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::reading::searches;
use crate::provider::Provider;

/// A web search that a model may use.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WebSearch {
    /// Country, as two letters.
    pub country: Option<String>,
    /// State or region.
    pub region: Option<String>,
    /// City.
    pub city: Option<String>,
    /// Most searches, 3 if it is 0. Gemini has no such limit.
    pub most_searches: u32,
}

/// Searches where the question sets no limit.
const SEARCHES: u32 = 3;

/// A question to a model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Prompt {
    /// Model.
    pub model: String,
    /// Instructions.
    pub system: Option<String>,
    /// Question.
    pub user: String,
    /// Most tokens of the answer.
    pub max_tokens: u32,
    /// Randomness, from 0; models that reason accept none.
    pub temperature: Option<f64>,
    /// Web search.
    pub web_search: Option<WebSearch>,
    /// Number of the sample. It makes the fingerprints of repeated questions differ, which is needed to measure how much
    /// answers vary; it is not sent.
    pub sample: u32,
}

impl Prompt {
    /// Creates a question of 1,024 tokens at most.
    #[must_use]
    pub fn new(model: &str, user: &str) -> Self {
        Self {
            model: model.to_owned(),
            system: None,
            user: user.to_owned(),
            max_tokens: 1_024,
            temperature: None,
            web_search: None,
            sample: 0,
        }
    }

    /// Returns the most tokens that the prompt itself can have: a token is at least a byte.
    pub(super) fn most_input_tokens(&self) -> u64 {
        (self.user.len() + self.system.as_deref().map_or(0, str::len)) as u64 + 64
    }

    /// Returns the path and body of the request.
    pub(super) fn build(&self, provider: Provider, is_default_base: bool) -> (String, Value) {
        let (path, mut body) = match provider {
            Provider::Anthropic => ("/v1/messages".to_owned(), self.anthropic()),
            Provider::Gemini => (format!("/v1beta/models/{}:generateContent", path_part(&self.model)), self.gemini()),
            Provider::Perplexity => ("/v1/responses".to_owned(), self.responses(provider)),
            _ if self.web_search.is_some() => ("/v1/responses".to_owned(), self.responses(provider)),
            _ => ("/v1/chat/completions".to_owned(), self.chat(is_default_base)),
        };
        if let (Some(temperature), true) = (self.temperature, provider != Provider::Gemini) {
            body["temperature"] = temperature.into();
        }
        (path, body)
    }

    fn chat(&self, is_default_base: bool) -> Value {
        let system = self.system.iter().map(|text| json!({ "role": "system", "content": text }));
        let messages: Vec<_> = system.chain([json!({ "role": "user", "content": self.user })]).collect();
        // Servers that only follow the API know the older name.
        let limit = if is_default_base { "max_completion_tokens" } else { "max_tokens" };
        json!({ "model": self.model, "messages": messages, limit: self.max_tokens })
    }

    fn responses(&self, provider: Provider) -> Value {
        let is_perplexity = provider == Provider::Perplexity;
        let mut body = json!({ "model": self.model, "input": self.user, "max_output_tokens": self.max_tokens });
        if let Some(system) = &self.system {
            body["instructions"] = system.as_str().into();
        }
        if let Some(search) = &self.web_search {
            let mut tool = json!({ "type": "web_search" });
            if let Some(mut place) = search.place() {
                if !is_perplexity {
                    place["type"] = "approximate".into();
                }
                tool["user_location"] = place;
            }
            body["tools"] = json!([tool]);
            if !is_perplexity {
                body["include"] = json!(["web_search_call.action.sources"]);
            }
        }
        // Without a limit, nothing would bound the cost. A step of Perplexity searches or answers.
        if let Some(searches) = searches(provider, self.web_search.as_ref()) {
            let (name, most) =
                if is_perplexity { ("max_steps", searches.saturating_add(1)) } else { ("max_tool_calls", searches) };
            body[name] = most.into();
        }
        body
    }

    fn anthropic(&self) -> Value {
        let messages = json!([{ "role": "user", "content": self.user }]);
        let mut body = json!({ "model": self.model, "max_tokens": self.max_tokens, "messages": messages });
        if let Some(system) = &self.system {
            body["system"] = system.as_str().into();
        }
        if let Some(search) = &self.web_search {
            let mut tool = json!({ "type": "web_search_20250305", "name": "web_search", "max_uses": search.limit() });
            if let Some(mut place) = search.place() {
                place["type"] = "approximate".into();
                tool["user_location"] = place;
            }
            body["tools"] = json!([tool]);
        }
        body
    }

    fn gemini(&self) -> Value {
        let mut config = json!({ "maxOutputTokens": self.max_tokens });
        if let Some(temperature) = self.temperature {
            config["temperature"] = temperature.into();
        }
        let contents = json!([{ "role": "user", "parts": [{ "text": self.user }] }]);
        let mut body = json!({ "contents": contents, "generationConfig": config });
        if let Some(system) = &self.system {
            body["systemInstruction"] = json!({ "parts": [{ "text": system }] });
        }
        if self.web_search.is_some() {
            body["tools"] = json!([{ "google_search": {} }]);
        }
        body
    }
}

impl WebSearch {
    /// Returns the most searches, at least one.
    pub(super) const fn limit(&self) -> u32 {
        if self.most_searches == 0 { SEARCHES } else { self.most_searches }
    }

    fn place(&self) -> Option<Value> {
        let parts = [("country", &self.country), ("region", &self.region), ("city", &self.city)];
        let known: serde_json::Map<_, _> =
            parts.into_iter().filter_map(|(name, part)| Some((name.to_owned(), part.as_deref()?.into()))).collect();
        (!known.is_empty()).then_some(Value::Object(known))
    }
}

/// Keeps the name of a model within its part of the path.
fn path_part(model: &str) -> String {
    model.chars().filter(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | '_')).collect()
}
