//! Cancels an edit.

use axum::extract::State;
use shared::{
    domain::now,
    events,
    store::edit::{self, EditStart},
};
use uuid::Uuid;

use super::{
    view::{self, Answer},
    work,
};
use crate::{
    error::Result,
    extract::{Changes, Json, Member, Path},
    state::AppState,
};

/// Cancel an edit.
///
/// Before its changes are made it ends. While files are being written through an access, what was written is restored.
/// Requires an editor.
#[utoipa::path(
    post, path = "/api/edits/{id}/cancel", tag = "edits", params(("id" = Uuid, Path)),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>,
) -> Result<Json<Answer>> {
    let workspace_id = member.workspace_id;
    let mut tx = state.db.begin().await?;
    let ended = work::checked(edit::cancel(&mut tx, workspace_id, id, now()).await?)?;
    tx.commit().await?;
    if let EditStart::Done(stored) = ended {
        events::publish_stored(&state.bus, stored);
    }
    view::answer(&state, workspace_id, id).await
}
