//! Outcomes of attempts, and the event that reports them.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};

use crate::{
    domain::{
        event::{Audience, NewEvent},
        run::{Run, RunError, RunStatus},
    },
    store::effect::Effect,
};

/// Outcome of an attempt.
#[derive(Debug, Clone)]
pub enum Outcome {
    /// Success with this result.
    Succeeded(Value),
    /// Permanent failure, with a message that the user can act on.
    Failed(RunError),
    /// Temporary failure, with another attempt at `at` at the earliest.
    Retry {
        /// Error of this attempt.
        error: RunError,
        /// Earliest time of the next attempt.
        at: DateTime<Utc>,
    },
    /// Held back by something that is none of its faults, with another attempt at `at` at the earliest; this one does not
    /// count.
    Postponed {
        /// What holds it back.
        error: RunError,
        /// Earliest time of the next attempt.
        at: DateTime<Utc>,
    },
    /// Cancelled by a user.
    Cancelled,
    /// Released because the worker stops; the attempt does not count.
    Released,
}

/// The outcome of one run.
#[derive(Debug, Clone)]
pub struct Finish {
    /// The claimed run; its `attempt` is the fencing token.
    pub run: Run,
    /// Outcome of the attempt.
    pub outcome: Outcome,
    /// Effects, applied only if the token is still valid.
    pub effects: Vec<Effect>,
}

impl Outcome {
    pub(super) const fn status(&self) -> RunStatus {
        match self {
            Self::Succeeded(_) => RunStatus::Succeeded,
            Self::Failed(_) => RunStatus::Failed,
            Self::Cancelled => RunStatus::Cancelled,
            Self::Retry { .. } | Self::Postponed { .. } | Self::Released => RunStatus::Queued,
        }
    }

    pub(super) const fn error(&self) -> Option<&RunError> {
        match self {
            Self::Failed(error) | Self::Retry { error, .. } | Self::Postponed { error, .. } => Some(error),
            Self::Succeeded(_) | Self::Cancelled | Self::Released => None,
        }
    }
}

/// Returns `run:finished` for all members of the run's workspace.
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
