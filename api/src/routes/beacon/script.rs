//! Returns the script of the beacon.

use axum::{
    http::header,
    response::{IntoResponse, Response},
};

use super::for_all_origins;

/// The script. At most 1,024 bytes, as a test checks.
pub(super) const SCRIPT: &str = include_str!("beacon.js");

/// Get the beacon's script.
///
/// Add it to each page: `<script async src="https://…/t.js" data-site="{website id}"></script>`.
#[utoipa::path(get, path = "/t.js", tag = "beacon", security(()), responses((status = 200, body = String)))]
pub(super) async fn handler() -> Response {
    let headers =
        [(header::CONTENT_TYPE, "text/javascript; charset=utf-8"), (header::CACHE_CONTROL, "public, max-age=3600")];
    for_all_origins((headers, SCRIPT).into_response())
}
