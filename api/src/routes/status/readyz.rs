//! Readiness check: the database, the bus and the queue respond.

use std::{fmt::Display, time::Duration};

use axum::extract::State;
use serde::Serialize;

use crate::{
    error::{ApiError, FieldError, Result},
    extract::{Json, Success},
    state::AppState,
};

/// Timeout of each check.
const PATIENCE: Duration = Duration::from_secs(2);

/// Result of the readiness check.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = Readiness)]
pub struct Answer {
    success: Success,
    /// Always `ready`.
    status: &'static str,
    checks: Checks,
}

/// Checked components: each `ok`.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = ReadinessChecks)]
pub struct Checks {
    database: &'static str,
    bus: &'static str,
    queue: &'static str,
}

/// Check whether the process is ready.
#[utoipa::path(get, path = "/readyz", tag = "status", security(()), responses((status = 200, body = Answer)))]
pub async fn handler(State(state): State<AppState>) -> Result<Json<Answer>> {
    let (database, bus, queue) = tokio::join!(
        check("database", state.db.ping()),
        check("bus", state.bus.ping()),
        check("queue", state.queue.ping())
    );
    let failed: Vec<FieldError> = [database, bus, queue].into_iter().flatten().collect();
    if !failed.is_empty() {
        return Err(ApiError::NotReady(failed));
    }
    let checks = Checks { database: "ok", bus: "ok", queue: "ok" };
    Ok(Json(Answer { success: Success, status: "ready", checks }))
}

/// Returns the problem of a component; `None` if it responds.
async fn check<E: Display>(name: &str, answer: impl Future<Output = std::result::Result<(), E>>) -> Option<FieldError> {
    let pointer = format!("/{name}");
    match tokio::time::timeout(PATIENCE, answer).await {
        Ok(Ok(())) => None,
        Ok(Err(error)) => {
            tracing::warn!(%error, check = name, "a readiness check failed");
            Some(FieldError::new(pointer, format!("The {name} does not respond.")))
        }
        Err(_) => Some(FieldError::new(pointer, format!("The {name} did not respond in time."))),
    }
}
