//! Writes a version of a document from the facts of its brief, or a part of its current version again.

mod input;
mod write;

use std::ops::Range;

use documents::Brief;
use engines::content::{Draft, Parameters};
use serde::Deserialize;
use serde_json::{Value, json};
use shared::{
    domain::document::{Document, DocumentVersion},
    store::{
        Db,
        document::{self, DocumentWritten},
    },
};
use uuid::Uuid;

use self::{
    input::compose_input,
    write::{Job, write},
};
use crate::{
    context::RunContext,
    error::JobError,
    runs::{done::Done, engine},
};

/// A range of blocks of the base version.
#[derive(Debug, Clone, Copy, Deserialize)]
struct Blocks {
    from: usize,
    to: usize,
}

/// A sentence of the base version.
#[derive(Debug, Clone, Copy, Deserialize)]
struct Position {
    block: usize,
    sentence: usize,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Payload {
    document_id: Uuid,
    base_version: i32,
    scope: String,
    blocks: Option<Blocks>,
    sentence: Option<Position>,
    seed: u64,
}

/// What is written.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Page,
    Sections(Range<usize>),
    Sentence(usize, usize),
}

impl Payload {
    fn part(&self) -> Result<Part, JobError> {
        match (self.scope.as_str(), self.blocks, self.sentence) {
            ("page", _, _) => Ok(Part::Page),
            ("section", Some(Blocks { from, to }), _) => Ok(Part::Sections(from..to)),
            ("sentence", _, Some(Position { block, sentence })) => Ok(Part::Sentence(block, sentence)),
            _ => Err(JobError::permanent("bad-parameters", "The run does not name the part to write.")),
        }
    }
}

pub(crate) async fn run(context: &RunContext) -> Result<Done, JobError> {
    let payload: Payload = context.payload()?;
    let part = payload.part()?;
    let (db, workspace_id) = (&context.db, context.run.workspace_id);
    context.progress(1, "loading", "");
    let found = document::find(db, workspace_id, payload.document_id).await?;
    let row = found.ok_or_else(|| JobError::permanent("document-gone", "The document no longer exists."))?;
    if part != Part::Page && row.version != payload.base_version {
        let detail = "The document was changed in the meantime. Write the part again.";
        return Err(JobError::permanent("document-changed", detail));
    }
    let base = document::version(db, workspace_id, row.id, payload.base_version).await?;
    let job = job(context, &row, base, part, payload.seed).await?;
    let written = context.compute(move |context| write(&context, &job)).await?;
    let Some(written) = written else {
        let detail = "The text is the same as before: the facts give no other wording.";
        return Ok(Done {
            result: result(&payload, json!({"changed": false, "notes": [detail]})),
            effects: Vec::new(),
        });
    };
    let effect = DocumentWritten {
        document_id: row.id,
        expected: (payload.scope != "page").then_some(payload.base_version),
        version: written.version(context, payload.base_version)?,
    };
    Ok(Done { result: result(&payload, written.result()), effects: vec![effect.into()] })
}

fn result(payload: &Payload, more: Value) -> Value {
    let mut all = json!({
        "documentId": payload.document_id, "baseVersion": payload.base_version, "scope": payload.scope,
    });
    if let (Some(all), Value::Object(more)) = (all.as_object_mut(), more) {
        all.extend(more);
    }
    all
}

async fn job(
    context: &RunContext, row: &Document, base: Option<DocumentVersion>, part: Part, seed: u64,
) -> Result<Job, JobError> {
    let brief: Brief = read(row.brief.0.clone())?;
    let siblings = siblings(&context.db, context.run.workspace_id, row).await?;
    let input = compose_input(row, &brief, siblings, engine::as_of(context))?;
    let id = engines::ActionId::ContentCompose;
    let usual = engine::usual_parameters(context, id).await?;
    let parameters: Parameters = read(Value::Object(usual))?;
    let (draft, known) = match base {
        Some(base) => (Some(read::<Draft>(base.draft.0)?), read(base.cited.0)?),
        None => (None, Vec::new()),
    };
    Ok(Job { input, parameters, base: draft, known, part, seed })
}

/// Converts stored JSON, which was checked before it was stored.
fn read<T: serde::de::DeserializeOwned>(stored: Value) -> Result<T, JobError> {
    serde_json::from_value(stored).map_err(|error| JobError::defect(&error))
}

/// Maximum number of other documents that a text is compared with, and of their bytes.
const MOST_SIBLINGS: i64 = 200;
const MOST_SIBLING_BYTES: usize = 10 << 20;

/// Returns the texts of other documents of the website.
async fn siblings(db: &Db, workspace_id: Uuid, row: &Document) -> Result<Vec<engines::content::Sibling>, JobError> {
    let Some(website_id) = row.website_id else { return Ok(Vec::new()) };
    let (mut all, mut bytes) = (Vec::new(), 0);
    for found in document::siblings(db, workspace_id, website_id, row.id, MOST_SIBLINGS).await? {
        let sibling = input::sibling(found.title, &read(found.draft.0)?, &read(found.brief.0)?);
        bytes += sibling.text.len();
        if bytes > MOST_SIBLING_BYTES {
            break;
        }
        all.push(sibling);
    }
    Ok(all)
}
