//! Estimates the cost of a check.

use axum::extract::State;
use serde::Serialize;
use shared::store::answer;
use utoipa::ToSchema;

use super::{
    cost::{EngineCostView, FIRST, costs},
    view::{OfWebsite, website},
};
use crate::{
    error::Result,
    extract::{Json, Member, Query, Success},
    state::AppState,
};

/// Expected cost of a check of all prompts.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AnswerEstimate)]
pub(super) struct Answer {
    success: Success,
    /// Prompts that would be asked.
    prompts: usize,
    engines: Vec<EngineCostView>,
    /// Expected cost of the first five answers of each prompt and engine, in millionths of a dollar.
    first_micros: i64,
    /// The same with the most answers that the settings allow.
    most_micros: i64,
    /// Budget of a check. An answer is asked for only if the budget covers the most that it can cost.
    budget_micros: i64,
}

/// Estimate the cost of a check.
///
/// Asks nothing. A model with web search decides how much it reads, so the cost is an expectation; the most that an answer
/// can cost follows from the model's window and how often it may search.
#[utoipa::path(
    get, path = "/api/answers/estimate", tag = "answers", params(OfWebsite), responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<OfWebsite>,
) -> Result<Json<Answer>> {
    let website = website(&state, member.workspace_id, params.website_id).await?;
    let settings = answer::settings(&state.db, member.workspace_id, website.id).await?.settings;
    let mut prompts = answer::prompts(&state.db, member.workspace_id, website.id, false).await?;
    prompts.retain(|prompt| !prompt.paused);
    let engines = costs(&state, member.workspace_id, website.id, &settings.engines, &prompts).await?;
    let first_micros = engines.iter().filter_map(|engine| engine.first_micros).fold(0_i64, i64::saturating_add);
    let most = i64::from(settings.most_answers).max(FIRST);
    Ok(Json(Answer {
        success: Success,
        prompts: prompts.len(),
        engines,
        first_micros,
        most_micros: first_micros.saturating_mul(most) / FIRST,
        budget_micros: settings.budget_micros,
    }))
}
