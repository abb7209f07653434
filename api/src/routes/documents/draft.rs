//! Writes a version, or a part of it again, with a language model.

use axum::{
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use shared::{
    domain::{
        document::Document,
        now,
        run::{NewRun, RunKind},
    },
    store::{document::MOST_VERSIONS, usage},
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    begin, body,
    model::{self, Model},
    part::{Blocks, Named, Position, Scope},
};
use crate::{
    error::{ApiError, Result},
    extract::{Changes, Json, Member, Path, Success},
    routes::runs::view::RunView,
    state::AppState,
};

/// What to write with a language model.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = DraftDocument)]
pub(super) struct Input {
    /// Number of the current version as you know it. The text is written from its facts.
    base_version: i32,
    /// Connection to a provider of language models that can stream: OpenAI or compatible, or Anthropic.
    connection_id: Uuid,
    /// Name of the model, 1 to 200 characters.
    model: String,
    /// Price of a million input tokens, in millionths of a dollar, where the price list lacks the model.
    input_micros: Option<u64>,
    /// Price of a million output tokens, in millionths of a dollar.
    output_micros: Option<u64>,
    /// Most that the run may cost, in millionths of a dollar.
    budget_micros: i64,
    /// `page` (default), `section` or `sentence`. Of a section the heading and tables stay.
    #[serde(default)]
    #[schema(value_type = Option<Scope>)]
    scope: Scope,
    /// For the scope `section`.
    blocks: Option<Blocks>,
    /// For the scope `sentence`.
    sentence: Option<Position>,
    /// True (default) to let the model read again what it has written: it keeps sentences that say a fact in other words, and removes
    /// those that add to their facts. Costs one more request for each section.
    #[serde(default = "yes")]
    #[schema(default = true)]
    second_reading: bool,
}

pub(super) const fn yes() -> bool {
    true
}

/// The run that writes the version.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DocumentDrafting)]
pub(super) struct Answer {
    success: Success,
    /// The version that it adds has its id as `runId`.
    run: RunView,
}

/// Write a document with a language model.
///
/// Starts a run that plans sections and writes them one after the other, from the facts of the base version; or writes a
/// section or a sentence of it again, from the facts that it cites. Sentences that no
/// fact supports are left out and listed in the version's prompts. With `secondReading`, the model then compares what it has written
/// with the facts: sentences that only it finds supported have `isSecondReading`. Live events of type `run:text` show the text while it is
/// written. Nothing is sent beyond the budgets of the run, the connection and the workspace. Requires an editor.
#[utoipa::path(
    post, path = "/api/documents/{id}/draft", tag = "documents", request_body = Input,
    params(("id" = Uuid, Path)), responses((status = 202, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>, Json(input): Json<Input>,
) -> Result<Response> {
    let row = body::found(&state, member.workspace_id, id).await?;
    check(&state, member.workspace_id, &row, &input).await?;
    let payload = json!({
        "documentId": id, "baseVersion": input.base_version, "connectionId": input.connection_id,
        "model": input.model.trim(), "inputMicros": input.input_micros, "outputMicros": input.output_micros,
        "budgetMicros": input.budget_micros, "scope": input.scope, "blocks": input.blocks, "sentence": input.sentence,
        "secondReading": input.second_reading,
    });
    let new = NewRun::new(member.workspace_id, member.caller.user_id, RunKind::DocumentDraft, payload);
    let new = NewRun { website_id: row.website_id, ..new };
    let run = begin::begin(&state, &member, id, &new).await?;
    Ok((StatusCode::ACCEPTED, axum::Json(Answer { success: Success, run: run.into() })).into_response())
}

async fn check(state: &AppState, workspace_id: Uuid, row: &Document, input: &Input) -> Result<()> {
    model::connection(state, workspace_id, input.connection_id).await?;
    if row.version == 0 {
        return Err(ApiError::invalid(
            "/baseVersion",
            "The document has no text yet. Compose it first: a model writes from its facts.",
        ));
    }
    if input.base_version != row.version {
        return Err(body::stale_version(row.version));
    }
    if row.version >= MOST_VERSIONS {
        return Err(body::full());
    }
    if input.budget_micros <= 0 {
        return Err(ApiError::invalid("/budgetMicros", "must be more than 0"));
    }
    let model = Model { name: input.model.clone(), input: input.input_micros, output: input.output_micros };
    let part = Named { scope: input.scope, blocks: input.blocks, sentence: input.sentence };
    let part = part.found(state, workspace_id, row).await?;
    let asked = model::Asked { part, has_second: input.second_reading };
    let cost = model::cost(state, workspace_id, row, input.connection_id, (&model, &asked)).await?;
    if cost.first_micros > input.budget_micros {
        // Rounded up, so that this budget is enough.
        let cents = (cost.first_micros + 9_999) / 10_000;
        let (dollars, rest) = (cents / 100, cents % 100);
        let detail = format!("The first request can cost ${dollars}.{rest:02}. Allow at least as much.");
        return Err(ApiError::invalid("/budgetMicros", detail));
    }
    usage::room(&state.db, state.settings.workspace, workspace_id, now()).await?.check(1)?;
    Ok(())
}
