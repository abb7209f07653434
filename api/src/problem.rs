//! Problem documents (RFC 9457) with additional members for the web client, sent as `application/json`.

use std::sync::Arc;

use axum::{
    extract::Request,
    http::{HeaderValue, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use chrono::{DateTime, Utc};
use serde::Serialize;
use shared::domain::usage::{OverLimit, UsageLimit};

use crate::{
    error::{ApiError, Failure, FieldError},
    layer::context::RequestContext,
};

/// Every answer with an error has this body.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Problem {
    /// A stable kebab-case name of this type of problem.
    #[schema(examples("invalid-request"))]
    r#type: String,
    /// The same for every problem of this type.
    title: String,
    /// The status of the answer.
    #[schema(examples(422))]
    status: u16,
    /// What is wrong in this case and what to do.
    detail: String,
    /// The path of the call.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    instance: Option<String>,
    /// The fields at fault; empty when it is not about fields.
    errors: Vec<FieldError>,
    /// Always false.
    success: bool,
    /// The same as `detail`.
    error: String,
    /// The same as `detail`.
    message: String,
    /// The limit of the workspace that the request exceeds; only for the types `storage-limit`, `runs-limit`,
    /// `emails-limit` and `crawls-limit`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    limit: Option<ExceededLimit>,
    /// Number of the current version or revision; only for the type `stale`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    current: Option<i64>,
    /// Names this request in the server's log.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    request_id: Option<String>,
}

/// A limit of the operator that a request exceeds.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExceededLimit {
    /// Which limit.
    name: UsageLimit,
    /// What the workspace uses without the request: bytes, URLs of crawls, or a number of today.
    used: i64,
    /// The maximum.
    most: i64,
    /// When the count starts again; `null` for storage, which is freed by undoing imports and deleting websites, and
    /// for crawls, which are freed by deleting crawls.
    frees_at: Option<DateTime<Utc>>,
}

impl From<&OverLimit> for ExceededLimit {
    fn from(over: &OverLimit) -> Self {
        Self { name: over.limit, used: over.used, most: over.most, frees_at: over.frees_at() }
    }
}

/// Renders the response of an error.
pub(crate) fn render(error: &ApiError, instance: Option<&str>, request_id: Option<&str>) -> Response {
    let kind = error.kind();
    let detail = error.detail();
    let problem = Problem {
        r#type: kind.slug.to_owned(),
        title: kind.title.to_owned(),
        status: kind.status.as_u16(),
        instance: instance.map(str::to_owned),
        errors: error.fields().to_vec(),
        success: false,
        error: detail.clone(),
        message: detail.clone(),
        detail,
        limit: error.over_limit().map(ExceededLimit::from),
        current: error.current(),
        request_id: request_id.map(str::to_owned),
    };
    let mut response = (kind.status, axum::Json(problem)).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if let Some(seconds) = error.retry_after_seconds() {
        headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    if kind.status == axum::http::StatusCode::UNAUTHORIZED {
        headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    }
    response
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let failure = Failure(Arc::new(self));
        let mut response = render(&failure.0, None, None);
        response.extensions_mut().insert(failure);
        response
    }
}

/// Layer that completes every error with its request, logs server errors once, and converts errors without JSON to
/// problem documents.
pub(crate) async fn complete(request: Request, next: Next) -> Response {
    let path = request.uri().path().to_owned();
    let context = request.extensions().get::<RequestContext>().cloned();
    let response = next.run(request).await;
    let error = match response.extensions().get::<Failure>() {
        Some(failure) => failure.0.clone(),
        None if is_foreign_error(&response, &path) => ApiError::Refused(response.status()).into(),
        None => return response,
    };
    let request_id = context.as_ref().map(|context| context.request_id.as_str());
    log(&error, &path, request_id.unwrap_or_default());
    let mut complete = render(&error, Some(&path), request_id);
    if let Some(allow) = response.headers().get(header::ALLOW) {
        complete.headers_mut().insert(header::ALLOW, allow.clone());
    }
    if let Some(challenge) = response.headers().get(header::WWW_AUTHENTICATE) {
        complete.headers_mut().insert(header::WWW_AUTHENTICATE, challenge.clone());
    }
    for cookie in response.headers().get_all(header::SET_COOKIE) {
        complete.headers_mut().append(header::SET_COOKIE, cookie.clone());
    }
    complete
}

/// Paths with responses of their own: the protocol of Engine.IO, pages for visitors who sent a lead form, pages of sites.
const WITH_OWN_ERRORS: [&str; 4] = ["/socket.io", "/f/", "/sites/", "/preview/"];

/// Whether a lower layer or library returned an error in its own format.
fn is_foreign_error(response: &Response, path: &str) -> bool {
    let failed = response.status().is_client_error() || response.status().is_server_error();
    let json = response
        .headers()
        .get(header::CONTENT_TYPE)
        .is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    failed && !json && !WITH_OWN_ERRORS.iter().any(|start| path.starts_with(start))
}

fn log(error: &ApiError, path: &str, request_id: &str) {
    // The check itself has logged what is not ready.
    if error.kind().status.is_server_error() && !matches!(error, ApiError::NotReady(_)) {
        let source = std::error::Error::source(error).map(ToString::to_string).unwrap_or_default();
        tracing::error!(%error, source, http.path = path, request.id = request_id, "a request failed");
    }
}
