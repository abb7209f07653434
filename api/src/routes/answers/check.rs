//! Starts a check of answers.

use axum::{extract::State, response::Response};
use serde::{Deserialize, Serialize};
use serde_json::json;
use shared::{
    domain::run::{NewRun, RunKind},
    store::{answer, run},
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::view::website;
use crate::{
    error::{ApiError, FieldError, Result},
    extract::{Changes, Json, Member, Success},
    routes::runs::{
        start,
        view::RunView,
        wait::{self, Prefer, Waiter},
    },
    state::AppState,
};

/// What to check.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = NewAnswerCheck)]
pub(super) struct Input {
    website_id: Uuid,
    /// Whether to ask prompts before they are due. Default: true.
    ask_all: Option<bool>,
    /// Reads stored answers again, with the current names and rivals, and asks nothing. Costs nothing.
    #[serde(default)]
    only_read: bool,
    /// Most that the check may cost, in millionths of a dollar; at most the budget of the settings.
    budget_micros: Option<i64>,
}

/// The run of a check.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AnswerCheckStarted)]
pub(super) struct Answer {
    success: Success,
    run: RunView,
}

/// Check AI answers.
///
/// Asks each engine of the settings the website's prompts: five times first, then more often where value and uncertainty
/// are largest, within the budget. Requires an editor. Returns at once unless `Prefer: wait=N` is set.
#[utoipa::path(
    post, path = "/api/answers/check", tag = "answers", request_body = Input,
    params(("Prefer" = Option<String>, Header)),
    responses((status = 200, body = Answer), (status = 202, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, prefer: Prefer, Json(input): Json<Input>,
) -> Result<Response> {
    let (db, workspace_id) = (&state.db, member.workspace_id);
    let website = website(&state, workspace_id, input.website_id).await?;
    if input.budget_micros.is_some_and(|micros| micros < 0) {
        return Err(ApiError::invalid("/budgetMicros", "must be 0 or more"));
    }
    if !input.only_read {
        let settings = answer::settings(db, workspace_id, website.id).await?.settings;
        if settings.engines.is_empty() {
            let detail = "Choose an engine first: connect a provider of language models and enter a model.";
            return Err(ApiError::Conflict(FieldError::new("/websiteId", detail)));
        }
        let prompts = answer::prompts(db, workspace_id, website.id, false).await?;
        if prompts.iter().all(|prompt| prompt.paused) {
            return Err(ApiError::Conflict(FieldError::new("/websiteId", "Add a prompt first.")));
        }
    }
    let filter =
        run::Filter { kind: Some(RunKind::AnswerCheck), website_id: Some(website.id), ..run::Filter::default() };
    let latest = run::list(db, workspace_id, &filter, 1).await?.items.into_iter().next();
    if latest.is_some_and(|run| !run.status.is_final()) {
        let detail = "A check of this website is under way. Wait for its end or cancel it.";
        return Err(ApiError::Conflict(FieldError::new("/websiteId", detail)));
    }
    let payload = json!({
        "askAll": input.ask_all.unwrap_or(true), "onlyRead": input.only_read, "budgetMicros": input.budget_micros,
    });
    let new = NewRun::new(workspace_id, member.caller.user_id, RunKind::AnswerCheck, payload);
    let new = NewRun { website_id: Some(website.id), ..new };
    let wait = prefer.or_seconds(0);
    let waiter = Waiter::new(&state, member.caller.user_id, wait);
    let run = start::start(&state, &new).await?;
    let run = waiter.ended(&state, run).await?;
    let is_ended = run.status.is_final();
    Ok(wait::answer(is_ended, wait, Answer { success: Success, run: run.into() }))
}
