//! Time limits of requests.

use std::time::Duration;

use axum::{
    extract::{Request, State},
    middleware::Next,
    response::{IntoResponse, Response},
};

use crate::error::ApiError;

/// Time limit of a quick request.
pub const QUICK: Duration = Duration::from_secs(30);

/// Function of the layer, for [`axum::middleware::from_fn_with_state`] with the time.
pub async fn limit(State(time): State<Duration>, request: Request, next: Next) -> Response {
    match tokio::time::timeout(time, next.run(request)).await {
        Ok(response) => response,
        Err(_) => ApiError::TimedOut.into_response(),
    }
}
