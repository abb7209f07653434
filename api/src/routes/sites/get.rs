//! Returns a site with its pages and releases.

use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::Serialize;
use shared::{
    domain::{
        site::{SitePage, SitePageKind},
        site_growth::{ComingPage, PageLeftOut},
    },
    store::{release, site},
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    growth,
    view::{self, SiteView},
};
use crate::{
    error::Result,
    extract::{Json, Member, Path, Success},
    routes::releases::view::ReleaseView,
    state::AppState,
};

/// Releases of the answer.
const RELEASES: usize = 20;

/// A page of a site.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SitePage)]
pub(super) struct PageView {
    /// Path with slashes at both ends; `/` is the home page.
    path: String,
    kind: SitePageKind,
    /// Words in the navigation.
    label: String,
    title: String,
    /// Words of the text; `null` without one.
    words: Option<i32>,
    /// Name of the place that it is about.
    place: Option<String>,
    /// Whether a person added it: no build writes it again or removes it.
    is_own: bool,
    /// Document with its text.
    document_id: Uuid,
    updated_at: DateTime<Utc>,
}

/// A site with its pages and releases.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OneSite)]
pub(super) struct Answer {
    success: Success,
    site: SiteView,
    /// In the order of the navigation.
    pages: Vec<PageView>,
    /// Planned pages that no build could write.
    left_out: Vec<PageLeftOut>,
    /// Planned pages that follow after the launch, in the order of the plan.
    coming_pages: Vec<ComingPage>,
    /// The latest 20, newest first.
    releases: Vec<ReleaseView>,
}

/// Get a site.
///
/// With its pages and its latest releases.
#[utoipa::path(
    get, path = "/api/sites/{id}", tag = "sites", params(("id" = Uuid, Path)), responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Path(id): Path<Uuid>,
) -> Result<Json<Answer>> {
    answer(&state, member.workspace_id, id).await
}

/// Returns the response with a site.
pub(super) async fn answer(state: &AppState, workspace_id: Uuid, id: Uuid) -> Result<Json<Answer>> {
    let site = view::one(state, workspace_id, id).await?;
    let pages = site::pages(&state.db, workspace_id, id).await?;
    let releases = release::list(&state.db, workspace_id, id, None, RELEASES).await?;
    let left_out = growth::left_out(state, workspace_id, id).await?;
    let coming_pages = site::coming_pages(&state.db, workspace_id, id).await?;
    Ok(Json(Answer {
        success: Success,
        site,
        left_out,
        coming_pages,
        pages: pages.into_iter().map(PageView::from).collect(),
        releases: releases.items.into_iter().map(|release| ReleaseView::of(state, release)).collect(),
    }))
}

impl From<SitePage> for PageView {
    fn from(page: SitePage) -> Self {
        Self {
            path: page.path,
            kind: page.kind,
            label: page.label,
            title: page.title,
            words: page.words,
            place: page.place,
            is_own: page.is_own,
            document_id: page.document_id,
            updated_at: page.updated_at,
        }
    }
}
