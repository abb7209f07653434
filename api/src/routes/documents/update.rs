//! Updates a document.

use axum::extract::State;
use shared::{domain::now, store::document};
use uuid::Uuid;

use super::{body, get, input::ChangesInput, view::Answer};
use crate::{
    error::{ApiError, FieldError, Result},
    extract::{Changes, Json, Member, Path},
    state::AppState,
};

/// Update a document.
///
/// Changes the given fields, such as the brief, the website or the status. Fails with 409 if somebody else has changed the
/// document since `revision`. Texts are changed by saving versions.
#[utoipa::path(
    patch, path = "/api/documents/{id}", tag = "documents", request_body = ChangesInput, params(("id" = Uuid, Path)),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>, Json(input): Json<ChangesInput>,
) -> Result<Json<Answer>> {
    let row = body::found(&state, member.workspace_id, id).await?;
    let (revision, current) = (input.revision, row.revision);
    let changed = input.fields().changed(row)?;
    body::check_website(&state, member.workspace_id, &changed).await?;
    if revision != current {
        return Err(stale(current));
    }
    if !document::update(&state.db, member.workspace_id, (id, revision), &changed, now()).await? {
        return Err(stale(body::found(&state, member.workspace_id, id).await?.revision));
    }
    get::answer(&state, member.workspace_id, id).await.map(Json)
}

fn stale(current: i64) -> ApiError {
    let detail = "The document was changed in the meantime. Load it, then change it again.";
    ApiError::Stale { field: FieldError::new("/revision", detail), current }
}
