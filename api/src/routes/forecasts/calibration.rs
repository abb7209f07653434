//! Compares stated confidence with the share of correct claims.

use axum::extract::State;
use serde::Serialize;
use shared::store::forecast;
use utoipa::ToSchema;

use crate::{
    engine_id::EngineId,
    error::Result,
    extract::{Json, Member, Success},
    state::AppState,
};

/// Record of an engine's claims.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EngineRecord)]
struct Record {
    #[schema(value_type = EngineId)]
    engine_id: String,
    /// Mean stated probability, 0 to 1.
    claimed: f64,
    /// Share of its claims that were correct, 0 to 1.
    observed: f64,
    /// Number of claims.
    n: i64,
}

/// Records of all engines with evaluated claims.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CalibrationAnswer)]
pub(super) struct Answer {
    success: Success,
    calibration: Vec<Record>,
}

/// Get the calibration of the engines.
///
/// Stated confidence compared with the share of correct claims. The report of the learning engine has the bins.
#[utoipa::path(get, path = "/api/calibration", tag = "performance", responses((status = 200, body = Answer)))]
pub(super) async fn handler(State(state): State<AppState>, member: Member) -> Result<Json<Answer>> {
    let all = forecast::calibration(&state.db, member.workspace_id).await?.into_iter();
    let calibration = all.map(|(engine_id, claimed, observed, n)| Record { engine_id, claimed, observed, n }).collect();
    Ok(Json(Answer { success: Success, calibration }))
}
