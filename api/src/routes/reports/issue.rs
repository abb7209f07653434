//! Issues of a report.

use axum::extract::State;
use serde::Serialize;
use shared::{
    domain::report::{ReportContent, ReportIssue},
    store::report,
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::delete::Deleted;
use crate::{
    error::{ApiError, Result},
    extract::{Changes, Json, Member, Path, Success},
    state::AppState,
};

/// Issues of a report, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ReportIssueList)]
pub(super) struct List {
    success: Success,
    issues: Vec<ReportIssue>,
}

/// An issue of a report.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OneReportIssue)]
pub(super) struct Answer {
    success: Success,
    issue: ReportIssue,
    content: ReportContent,
}

/// List the issues of a report.
///
/// Without their content, newest first, at most sixty.
#[utoipa::path(
    get, path = "/api/reports/{id}/issues", tag = "reports", params(("id" = Uuid, Path)),
    responses((status = 200, body = List))
)]
pub(super) async fn list(State(state): State<AppState>, member: Member, Path(id): Path<Uuid>) -> Result<Json<List>> {
    super::find(&state, member.workspace_id, id).await?;
    let issues = report::issues(&state.db, member.workspace_id, id).await?;
    Ok(Json(List { success: Success, issues }))
}

/// Get an issue of a report.
///
/// Its content as it was made.
#[utoipa::path(
    get, path = "/api/reports/{id}/issues/{issue}", tag = "reports",
    params(("id" = Uuid, Path), ("issue" = Uuid, Path)), responses((status = 200, body = Answer))
)]
pub(super) async fn get(
    State(state): State<AppState>, member: Member, Path(of): Path<(Uuid, Uuid)>,
) -> Result<Json<Answer>> {
    answer(&state, member.workspace_id, of).await
}

/// Delete an issue of a report.
///
/// A shared link shows the latest issue that is left. Requires an editor.
#[utoipa::path(
    delete, path = "/api/reports/{id}/issues/{issue}", tag = "reports",
    params(("id" = Uuid, Path), ("issue" = Uuid, Path)), responses((status = 200, body = Deleted))
)]
pub(super) async fn delete(
    State(state): State<AppState>, member: Member<Changes>, Path(of): Path<(Uuid, Uuid)>,
) -> Result<Json<Deleted>> {
    if report::delete_issue(&state.db, member.workspace_id, of).await? {
        Ok(Json(Deleted { success: Success }))
    } else {
        Err(ApiError::NotFound("report"))
    }
}

/// Returns the response with an issue.
pub(super) async fn answer(state: &AppState, workspace_id: Uuid, of: (Uuid, Uuid)) -> Result<Json<Answer>> {
    let missing = || ApiError::NotFound("report");
    let issue = report::find_issue(&state.db, workspace_id, of).await?.ok_or_else(missing)?;
    let content = report::content(&state.db, workspace_id, of).await?.ok_or_else(missing)?;
    Ok(Json(Answer { success: Success, issue, content }))
}
