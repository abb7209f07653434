//! Lists answers.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use shared::store::answer::{self, AnswerFilter};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::view::AnswerView;
use crate::{
    error::Result,
    extract::{Json, Limit, Member, Query, Success},
    state::AppState,
};

/// Query parameters.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// Only of this website.
    website_id: Option<Uuid>,
    /// Only answers to this prompt.
    prompt_id: Option<Uuid>,
    /// Only answers of this engine.
    engine: Option<String>,
    /// Only answers that cite this host.
    cited_host: Option<String>,
    /// Maximum number of results, 1 to 200. Default: 50.
    #[serde(default)]
    #[param(value_type = Option<u32>)]
    limit: Limit,
    /// `nextCursor` of the previous page.
    cursor: Option<Uuid>,
}

/// Answers, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = StoredAnswerList)]
pub(super) struct Answer {
    success: Success,
    answers: Vec<AnswerView>,
    /// Value of `cursor` for the next page.
    next_cursor: Option<String>,
}

/// List answers.
#[utoipa::path(get, path = "/api/answers", tag = "answers", params(Params), responses((status = 200, body = Answer)))]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let Params { website_id, prompt_id, engine, cited_host, .. } = params;
    let filter = AnswerFilter { prompt_id, engine, cited_host, ..AnswerFilter::default() };
    let limit = params.limit.get();
    let page = answer::list(&state.db, member.workspace_id, website_id, &filter, params.cursor, limit).await?;
    let answers = page.items.into_iter().map(AnswerView::from).collect();
    Ok(Json(Answer { success: Success, answers, next_cursor: page.next_cursor }))
}
