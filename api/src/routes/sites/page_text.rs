//! Puts the text of a document onto a page of a site.

use axum::{extract::State, http::StatusCode};
use serde::Deserialize;
use shared::{
    domain::site::SitePage,
    store::{document::NewVersion, site},
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{page_version::source, view};
use crate::{
    error::{ApiError, FieldError, Result},
    extract::{Changes, Json, Member, Path},
    routes::documents::{OneVersion, append, found, saved},
    state::AppState,
};

/// A page, and the document whose text it gets.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = SitePageText)]
pub(super) struct Input {
    /// Path of a page of the site, such as `/cost/`.
    path: String,
    /// Document with the text.
    document_id: Uuid,
    /// Number of its version. Default: the current one.
    version: Option<i32>,
    /// Number of the current version of the page's own document as you know it. Default: whatever it is.
    base_version: Option<i32>,
}

/// Put the text of a document onto a page of a site.
///
/// Adds a version with the text and its facts to the page's own document; earlier versions remain. The site does not change
/// before a release with the text is built, has passed the checks, and is approved and deployed. Fails with 409 and the
/// `current` number if `baseVersion` is not the current version of the page's document. Requires an editor.
#[utoipa::path(
    post, path = "/api/sites/{id}/page-text", tag = "sites", request_body = Input, params(("id" = Uuid, Path)),
    responses((status = 200, body = OneVersion, description = "The page has this text already."), (status = 201, body = OneVersion))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>, Json(input): Json<Input>,
) -> Result<(StatusCode, Json<OneVersion>)> {
    let workspace_id = member.workspace_id;
    view::found(&state, workspace_id, id).await?;
    found(&state, workspace_id, input.document_id).await?;
    let page = page(&state, workspace_id, id, &input).await?;
    let text = source(&state, &member, input.document_id, input.version).await?;
    let target = found(&state, workspace_id, page.document_id).await?;
    let new = NewVersion { base: target.version, ..text.version };
    let tx = state.db.begin().await?;
    let expected = input.base_version.unwrap_or(target.version);
    let added = append(&state, &member, tx, target.id, expected, &new).await?;
    saved(&state, workspace_id, target.id, added).await
}

/// Returns the page that gets the text.
async fn page(state: &AppState, workspace_id: Uuid, id: Uuid, input: &Input) -> Result<SitePage> {
    let pages = site::pages(&state.db, workspace_id, id).await?;
    let page = pages.into_iter().find(|page| page.path == input.path);
    let page =
        page.ok_or_else(|| ApiError::invalid("/path", "is not the path of a page of this site, such as /cost/"))?;
    if page.document_id == input.document_id {
        let detail = "The document is this page. Build a release to publish its text.";
        return Err(ApiError::Conflict(FieldError::new("/documentId", detail)));
    }
    Ok(page)
}
