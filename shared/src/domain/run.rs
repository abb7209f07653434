//! A run: the unit of work that takes time.

use chrono::{DateTime, Duration, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

use super::text_enum;

text_enum! {
    /// Status of a run.
    RunStatus {
        /// Waits for a worker, or for its time.
        Queued = "queued",
        /// A worker holds it, or, for a parent, its children are at work.
        Running = "running",
        /// Held back until its parent is resumed.
        Paused = "paused",
        /// Ended well; its result stands.
        Succeeded = "succeeded",
        /// Ended with an error that says what to do.
        Failed = "failed",
        /// Ended because somebody asked for it.
        Cancelled = "cancelled",
    }
}

impl RunStatus {
    /// Whether nothing more will happen to a run in this state.
    #[must_use]
    pub const fn is_final(self) -> bool {
        matches!(self, Self::Succeeded | Self::Failed | Self::Cancelled)
    }
}

text_enum! {
    /// Which stream of work a run belongs to.
    #[schema(as = RunLane)]
    Lane {
        /// Somebody waits for it.
        Interactive = "interactive",
        /// Campaigns and schedules.
        Batch = "batch",
    }
}

text_enum! {
    /// What a run does. The name is stored: it never changes.
    RunKind {
        /// One action of one intelligence engine on one website.
        Engine = "engine",
        /// Looks at an uploaded export without storing any of it.
        ImportPreview = "import_preview",
        /// Reads an uploaded export into the store.
        Import = "import",
        /// Takes an import's rows out again.
        ImportUndo = "import_undo",
        /// Reads a page's colours and font into a theme.
        Theme = "theme",
        /// Tells what an experiment can show and what it has shown.
        Experiment = "experiment",
        /// Lays down the steps of a plan, tried on a copy.
        Plan = "plan",
        /// Does the steps of a plan that may be done.
        Apply = "apply",
        /// Takes back what was done of a plan.
        Undo = "undo",
        /// Stands for its children: its progress is theirs.
        Batch = "batch",
        /// Passes through the fleet doing what its payload asks: a self-test.
        Probe = "probe",
    }
}

/// Policy of a kind of run. What its end means for other records is in [`crate::store::effect::RunRules`].
#[derive(Debug, Clone, Copy)]
pub struct RunPolicy {
    /// The lane, unless the caller chooses another.
    pub lane: Lane,
    /// Maximum number of attempts before it fails for good.
    pub max_attempts: i32,
    /// Maximum duration of one attempt.
    pub time_out: Duration,
    /// Who may start one, besides the call that is made for it.
    pub started_by: StartedBy,
}

/// Who may start runs of a kind, besides the calls that are made for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StartedBy {
    /// Nobody: the kind's own call stores a record with the run.
    OwnCall,
    /// A schedule.
    Schedule,
    /// A schedule, and an administrator by `POST /api/runs`.
    ScheduleOrAdministrator,
}

impl RunKind {
    /// Returns the policy of runs of this kind: the one list.
    #[must_use]
    pub const fn policy(self) -> RunPolicy {
        use StartedBy::{OwnCall, Schedule, ScheduleOrAdministrator};
        let (lane, max_attempts, minutes, started_by) = match self {
            Self::Engine => (Lane::Interactive, 3, 30, Schedule),
            Self::ImportPreview => (Lane::Interactive, 2, 5, OwnCall),
            Self::Import => (Lane::Interactive, 3, 60, OwnCall),
            Self::ImportUndo => (Lane::Interactive, 5, 30, OwnCall),
            Self::Theme => (Lane::Interactive, 2, 2, OwnCall),
            Self::Experiment => (Lane::Interactive, 3, 30, OwnCall),
            Self::Plan => (Lane::Interactive, 3, 5, OwnCall),
            Self::Apply | Self::Undo => (Lane::Interactive, 5, 30, OwnCall),
            Self::Batch => (Lane::Batch, 1, 60 * 24, OwnCall),
            Self::Probe => (Lane::Interactive, 3, 10, ScheduleOrAdministrator),
        };
        RunPolicy { lane, max_attempts, time_out: Duration::minutes(minutes), started_by }
    }

    /// Whether a schedule may start runs of this kind.
    #[must_use]
    pub const fn is_schedulable(self) -> bool {
        matches!(self.policy().started_by, StartedBy::Schedule | StartedBy::ScheduleOrAdministrator)
    }
}

/// Why a run did not succeed, in words that its user can act on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RunError {
    /// A stable kebab-case name.
    pub r#type: String,
    /// What is wrong and what to do.
    pub detail: String,
}

impl RunError {
    /// An error with its stable name and its explanation.
    pub fn new(r#type: impl Into<String>, detail: impl Into<String>) -> Self {
        Self { r#type: r#type.into(), detail: detail.into() }
    }
}

/// How far a run has come.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Progress {
    /// 0 to 100.
    pub percent: i32,
    /// A word for the present stage; empty before the first.
    pub stage: String,
    /// A sentence for people; may be empty.
    pub message: String,
}

/// A run as stored, without its result (see [`crate::store::run::result`]).
#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct Run {
    /// Time-ordered.
    pub id: Uuid,
    /// Whose data it works on.
    pub workspace_id: Uuid,
    /// Who started it, and whose share of the fleet it uses.
    pub user_id: Uuid,
    /// The website it is about, where there is one.
    pub website_id: Option<Uuid>,
    /// The run whose child this is.
    pub parent_id: Option<Uuid>,
    /// Kind of effect.
    pub kind: RunKind,
    /// The engine, for runs of kind `engine`.
    pub engine_id: Option<String>,
    /// Action of the engine.
    pub action: Option<String>,
    /// The stream of work.
    pub lane: Lane,
    /// Status.
    pub status: RunStatus,
    /// Ids and parameters, never entities.
    pub payload: Json<Value>,
    /// How many times it has been claimed: the fencing token of every later write.
    pub attempt: i32,
    /// How many attempts it has at most.
    pub max_attempts: i32,
    /// Not before this moment.
    pub run_at: DateTime<Utc>,
    /// Somebody asked for its end.
    pub cancel_requested: bool,
    /// 0 to 100.
    pub percent: i32,
    /// The present stage.
    pub stage: String,
    /// A sentence on it.
    pub message: String,
    /// Why the last attempt did not succeed.
    pub error: Option<Json<RunError>>,
    /// Children in all; 0 for a run that has none.
    pub children_total: i32,
    /// Children that have ended, however.
    pub children_done: i32,
    /// Children that have failed or were cancelled.
    pub children_failed: i32,
    /// When it was asked for.
    pub created_at: DateTime<Utc>,
    /// When its present or last attempt began.
    pub started_at: Option<DateTime<Utc>>,
    /// When it ended.
    pub finished_at: Option<DateTime<Utc>>,
}

impl Run {
    /// How far it has come.
    #[must_use]
    pub fn progress(&self) -> Progress {
        Progress { percent: self.percent, stage: self.stage.clone(), message: self.message.clone() }
    }

    /// How long the last attempt took; `None` while it has not ended.
    #[must_use]
    pub fn duration_ms(&self) -> Option<i64> {
        Some((self.finished_at? - self.started_at?).num_milliseconds())
    }
}

/// A run to be.
#[derive(Debug, Clone)]
pub struct NewRun {
    /// Its id, chosen by the caller so that events can be awaited before it is stored.
    pub id: Uuid,
    /// Whose data it works on.
    pub workspace_id: Uuid,
    /// Who starts it.
    pub user_id: Uuid,
    /// The website it is about.
    pub website_id: Option<Uuid>,
    /// Parent run.
    pub parent_id: Option<Uuid>,
    /// Kind of effect.
    pub kind: RunKind,
    /// Engine, for kind `engine`.
    pub engine_id: Option<String>,
    /// Action of the engine.
    pub action: Option<String>,
    /// The stream of work.
    pub lane: Lane,
    /// Ids and parameters.
    pub payload: Value,
    /// A repeated request with this key returns the first run.
    pub idempotency_key: Option<String>,
    /// Attempts at most.
    pub max_attempts: i32,
    /// Not before this moment.
    pub run_at: DateTime<Utc>,
}

impl NewRun {
    /// A run of `kind` with that kind's policy, due now.
    #[must_use]
    pub fn new(workspace_id: Uuid, user_id: Uuid, kind: RunKind, payload: Value) -> Self {
        let policy = kind.policy();
        Self {
            id: super::new_id(),
            workspace_id,
            user_id,
            website_id: None,
            parent_id: None,
            kind,
            engine_id: None,
            action: None,
            lane: policy.lane,
            payload,
            idempotency_key: None,
            max_attempts: policy.max_attempts,
            run_at: super::now(),
        }
    }
}
