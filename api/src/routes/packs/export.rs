//! Exports all own packs as a ZIP file.

use std::io::{Cursor, Write};

use axum::{
    extract::State,
    http::{HeaderValue, header},
    response::{IntoResponse, Response},
};
use shared::store::pack::{self, PackKey};
use tokio::sync::Semaphore;
use zip::{ZipWriter, write::SimpleFileOptions};

use crate::{
    error::{ApiError, Result},
    extract::Member,
    state::AppState,
};

/// Exports at once, because a file is written in memory.
static TURN: Semaphore = Semaphore::const_new(1);

/// Export own packs.
///
/// A ZIP file with a text for each own pack, `LANGUAGE/VERTICAL.md`.
#[utoipa::path(
    get, path = "/api/packs/export", tag = "packs", operation_id = "packs_export",
    responses((status = 200, description = "The file.", content((Vec<u8> = "application/zip"))))
)]
pub(super) async fn handler(State(state): State<AppState>, member: Member) -> Result<Response> {
    let _turn = TURN.acquire().await.map_err(ApiError::unexpected)?;
    let mut file = ZipWriter::new(Cursor::new(Vec::new()));
    for own in pack::list(&state.db, member.workspace_id, None).await? {
        let key = PackKey { language: own.language, vertical: own.vertical };
        let Some(text) = pack::text(&state.db, member.workspace_id, &key).await? else { continue };
        let name = format!("{}/{}.md", key.language, key.vertical);
        file.start_file(name, SimpleFileOptions::default()).map_err(ApiError::unexpected)?;
        file.write_all(text.as_bytes()).map_err(ApiError::unexpected)?;
    }
    let bytes = file.finish().map_err(ApiError::unexpected)?.into_inner();
    let kind = HeaderValue::from_static("application/zip");
    let name = HeaderValue::from_static("attachment; filename=\"packs.zip\"");
    Ok(([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, name)], bytes).into_response())
}
