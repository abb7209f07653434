//! A release, in responses.

use chrono::{DateTime, Utc};
use serde::Serialize;
use shared::domain::release::Release;
use utoipa::ToSchema;
use uuid::Uuid;

use super::review::ReviewView;
use crate::{routes::sites::view::preview_url, state::AppState};

/// A release of a site. Its files never change.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Release)]
pub(crate) struct ReleaseView {
    /// Time-ordered.
    id: Uuid,
    /// Site.
    site_id: Uuid,
    /// Number in the site, from 1.
    number: i32,
    /// Whether the checks forbid its deployment.
    is_blocked: bool,
    /// Number of pages.
    pages: i32,
    /// Preview of its pages, for everybody who knows the address.
    preview_url: String,
    /// User who approved it.
    approved_by: Option<Uuid>,
    approved_at: Option<DateTime<Utc>>,
    /// Whether its trade is regulated, so that it is approved with the review of a named person.
    needs_review: bool,
    /// Who reviewed it; `null` before a review is recorded.
    review: Option<ReviewView>,
    /// Time of the latest deployment.
    deployed_at: Option<DateTime<Utc>>,
    /// Address at which it was deployed.
    url: Option<String>,
    created_at: DateTime<Utc>,
}

impl ReleaseView {
    pub(crate) fn of(state: &AppState, release: Release) -> Self {
        Self {
            needs_review: release.needs_review,
            review: ReviewView::of(&release),
            id: release.id,
            site_id: release.website_id,
            number: release.number,
            is_blocked: release.is_blocked,
            pages: release.pages,
            preview_url: preview_url(state, &release.preview_key),
            approved_by: release.approved_by,
            approved_at: release.approved_at,
            deployed_at: release.deployed_at,
            url: release.url,
            created_at: release.created_at,
        }
    }
}
