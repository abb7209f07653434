//! Implements an opportunity with a plan: a task for a person, and steps that record and measure its effect.

use axum::extract::State;
use serde::Serialize;
use serde_json::json;
use shared::{
    domain::{
        edit::EditStep,
        now,
        opportunity::{Opportunity, OpportunityStatus},
        run::{NewRun, RunKind},
    },
    events,
    store::{
        edit::{self, EditStart, NewEdit},
        event::{self, Audience, NewEvent},
        opportunity, plan,
        plan::NewPlan,
        run,
    },
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::view::OpportunityView;
use crate::{
    error::{ApiError, Result},
    extract::{Changes, Json, Member, Path, Success},
    routes::{edits::implement::of_opportunity, plans::create::implementation, runs::start},
    state::AppState,
};

/// The current opportunity.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OpportunityImplementation)]
pub(super) struct Answer {
    success: Success,
    opportunity_id: Uuid,
    /// `implementing`, or `implemented` when it was done before.
    status: OpportunityStatus,
    /// The edit that makes its page changes once a person approves it; `null` if it holds none.
    edit_id: Option<Uuid>,
    /// The opportunity, with `planId` or `editId`: the plan that holds the steps, or the edit.
    opportunity: OpportunityView,
}

/// Implement an opportunity.
///
/// Makes an edit where the opportunity holds changes of pages, such as new titles, links or redirects, and starts a run that
/// prepares it. Otherwise it makes a plan: a task for a person, and steps that record the change and measure its effect
/// once the task is done. The opportunity is `implementing` until the edit or plan ends, then `implemented` if the change was
/// made and `failed` if not. Requires an editor or owner; does nothing for an opportunity that is implementing or implemented.
#[utoipa::path(post, path = "/api/opportunities/{id}/implement", tag = "opportunities", params(("id" = Uuid, Path)), responses((status = 200, body = Answer)))]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>,
) -> Result<Json<Answer>> {
    let opportunity = begin(&state, &member, id).await?;
    let (status, edit_id) = (opportunity.status, opportunity.edit_id);
    Ok(Json(Answer { success: Success, opportunity_id: id, status, edit_id, opportunity }))
}

/// Implements an opportunity. Common path of all channels.
///
/// # Errors
/// Returns [`ApiError::NotFound`] if the workspace has no such opportunity.
pub(crate) async fn begin(state: &AppState, member: &Member<Changes>, id: Uuid) -> Result<OpportunityView> {
    let found = opportunity::find(&state.db, member.workspace_id, id).await?;
    let found = found.ok_or(ApiError::NotFound("opportunity"))?;
    let open = plan::open_of(&state.db, member.workspace_id, &format!("opportunity:{id}")).await?;
    let open_edit = edit::open_of(&state.db, member.workspace_id, id).await?;
    let is_begun = found.status == OpportunityStatus::Implementing && (open.is_some() || open_edit.is_some());
    if is_begun || found.status == OpportunityStatus::Implemented {
        return Ok(OpportunityView::from(found).with_plan(open).with_edit(open_edit));
    }
    if let Some(new) = of_opportunity(state, member.workspace_id, &found).await? {
        let opportunity = store_edit(state, member, &found, &new).await?;
        return Ok(OpportunityView::from(opportunity).with_edit(Some(new.id)));
    }
    let new = implementation(state, member.workspace_id, id).await?;
    let plan_id = new.id;
    let opportunity = store(state, member, &found, &new).await?;
    Ok(OpportunityView::from(opportunity).with_plan(Some(plan_id)))
}

/// Stores the new status with the edit and the run that prepares it, then notifies the workspace and delivers the run.
async fn store_edit(
    state: &AppState, member: &Member<Changes>, found: &Opportunity, new: &NewEdit,
) -> Result<Opportunity> {
    let (workspace_id, user_id, now) = (member.workspace_id, member.caller.user_id, now());
    let mut tx = state.db.begin().await?;
    let status = OpportunityStatus::Implementing;
    let changed = opportunity::update(&mut tx, workspace_id, found.id, status, &found.body.0, now).await?;
    let (opportunity, updated) = changed.ok_or(ApiError::NotFound("opportunity"))?;
    edit::insert(&mut tx, workspace_id, user_id, new, now).await?;
    let implementing = NewEvent {
        audience: Audience::Workspace(workspace_id),
        r#type: "opportunity:implementing",
        payload: json!({"opportunity": &opportunity, "editId": new.id}),
    };
    let limits = state.settings.workspace;
    let started = edit::start(&mut tx, limits, (workspace_id, new.id), user_id, EditStep::Prepare, now).await?;
    let told = event::append(&mut tx, &[updated, implementing], now).await?;
    tx.commit().await?;
    events::publish_stored(&state.bus, told);
    if let EditStart::Run(run, stored) = started {
        start::deliver(state, std::slice::from_ref(&*run)).await;
        events::publish_stored(&state.bus, stored);
    }
    Ok(opportunity)
}

/// Stores the new status with the plan and its run, then notifies the workspace and delivers the run.
async fn store(state: &AppState, member: &Member<Changes>, found: &Opportunity, new: &NewPlan) -> Result<Opportunity> {
    let (workspace_id, user_id, now) = (member.workspace_id, member.caller.user_id, now());
    let planning = NewRun::new(workspace_id, user_id, RunKind::Plan, json!({"planId": new.id, "steps": []}));
    let mut tx = state.db.begin().await?;
    let status = OpportunityStatus::Implementing;
    let changed = opportunity::update(&mut tx, workspace_id, found.id, status, &found.body.0, now).await?;
    let (opportunity, updated) = changed.ok_or(ApiError::NotFound("opportunity"))?;
    plan::insert(&mut tx, workspace_id, user_id, planning.id, new, now).await?;
    let inserted = run::insert_counted(&mut tx, state.settings.workspace, &planning).await?;
    let implementing = NewEvent {
        audience: Audience::Workspace(workspace_id),
        r#type: "opportunity:implementing",
        payload: json!({"opportunity": &opportunity, "planId": new.id}),
    };
    let told = event::append(&mut tx, &[updated, implementing], now).await?;
    tx.commit().await?;
    events::publish_stored(&state.bus, told);
    start::started(state, &planning, inserted).await?;
    Ok(opportunity)
}
