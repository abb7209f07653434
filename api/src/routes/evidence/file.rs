//! Downloads a stored response.

use std::io::Read;

use axum::{
    extract::State,
    http::{HeaderValue, header},
    response::{IntoResponse, Response},
};
use flate2::read::GzDecoder;
use shared::{domain::now, store::connection};
use uuid::Uuid;

use crate::{
    error::{ApiError, Result},
    extract::{Member, Path},
    state::AppState,
};

/// Most bytes after decompression, more than any call may return.
const MOST_BYTES: u64 = 64 << 20;
const JSON: &str = "application/json";
/// Never HTML or a script, whatever the provider sent.
const TEXT: &str = "text/plain; charset=utf-8";

/// Download a stored response.
///
/// The response as the provider sent it, with secrets removed, as a JSON or text file. Members of the workspace only.
#[utoipa::path(
    get, path = "/api/evidence/{id}", tag = "connections", params(("id" = Uuid, Path)), operation_id = "evidence_get",
    responses((status = 200, description = "The response.", content((Value = "application/json"), (String = "text/plain"))))
)]
pub(super) async fn handler(State(state): State<AppState>, member: Member, Path(id): Path<Uuid>) -> Result<Response> {
    let missing = || ApiError::NotFound("evidence");
    let info = connection::evidence_info(&state.db, member.workspace_id, id).await?.ok_or_else(missing)?;
    if info.expires_at <= now() {
        return Err(missing());
    }
    let packed = connection::evidence_body(&state.db, member.workspace_id, id).await?.ok_or_else(missing)?;
    let body = tokio::task::spawn_blocking(move || unpack(&packed)).await.map_err(ApiError::unexpected)??;
    let (kind, ending) = if is_json(&body) { (JSON, "json") } else { (TEXT, "txt") };
    let name = format!("attachment; filename=\"{}-{}-{id}.{ending}\"", word(&info.provider), word(&info.operation));
    let name = HeaderValue::from_str(&name).map_err(ApiError::unexpected)?;
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(kind)),
        (header::CONTENT_DISPOSITION, name),
        (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
        (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static("sandbox; default-src 'none'")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    Ok((headers, body).into_response())
}

fn unpack(packed: &[u8]) -> Result<Vec<u8>> {
    let mut body = Vec::new();
    GzDecoder::new(packed).take(MOST_BYTES).read_to_end(&mut body).map_err(ApiError::unexpected)?;
    Ok(body)
}

/// Keeps what is safe in a header.
fn word(key: &str) -> String {
    key.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').collect()
}

fn is_json(body: &[u8]) -> bool {
    serde_json::from_slice::<serde::de::IgnoredAny>(body).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_of_a_provider_is_text_and_not_html() {
        assert!(is_json(b"{\"a\": [1, null]}"));
        assert!(!is_json(b"<html><script>alert(1)</script></html>"));
        assert!(!is_json(b"{\"a\": [1,"));
        assert_eq!(word("serp_api\r\nx: y"), "serp_apixy");
    }
}
