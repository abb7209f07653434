//! Metrics for Prometheus.

use axum::{
    extract::State,
    http::{HeaderMap, header},
    response::{IntoResponse, Response},
};
use metrics::gauge;
use shared::store::run;

use crate::{
    error::{ApiError, Result},
    extract::RequestContext,
    state::AppState,
};

/// Get Prometheus metrics.
#[utoipa::path(
    get, path = "/metrics", tag = "status", security(("bearer" = [])),
    responses((status = 200, body = String, content_type = "text/plain",
        description = "Local requests, or with the token of MOTHERLODE_METRICS_TOKEN."))
)]
pub async fn handler(State(state): State<AppState>, context: RequestContext, headers: HeaderMap) -> Result<Response> {
    if !context.is_local && !has_token(&state, &headers) {
        return Err(ApiError::Forbidden("Metrics require a local request or the metrics token."));
    }
    let Some(metrics) = &state.metrics else { return Err(ApiError::NotFound("recorder of metrics")) };
    gather(&state).await;
    Ok(([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], metrics.render()).into_response())
}

fn has_token(state: &AppState, headers: &HeaderMap) -> bool {
    let Some(wanted) = &state.settings.metrics_token else { return false };
    let given = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let given = given.and_then(|value| value.strip_prefix("Bearer ")).unwrap_or_default();
    // Compares hashes, so that timing does not reveal where they differ.
    crate::auth::key::hash_token(given) == crate::auth::key::hash_token(wanted.reveal())
}

/// Reads the current values of the database. Its values are omitted if it does not respond.
async fn gather(state: &AppState) {
    let (connections, idle) = state.db.pool_size();
    gauge!("motherlode_db_pool_connections", "state" => "all").set(connections);
    gauge!("motherlode_db_pool_connections", "state" => "idle").set(as_number(idle));
    gauge!("motherlode_uptime_seconds").set(as_number(state.uptime_seconds()));
    // Counted by the hub; initialised to 0 before the first connection.
    for channel in ["1", "2"] {
        gauge!("motherlode_live_connections", "channel" => channel).increment(0.0);
    }
    match run::depths(&state.db).await {
        Ok(depths) => {
            zero_depths();
            for (lane, status, count) in depths {
                gauge!("motherlode_queue_runs", "lane" => lane.as_str(), "status" => status.as_str())
                    .set(as_number(count));
            }
        }
        Err(error) => tracing::warn!(%error, "queue depths could not be read"),
    }
}

/// Resets lanes without a row, which would keep their last value otherwise.
fn zero_depths() {
    use shared::domain::run::{Lane, RunStatus};
    for lane in Lane::ALL {
        for status in [RunStatus::Queued, RunStatus::Running] {
            gauge!("motherlode_queue_runs", "lane" => lane.as_str(), "status" => status.as_str()).set(0.0);
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "gauges are floating-point numbers")]
fn as_number(count: impl TryInto<i64>) -> f64 {
    count.try_into().unwrap_or(i64::MAX) as f64
}
