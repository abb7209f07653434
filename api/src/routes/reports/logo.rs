//! Sets and removes the logo of a report.

use std::io::Cursor;

use axum::{
    body::Bytes,
    extract::{State, rejection::BytesRejection},
    http::StatusCode,
};
use image::{ImageFormat, ImageReader, Limits};
use shared::{domain::now, store::report};
use uuid::Uuid;

use super::view::{self, Answer};
use crate::{
    error::{ApiError, Result},
    extract::{Changes, Json, Member, Path},
    state::AppState,
};

const MOST_PIXELS_A_SIDE: u32 = 2_000;
const MOST_MEMORY_BYTES: u64 = 32 << 20;

/// Set the logo of a report.
///
/// A PNG, JPEG or WebP of at most 256 KiB and 2,000 pixels a side. Issues that were made keep theirs. Requires an editor.
#[utoipa::path(
    put, path = "/api/reports/{id}/logo", tag = "reports", params(("id" = Uuid, Path)),
    request_body(content = Vec<u8>, content_type = "image/png", description = "PNG, JPEG or WebP, at most 256 KiB."),
    responses((status = 200, body = Answer))
)]
pub(super) async fn set(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>,
    body: std::result::Result<Bytes, BytesRejection>,
) -> Result<Json<Answer>> {
    super::find(&state, member.workspace_id, id).await?;
    let body = body.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => ApiError::invalid("/logo", "must have at most 256 KiB"),
        _ => ApiError::BrokenBody,
    })?;
    let wrong = || ApiError::invalid("/logo", "must be a PNG, JPEG or WebP of at most 2,000 pixels a side");
    let file = body.clone();
    let kind = tokio::task::spawn_blocking(move || kind(&file)).await.map_err(ApiError::unexpected)?;
    let kind = kind.ok_or_else(wrong)?;
    report::set_logo(&state.db, member.workspace_id, id, Some((&body, kind)), now()).await?;
    view::answer(&state, member.workspace_id, id).await
}

/// Remove the logo of a report.
///
/// Issues that were made keep theirs. Requires an editor.
#[utoipa::path(
    delete, path = "/api/reports/{id}/logo", tag = "reports", params(("id" = Uuid, Path)),
    responses((status = 200, body = Answer))
)]
pub(super) async fn remove(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>,
) -> Result<Json<Answer>> {
    report::set_logo(&state.db, member.workspace_id, id, None, now()).await?;
    view::answer(&state, member.workspace_id, id).await
}

/// Returns the media type of a picture that can be read and whose sides are not too long.
fn kind(bytes: &[u8]) -> Option<&'static str> {
    let mut reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format().ok()?;
    let kind = match reader.format()? {
        ImageFormat::Png => "image/png",
        ImageFormat::Jpeg => "image/jpeg",
        ImageFormat::WebP => "image/webp",
        _ => return None,
    };
    let mut limits = Limits::default();
    limits.max_image_width = Some(MOST_PIXELS_A_SIDE);
    limits.max_image_height = Some(MOST_PIXELS_A_SIDE);
    limits.max_alloc = Some(MOST_MEMORY_BYTES);
    reader.limits(limits);
    // Decoded to its end: a broken picture would be missing from the PDF.
    reader.decode().ok().map(|_| kind)
}
