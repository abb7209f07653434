//! Liveness check.

use serde::Serialize;

use crate::extract::{Json, Success};

/// Result of the liveness check.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = Health)]
pub struct Answer {
    success: Success,
    /// Always `ok`.
    status: &'static str,
    /// Version of the program.
    version: &'static str,
}

/// Check whether the process is running.
#[utoipa::path(get, path = "/healthz", tag = "status", security(()), responses((status = 200, body = Answer)))]
pub async fn handler() -> Json<Answer> {
    Json(Answer { success: Success, status: "ok", version: env!("CARGO_PKG_VERSION") })
}
