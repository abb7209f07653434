//! Sets the caller's picture: cropped to a square, scaled and re-encoded, which removes other content of the file.

use std::io::Cursor;

use axum::{
    body::Bytes,
    extract::{State, rejection::BytesRejection},
    http::StatusCode,
};
use image::{
    DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits,
    error::{LimitError, LimitErrorKind},
    imageops::FilterType,
};
use serde::Serialize;
use shared::store::avatar;
use tokio::sync::Semaphore;
use uuid::Uuid;

use crate::{
    error::{ApiError, Result},
    extract::{Caller, Json, Success},
    state::AppState,
};

/// The largest file.
pub const MOST_BYTES: usize = 5 << 20;
const MOST_PIXELS_A_SIDE: u32 = 8_000;
/// Maximum number of pixels, as of a good phone camera. Four bytes each are 96 MiB.
const MOST_PIXELS: u64 = 25_000_000;
const MOST_MEMORY_BYTES: u64 = 128 << 20;
const SIDE: u32 = 256;

/// Pictures decoded at once: their memory adds up, and a small file may hold a large picture.
static DECODERS: Semaphore = Semaphore::const_new(1);

/// Where the picture is.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = Avatar)]
pub struct Answer {
    pub success: Success,
    /// `null` without one.
    pub avatar: Option<String>,
}

/// Upload a profile picture.
///
/// A PNG, JPEG or WebP of at most 5 MiB and 25 megapixels.
#[utoipa::path(
    put, path = "/api/user/avatar", tag = "user",
    request_body(content = Vec<u8>, content_type = "image/png", description = "PNG, JPEG or WebP, at most 5 MiB and 25 megapixels."),
    responses((status = 200, body = Answer))
)]
pub async fn handler(
    State(state): State<AppState>, caller: Caller, body: std::result::Result<Bytes, BytesRejection>,
) -> Result<Json<Answer>> {
    let body = body.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => ApiError::FileTooLarge(MOST_BYTES >> 20),
        _ => ApiError::BrokenBody,
    })?;
    let avatar = store(&state, caller.user_id, body).await?;
    Ok(Json(Answer { success: Success, avatar: Some(avatar) }))
}

/// Stores a picture as the user's avatar; returns its address.
///
/// # Errors
/// Returns [`ApiError::Unreadable`] if the bytes are not a picture that can be read.
pub(super) async fn store(state: &AppState, user_id: Uuid, body: Bytes) -> Result<String> {
    let decoder = DECODERS.acquire().await.map_err(ApiError::unexpected)?;
    let picture = tokio::task::spawn_blocking(move || small(&body)).await.map_err(ApiError::unexpected)?;
    drop(decoder);
    let picture = picture.map_err(|error| ApiError::Unreadable(advice(&error).to_owned()))?;
    let random: [u8; 16] = rand::random();
    let name = format!("{}.png", data_encoding::HEXLOWER.encode(&random));
    let url = format!("/api/avatars/{name}");
    let mut tx = state.db.begin().await?;
    avatar::set(&mut tx, user_id, &name, &url, &picture).await?;
    tx.commit().await?;
    Ok(url)
}

/// What to choose instead of a picture that is refused.
const fn advice(error: &ImageError) -> &'static str {
    match error {
        ImageError::Limits(_) => {
            "The picture is too large. Choose one of at most 8000 pixels a side and 25 megapixels."
        }
        _ => "The file cannot be read as a picture. Choose a PNG, JPEG or WebP picture.",
    }
}

/// The picture as we keep it.
fn small(file: &[u8]) -> image::ImageResult<Vec<u8>> {
    let mut reader = ImageReader::new(Cursor::new(file)).with_guessed_format()?;
    let mut limits = Limits::default();
    limits.max_image_width = Some(MOST_PIXELS_A_SIDE);
    limits.max_image_height = Some(MOST_PIXELS_A_SIDE);
    limits.max_alloc = Some(MOST_MEMORY_BYTES);
    reader.limits(limits);
    let mut decoder = reader.into_decoder()?;
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > MOST_PIXELS {
        return Err(ImageError::Limits(LimitError::from_kind(LimitErrorKind::DimensionError)));
    }
    let orientation = decoder.orientation()?;
    let mut picture = DynamicImage::from_decoder(decoder)?;
    picture.apply_orientation(orientation);
    let mut written = Cursor::new(Vec::new());
    let square = picture.resize_to_fill(SIDE, SIDE, FilterType::Triangle);
    // Eight bits a colour are enough, and what every browser reads.
    DynamicImage::from(square.to_rgba8()).write_to(&mut written, ImageFormat::Png)?;
    Ok(written.into_inner())
}
