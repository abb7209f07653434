//! Plans of actions: what is to be done, who said yes, and what became of it.

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

use super::text_enum;

text_enum! {
    /// Status of a plan.
    PlanStatus {
        /// Its steps are being laid down and tried on a copy.
        Planning = "planning",
        /// Its steps wait for a yes.
        Waiting = "waiting_for_approval",
        /// Its steps are being done.
        Running = "running",
        /// Stopped by a kill switch; nothing was undone.
        Halted = "halted",
        /// Nothing is left to do.
        Finished = "finished",
        /// A step failed in such a way that what was done has been taken back.
        RolledBack = "rolled_back",
        /// Somebody said no.
        Rejected = "rejected",
        /// It was done, and then taken back because somebody asked for it.
        Undone = "undone",
        /// No step can be executed.
        Blocked = "blocked",
    }
}

text_enum! {
    /// What somebody said of a step.
    #[schema(as = StepDecision)]
    Decision {
        /// Yes.
        Approved = "approved",
        /// No.
        Rejected = "rejected",
    }
}

text_enum! {
    /// What became of a step.
    StepOutcome {
        /// It failed for good; nothing was changed.
        Failed = "failed",
        /// It was done; that it holds is still to be seen.
        Done = "done",
        /// It was done, and it holds.
        Verified = "verified",
        /// It was done, and does not hold.
        NotVerified = "not_verified",
    }
}

/// A plan as stored.
#[derive(Debug, Clone, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Plan {
    /// Time-ordered.
    pub id: Uuid,
    /// About which website, where it is about one.
    pub website_id: Option<Uuid>,
    /// In one line.
    pub title: String,
    /// Why; may be empty.
    pub reason: String,
    /// What it came from: `insight:ID` or `opportunity:ID`; `None` where a person wrote it.
    pub source: Option<String>,
    /// The actions that were asked for, as the execution engine's requests.
    pub requests: Json<Vec<Value>>,
    /// Those that cannot be done, each with the reason.
    pub blocked: Json<Vec<Value>>,
    /// Status.
    pub status: PlanStatus,
    /// Reason of the last change.
    pub detail: String,
    /// The run that worked on it last.
    pub run_id: Option<Uuid>,
    /// Who asked for it.
    pub created_by: Uuid,
    /// When.
    pub created_at: DateTime<Utc>,
    /// When something last became of it.
    pub updated_at: DateTime<Utc>,
}

/// A step of a plan as stored.
#[derive(Debug, Clone, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct PlanStep {
    /// Its place in the plan, from 0.
    pub no: i32,
    /// Its name within the plan.
    pub step_id: String,
    /// The step as the execution engine laid it down.
    pub body: Json<Value>,
    /// What somebody said of it.
    pub decision: Option<Decision>,
    /// Who.
    pub decided_by: Option<Uuid>,
    /// That person's name.
    pub decided_by_name: Option<String>,
    /// When.
    pub decided_at: Option<DateTime<Utc>>,
    /// What became of it; `None` before it was tried.
    pub outcome: Option<StepOutcome>,
    /// In words.
    pub detail: String,
    /// What takes it back; `None` before it was done.
    pub compensation: Option<Json<Value>>,
    /// When it was done.
    pub done_at: Option<DateTime<Utc>>,
    /// When it was taken back.
    pub taken_back_at: Option<DateTime<Utc>>,
}

/// The switch that stops all acting, of a workspace or of the whole installation.
#[derive(Debug, Clone, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct KillSwitch {
    /// True while nothing is done.
    pub is_on: bool,
    /// Why it was thrown; may be empty.
    pub reason: String,
    /// Who threw it; `None` for the operator's command line, or where nobody has.
    pub changed_by: Option<Uuid>,
    /// When.
    pub changed_at: DateTime<Utc>,
}
