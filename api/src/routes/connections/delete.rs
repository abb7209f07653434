//! Disconnects an account.

use axum::extract::State;
use serde::Serialize;
use shared::{
    domain::now,
    store::{connection, sync},
};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    error::{ApiError, Result},
    extract::{Changes, Json, Member, Path, Success},
    state::AppState,
};

/// Confirmation of the deletion.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ConnectionDeleted)]
pub(super) struct Answer {
    success: Success,
}

/// Disconnect an account.
///
/// Erases the credentials. Imported data and the ledger of calls remain. Requires an editor.
#[utoipa::path(
    delete, path = "/api/connections/{id}", tag = "connections", params(("id" = Uuid, Path)),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>,
) -> Result<Json<Answer>> {
    let mut tx = state.db.begin().await?;
    if !connection::disconnect(&mut tx, member.workspace_id, id, now()).await? {
        return Err(ApiError::NotFound("connection"));
    }
    sync::unschedule(&mut tx, member.workspace_id, id).await?;
    tx.commit().await?;
    Ok(Json(Answer { success: Success }))
}
