//! Scores a version of a document, or an unsaved text.

use axum::{extract::State, response::Response};
use documents::{Brief, CitedFact, all_facts};
use engines::content::Draft;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use shared::domain::{
    document::Document,
    run::{NewRun, RunKind},
};
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

/// The text to score.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = ScoreDocument)]
pub(super) struct Input {
    /// Number of the version. Default: the current one.
    version: Option<i32>,
    /// Unsaved text, which is scored in place of the version; it may cite the facts of both. Its score adds no insight.
    #[schema(schema_with = documents::draft_schema)]
    draft: Option<Draft>,
}

/// The run that scores the text.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DocumentScoring)]
pub(super) struct Answer {
    success: Success,
    /// Number of the version; 0 if the document has none.
    version: i32,
    /// Its result is a `ContentScoreResult`.
    run: RunView,
}

/// Score a document.
///
/// Starts a run of the content engine (`score`) with the draft, the facts of the brief and those that it cites, the questions
/// and words of the brief, other documents of the website, and imported pages that rank for the query. Waits up to 10 seconds for it,
/// or `Prefer: wait=N`.
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
    let is_preview = input.draft.is_some();
    let (number, draft, known) = text(&state, &member, &row, input).await?;
    let brief: Brief = serde_json::from_value(row.brief.0.clone()).map_err(ApiError::unexpected)?;
    let facts = all_facts(&brief.facts, &known);
    let case = json!({
        "query": row.query, "intent": row.intent, "draft": draft, "facts": facts, "questions": brief.questions,
        "words": brief.words,
    });
    let wait = prefer.or_seconds(10);
    let waiter = Waiter::new(&state, member.caller.user_id, wait);
    let payload = json!({"parameters": {}, "input": case, "documentId": id, "isPreview": is_preview});
    let new = new_run(&member, row.website_id, payload);
    let run = start::start(&state, &new).await?;
    let run = waiter.ended(&state, run).await?;
    Ok(wait::answer(run.status.is_final(), wait, Answer { success: Success, version: number, run: run.into() }))
}

/// Returns the number of the version, the text to score, and the facts that the version cites.
async fn text(
    state: &AppState, member: &Member<Changes>, row: &Document, input: Input,
) -> Result<(i32, Value, Vec<CitedFact>)> {
    if let Some(draft) = &input.draft {
        body::checked_draft(draft)?;
    }
    let draft = input.draft.map(serde_json::to_value).transpose().map_err(ApiError::unexpected)?;
    match draft {
        Some(draft) if row.version == 0 && input.version.is_none() => Ok((0, draft, Vec::new())),
        draft => {
            let version = body::wanted_version(state, member.workspace_id, row, input.version).await?;
            let known = serde_json::from_value(version.cited.0).map_err(ApiError::unexpected)?;
            Ok((version.info.number, draft.unwrap_or(version.draft.0), known))
        }
    }
}

fn new_run(member: &Member<Changes>, website_id: Option<Uuid>, payload: Value) -> NewRun {
    NewRun {
        website_id,
        engine_id: Some("content".to_owned()),
        action: Some("score".to_owned()),
        ..NewRun::new(member.workspace_id, member.caller.user_id, RunKind::Engine, payload)
    }
}
