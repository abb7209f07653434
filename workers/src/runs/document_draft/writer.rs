//! The model, what was sent to it, and what it cost.

use std::time::Duration;

use engines::content::generate::ModelPrompt;
use providers::{
    Micros, ProviderError,
    models::{Assistant, Finish, Prompt},
};
use serde::Serialize;
use shared::store::{Db, connection};
use uuid::Uuid;

use super::Payload;
use crate::{collect::provider::open_within, context::RunContext, error::JobError};

/// Why no text was written.
#[derive(Debug, Clone, thiserror::Error)]
pub(super) enum Failure {
    /// The budget does not cover the next request.
    #[error("the budget of ${:.2} does not cover the next request", *.budget as f64 / 1e6)]
    Budget {
        /// Budget in millionths of a dollar.
        budget: i64,
    },
    /// The provider failed.
    #[error("{0}")]
    Provider(ProviderError),
    /// The answer was not complete in time.
    #[error("the model did not answer within {0} seconds")]
    Late(u64),
    /// The run was cancelled.
    #[error("the run was cancelled")]
    Cancelled,
    /// The ledger of calls cannot be read, so nothing more may be spent.
    #[error("the database did not respond")]
    NoLedger,
}

impl Failure {
    /// Returns true if the run ends whatever was written.
    pub(super) const fn ends_run(&self) -> bool {
        matches!(self, Self::Cancelled | Self::NoLedger)
    }

    /// Returns the error of the run if nothing was written.
    pub(super) fn into_job(self) -> JobError {
        match &self {
            Self::Cancelled => JobError::Cancelled,
            Self::NoLedger => JobError::transient("database-unavailable", "The database did not respond."),
            Self::Budget { .. } => JobError::permanent("budget", format!("Nothing was written: {self}.")),
            Self::Late(_) => JobError::transient("timeout", format!("Nothing was written: {self}.")),
            Self::Provider(error) if error.is_transient() => {
                JobError::transient(error.kind(), format!("The model did not answer: {error}."))
            }
            Self::Provider(error) => JobError::permanent(error.kind(), format!("The model did not answer: {error}.")),
        }
    }
}

/// What a model answered.
#[derive(Debug, Default)]
pub(super) struct Answered {
    /// The text, as far as it was waited for.
    pub(super) text: String,
    /// True if the answer reached its maximum length.
    pub(super) is_cut: bool,
}

/// A prompt as it was sent.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Sent {
    system: String,
    user: String,
    cost_micros: u64,
}

/// A model that writes within a budget.
#[derive(Debug)]
pub(super) struct Writer {
    assistant: Assistant,
    model: String,
    /// Model and version as the provider reports it.
    answered_by: Option<String>,
    budget: Micros,
    /// What the run has spent, earlier attempts included.
    spent: Micros,
    ledger: (Db, Uuid, Uuid),
    /// Everything that was sent.
    pub(super) sent: Vec<Sent>,
    sample: u32,
}

impl Writer {
    pub(super) async fn open(context: &RunContext, payload: &Payload) -> Result<Self, JobError> {
        let opened = open_within(context, payload.connection_id, Some(payload.budget_micros)).await?;
        let price = (payload.input_micros, payload.output_micros);
        let assistant = opened.assistant(&payload.model, price).map_err(|error| Failure::Provider(error).into_job())?;
        let budget = Micros(u64::try_from(payload.budget_micros).unwrap_or(0));
        // Another run gets other text, also for the same prompts.
        let [a, b, c, d, ..] = *context.run.id.as_bytes().last_chunk::<4>().unwrap_or(&[0; 4]);
        let sample = u32::from_be_bytes([a, b, c, d]);
        let model = payload.model.clone();
        let ledger = (context.db.clone(), context.run.workspace_id, context.run.id);
        Ok(Self { assistant, model, answered_by: None, budget, spent: Micros::ZERO, ledger, sent: Vec::new(), sample })
    }

    /// Sends a prompt and returns the text. `on_text` gets each piece as it arrives; when it returns false, the rest is not
    /// waited for.
    pub(super) async fn write(
        &mut self, prompt: &ModelPrompt, on_text: &mut (dyn FnMut(&str) -> bool + Send),
    ) -> Result<Answered, Failure> {
        let request = self.request(prompt);
        let estimate = self.assistant.estimate(&request).map_err(Failure::from)?.amount;
        self.read_ledger().await?;
        if self.spent + estimate > self.budget {
            return Err(Failure::Budget { budget: i64::try_from(self.budget.0).unwrap_or(i64::MAX) });
        }
        let mut stream = self.assistant.write(&request).await.map_err(Failure::from)?;
        let mut text = String::new();
        while let Some(piece) = stream.next().await {
            let piece = match piece {
                Ok(piece) => piece,
                Err(error) => {
                    // What a broken stream has cost is unknown.
                    self.note(prompt, estimate);
                    return Err(error.into());
                }
            };
            text.push_str(&piece);
            if !on_text(&piece) {
                drop(stream);
                self.note(prompt, estimate);
                return Ok(Answered { text, is_cut: false });
            }
        }
        let called = stream.finish().await.map_err(Failure::from)?;
        self.note(prompt, called.value.cost.unwrap_or(called.call.cost));
        self.answered_by = Some(called.value.model.clone()).filter(|model| !model.is_empty());
        match called.value.finish {
            Finish::Filtered => {
                Err(Failure::Provider(ProviderError::Incomplete("the provider withheld it".to_owned())))
            }
            finish @ (Finish::Stop | Finish::Length | Finish::Other) => {
                Ok(Answered { text, is_cut: finish == Finish::Length })
            }
        }
    }

    /// Sends a prompt and returns the answer, if it is complete in time. A request that is given up costs its estimate.
    pub(super) async fn write_within(&mut self, prompt: &ModelPrompt, time: Duration) -> Result<Answered, Failure> {
        if let Ok(answered) = tokio::time::timeout(time, self.write(prompt, &mut |_| true)).await {
            return answered;
        }
        let estimate = self.assistant.estimate(&self.request(prompt)).map_err(Failure::from)?.amount;
        self.note(prompt, estimate);
        Err(Failure::Late(time.as_secs()))
    }

    /// Reads what the run has spent. Requests that the provider refused, and those of an attempt whose worker died, count too.
    async fn read_ledger(&mut self) -> Result<(), Failure> {
        let (db, workspace_id, run_id) = &self.ledger;
        let spent = connection::spent_by_run(db, *workspace_id, *run_id).await.map_err(|error| {
            tracing::warn!(%error, run.id = %run_id, "the spending of a run cannot be read");
            Failure::NoLedger
        })?;
        self.spent = Micros(u64::try_from(spent).unwrap_or(0));
        Ok(())
    }

    fn request(&self, prompt: &ModelPrompt) -> Prompt {
        Prompt {
            system: Some(prompt.system.clone()),
            max_tokens: prompt.max_tokens,
            sample: self.sample.wrapping_add(u32::try_from(self.sent.len()).unwrap_or(u32::MAX)),
            ..Prompt::new(&self.model, &prompt.user)
        }
    }

    fn note(&mut self, prompt: &ModelPrompt, cost: Micros) {
        let (system, user) = (prompt.system.clone(), prompt.user.clone());
        self.sent.push(Sent { system, user, cost_micros: cost.0 });
    }

    /// Returns the name of the model, as the provider reports it if it does.
    pub(super) fn model_name(&self) -> String {
        self.answered_by.clone().unwrap_or_else(|| self.model.clone())
    }

    /// Returns the cost of the run so far.
    pub(super) async fn spent_micros(&mut self) -> Result<i64, JobError> {
        self.read_ledger().await.map_err(Failure::into_job)?;
        Ok(i64::try_from(self.spent.0).unwrap_or(i64::MAX))
    }
}

impl From<ProviderError> for Failure {
    fn from(error: ProviderError) -> Self {
        if error == ProviderError::Cancelled { Self::Cancelled } else { Self::Provider(error) }
    }
}
