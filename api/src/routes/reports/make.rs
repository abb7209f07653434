//! Makes an issue of a report.

use axum::{extract::State, http::StatusCode};
use shared::{
    domain::{new_id, now},
    store::{
        report::{self, NewReportIssue},
        website,
    },
};
use uuid::Uuid;

use super::issue::{Answer, answer};
use crate::{
    error::{ApiError, Result},
    extract::{Changes, Json, Member, Path},
    layer::guard,
    state::AppState,
};

/// Make an issue of a report.
///
/// Freezes the figures of the period that ends now: the issue never changes. The latest sixty issues are kept. Nothing is
/// sent. Requires an editor.
#[utoipa::path(
    post, path = "/api/reports/{id}/issues", tag = "reports", params(("id" = Uuid, Path)),
    responses((status = 201, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>,
) -> Result<(StatusCode, Json<Answer>)> {
    let workspace_id = member.workspace_id;
    let found = super::find(&state, workspace_id, id).await?;
    guard::count(&state, guard::REPORT, &workspace_id.to_string()).await?;
    let website = website::find(&state.db, workspace_id, found.website_id).await?;
    let website = website.ok_or(ApiError::NotFound("website"))?;
    let order = reports::Order { report: &found, website: &website, at: now() };
    let content = reports::make(&state.db, order).await?;
    let issue_id = new_id();
    let mut tx = state.db.begin().await?;
    let new = NewReportIssue { id: issue_id, report_id: id, workspace_id, website_id: website.id, content: &content };
    report::insert_issue(&mut tx, &new).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, answer(&state, workspace_id, (id, issue_id)).await?))
}
