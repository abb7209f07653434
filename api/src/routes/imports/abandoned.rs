//! Uploads that end half-way: nothing of them stays.

use shared::{store::import, uploads::Uploads};
use uuid::Uuid;

use crate::state::AppState;

/// An upload in the making. Dropped before it is kept, as when its client goes away, it is deleted.
pub(super) struct Pending {
    state: AppState,
    import_id: Option<Uuid>,
}

impl Pending {
    pub(super) const fn new(state: AppState, import_id: Uuid) -> Self {
        Self { state, import_id: Some(import_id) }
    }

    /// It is complete and stays.
    pub(super) fn keep(mut self) {
        self.import_id = None;
    }

    /// Deletes it now.
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

/// No upload takes longer.
const LONGEST: chrono::Duration = chrono::Duration::days(1);

/// Deletes what a server that died left of uploads.
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
