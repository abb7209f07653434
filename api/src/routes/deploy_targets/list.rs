//! Lists the targets of a workspace.

use axum::extract::State;
use serde::Serialize;
use shared::store::deploy_target;
use utoipa::ToSchema;

use super::view::TargetView;
use crate::{
    error::Result,
    extract::{Json, Member, Success},
    state::AppState,
};

/// Targets, oldest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DeployTargetList)]
pub(super) struct Answer {
    success: Success,
    targets: Vec<TargetView>,
    /// Domain of built-in hosting, which needs no target.
    sites_domain: String,
    /// Folders below which folder targets may write.
    deploy_folders: Vec<String>,
}

/// List targets.
///
/// Credentials are never returned.
#[utoipa::path(get, path = "/api/deploy-targets", tag = "sites", responses((status = 200, body = Answer)))]
pub(super) async fn handler(State(state): State<AppState>, member: Member) -> Result<Json<Answer>> {
    let targets = deploy_target::list(&state.db, member.workspace_id).await?;
    let sites = &state.settings.sites;
    Ok(Json(Answer {
        success: Success,
        targets: targets.into_iter().map(TargetView::from).collect(),
        sites_domain: sites.sites_domain.clone(),
        deploy_folders: sites.deploy_folders.iter().map(|folder| folder.display().to_string()).collect(),
    }))
}
