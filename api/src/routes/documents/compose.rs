//! Composes a version of a document, or a part of it again.

use axum::{extract::State, response::Response};
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
    part::{Blocks, Named, Position, Scope},
};
use crate::{
    error::{ApiError, Result},
    extract::{Changes, Json, Member, Path, Success},
    routes::runs::{
        view::RunView,
        wait::{self, Prefer, Waiter},
    },
    state::AppState,
};

/// Largest seed, which every JSON reader keeps exactly.
const MOST_SEED: u64 = (1 << 53) - 1;

/// What to compose.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = ComposeDocument)]
pub(super) struct Input {
    /// `page` (default), `section` or `sentence`.
    #[serde(default)]
    #[schema(value_type = Option<Scope>)]
    scope: Scope,
    /// Number of the current version as you know it; 0 without one.
    base_version: i32,
    /// For the scope `section`.
    blocks: Option<Blocks>,
    /// For the scope `sentence`.
    sentence: Option<Position>,
    /// Selects between wordings, 0 to 2^53 - 1. Default: a new one.
    seed: Option<u64>,
}

/// The run that writes the version.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DocumentComposing)]
pub(super) struct Answer {
    success: Success,
    /// The version that it adds has its id as `runId`; if nothing changed there is none.
    run: RunView,
}

/// Compose a document.
///
/// Starts a run that writes a version from the facts of the brief, without a language model. For a section or a sentence
/// only that part of the base version is replaced. Waits up to 10 seconds for it, or `Prefer: wait=N`.
#[utoipa::path(
    post, path = "/api/documents/{id}/compose", tag = "documents", request_body = Input,
    params(("id" = Uuid, Path), ("Prefer" = Option<String>, Header)),
    responses((status = 200, body = Answer), (status = 202, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>, prefer: Prefer,
    Json(input): Json<Input>,
) -> Result<Response> {
    let row = body::found(&state, member.workspace_id, id).await?;
    check(&state, member.workspace_id, &row, &input).await?;
    let wait = prefer.or_seconds(10);
    let waiter = Waiter::new(&state, member.caller.user_id, wait);
    let new = new_run(&member, &row, &input);
    let run = begin::begin(&state, &member, id, &new).await?;
    let run = waiter.ended(&state, run).await?;
    Ok(wait::answer(run.status.is_final(), wait, Answer { success: Success, run: run.into() }))
}

async fn check(state: &AppState, workspace_id: Uuid, row: &Document, input: &Input) -> Result<()> {
    if input.base_version != row.version {
        return Err(body::stale_version(row.version));
    }
    if row.version >= MOST_VERSIONS {
        return Err(body::full());
    }
    if row.query.is_empty() {
        return Err(ApiError::invalid("/query", "The document has no query. Set it first: the text depends on it."));
    }
    if input.seed.is_some_and(|seed| seed > MOST_SEED) {
        return Err(ApiError::invalid("/seed", "must be 0 to 9,007,199,254,740,991"));
    }
    usage::room(&state.db, state.settings.workspace, workspace_id, now()).await?.check(1)?;
    let named = Named { scope: input.scope, blocks: input.blocks, sentence: input.sentence };
    named.found(state, workspace_id, row).await?;
    Ok(())
}

fn new_run(member: &Member<Changes>, row: &Document, input: &Input) -> NewRun {
    let seed = input.seed.unwrap_or_else(|| rand::random::<u32>().into());
    let payload = json!({
        "documentId": row.id, "baseVersion": row.version, "scope": input.scope, "blocks": input.blocks,
        "sentence": input.sentence, "seed": seed,
    });
    let new = NewRun::new(member.workspace_id, member.caller.user_id, RunKind::DocumentCompose, payload);
    NewRun { website_id: row.website_id, ..new }
}
