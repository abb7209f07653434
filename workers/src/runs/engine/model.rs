//! The sentence model for a run.

use std::sync::Arc;

use engines::{action::Action, semantic::SentenceModel};

use crate::{context::RunContext, error::JobError};

/// The model, where one is installed and the action works with it. What is wrong with it, its operator mends. Reading it
/// takes a while: for the thread that computes.
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
