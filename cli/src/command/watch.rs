//! Monitoring endpoints of a worker: `/healthz` and `/metrics`. (The API has its own.)

use std::{
    net::{IpAddr, SocketAddr},
    time::Duration,
};

use anyhow::Context;
use axum::{
    Router,
    extract::{ConnectInfo, State},
    http::{HeaderMap, StatusCode, header, uri::Authority},
    response::{IntoResponse, Response},
    routing::get,
};
use metrics::gauge;
use sha2::{Digest, Sha256};
use shared::{config::Secret, store::Db, telemetry::Metrics};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

const UPKEEP_EVERY: Duration = Duration::from_secs(5);

#[derive(Clone)]
struct Watched {
    metrics: Metrics,
    db: Db,
    token: Option<Secret>,
}

/// Starts recording and serving metrics until `stop`.
pub(crate) async fn start(
    listen: SocketAddr, token: Option<Secret>, db: Db, stop: CancellationToken,
) -> anyhow::Result<()> {
    let metrics = shared::telemetry::init_metrics().context("metrics cannot be recorded")?;
    let listener = TcpListener::bind(listen)
        .await
        .with_context(|| format!("--watch-listen: cannot listen on {listen}; is another program there?"))?;
    tokio::spawn(upkeep(metrics.clone(), stop.clone()));
    let router = Router::new()
        .route("/healthz", get(async || axum::Json(serde_json::json!({ "success": true, "status": "ok" }))))
        .route("/metrics", get(figures))
        .with_state(Watched { metrics, db, token });
    let service = router.into_make_service_with_connect_info::<SocketAddr>();
    tokio::spawn(async move {
        let served = axum::serve(listener, service).with_graceful_shutdown(stop.cancelled_owned()).await;
        if let Err(error) = served {
            tracing::error!(%error, "the worker can no longer be watched");
        }
    });
    Ok(())
}

async fn upkeep(metrics: Metrics, stop: CancellationToken) {
    let mut ticks = tokio::time::interval(UPKEEP_EVERY);
    while !stop.is_cancelled() {
        ticks.tick().await;
        metrics.upkeep();
    }
}

/// Returns true for a request from this machine to this machine. A page of another website whose name resolves here has
/// its own `Host`.
fn is_local(peer: SocketAddr, headers: &HeaderMap) -> bool {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()?.parse::<Authority>().ok());
    let host = host.as_ref().map(|host| host.host().trim_matches(['[', ']']));
    let is_loopback = |host: &str| host == "localhost" || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback());
    peer.ip().is_loopback() && host.is_some_and(is_loopback)
}

/// Returns the metrics, locally or with the token.
async fn figures(
    State(watched): State<Watched>, ConnectInfo(peer): ConnectInfo<SocketAddr>, headers: HeaderMap,
) -> Response {
    if !is_local(peer, &headers) && !has_token(&watched, &headers) {
        return (StatusCode::FORBIDDEN, "Metrics require a local request or the metrics token.\n").into_response();
    }
    let (connections, idle) = watched.db.pool_size();
    gauge!("motherlode_db_pool_connections", "state" => "all").set(f64::from(connections));
    gauge!("motherlode_db_pool_connections", "state" => "idle").set(f64::from(u32::try_from(idle).unwrap_or(u32::MAX)));
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], watched.metrics.render()).into_response()
}

fn has_token(watched: &Watched, headers: &HeaderMap) -> bool {
    let Some(wanted) = &watched.token else { return false };
    let given = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let given = given.and_then(|value| value.strip_prefix("Bearer ")).unwrap_or_default();
    // Compares hashes, so that timing does not reveal where they differ.
    Sha256::digest(given) == Sha256::digest(wanted.reveal())
}
