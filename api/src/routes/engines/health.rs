//! Health of the installation.

use chrono::Duration;
use serde::Serialize;
use shared::{
    domain::run::RunStatus,
    store::{self, StoreError},
};
use utoipa::ToSchema;

use crate::state::AppState;

/// Health of the installation. All values are 0 after a start.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SystemHealth)]
pub(super) struct Health {
    /// Score from 0 to 100: 100 minus up to 40 for errors (full at 5 % of requests), 25 for slow responses (from 250 ms to
    /// 2 s), 15 for queued runs (full at 1,000) and 20 if runs are queued without a worker heartbeat for 30 s.
    overall: u32,
    /// 95th percentile of the response time in the last five minutes, in milliseconds.
    api_latency: f64,
    /// Rows imported in the last minute.
    data_ingestion: i64,
    /// Number of queued runs.
    processing_queue: i64,
    /// Share of requests with a server error in the last five minutes, 0 to 1.
    error_rate: f64,
    /// Uptime of this server, in seconds.
    uptime: u64,
}

/// Reads the current values.
pub(super) async fn read(state: &AppState) -> Result<Health, StoreError> {
    let now = shared::domain::now();
    let traffic = state.traffic.figures();
    let depths = store::run::depths(&state.db).await?;
    let waiting = depths.iter().filter(|(_, status, _)| *status == RunStatus::Queued).map(|(_, _, count)| count).sum();
    let workers = store::worker::list(&state.db, now - Duration::seconds(30)).await?.len();
    Ok(Health {
        overall: overall(traffic.error_rate, traffic.p95_ms, waiting, workers),
        api_latency: traffic.p95_ms,
        data_ingestion: store::import::rows_since(&state.db, now - Duration::minutes(1)).await?,
        processing_queue: waiting,
        error_rate: traffic.error_rate,
        uptime: state.uptime_seconds(),
    })
}

/// Formula documented at `overall`.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 100")]
#[expect(clippy::cast_precision_loss, reason = "a queue of 2^52 runs is full in any case")]
fn overall(error_rate: f64, p95_ms: f64, waiting: i64, workers: usize) -> u32 {
    let errors = (error_rate / 0.05).clamp(0.0, 1.0);
    let latency = ((p95_ms - 250.0) / 1_750.0).clamp(0.0, 1.0);
    let queue = (waiting as f64 / 1_000.0).clamp(0.0, 1.0);
    let idle = if waiting > 0 && workers == 0 { 1.0 } else { 0.0 };
    (100.0 - 40.0 * errors - 25.0 * latency - 15.0 * queue - 20.0 * idle).round() as u32
}

#[cfg(test)]
mod tests {
    use super::overall;

    #[test]
    fn a_quiet_server_is_well() {
        assert_eq!(overall(0.0, 3.0, 0, 0), 100);
    }

    #[test]
    fn each_trouble_takes_its_share() {
        assert_eq!(overall(0.05, 0.0, 0, 1), 60);
        assert_eq!(overall(0.0, 2_000.0, 0, 1), 75);
        assert_eq!(overall(0.0, 0.0, 1_000, 1), 85);
        assert_eq!(overall(0.0, 0.0, 1_000, 0), 65);
        assert_eq!(overall(1.0, 9_999.0, 1_000_000, 0), 0);
    }
}
