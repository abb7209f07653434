//! The beacon: a script for the pages of users' websites, and the call with which it reports visits. Public, without
//! cookies; the answers are for pages of other origins.

mod pixel;
mod read;
mod record;
mod script;

use axum::{
    http::{HeaderName, HeaderValue, header},
    response::{IntoResponse, Response},
};
use utoipa_axum::router::OpenApiRouter;

use crate::{routes::boxed_handler::routes, state::AppState};

/// Maximum bytes of a report.
pub const BODY_BYTES: usize = 4 << 10;

/// Routes of this resource.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(record::handler, pixel::handler)).routes(routes!(script::handler))
}

/// Lets pages of other origins use the answer.
pub(crate) fn for_all_origins(response: impl IntoResponse) -> Response {
    let mut response = response.into_response();
    let headers = response.headers_mut();
    headers.insert(HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("cross-origin"));
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    response
}
