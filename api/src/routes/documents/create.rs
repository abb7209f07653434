//! Creates a document.

use axum::{extract::State, http::StatusCode};
use documents::Brief;
use shared::{
    domain::{document::VersionOrigin, new_id, now},
    store::{document, workspace},
};

use super::{body, get, input::NewInput, view::Answer};
use crate::{
    error::{ApiError, Result},
    extract::{Changes, Json, Member},
    state::AppState,
};

/// Create a document.
///
/// A title is required. With a draft it has a first version, otherwise none.
#[utoipa::path(
    post, path = "/api/documents", tag = "documents", request_body = NewInput,
    responses((status = 201, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Json(mut input): Json<NewInput>,
) -> Result<(StatusCode, Json<Answer>)> {
    let draft = input.draft.take();
    draft.as_ref().map(body::checked_draft).transpose()?;
    let new = input.fields().new_body()?;
    body::check_website(&state, member.workspace_id, &new).await?;
    let (id, workspace_id) = (new_id(), member.workspace_id);
    let mut tx = state.db.begin().await?;
    workspace::lock(&mut tx, workspace_id).await?;
    if document::count(&mut tx, workspace_id).await? >= document::MOST_DOCUMENTS {
        return Err(ApiError::invalid("/title", "A workspace can have at most 10,000 documents. Delete some first."));
    }
    document::insert(&mut tx, workspace_id, member.caller.user_id, id, &new, now()).await?;
    match draft {
        Some(draft) => {
            let brief: Brief = serde_json::from_value(new.brief).map_err(ApiError::unexpected)?;
            let cited = documents::cited(&draft, &brief.facts, &[]);
            let first = body::written(&member, VersionOrigin::Edited, 0, &draft, &cited, String::new())?;
            body::append(&state, &member, tx, id, 0, &first).await?;
        }
        None => tx.commit().await?,
    }
    Ok((StatusCode::CREATED, Json(get::answer(&state, workspace_id, id).await?)))
}
