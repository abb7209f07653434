//! Plans of actions: steps, approvals and results.

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

use super::text_enum;

text_enum! {
    /// Status of a plan.
    PlanStatus {
        /// Its steps are being created and simulated on a copy.
        Planning = "planning",
        /// Its steps wait for approval.
        Waiting = "waiting_for_approval",
        /// Its steps are being executed.
        Running = "running",
        /// Stopped by a kill switch; nothing was undone.
        Halted = "halted",
        /// Nothing is left to execute.
        Finished = "finished",
        /// Executed steps were undone because of a failure.
        RolledBack = "rolled_back",
        /// Rejected.
        Rejected = "rejected",
        /// Executed, and then undone on request.
        Undone = "undone",
        /// No step can be executed.
        Blocked = "blocked",
    }
}

text_enum! {
    /// Decision on a step.
    #[schema(as = StepDecision)]
    Decision {
        /// Approved.
        Approved = "approved",
        /// Rejected.
        Rejected = "rejected",
    }
}

text_enum! {
    /// Outcome of a step.
    StepOutcome {
        /// Failed permanently; nothing was changed.
        Failed = "failed",
        /// Executed, not verified yet.
        Done = "done",
        /// Executed and verified.
        Verified = "verified",
        /// Executed, and its verification failed.
        NotVerified = "not_verified",
    }
}

/// A stored plan.
#[derive(Debug, Clone, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Plan {
    /// Time-ordered.
    pub id: Uuid,
    /// Website, if it concerns one.
    pub website_id: Option<Uuid>,
    /// Title, one line.
    pub title: String,
    /// Reason; may be empty.
    pub reason: String,
    /// Source: `insight:ID` or `opportunity:ID`; `None` for a plan that a person wrote.
    pub source: Option<String>,
    /// Requested actions, as the execution engine's requests.
    pub requests: Json<Vec<Value>>,
    /// Blocked requests with reasons.
    pub blocked: Json<Vec<Value>>,
    /// Status.
    pub status: PlanStatus,
    /// Reason of the last change.
    pub detail: String,
    /// Latest run.
    pub run_id: Option<Uuid>,
    /// User who requested it.
    pub created_by: Uuid,
    /// Time of creation.
    pub created_at: DateTime<Utc>,
    /// Time of the last change.
    pub updated_at: DateTime<Utc>,
}

/// A stored step of a plan.
#[derive(Debug, Clone, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct PlanStep {
    /// Index in the plan, from 0.
    pub no: i32,
    /// Name within the plan.
    pub step_id: String,
    /// Content from the execution engine.
    pub body: Json<Value>,
    /// Decision.
    pub decision: Option<Decision>,
    /// User who decided.
    pub decided_by: Option<Uuid>,
    /// Name of that user.
    pub decided_by_name: Option<String>,
    /// Time of the decision.
    pub decided_at: Option<DateTime<Utc>>,
    /// Outcome; `None` before execution.
    pub outcome: Option<StepOutcome>,
    /// Details.
    pub detail: String,
    /// Inverse action; `None` before execution.
    pub compensation: Option<Json<Value>>,
    /// Time of execution.
    pub done_at: Option<DateTime<Utc>>,
    /// Time of the undo.
    pub taken_back_at: Option<DateTime<Utc>>,
}

/// Kill switch of a workspace or of the whole installation, which stops all execution.
#[derive(Debug, Clone, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct KillSwitch {
    /// True while execution is stopped.
    pub is_on: bool,
    /// Reason; may be empty.
    pub reason: String,
    /// User who changed it; `None` for the command line, or if nobody has.
    pub changed_by: Option<Uuid>,
    /// Time of the change.
    pub changed_at: DateTime<Utc>,
}
