//! Scores a version of a document.

use axum::{extract::State, response::Response};
use documents::Brief;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use shared::domain::run::{NewRun, RunKind};
use utoipa::ToSchema;
use uuid::Uuid;

use super::body;
use crate::{
    error::{ApiError, Result},
    extract::{Changes, Member, OptionalJson, Path, Success},
    routes::runs::{
        start,
        view::RunView,
        wait::{self, Prefer, Waiter},
    },
    state::AppState,
};

/// The version to score.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = ScoreDocument)]
pub(super) struct Input {
    /// Number of the version. Default: the current one.
    version: Option<i32>,
}

/// The run that scores the version.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DocumentScoring)]
pub(super) struct Answer {
    success: Success,
    /// Number of the version.
    version: i32,
    /// Its result is a `ContentScoreResult`.
    run: RunView,
}

/// Score a document.
///
/// Starts a run of the content engine (`score`) with the draft and the facts of the brief. Waits up to 10 seconds for it, or
/// `Prefer: wait=N`.
#[utoipa::path(
    post, path = "/api/documents/{id}/score", tag = "documents", request_body = Option<Input>,
    params(("id" = Uuid, Path), ("Prefer" = Option<String>, Header)),
    responses((status = 200, body = Answer), (status = 202, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>, prefer: Prefer,
    OptionalJson(input): OptionalJson<Input>,
) -> Result<Response> {
    let row = body::found(&state, member.workspace_id, id).await?;
    if row.query.is_empty() {
        return Err(ApiError::invalid("/query", "The document has no query. Set it first: the score depends on it."));
    }
    let version = body::wanted_version(&state, member.workspace_id, &row, input.version).await?;
    let brief: Brief = serde_json::from_value(row.brief.0).map_err(ApiError::unexpected)?;
    let case = json!({"query": row.query, "intent": row.intent, "draft": version.draft, "facts": brief.facts});
    let wait = prefer.or_seconds(10);
    let waiter = Waiter::new(&state, member.caller.user_id, wait);
    let new = new_run(&member, row.website_id, case);
    let run = start::start(&state, &new).await?;
    let run = waiter.ended(&state, run).await?;
    let number = version.info.number;
    Ok(wait::answer(run.status.is_final(), wait, Answer { success: Success, version: number, run: run.into() }))
}

fn new_run(member: &Member<Changes>, website_id: Option<Uuid>, case: Value) -> NewRun {
    let payload = json!({"parameters": {}, "input": case});
    NewRun {
        website_id,
        engine_id: Some("content".to_owned()),
        action: Some("score".to_owned()),
        ..NewRun::new(member.workspace_id, member.caller.user_id, RunKind::Engine, payload)
    }
}
