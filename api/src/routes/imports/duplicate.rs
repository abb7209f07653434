//! A file that was imported before, in responses.

use chrono::{DateTime, Utc};
use serde::Serialize;
use shared::{domain::import::DuplicateFile, store::import};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{error::Result, state::AppState};

/// A file of the upload that a completed or running import already contains.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ImportDuplicate)]
pub(super) struct DuplicateView {
    /// Its name in this upload.
    file_name: String,
    /// The earlier import.
    import_id: Uuid,
    /// Name of the earlier import.
    import_file_name: String,
    /// Time at which the earlier import was completed; `null` while it is being read.
    imported_at: Option<DateTime<Utc>>,
    /// Website of the earlier import.
    website_id: Option<Uuid>,
    /// Name of that website.
    website_name: Option<String>,
}

impl From<DuplicateFile> for DuplicateView {
    fn from(file: DuplicateFile) -> Self {
        Self {
            file_name: file.file_name,
            import_id: file.import_id,
            import_file_name: file.import_file_name,
            imported_at: file.imported_at,
            website_id: file.website_id,
            website_name: file.website_name,
        }
    }
}

/// Returns the files of an upload that were imported before.
pub(super) async fn list(state: &AppState, workspace_id: Uuid, import_id: Uuid) -> Result<Vec<DuplicateView>> {
    let found = import::duplicates(&state.db, workspace_id, import_id).await?;
    Ok(found.into_iter().map(DuplicateView::from).collect())
}
