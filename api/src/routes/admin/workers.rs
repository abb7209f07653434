//! Lists worker processes with a heartbeat in the last 30 seconds.

use axum::extract::State;
use chrono::{DateTime, Duration, Utc};
use serde::Serialize;
use shared::{
    domain::run::Lane,
    store::worker::{self, WorkerRow},
};
use uuid::Uuid;

use crate::{
    error::Result,
    extract::{Admin, Json, Success},
    state::AppState,
};

const HEARD_OF: Duration = Duration::seconds(30);

/// All active workers, oldest first.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = Workers)]
pub struct Answer {
    success: Success,
    workers: Vec<WorkerView>,
}

/// A worker process.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Worker)]
pub struct WorkerView {
    /// Generated at every start.
    id: Uuid,
    /// Host name.
    host: String,
    /// Process id.
    pid: i64,
    /// Lanes.
    #[schema(value_type = Vec<Lane>)]
    lanes: Vec<String>,
    /// Maximum number of concurrent runs.
    slots: i32,
    /// Number of running runs.
    busy: i32,
    started_at: DateTime<Utc>,
    heartbeat_at: DateTime<Utc>,
}

impl From<WorkerRow> for WorkerView {
    fn from(row: WorkerRow) -> Self {
        let WorkerRow { id, host, pid, lanes, slots, busy, started_at, heartbeat_at } = row;
        let lanes = lanes.iter().map(ToString::to_string).collect();
        Self { id, host, pid, lanes, slots, busy, started_at, heartbeat_at }
    }
}

/// List active workers.
///
/// Worker processes with a heartbeat in the last 30 seconds. Administrators only.
#[utoipa::path(get, path = "/api/admin/workers", tag = "admin", responses((status = 200, body = Answer)))]
pub async fn handler(State(state): State<AppState>, _admin: Admin) -> Result<Json<Answer>> {
    let workers = worker::list(&state.db, shared::domain::now() - HEARD_OF).await?;
    Ok(Json(Answer { success: Success, workers: workers.into_iter().map(WorkerView::from).collect() }))
}
