//! Returns a profile picture.

use axum::{
    extract::State,
    http::header,
    response::{IntoResponse, Response},
};
use shared::store::avatar;

use crate::{
    error::{ApiError, Result},
    extract::Path,
    state::AppState,
};

/// Get a profile picture.
///
/// The name is unguessable and changes with the picture, so that responses can be cached forever.
#[utoipa::path(
    get, path = "/api/avatars/{name}", tag = "user", security(()), params(("name" = String, Path)),
    responses((status = 200, description = "A PNG of 256 by 256 pixels.", content_type = "image/png", body = Vec<u8>))
)]
pub async fn handler(State(state): State<AppState>, Path(name): Path<String>) -> Result<Response> {
    let picture = avatar::find(&state.db, &name).await?.ok_or(ApiError::NotFound("picture"))?;
    let headers = [(header::CONTENT_TYPE, "image/png"), (header::CACHE_CONTROL, "public, max-age=31536000, immutable")];
    Ok((headers, picture).into_response())
}
