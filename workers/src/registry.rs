//! Handlers by kind of run. Lanes, attempts and time-outs are in `RunKind::policy`.

use serde_json::Value;
use shared::{domain::run::RunKind, store::run::Effect};

use crate::{context::RunContext, error::JobError, runs};

/// Result of a handler.
#[derive(Debug, Default)]
pub(crate) struct Done {
    /// The run's result.
    pub(crate) result: Value,
    /// Effects, written together with the result or not at all.
    pub(crate) effects: Vec<Effect>,
}

/// Executes a run.
pub(crate) async fn handle(context: &RunContext) -> Result<Done, JobError> {
    match context.run.kind {
        RunKind::Engine => runs::engine::run(context).await,
        RunKind::Experiment => runs::experiment::run(context).await,
        RunKind::Import => runs::import::run(context).await,
        RunKind::ImportPreview => runs::import_preview::run(context).await,
        RunKind::ImportUndo => runs::import_undo::run(context).await,
        RunKind::Theme => runs::theme::run(context).await,
        RunKind::Plan => runs::plan::lay_down::run(context).await,
        RunKind::Apply => runs::plan::apply::run(context).await,
        RunKind::Undo => runs::plan::undo::run(context).await,
        RunKind::Probe => runs::probe::run(context).await,
        RunKind::Batch => Err(JobError::permanent("no-children", "A batch needs at least one child.")),
    }
}
