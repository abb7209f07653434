//! Returns an issue of a report as a PDF.

use axum::{
    extract::State,
    http::{HeaderName, HeaderValue, header},
    response::{IntoResponse, Response},
};
use shared::{domain::report::ReportContent, store::report};
use tokio::sync::Semaphore;
use uuid::Uuid;

use crate::{
    error::{ApiError, Result},
    extract::{Member, Path},
    state::AppState,
};

/// PDFs set at once: each takes a fraction of a second of a processor.
static SETTERS: Semaphore = Semaphore::const_new(2);

/// Download an issue of a report as a PDF.
///
/// A4, with its fonts.
#[utoipa::path(
    get, path = "/api/reports/{id}/issues/{issue}/pdf", tag = "reports",
    params(("id" = Uuid, Path), ("issue" = Uuid, Path)),
    responses((status = 200, description = "The file.", content((Vec<u8> = "application/pdf"))))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Path(of): Path<(Uuid, Uuid)>,
) -> Result<Response> {
    let content = report::content(&state.db, member.workspace_id, of).await?.ok_or(ApiError::NotFound("report"))?;
    respond(content).await
}

/// Returns the response with the PDF of a report.
pub(super) async fn respond(content: ReportContent) -> Result<Response> {
    let name = reports::file_name(&content);
    let disposition =
        HeaderValue::from_str(&format!("attachment; filename=\"{name}\"")).map_err(ApiError::unexpected)?;
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("application/pdf")),
        (header::CONTENT_DISPOSITION, disposition),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex")),
    ];
    Ok((headers, set(content).await?).into_response())
}

/// Sets a PDF on a blocking thread.
pub(super) async fn set(content: ReportContent) -> Result<Vec<u8>> {
    let _place = SETTERS.acquire().await.map_err(ApiError::unexpected)?;
    let set = tokio::task::spawn_blocking(move || reports::pdf(&content)).await.map_err(ApiError::unexpected)?;
    set.map_err(ApiError::unexpected)
}
