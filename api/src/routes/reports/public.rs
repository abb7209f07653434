//! Returns a shared report to readers without an account.

use axum::{
    Extension,
    extract::State,
    http::{HeaderName, HeaderValue, header},
    response::{IntoResponse, Response},
};
use serde::Serialize;
use shared::{domain::report::ReportContent, store::report};
use utoipa::ToSchema;

use super::pdf as file;
use crate::{
    auth::key::hash_token,
    error::{ApiError, Result},
    extract::{Json, Path, RequestContext, Success},
    hosting::ReportHost,
    layer::guard,
    state::AppState,
};

/// The latest issue of a shared report.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SharedReport)]
pub(super) struct Answer {
    success: Success,
    content: ReportContent,
}

/// Get a shared report.
///
/// The latest issue of the report with this link. No account is needed. On a report domain only reports of its workspace are found. Search engines may not index it.
#[utoipa::path(
    get, path = "/api/public/reports/{token}", tag = "reports", security(()), params(("token" = String, Path)),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, context: RequestContext, host: Option<Extension<ReportHost>>,
    Path(token): Path<String>,
) -> Result<Response> {
    let content = shared(&state, (&context, host), &token).await?;
    let headers = [
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex")),
    ];
    Ok((headers, Json(Answer { success: Success, content })).into_response())
}

/// Download a shared report as a PDF.
///
/// The latest issue of the report with this link. No account is needed. On a report domain only reports of its workspace are found.
#[utoipa::path(
    get, path = "/api/public/reports/{token}/pdf", tag = "reports", security(()), params(("token" = String, Path)),
    responses((status = 200, description = "The file.", content((Vec<u8> = "application/pdf"))))
)]
pub(super) async fn pdf(
    State(state): State<AppState>, context: RequestContext, host: Option<Extension<ReportHost>>,
    Path(token): Path<String>,
) -> Result<Response> {
    file::respond(shared(&state, (&context, host), &token).await?).await
}

/// Returns the content of the report with this link; on a report domain only that of a report of its workspace.
async fn shared(
    state: &AppState, (context, host): (&RequestContext, Option<Extension<ReportHost>>), token: &str,
) -> Result<ReportContent> {
    guard::count(state, guard::LINK, &context.network()).await?;
    let workspace_id = host.map(|Extension(host)| host.workspace_id());
    report::shared_content(&state.db, &hash_token(token), workspace_id).await?.ok_or(ApiError::NotFound("report"))
}
