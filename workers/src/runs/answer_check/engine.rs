//! An engine that can be asked.

use providers::{
    Credentials, Micros, PriceBook, ProviderError,
    answers::question,
    models::{Assistant, Prompt},
    provider::TokenPrice,
};
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
    pub(super) assistant: Option<Assistant>,
    pub(super) failure: Option<EngineFailure>,
    failures: u32,
    /// Most that an answer has cost. It is more than the estimate only if the provider counts beyond its own limits.
    dearest: Micros,
}

impl Engine {
    /// Opens an engine of a check with a budget. One that cannot be opened is kept with its failure.
    pub(super) async fn open(context: &RunContext, spec: &AnswerEngine, budget: i64) -> Result<Self, JobError> {
        let new = |provider: &str| Self {
            key: spec.key(provider),
            spec: spec.clone(),
            provider: provider.to_owned(),
            assistant: None,
            failure: None,
            failures: 0,
            dearest: Micros::ZERO,
        };
        match open_within(context, spec.connection_id, Some(budget)).await {
            Ok(opened) => {
                let mut engine = new(opened.provider.key());
                match assistant(&opened, spec) {
                    Ok(assistant) => engine.assistant = Some(assistant),
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

    /// Returns the question as it is sent. Samples of other runs have other numbers, so that no stored response answers
    /// them.
    pub(super) fn question(&self, prompt: &TrackedPrompt, sample: u32) -> Prompt {
        let (country, city) = (prompt.country.as_deref(), prompt.city.as_deref());
        let question = question(&self.spec.model, &prompt.text, self.spec.web_search, country, city);
        Prompt { sample, ..question }
    }

    /// Returns the most that an answer can cost; `None` if the engine cannot be asked.
    pub(super) fn most(&mut self, prompt: &TrackedPrompt) -> Option<i64> {
        if self.failure.is_some() {
            return None;
        }
        let estimate = self.assistant.as_ref()?.estimate(&self.question(prompt, 0));
        match estimate {
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

    fn fail(&mut self, kind: &str, message: String) {
        self.failure = Some(EngineFailure { engine: self.key.clone(), kind: kind.to_owned(), message });
    }
}

fn assistant(opened: &Opened, spec: &AnswerEngine) -> Result<Assistant, ProviderError> {
    let mut prices = PriceBook::default();
    if let (Some(input), Some(output)) = (spec.input_micros, spec.output_micros) {
        let price = TokenPrice { input: Micros(input), output: Micros(output) };
        prices = prices.with_model(opened.provider, &spec.model, price);
    }
    let key = Credentials::Key(opened.secret("key"));
    let assistant = Assistant::new(opened.caller.clone(), opened.provider, key, prices)?;
    Ok(assistant.with_base(opened.base()))
}
