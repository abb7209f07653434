//! Lists the reports of the workspace.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use shared::store::report;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::{create::MOST, view::ReportView};
use crate::{
    error::Result,
    extract::{Json, Member, Query, Success},
    state::AppState,
};

/// Query parameters.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// Only of this website.
    website_id: Option<Uuid>,
}

/// Reports, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ReportList)]
pub(super) struct Answer {
    success: Success,
    reports: Vec<ReportView>,
}

/// List reports.
///
/// All reports of the workspace, newest first.
#[utoipa::path(get, path = "/api/reports", tag = "reports", params(Params), responses((status = 200, body = Answer)))]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let found = report::list(&state.db, member.workspace_id, params.website_id, MOST).await?;
    Ok(Json(Answer { success: Success, reports: found.into_iter().map(ReportView::from).collect() }))
}
