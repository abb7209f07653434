//! Reports whether crawls can render pages.

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    extract::{Json, Member, Success},
    state::AppState,
};

/// Reason why this installation renders no pages.
pub(super) const NO_BROWSER: &str = "This installation has no browser. The operator can set MOTHERLODE_CHROMIUM.";

/// Whether crawls can render pages.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CrawlRendering)]
pub(super) struct Answer {
    success: Success,
    is_available: bool,
    /// Why it is not available.
    reason: Option<String>,
}

/// Get whether crawls can render pages.
///
/// Pages are rendered by a browser of the operator, if there is one.
#[utoipa::path(get, path = "/api/crawls/rendering", tag = "crawls", responses((status = 200, body = Answer)))]
pub(super) async fn handler(State(state): State<AppState>, _member: Member) -> Json<Answer> {
    let is_available = state.settings.outside.browser.is_some();
    let reason = (!is_available).then(|| NO_BROWSER.to_owned());
    Json(Answer { success: Success, is_available, reason })
}
