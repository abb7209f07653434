//! Pages that answer a form without script.

use axum::{
    http::{HeaderName, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};

use crate::error::FieldError;

/// No script, no style, no frame.
const POLICY: &str = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/// Returns the page after a form was received.
pub(super) fn thanks() -> Response {
    page(StatusCode::OK, "Thank you", "<p>Your request was received.</p>")
}

/// Returns the page of a form with mistakes.
pub(super) fn refusal(errors: &[FieldError]) -> Response {
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
