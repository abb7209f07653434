//! Sentence model of a run.

use std::sync::Arc;

use engines::{action::Action, embedding::SentenceModel};

use crate::{context::RunContext, error::JobError};

/// Returns the model if one is installed and the action uses it. The operator must fix an invalid model. Reading is
/// slow: call it on the computing thread.
pub(super) fn of<A: Action>(context: &RunContext) -> Result<Option<Arc<SentenceModel>>, JobError> {
    if !A::USES_MODEL {
        return Ok(None);
    }
    context.models.load().map_err(|error| {
        tracing::error!(%error, "the sentence model cannot be read: motherlode model install, or --model none");
        JobError::permanent(
            "model-unreadable",
            "The sentence model of this installation cannot be read. The operator can find the reason in the log.",
        )
    })
}
