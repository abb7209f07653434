//! Creates a plan.

use axum::{extract::State, response::Response};
use serde::Deserialize;
use shared::{
    domain::{new_id, now, run::RunKind},
    store::{
        plan::{self, NewPlan},
        website,
    },
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    actions::{self, ActionInput},
    source::{self, Proposal},
    view::Working,
    work,
};
use crate::{
    error::{ApiError, Result},
    extract::{Changes, Json, Member},
    routes::runs::wait::{Prefer, Waiter},
    state::AppState,
};

/// Maximum number of actions in a plan.
const MOST: usize = 200;
const REASON_CHARS: usize = 10_000;

/// Actions, or the source of proposed actions.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = NewPlan)]
pub(super) struct Input {
    /// Title, one line. Default: the title of the insight or opportunity.
    title: Option<String>,
    /// Reason.
    #[serde(default)]
    reason: String,
    /// Website.
    website_id: Option<Uuid>,
    /// Insight of which the proposal is planned.
    insight_id: Option<Uuid>,
    /// Opportunity of which the proposal is planned.
    opportunity_id: Option<Uuid>,
    /// Actions that replace the proposal.
    actions: Option<Vec<ActionInput>>,
}

/// Create a plan.
///
/// Starts a run that creates the steps with preview and risk. Nothing is executed before approval. Returns at once
/// unless `Prefer: wait=N` is set.
#[utoipa::path(
    post, path = "/api/plans", tag = "plans", request_body = Input, params(("Prefer" = Option<String>, Header)),
    responses((status = 200, body = Working), (status = 202, body = Working))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, prefer: Prefer, Json(input): Json<Input>,
) -> Result<Response> {
    let new = new_plan(&state, member.workspace_id, input).await?;
    let wait = prefer.or_seconds(0);
    let waiter = Waiter::new(&state, member.caller.user_id, wait);
    let run = work::new_run(&member, RunKind::Plan, new.id, &[]);
    let mut tx = state.db.begin().await?;
    plan::insert(&mut tx, member.workspace_id, member.caller.user_id, run.id, &new, now()).await?;
    work::answer(&state, &member, tx, &run, new.id, waiter, wait).await
}

/// Returns the plan that implements an opportunity: a task for a person, and steps that record and measure its effect.
///
/// # Errors
/// Returns [`ApiError::NotFound`] if the workspace has no such opportunity.
pub(crate) async fn implementation(state: &AppState, workspace_id: Uuid, opportunity_id: Uuid) -> Result<NewPlan> {
    let proposal = source::of_opportunity(state, workspace_id, opportunity_id).await?;
    let sets_status = |action: &ActionInput| matches!(action, ActionInput::SetOpportunityStatus { .. });
    let actions = proposal.actions.into_iter().filter(|action| !sets_status(action)).collect();
    let input = Input { opportunity_id: Some(opportunity_id), actions: Some(actions), ..Input::default() };
    new_plan(state, workspace_id, input).await
}

async fn new_plan(state: &AppState, workspace_id: Uuid, input: Input) -> Result<NewPlan> {
    let proposal = proposal(state, workspace_id, &input).await?;
    if let Some(id) = input.website_id {
        website::find(&state.db, workspace_id, id).await?.ok_or(ApiError::NotFound("website"))?;
    }
    let (website_id, proposed_title, source, proposed) = match proposal {
        Some(Proposal { website_id, title, source, actions }) => (website_id, Some(title), Some(source), actions),
        None => (None, None, None, Vec::new()),
    };
    let title = source::cut(&input.title.or(proposed_title).unwrap_or_default());
    if title.is_empty() {
        return Err(ApiError::invalid("/title", "must have 1 to 200 characters"));
    }
    if input.reason.chars().count() > REASON_CHARS {
        return Err(ApiError::invalid("/reason", "must have at most 10,000 characters"));
    }
    let wanted = input.actions.unwrap_or(proposed);
    if wanted.is_empty() || wanted.len() > MOST {
        return Err(ApiError::invalid("/actions", "must hold 1 to 200 actions"));
    }
    let mut requests = Vec::new();
    for (index, action) in wanted.into_iter().enumerate() {
        requests.push(actions::request(state, workspace_id, index + 1, action).await?);
    }
    actions::name_own_changes(&mut requests);
    actions::wait_for_tasks(&mut requests);
    let requests = requests.into_iter().map(serde_json::to_value).collect::<std::result::Result<_, _>>();
    let requests = requests.map_err(|error| ApiError::Unexpected(error.into()))?;
    let website_id = input.website_id.or(website_id);
    Ok(NewPlan { id: new_id(), website_id, title, reason: input.reason.trim().to_owned(), source, requests })
}

async fn proposal(state: &AppState, workspace_id: Uuid, input: &Input) -> Result<Option<Proposal>> {
    match (input.insight_id, input.opportunity_id) {
        (Some(_), Some(_)) => Err(ApiError::invalid("/insightId", "name an insight or an opportunity, not both")),
        (Some(id), None) => source::of_insight(state, workspace_id, id).await.map(Some),
        (None, Some(id)) => source::of_opportunity(state, workspace_id, id).await.map(Some),
        (None, None) => Ok(None),
    }
}
