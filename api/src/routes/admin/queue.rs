//! Waiting and running runs by lane.

use axum::extract::State;
use serde::Serialize;
use shared::{
    domain::run::{Lane, RunStatus},
    store::run,
};

use crate::{
    error::Result,
    extract::{Admin, Json, Success},
    state::AppState,
};

/// Statistics of all lanes.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = QueueState)]
pub struct Answer {
    success: Success,
    /// Backend of the queue: `memory` or `redis`.
    queue: &'static str,
    /// Database: `sqlite` or `postgres`.
    database: &'static str,
    lanes: Vec<LaneView>,
}

/// A lane.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = LaneState)]
pub struct LaneView {
    /// `interactive` or `batch`.
    lane: Lane,
    /// Queued runs, according to the database.
    queued: i64,
    /// Running runs, according to the database.
    running: i64,
    /// Ids that wait in the queue for delivery.
    delivering: usize,
}

/// Get queue statistics.
///
/// Waiting and active runs by lane. Administrators only.
#[utoipa::path(get, path = "/api/admin/queue", tag = "admin", responses((status = 200, body = Answer)))]
pub async fn handler(State(state): State<AppState>, _admin: Admin) -> Result<Json<Answer>> {
    let depths = run::depths(&state.db).await?;
    let count = |lane: Lane, status: RunStatus| {
        depths.iter().find(|(l, s, _)| *l == lane && *s == status).map_or(0, |(_, _, count)| *count)
    };
    let mut lanes = Vec::with_capacity(Lane::ALL.len());
    for &lane in Lane::ALL {
        lanes.push(LaneView {
            lane,
            queued: count(lane, RunStatus::Queued),
            running: count(lane, RunStatus::Running),
            delivering: state.queue.depth(lane).await?,
        });
    }
    Ok(Json(Answer { success: Success, queue: state.queue.name(), database: state.db.name(), lanes }))
}
