//! Removes a page that a person added to a site.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use shared::store::site;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{start, view};
use crate::{
    error::{ApiError, FieldError, Result},
    extract::{Changes, Json, Member, Path, Success},
    state::AppState,
};

/// Which page.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = SitePagePath)]
pub(super) struct Input {
    /// Path of a page that a person added, such as `/permits/`.
    path: String,
}

/// Confirmation of the removal.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SitePageRemoved)]
pub(super) struct Removed {
    success: Success,
}

/// Remove an added page from a site.
///
/// The page is part of the live site until a release without it is deployed. Its document remains. Fails with 409 for pages
/// that builds write. Requires an editor.
#[utoipa::path(
    delete, path = "/api/sites/{id}/pages", tag = "sites", request_body = Input, params(("id" = Uuid, Path)),
    responses((status = 200, body = Removed))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>, Json(input): Json<Input>,
) -> Result<Json<Removed>> {
    let workspace_id = member.workspace_id;
    view::found(&state, workspace_id, id).await?;
    let pages = site::pages(&state.db, workspace_id, id).await?;
    let page = pages.into_iter().find(|page| page.path == input.path).ok_or(ApiError::NotFound("page"))?;
    if !page.is_own {
        let detail = "Builds write this page. Only pages that a person added can be removed.";
        return Err(ApiError::Conflict(FieldError::new("/path", detail)));
    }
    let mut tx = state.db.begin().await?;
    site::remove_page(&mut tx, id, &input.path).await?;
    tx.commit().await?;
    start::changed(&state, id);
    Ok(Json(Removed { success: Success }))
}
