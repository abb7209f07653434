//! Pages that browsers print or save as PDF: HTML with a style of its own, without script.

use axum::{
    http::{HeaderName, HeaderValue, header},
    response::{IntoResponse, Response},
};

/// Its own style, no script, no frame.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; \
                      form-action 'none'";
const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;color:#111;background:#fff;max-width:44rem;margin:2rem auto;\
                     padding:0 1rem}header{display:flex;flex-wrap:wrap;justify-content:space-between;gap:1rem}\
                     address{font-style:normal;white-space:pre-line;margin-bottom:2rem}table{width:100%;\
                     border-collapse:collapse}th,td{text-align:left;padding:.5rem 0;border-bottom:1px solid #bbb}\
                     .n{text-align:right;font-variant-numeric:tabular-nums}dl{display:grid;grid-template-columns:auto 1fr;\
                     gap:0 1rem}dd{margin:0}@page{margin:2cm}@media print{body{margin:0;max-width:none}}";

/// Returns a page that search engines and caches leave out. `title` and `body` are HTML.
pub(super) fn page(title: &str, body: &str) -> Response {
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
        (HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex")),
    ];
    let html = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"robots\" content=\"noindex\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>{title}</title>\
         <style>{STYLE}</style></head><body><main>{body}</main></body></html>"
    );
    (headers, html).into_response()
}

/// Returns the texts that are known as HTML, a line for each.
pub(super) fn lines(texts: &[&str]) -> String {
    let known = texts.iter().map(|text| text.trim()).filter(|text| !text.is_empty());
    known.map(escape).collect::<Vec<_>>().join("\n")
}

/// Returns a text as HTML.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
