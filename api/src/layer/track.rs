//! Counts, times and traces each request. The query is never logged, because it may contain a token.

use std::time::Instant;

use axum::{
    extract::{MatchedPath, Request, State},
    http::Method,
    middleware::Next,
    response::Response,
};
use tracing::Instrument;

use super::context::RequestContext;
use crate::state::AppState;

/// The layer.
pub(crate) async fn track(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let started = Instant::now();
    let method = known(request.method()).to_owned();
    let route = request.extensions().get::<MatchedPath>().map_or("other", MatchedPath::as_str).to_owned();
    let request_id = request.extensions().get::<RequestContext>().map(|context| context.request_id.clone());
    let span = tracing::info_span!(
        "request",
        request.id = request_id.unwrap_or_default(),
        http.method = method,
        http.path = request.uri().path(),
    );
    let response = next.run(request).instrument(span.clone()).await;
    let took = started.elapsed();
    let status = response.status();
    tracing::debug!(
        parent: &span, http.status = status.as_u16(), duration_ms = took.as_millis(), "answered a request"
    );
    let labels = [("method", method), ("route", route), ("status", status.as_u16().to_string())];
    metrics::counter!("motherlode_http_requests_total", &labels).increment(1);
    metrics::histogram!("motherlode_http_request_duration_seconds", &labels).record(took.as_secs_f64());
    if !is_probe(&labels[1].1) {
        state.traffic.count(took, status.is_server_error());
    }
    response
}

/// Returns the method; `other` for unknown ones, which would each create a metric.
fn known(method: &Method) -> &str {
    match *method {
        Method::GET | Method::HEAD | Method::POST | Method::PUT | Method::PATCH | Method::DELETE | Method::OPTIONS => {
            method.as_str()
        }
        _ => "other",
    }
}

/// Returns true for health checks, which do not reflect the experience of users.
fn is_probe(route: &str) -> bool {
    matches!(route, "/healthz" | "/readyz" | "/metrics")
}
