//! How attempts end.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};

use crate::{
    domain::{
        event::{Audience, NewEvent},
        run::{Run, RunError, RunStatus},
    },
    store::effect::Effect,
};

/// How an attempt ended.
#[derive(Debug, Clone)]
pub enum Outcome {
    /// Well, with this result.
    Succeeded(Value),
    /// For good, with a message that the user can act on.
    Failed(RunError),
    /// It is to be tried again, not before `at`.
    Retry {
        /// Why this attempt failed.
        error: RunError,
        /// Not before this moment.
        at: DateTime<Utc>,
    },
    /// Because somebody asked for it.
    Cancelled,
    /// The worker stops before its end: another takes it up, and the attempt does not count against it.
    Released,
}

/// One run that a worker lets go of.
#[derive(Debug, Clone)]
pub struct Finish {
    /// The run as it was claimed: its `attempt` is the fencing token.
    pub run: Run,
    /// How the attempt ended.
    pub outcome: Outcome,
    /// What it leaves behind; counts only if the token still holds.
    pub effects: Vec<Effect>,
}

impl Outcome {
    pub(super) const fn status(&self) -> RunStatus {
        match self {
            Self::Succeeded(_) => RunStatus::Succeeded,
            Self::Failed(_) => RunStatus::Failed,
            Self::Cancelled => RunStatus::Cancelled,
            Self::Retry { .. } | Self::Released => RunStatus::Queued,
        }
    }

    pub(super) const fn error(&self) -> Option<&RunError> {
        match self {
            Self::Failed(error) | Self::Retry { error, .. } => Some(error),
            Self::Succeeded(_) | Self::Cancelled | Self::Released => None,
        }
    }
}

/// `run:finished`, for every member of the run's workspace.
pub(super) fn finished_event(run: &Run, status: RunStatus, error: Option<&RunError>) -> NewEvent {
    NewEvent {
        audience: Audience::Workspace(run.workspace_id),
        r#type: "run:finished",
        payload: json!({
            "runId": run.id, "kind": run.kind, "engineId": run.engine_id, "action": run.action,
            "websiteId": run.website_id, "parentId": run.parent_id, "status": status, "error": error,
        }),
    }
}
