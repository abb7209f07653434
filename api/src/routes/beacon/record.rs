//! Records a report of the beacon.

use axum::{
    extract::State,
    http::{HeaderMap, StatusCode},
    response::Response,
};

use super::{for_all_origins, read::Report};
use crate::{
    error::Result,
    extract::{AnyJson, RequestContext},
    state::AppState,
};

/// Report what a visitor did.
///
/// The beacon's script sends it as text, because a browser asks first before it sends JSON to another origin. It is answered
/// once it is stored.
#[utoipa::path(
    post, path = "/t", tag = "beacon", security(()), request_body = Report, responses((status = 204))
)]
pub(super) async fn handler(
    State(state): State<AppState>, context: RequestContext, headers: HeaderMap, AnyJson(report): AnyJson<Report>,
) -> Result<Response> {
    report.record(&state, &context, &headers).await?;
    Ok(for_all_origins(StatusCode::NO_CONTENT))
}
