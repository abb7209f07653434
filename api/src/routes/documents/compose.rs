//! Composes a version of a document, or a part of it again.

use std::ops::Range;

use axum::{extract::State, response::Response};
use documents::sections;
use engines::content::Draft;
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

use super::{begin, body};
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

/// What is written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = DocumentScope)]
pub(super) enum Scope {
    /// The whole page.
    #[default]
    Page,
    /// Sections of the base version.
    Section,
    /// One sentence of the base version.
    Sentence,
}

/// A range of blocks of the base version. It begins and ends with a section: a heading of level 1 or 2 with its blocks.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = DocumentBlockRange)]
pub(super) struct Blocks {
    /// Position of the first block, from 0.
    from: usize,
    /// Position after the last block.
    to: usize,
}

/// A sentence of the base version.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = DocumentSentencePosition)]
pub(super) struct Position {
    /// Position of its block, from 0.
    block: usize,
    /// Position in the block, from 0.
    sentence: usize,
}

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
    match input.scope {
        Scope::Page => Ok(()),
        Scope::Section => {
            let draft = draft(state, workspace_id, row).await?;
            let range = input.blocks.ok_or_else(|| ApiError::invalid("/blocks", "The field 'blocks' is required."))?;
            check_range(&draft, range)
        }
        Scope::Sentence => {
            let draft = draft(state, workspace_id, row).await?;
            let missing = || ApiError::invalid("/sentence", "The field 'sentence' is required.");
            check_position(&draft, input.sentence.ok_or_else(missing)?)
        }
    }
}

async fn draft(state: &AppState, workspace_id: Uuid, row: &Document) -> Result<Draft> {
    let version = body::wanted_version(state, workspace_id, row, None).await?;
    serde_json::from_value(version.draft.0).map_err(ApiError::unexpected)
}

fn check_range(draft: &Draft, Blocks { from, to }: Blocks) -> Result<()> {
    let all = sections(draft);
    let begins = all.iter().any(|section| section.start == from);
    let ends = all.iter().any(|section: &Range<usize>| section.end == to) && from < to;
    let detail = "must begin with a heading of level 1 or 2 (or the first block), and end before another one";
    if begins && ends { Ok(()) } else { Err(ApiError::invalid("/blocks", detail)) }
}

fn check_position(draft: &Draft, at: Position) -> Result<()> {
    let found = draft.blocks.get(at.block).and_then(|block| block.sentences.get(at.sentence));
    if found.is_some() { Ok(()) } else { Err(ApiError::invalid("/sentence", "must be a sentence of the base version")) }
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
