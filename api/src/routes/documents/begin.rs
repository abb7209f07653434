//! Starts a run that writes a version.

use shared::{
    domain::run::{NewRun, Run},
    store::{document, run},
};
use uuid::Uuid;

use crate::{
    error::{ApiError, FieldError, Result},
    extract::{Changes, Member},
    routes::runs::start,
    state::AppState,
};

/// Starts the run, unless another one is writing the document.
pub(super) async fn begin(state: &AppState, member: &Member<Changes>, id: Uuid, new: &NewRun) -> Result<Run> {
    let mut tx = state.db.begin().await?;
    // Of two requests at once, the second waits here and sees the run of the first.
    document::lock(&mut tx, member.workspace_id, id).await?.ok_or(ApiError::NotFound("document"))?;
    let current = document::find(&mut tx, member.workspace_id, id).await?.ok_or(ApiError::NotFound("document"))?;
    if current.is_being_written() {
        let detail = "A run is already writing this document. Wait for it, or cancel it.";
        return Err(ApiError::Conflict(FieldError::new("/runId", detail)));
    }
    document::begin(&mut tx, member.workspace_id, id, new.id).await?;
    let inserted = run::insert_counted(&mut tx, state.settings.workspace, new).await?;
    tx.commit().await?;
    start::started(state, new, inserted).await
}
