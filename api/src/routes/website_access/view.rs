//! The access to a website, in responses. Its credentials are never part of them.

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::Value;
use shared::{
    domain::edit::{AccessKind, EditWay, WebsiteAccess},
    store::{site, website, website_access},
};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    error::{ApiError, Result},
    extract::{Json, Success},
    state::AppState,
};

/// Access to the live files of a website.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = WebsiteAccess)]
struct AccessView {
    kind: AccessKind,
    /// Choices that are not secret; their fields depend on the kind.
    #[schema(value_type = Object)]
    settings: Value,
    /// Whether credentials are stored.
    has_secrets: bool,
    /// Public address of the pages.
    base_url: String,
    /// When a test last succeeded with these settings.
    tested_at: Option<DateTime<Utc>>,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
}

/// Response with the access to a website.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OneWebsiteAccess)]
pub(super) struct Answer {
    success: Success,
    /// `null` without one.
    access: Option<AccessView>,
    /// How edits reach the website now.
    way: EditWay,
}

impl From<WebsiteAccess> for AccessView {
    fn from(access: WebsiteAccess) -> Self {
        Self {
            kind: access.kind,
            settings: access.settings.0,
            has_secrets: access.sealed_secret.is_some(),
            base_url: access.base_url,
            tested_at: access.tested_at,
            created_at: access.created_at,
            updated_at: access.updated_at,
        }
    }
}

/// Returns the address of a website of the workspace.
pub(super) async fn website_url(state: &AppState, workspace_id: Uuid, id: Uuid) -> Result<String> {
    let found = website::find(&state.db, workspace_id, id).await?.ok_or(ApiError::NotFound("website"))?;
    Ok(found.url)
}

/// Returns whether the website is a site that is built here.
pub(super) async fn is_site(state: &AppState, workspace_id: Uuid, id: Uuid) -> Result<bool> {
    let found = site::find(&state.db, workspace_id, id).await?;
    Ok(found.is_some_and(|site| site.archived_at.is_none()))
}

/// Returns the response with the access to a website of the workspace.
pub(super) async fn answer(state: &AppState, workspace_id: Uuid, id: Uuid) -> Result<Json<Answer>> {
    website_url(state, workspace_id, id).await?;
    let found = website_access::find(&state.db, workspace_id, id).await?;
    let way = match (is_site(state, workspace_id, id).await?, &found) {
        (true, _) => EditWay::Release,
        (false, Some(_)) => EditWay::Access,
        (false, None) => EditWay::Person,
    };
    Ok(Json(Answer { success: Success, access: found.map(Into::into), way }))
}
