//! Cleanup of interrupted uploads.

use shared::{store::import, uploads::Uploads};
use uuid::Uuid;

use crate::state::AppState;

/// An unfinished upload. It is deleted when dropped before `keep`, for example when its client disconnects.
pub(super) struct Pending {
    state: AppState,
    import_id: Option<Uuid>,
}

impl Pending {
    pub(super) const fn new(state: AppState, import_id: Uuid) -> Self {
        Self { state, import_id: Some(import_id) }
    }

    /// Keeps the complete upload.
    pub(super) fn keep(mut self) {
        self.import_id = None;
    }

    /// Deletes the upload now.
    pub(super) async fn delete(mut self) {
        if let Some(id) = self.import_id.take() {
            delete(&self.state, id).await;
        }
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        if let Some(id) = self.import_id.take() {
            let state = self.state.clone();
            tokio::spawn(async move { delete(&state, id).await });
        }
    }
}

/// Maximum duration of an upload.
const LONGEST: chrono::Duration = chrono::Duration::days(1);

/// Deletes unfinished uploads of a server that crashed.
pub(super) async fn sweep(state: AppState) {
    match import::unfinished(&state.db, shared::domain::now() - LONGEST).await {
        Ok(ids) => {
            for id in ids {
                delete(&state, id).await;
            }
        }
        Err(error) => tracing::warn!(%error, "unfinished uploads could not be listed"),
    }
}

async fn delete(state: &AppState, id: Uuid) {
    let uploads = Uploads::new(state.settings.upload_dir.clone(), &state.db);
    if let Err(error) = uploads.delete(id).await {
        tracing::warn!(%error, import.id = %id, "the bytes of an abandoned upload could not be deleted");
    }
    if let Err(error) = import::delete(&state.db, id).await {
        tracing::warn!(%error, import.id = %id, "an abandoned upload could not be deleted");
    }
}
