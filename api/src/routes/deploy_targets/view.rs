//! A target, in responses. Its credentials are never part of them.

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::Value;
use shared::{
    domain::deploy_target::{DeployTarget, TargetKind},
    store::deploy_target,
};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    error::{ApiError, Result},
    extract::{Json, Success},
    state::AppState,
};

/// A target.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DeployTarget)]
pub(super) struct TargetView {
    /// Time-ordered.
    id: Uuid,
    kind: TargetKind,
    name: String,
    /// Choices that are not secret; their fields depend on the kind.
    #[schema(value_type = Object)]
    settings: Value,
    /// Whether credentials are stored.
    has_secrets: bool,
    /// Number of sites that are deployed there.
    sites: i64,
    created_at: DateTime<Utc>,
}

/// Response with a target.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OneDeployTarget)]
pub(super) struct Answer {
    success: Success,
    target: TargetView,
}

impl From<DeployTarget> for TargetView {
    fn from(target: DeployTarget) -> Self {
        Self {
            id: target.id,
            kind: target.kind,
            name: target.name,
            settings: target.settings.0,
            has_secrets: target.sealed_secret.is_some(),
            sites: target.sites,
            created_at: target.created_at,
        }
    }
}

/// Returns a target of the workspace.
pub(super) async fn found(state: &AppState, workspace_id: Uuid, id: Uuid) -> Result<DeployTarget> {
    deploy_target::find(&state.db, workspace_id, id).await?.ok_or(ApiError::NotFound("target"))
}

/// Returns the response with a target.
pub(super) async fn answer(state: &AppState, workspace_id: Uuid, id: Uuid) -> Result<Json<Answer>> {
    Ok(Json(Answer { success: Success, target: found(state, workspace_id, id).await?.into() }))
}
