//! How much waits and how much is at work, by lane.

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

/// All lanes.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = QueueState)]
pub struct Answer {
    success: Success,
    /// What delivers: `memory` or `redis`.
    queue: &'static str,
    /// What holds the runs: `sqlite` or `postgres`.
    database: &'static str,
    lanes: Vec<LaneView>,
}

/// A lane.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = LaneState)]
pub struct LaneView {
    /// `interactive` or `batch`.
    lane: Lane,
    /// Runs that wait, by the database.
    queued: i64,
    /// Runs at work, by the database.
    running: i64,
    /// Ids that wait for delivery.
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
