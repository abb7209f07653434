//! Exports a run of an engine as a capsule.

use std::io::{Cursor, Read, Write};

use axum::{
    extract::State,
    http::{HeaderValue, header},
    response::{IntoResponse, Response},
};
use data_encoding::HEXLOWER;
use flate2::read::GzDecoder;
use serde_json::json;
use sha2::{Digest, Sha256};
use shared::{
    domain::run::Run,
    store::run::{self, CASES_KEPT, RunCase},
};
use uuid::Uuid;
use zip::{ZipWriter, write::SimpleFileOptions};

use crate::{
    error::{ApiError, FieldError, Result},
    extract::{Member, Path},
    state::AppState,
};

/// Maximum number of bytes of an unpacked line, above what workers keep.
const MOST_BYTES: u64 = 32 << 20;

const README: &str = "\
A capsule of an analysis: what it computed from, and what the engine answered.

  capsule.json   engine, action, version of the program, SHA-256 of the two lines
  input.jsonl    the input with the parameters and the seed, one line
  answer.jsonl   the answer of the engine, one line

Run it again and compare every byte:

  motherlode capsule FILE

Or without the comparison:

  unzip -p FILE input.jsonl | motherlode engine ENGINE ACTION --seed SEED --input -

Without a seed in capsule.json, leave out --seed.
";

/// Export a run of an engine as a capsule.
///
/// A ZIP file with the input, the parameters, the version and the answer of the engine. `motherlode capsule FILE` runs it
/// again and compares every byte. Fails with 409 if the input is not kept: above 8 MB, or after five later runs of the action
/// on the website.
#[utoipa::path(
    get, path = "/api/runs/{id}/capsule", tag = "runs", params(("id" = Uuid, Path)),
    responses((status = 200, description = "The capsule.", body = Vec<u8>, content_type = "application/zip"))
)]
pub(super) async fn handler(State(state): State<AppState>, member: Member, Path(id): Path<Uuid>) -> Result<Response> {
    let found = run::find(&state.db, member.workspace_id, id).await?.ok_or(ApiError::NotFound("run"))?;
    let case = run::case(&state.db, member.workspace_id, id).await?.ok_or_else(not_kept)?;
    let name = format!("{}-{}-{}.capsule.zip", case.engine_id, case.action, case.created_at.format("%Y-%m-%d"));
    let bytes = tokio::task::spawn_blocking(move || packed(&found, &case)).await.map_err(ApiError::unexpected)??;
    let kind = HeaderValue::from_static("application/zip");
    let name = HeaderValue::from_str(&format!("attachment; filename=\"{name}\"")).map_err(ApiError::unexpected)?;
    Ok(([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, name)], bytes).into_response())
}

fn not_kept() -> ApiError {
    let detail = format!(
        "The input of this run is not kept: inputs above 8 MB are not, nor those before the latest {CASES_KEPT} runs of an \
         action on a website. Run the analysis again."
    );
    ApiError::Conflict(FieldError::new("/id", detail))
}

fn packed(run: &Run, case: &RunCase) -> Result<Vec<u8>> {
    let (input, answer) = (unpacked(&case.input)?, unpacked(&case.answer)?);
    let about = json!({
        "format": 1,
        "runId": run.id,
        "engineId": case.engine_id,
        "action": case.action,
        "program": case.program,
        "seed": case.seed,
        "hasModel": case.has_model,
        "endedAt": case.created_at,
        "inputSha256": HEXLOWER.encode(&Sha256::digest(&input)),
        "answerSha256": HEXLOWER.encode(&Sha256::digest(&answer)),
    });
    let about = serde_json::to_vec_pretty(&about).map_err(ApiError::unexpected)?;
    let mut file = ZipWriter::new(Cursor::new(Vec::new()));
    let members: [(&str, &[u8]); 4] = [
        ("README.txt", README.as_bytes()),
        ("capsule.json", &about),
        ("input.jsonl", &input),
        ("answer.jsonl", &answer),
    ];
    for (name, bytes) in members {
        // Without a time: the same run gives the same file.
        let options = SimpleFileOptions::default().last_modified_time(zip::DateTime::default());
        file.start_file(name, options).map_err(ApiError::unexpected)?;
        file.write_all(bytes).map_err(ApiError::unexpected)?;
    }
    Ok(file.finish().map_err(ApiError::unexpected)?.into_inner())
}

fn unpacked(packed: &[u8]) -> Result<Vec<u8>> {
    let mut line = Vec::new();
    GzDecoder::new(packed).take(MOST_BYTES).read_to_end(&mut line).map_err(ApiError::unexpected)?;
    line.push(b'\n');
    Ok(line)
}
