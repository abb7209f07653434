//! Runs: units of long-running work.

use chrono::{DateTime, Duration, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

use super::text_enum;

text_enum! {
    /// Status of a run.
    RunStatus {
        /// Waits for a worker, or for its start time.
        Queued = "queued",
        /// A worker processes it; for a parent, its children are processed.
        Running = "running",
        /// Held back until its parent is resumed.
        Paused = "paused",
        /// Finished with a result.
        Succeeded = "succeeded",
        /// Finished with an error.
        Failed = "failed",
        /// Cancelled by a user.
        Cancelled = "cancelled",
    }
}

impl RunStatus {
    /// Returns true for statuses that never change again.
    #[must_use]
    pub const fn is_final(self) -> bool {
        matches!(self, Self::Succeeded | Self::Failed | Self::Cancelled)
    }
}

text_enum! {
    /// Priority class of a run.
    #[schema(as = RunLane)]
    Lane {
        /// A user waits for it.
        Interactive = "interactive",
        /// Background work, such as schedules.
        Batch = "batch",
    }
}

text_enum! {
    /// Kind of a run. The name is stored and never changes.
    RunKind {
        /// One action of one intelligence engine on one website.
        Engine = "engine",
        /// Inspects an upload without storing its rows.
        ImportPreview = "import_preview",
        /// Reads an uploaded export into the store.
        Import = "import",
        /// Removes an import's rows.
        ImportUndo = "import_undo",
        /// Reads colours and font of a page into a theme.
        Theme = "theme",
        /// Tests a connection to a data provider with a call that costs little or nothing.
        ConnectionTest = "connection_test",
        /// Crawls a website.
        Crawl = "crawl",
        /// Fetches new data through a connection.
        Sync = "sync",
        /// Checks the ranks of tracked keywords.
        RankCheck = "rank_check",
        /// Fetches volumes, difficulty, ideas, ranked keywords and backlinks for a website through a connection.
        KeywordData = "keyword_data",
        /// Reports the ranks of a period by email and webhook.
        RankDigest = "rank_digest",
        /// Makes a report about a website and emails it.
        Report = "report",
        /// Asks engines the tracked prompts of a website and reports what they cite.
        AnswerCheck = "answer_check",
        /// Writes a version of a content document from its facts.
        DocumentCompose = "document_compose",
        /// Writes a version of a content document with a language model.
        DocumentDraft = "document_draft",
        /// Computes the power of an experiment and its outcome.
        Experiment = "experiment",
        /// Creates the steps of a plan, tested on a copy.
        Plan = "plan",
        /// Executes the approved steps of a plan.
        Apply = "apply",
        /// Undoes executed steps of a plan.
        Undo = "undo",
        /// Audits one page for a keyword.
        PageAudit = "page_audit",
        /// Builds and checks a site.
        SiteBuild = "site_build",
        /// Deploys a release of a site, or takes it offline.
        SiteDeploy = "site_deploy",
        /// Prepares, makes, checks or undoes changes of existing pages.
        Edit = "edit",
        /// Decides which markets of a campaign get a site on a day, and starts their deployment.
        Campaign = "campaign",
        /// Parent of other runs, with progress derived from them.
        Batch = "batch",
        /// Self-test of the fleet, controlled by its payload.
        Probe = "probe",
    }
}

/// Policy of a kind of run. The rules for its end are in [`crate::store::effect::RunRules`].
#[derive(Debug, Clone, Copy)]
pub struct RunPolicy {
    /// Default lane.
    pub lane: Lane,
    /// Maximum number of attempts.
    pub max_attempts: i32,
    /// Maximum duration of one attempt.
    pub time_out: Duration,
    /// Who may start one, in addition to its own operation.
    pub started_by: StartedBy,
    /// Whether a run is expected to be short while no duration of its action was measured in its workspace.
    pub is_short: bool,
}

/// Who may start runs of a kind, in addition to its own operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StartedBy {
    /// Nobody else: the kind's own operation stores a record with the run.
    OwnCall,
    /// A schedule.
    Schedule,
    /// A schedule, or an administrator with `POST /api/runs`.
    ScheduleOrAdministrator,
}

impl RunKind {
    /// Returns the policy of runs of this kind.
    #[must_use]
    pub const fn policy(self) -> RunPolicy {
        use StartedBy::{OwnCall, Schedule, ScheduleOrAdministrator};
        let (lane, max_attempts, minutes, started_by, is_short) = match self {
            Self::Engine => (Lane::Interactive, 3, 30, Schedule, false),
            Self::ImportPreview => (Lane::Interactive, 2, 5, OwnCall, true),
            Self::Import => (Lane::Interactive, 3, 60, OwnCall, false),
            Self::ImportUndo => (Lane::Interactive, 5, 30, OwnCall, false),
            Self::Theme => (Lane::Interactive, 2, 2, OwnCall, false),
            Self::ConnectionTest => (Lane::Interactive, 2, 3, OwnCall, true),
            Self::Crawl => (Lane::Batch, 5, 60 * 24, Schedule, false),
            Self::Sync => (Lane::Batch, 8, 60 * 24, Schedule, false),
            Self::RankCheck => (Lane::Batch, 3, 60 * 6, Schedule, false),
            Self::KeywordData => (Lane::Interactive, 3, 60, Schedule, false),
            Self::RankDigest | Self::Report => (Lane::Batch, 5, 10, Schedule, true),
            Self::AnswerCheck => (Lane::Batch, 5, 60 * 6, Schedule, false),
            Self::DocumentCompose => (Lane::Interactive, 3, 10, OwnCall, true),
            Self::DocumentDraft => (Lane::Interactive, 2, 60, OwnCall, false),
            Self::Experiment => (Lane::Interactive, 3, 30, OwnCall, false),
            Self::Plan => (Lane::Interactive, 3, 5, OwnCall, true),
            Self::Apply | Self::Undo => (Lane::Interactive, 5, 30, OwnCall, false),
            Self::PageAudit => (Lane::Interactive, 2, 1, OwnCall, true),
            Self::SiteBuild => (Lane::Interactive, 3, 30, OwnCall, false),
            Self::SiteDeploy => (Lane::Interactive, 8, 60, OwnCall, false),
            Self::Edit => (Lane::Interactive, 5, 60, OwnCall, false),
            Self::Campaign => (Lane::Batch, 5, 30, OwnCall, false),
            Self::Batch => (Lane::Batch, 1, 60 * 24, OwnCall, false),
            Self::Probe => (Lane::Interactive, 3, 10, ScheduleOrAdministrator, true),
        };
        RunPolicy { lane, max_attempts, time_out: Duration::minutes(minutes), started_by, is_short }
    }

    /// Returns true if a schedule may start runs of this kind.
    #[must_use]
    pub const fn is_schedulable(self) -> bool {
        matches!(self.policy().started_by, StartedBy::Schedule | StartedBy::ScheduleOrAdministrator)
    }
}

/// Error of a run, with a message that the user can act on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RunError {
    /// Stable identifier in kebab case.
    pub r#type: String,
    /// Problem and remedy.
    pub detail: String,
}

impl RunError {
    /// Creates an error with its stable identifier and message.
    pub fn new(r#type: impl Into<String>, detail: impl Into<String>) -> Self {
        Self { r#type: r#type.into(), detail: detail.into() }
    }
}

/// Progress of a run.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Progress {
    /// 0 to 100.
    pub percent: i32,
    /// Name of the current stage; empty before the first.
    pub stage: String,
    /// Message, one sentence; may be empty.
    pub message: String,
}

/// A run as stored, without its result (see [`crate::store::run::result`]).
#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct Run {
    /// Time-ordered.
    pub id: Uuid,
    /// Workspace.
    pub workspace_id: Uuid,
    /// User who started it, and to whose share of the fleet it counts.
    pub user_id: Uuid,
    /// Website, if any.
    pub website_id: Option<Uuid>,
    /// Parent run.
    pub parent_id: Option<Uuid>,
    /// Kind of the run.
    pub kind: RunKind,
    /// Engine, for kind `engine`.
    pub engine_id: Option<String>,
    /// Action of the engine.
    pub action: Option<String>,
    /// Lane.
    pub lane: Lane,
    /// Whether it was expected to be short when it was requested, or when it was claimed.
    pub is_short: bool,
    /// Status.
    pub status: RunStatus,
    /// Ids and parameters, never entities.
    pub payload: Json<Value>,
    /// Number of claims so far: the fencing token of all later writes.
    pub attempt: i32,
    /// Maximum number of attempts.
    pub max_attempts: i32,
    /// Earliest start.
    pub run_at: DateTime<Utc>,
    /// Whether cancellation was requested.
    pub cancel_requested: bool,
    /// 0 to 100.
    pub percent: i32,
    /// Current stage.
    pub stage: String,
    /// Message about the stage.
    pub message: String,
    /// Error of the latest attempt.
    pub error: Option<Json<RunError>>,
    /// Total number of children; 0 for runs without children.
    pub children_total: i32,
    /// Number of finished children, regardless of outcome.
    pub children_done: i32,
    /// Number of failed or cancelled children.
    pub children_failed: i32,
    /// Time of the request.
    pub created_at: DateTime<Utc>,
    /// Start of the current or latest attempt.
    pub started_at: Option<DateTime<Utc>>,
    /// End of the run.
    pub finished_at: Option<DateTime<Utc>>,
}

impl Run {
    /// Returns what the queue needs to deliver it.
    #[must_use]
    pub const fn delivery(&self) -> Delivery {
        Delivery { id: self.id, user_id: self.user_id, is_short: self.is_short }
    }

    /// Returns the progress.
    #[must_use]
    pub fn progress(&self) -> Progress {
        Progress { percent: self.percent, stage: self.stage.clone(), message: self.message.clone() }
    }

    /// Returns the duration of the latest attempt; `None` before its end.
    #[must_use]
    pub fn duration_ms(&self) -> Option<i64> {
        Some((self.finished_at? - self.started_at?).num_milliseconds())
    }
}

/// What the queue needs to deliver a run in its turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx_macros::FromRow)]
pub struct Delivery {
    /// Id of the run.
    pub id: Uuid,
    /// User to whose share of the fleet it counts.
    pub user_id: Uuid,
    /// Whether it is expected to be short.
    pub is_short: bool,
}

/// A new run.
#[derive(Debug, Clone)]
pub struct NewRun {
    /// Id, chosen by the caller so that events can be awaited before it is stored.
    pub id: Uuid,
    /// Workspace.
    pub workspace_id: Uuid,
    /// User who starts it.
    pub user_id: Uuid,
    /// Website.
    pub website_id: Option<Uuid>,
    /// Parent run.
    pub parent_id: Option<Uuid>,
    /// Kind of the run.
    pub kind: RunKind,
    /// Engine, for kind `engine`.
    pub engine_id: Option<String>,
    /// Action of the engine.
    pub action: Option<String>,
    /// Lane.
    pub lane: Lane,
    /// Ids and parameters.
    pub payload: Value,
    /// A repeated request with this key returns the first run.
    pub idempotency_key: Option<String>,
    /// Maximum number of attempts.
    pub max_attempts: i32,
    /// Earliest start.
    pub run_at: DateTime<Utc>,
}

impl NewRun {
    /// Returns what the queue needs to deliver it, by its kind alone; the stored run knows measured durations too.
    #[must_use]
    pub const fn delivery(&self) -> Delivery {
        Delivery { id: self.id, user_id: self.user_id, is_short: self.kind.policy().is_short }
    }

    /// Creates a run of `kind` with that kind's policy, due now.
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
