//! An engine that can be asked.

use providers::{
    Called, Micros, ProviderError,
    ai_mode::{AiMode, Question},
    answers::question,
    call::Estimate,
    models::{Answer, Assistant, Prompt},
};
use serde_json::{Value, json};
use shared::domain::answer::{AnswerEngine, EngineFailure, TrackedPrompt};

use crate::{
    collect::provider::{Opened, open_within},
    context::RunContext,
    error::JobError,
};

/// Failures one after the other, after which an engine is not asked again in this run.
const MOST_FAILURES: u32 = 3;

/// An engine of a check.
pub(super) struct Engine {
    pub(super) key: String,
    pub(super) spec: AnswerEngine,
    pub(super) provider: String,
    asked: Option<Asked>,
    pub(super) failure: Option<EngineFailure>,
    failures: u32,
    /// Most that an answer has cost. It is more than the estimate only if the provider counts beyond its own limits.
    dearest: Micros,
}

/// What is asked.
enum Asked {
    Model(Assistant),
    AiMode(AiMode),
}

impl Engine {
    /// Opens an engine of a check with a budget. One that cannot be opened is kept with its failure.
    pub(super) async fn open(context: &RunContext, spec: &AnswerEngine, budget: i64) -> Result<Self, JobError> {
        let new = |provider: &str| Self {
            key: spec.key(provider),
            spec: spec.clone(),
            provider: provider.to_owned(),
            asked: None,
            failure: None,
            failures: 0,
            dearest: Micros::ZERO,
        };
        match open_within(context, spec.connection_id, Some(budget)).await {
            Ok(opened) => {
                let mut engine = new(opened.provider.key());
                match asked(&opened, spec) {
                    Ok(asked) => engine.asked = Some(asked),
                    Err(error) => engine.fail(error.kind(), error.to_string()),
                }
                Ok(engine)
            }
            Err(JobError::Permanent(error)) => {
                let mut engine = new("removed");
                engine.fail(&error.r#type, error.detail);
                Ok(engine)
            }
            Err(error) => Err(error),
        }
    }

    /// Returns the question as it is sent to a model. Samples of other runs have other numbers, so that no stored response
    /// answers them.
    fn prompt(&self, prompt: &TrackedPrompt, sample: u32) -> Prompt {
        let (country, city) = (prompt.country.as_deref(), prompt.city.as_deref());
        let question = question(&self.spec.model, &prompt.text, self.spec.web_search, country, city);
        Prompt { sample, ..question }
    }

    /// Asks a question; `None` if the engine could not be opened.
    pub(super) async fn ask(
        &self, prompt: &TrackedPrompt, sample: u32,
    ) -> Option<Result<Called<Answer>, ProviderError>> {
        Some(match self.asked.as_ref()? {
            Asked::Model(assistant) => assistant.ask(&self.prompt(prompt, sample)).await,
            Asked::AiMode(client) => client.ask(&Question { sample, ..in_ai_mode(prompt) }).await,
        })
    }

    /// Returns country, city and language of a question as it is asked.
    pub(super) fn place(&self, prompt: &TrackedPrompt) -> (Option<String>, Option<String>, Option<String>) {
        if self.spec.ai_mode {
            let question = in_ai_mode(prompt);
            return (Some(question.country.to_uppercase()), None, Some(question.language));
        }
        (prompt.country.clone(), prompt.city.clone(), prompt.language.clone())
    }

    /// Returns the parameters of a request to store with its answer.
    pub(super) fn parameters(&self, prompt: &TrackedPrompt, number: u32, answered: &Answer) -> Value {
        if self.spec.ai_mode {
            return json!({"sample": number, "device": "desktop"});
        }
        let question = self.prompt(prompt, 0);
        json!({
            "maxTokens": question.max_tokens, "webSearch": question.web_search, "sample": number,
            "queries": answered.queries, "inputTokens": answered.usage.input_tokens,
            "outputTokens": answered.usage.output_tokens, "searches": answered.usage.searches,
        })
    }

    /// Returns why a prompt cannot be asked in its country; `None` if it can.
    pub(super) fn refusal(&self, prompt: &TrackedPrompt) -> Option<ProviderError> {
        match self.asked.as_ref()? {
            Asked::AiMode(client) => client.estimate(&in_ai_mode(prompt)).err(),
            Asked::Model(_) => None,
        }
    }

    fn estimate(&self, prompt: &TrackedPrompt) -> Option<Result<Estimate, ProviderError>> {
        Some(match self.asked.as_ref()? {
            Asked::Model(assistant) => assistant.estimate(&self.prompt(prompt, 0)),
            Asked::AiMode(client) => client.estimate(&in_ai_mode(prompt)),
        })
    }

    /// Returns the most that an answer can cost; `None` if the engine cannot be asked.
    pub(super) fn most(&mut self, prompt: &TrackedPrompt) -> Option<i64> {
        if self.failure.is_some() {
            return None;
        }
        match self.estimate(prompt)? {
            Ok(estimate) => i64::try_from(estimate.amount.max(self.dearest).0).ok(),
            Err(error) => {
                self.fail(error.kind(), error.to_string());
                None
            }
        }
    }

    pub(super) fn succeeded(&mut self, cost: Micros) {
        self.failures = 0;
        self.dearest = self.dearest.max(cost);
    }

    /// Notes a failure. An engine that fails for good, or several times one after the other, is not asked again.
    pub(super) fn failed(&mut self, error: &ProviderError) {
        self.failures += 1;
        let may_recover = error.is_transient() || matches!(error, ProviderError::Timeout { .. });
        if !may_recover || self.failures >= MOST_FAILURES {
            self.fail(error.kind(), error.to_string());
        }
    }

    /// Returns true if an error is about one prompt only: AI mode answers others, whose text, country or language it accepts.
    pub(super) fn is_of_prompt(&self, error: &ProviderError) -> bool {
        matches!((&self.asked, error), (Some(Asked::AiMode(_)), ProviderError::InvalidField { .. }))
    }

    fn fail(&mut self, kind: &str, message: String) {
        self.failure = Some(EngineFailure { engine: self.key.clone(), kind: kind.to_owned(), message });
    }
}

/// Returns a prompt as a question to AI mode.
fn in_ai_mode(prompt: &TrackedPrompt) -> Question {
    Question::new(&prompt.text, prompt.country.as_deref(), prompt.language.as_deref())
}

fn asked(opened: &Opened, spec: &AnswerEngine) -> Result<Asked, ProviderError> {
    if spec.ai_mode {
        return AiMode::connect(opened.provider, &opened.access()).map(Asked::AiMode);
    }
    opened.assistant(&spec.model, (spec.input_micros, spec.output_micros)).map(Asked::Model)
}
