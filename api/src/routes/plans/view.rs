//! A plan, in responses.

use ::engines::execution::Step;
use chrono::{DateTime, Utc};
use serde::Serialize;
use shared::{
    domain::plan::{Decision, Plan, PlanStatus, PlanStep, StepOutcome},
    store::{Db, plan},
};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    error::{ApiError, Result},
    extract::Success,
    routes::runs::view::RunView,
};

/// A plan in a list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ListedPlan {
    id: Uuid,
    website_id: Option<Uuid>,
    title: String,
    /// Optional; may be empty.
    reason: String,
    /// Source: `insight:ID` or `opportunity:ID`; `null` if entered by a person.
    source: Option<String>,
    /// Status.
    status: PlanStatus,
    /// Reason of the last change.
    detail: String,
    /// Number of requested actions.
    actions: usize,
    /// Latest run.
    run_id: Option<Uuid>,
    created_by: Uuid,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
}

/// An action that cannot be executed.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = BlockedAction)]
pub(super) struct BlockedView {
    /// Name within the plan.
    id: String,
    /// The failed precondition.
    reason: String,
}

/// Approval required by a step.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum StepRisk {
    /// None.
    SafeAuto,
    /// Approval of the plan or the step.
    NeedsApproval,
    /// Approval of the individual step.
    NeverAuto,
}

/// A step of a plan.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PlanStep)]
pub(super) struct StepView {
    /// Name within the plan.
    id: String,
    /// `complete_task`, `set_opportunity_status`, `add_annotation`, `delete_annotation`, `add_schedule`, `delete_schedule` or
    /// `start_experiment`.
    kind: String,
    /// Object of the step.
    subject: String,
    /// `safe_auto` (no approval), `needs_approval`, or `never_auto` (separate approval: a deletion, or a task that a person
    /// has done).
    risk: StepRisk,
    /// Removed lines.
    removed: Vec<String>,
    /// Added lines.
    added: Vec<String>,
    /// True for a step that is executed first as a trial.
    is_canary: bool,
    /// Steps that must be executed and verified before.
    depends_on: Vec<String>,
    /// Key under which it is executed at most once.
    idempotency_key: String,
    /// `null` while undecided.
    decision: Option<Decision>,
    decided_by: Option<String>,
    decided_at: Option<DateTime<Utc>>,
    /// `null` before its execution.
    outcome: Option<StepOutcome>,
    /// Details of the outcome.
    detail: String,
    done_at: Option<DateTime<Utc>>,
    taken_back_at: Option<DateTime<Utc>>,
}

/// A plan.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Plan)]
pub(super) struct PlanView {
    #[serde(flatten)]
    listed: ListedPlan,
    /// Steps in order of execution.
    steps: Vec<StepView>,
    blocked: Vec<BlockedView>,
}

/// Response with a plan.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OnePlan)]
pub(super) struct Answer {
    pub(super) success: Success,
    pub(super) plan: PlanView,
}

/// A plan, and its current run.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PlanAtWork)]
pub(super) struct Working {
    pub(super) success: Success,
    pub(super) plan: PlanView,
    pub(super) run: RunView,
}

/// Reads a plan of the workspace with its steps.
pub(super) async fn one(db: &Db, workspace_id: Uuid, id: Uuid) -> Result<PlanView> {
    let found = plan::find(db, workspace_id, id).await?.ok_or(ApiError::NotFound("plan"))?;
    let rows = plan::steps(db, workspace_id, id).await?;
    let text = |value: &serde_json::Value, field: &str| value[field].as_str().unwrap_or_default().to_owned();
    let blocked = found.blocked.iter().map(|one| BlockedView { id: text(one, "id"), reason: text(one, "reason") });
    Ok(PlanView {
        blocked: blocked.collect(),
        steps: rows.into_iter().map(StepView::of).collect::<Result<_>>()?,
        listed: found.into(),
    })
}

impl From<Plan> for ListedPlan {
    fn from(plan: Plan) -> Self {
        Self {
            id: plan.id,
            website_id: plan.website_id,
            title: plan.title,
            reason: plan.reason,
            source: plan.source,
            status: plan.status,
            detail: plan.detail,
            actions: plan.requests.len(),
            run_id: plan.run_id,
            created_by: plan.created_by,
            created_at: plan.created_at,
            updated_at: plan.updated_at,
        }
    }
}

impl StepView {
    fn of(row: PlanStep) -> Result<Self> {
        let step: Step = serde_json::from_value(row.body.0).map_err(|error| ApiError::Unexpected(error.into()))?;
        Ok(Self {
            id: step.id,
            kind: step.action.word().to_owned(),
            subject: step.reason.unwrap_or(step.preview.summary),
            risk: match step.risk {
                ::engines::execution::Risk::SafeAuto => StepRisk::SafeAuto,
                ::engines::execution::Risk::NeedsApproval => StepRisk::NeedsApproval,
                ::engines::execution::Risk::NeverAuto => StepRisk::NeverAuto,
            },
            removed: step.preview.removed,
            added: step.preview.added,
            is_canary: step.is_canary,
            depends_on: step.depends_on,
            idempotency_key: step.idempotency_key,
            decision: row.decision,
            decided_by: row.decided_by_name,
            decided_at: row.decided_at,
            outcome: row.outcome,
            detail: row.detail,
            done_at: row.done_at,
            taken_back_at: row.taken_back_at,
        })
    }
}
