//! Pages that answer a form without script.

use axum::{
    http::{HeaderName, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};

use crate::error::{ApiError, FieldError};

/// No script, no style, no frame.
const POLICY: &str = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/// Returns the page after a form was received.
pub(super) fn thanks() -> Response {
    page(StatusCode::OK, "Thank you", "<p>Your request was received.</p>")
}

/// Returns the page of a form that was not received, with the address that visitors can write to instead.
pub(super) fn failure(error: &ApiError, email: Option<&str>) -> Response {
    if let ApiError::Invalid(errors) = error {
        return refusal(errors);
    }
    let status = error.kind().status;
    if status.is_server_error() {
        tracing::error!(%error, "a form could not be received");
    }
    let reason = match status {
        StatusCode::NOT_FOUND => "This form is closed.",
        StatusCode::TOO_MANY_REQUESTS => "Too many requests arrived. Wait a minute, go back and send it again.",
        StatusCode::PAYLOAD_TOO_LARGE => "The request is too long. Go back, shorten it and send it again.",
        status if status.is_server_error() => "The server has a problem. Wait a minute, go back and send it again.",
        _ => "The request did not arrive completely. Go back and send it again.",
    };
    let other = email.map(|email| {
        let email = escape(email);
        format!("<p>You can also write to <a href=\"mailto:{email}\">{email}</a>.</p>")
    });
    let mut page = page(status, "The form was not sent", &format!("<p>{reason}</p>{}", other.unwrap_or_default()));
    if let Some(seconds) = error.retry_after_seconds() {
        page.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    page
}

/// Returns the page of a form with mistakes.
fn refusal(errors: &[FieldError]) -> Response {
    let items: String = errors.iter().map(|error| format!("<li>{}</li>", escape(&error.detail))).collect();
    let body = format!("<ul>{items}</ul><p>Go back, correct the form and send it again.</p>");
    page(StatusCode::UNPROCESSABLE_ENTITY, "The form was not sent", &body)
}

fn page(status: StatusCode, title: &str, body: &str) -> Response {
    let html = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"robots\" content=\"noindex\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>{title}</title></head>\
         <body><main><h1>{title}</h1>{body}</main></body></html>"
    );
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
        (HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex")),
    ];
    (status, headers, html).into_response()
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
