//! An end to waiting.

use std::time::Duration;

use axum::{
    extract::{Request, State},
    middleware::Next,
    response::{IntoResponse, Response},
};

use crate::error::ApiError;

/// How long a quick call may take.
pub const QUICK: Duration = Duration::from_secs(30);

/// The layer's function, to be used with [`axum::middleware::from_fn_with_state`] and the time.
pub async fn limit(State(time): State<Duration>, request: Request, next: Next) -> Response {
    match tokio::time::timeout(time, next.run(request)).await {
        Ok(response) => response,
        Err(_) => ApiError::TimedOut.into_response(),
    }
}
