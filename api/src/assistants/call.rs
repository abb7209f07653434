//! Runs a tool as a call of the API.

use axum::{
    Router,
    body::{Body, to_bytes},
    http::{HeaderName, HeaderValue, Method, Request, StatusCode, header, request::Parts},
};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use rmcp::model::{CallToolResult, ContentBlock, JsonObject};
use serde_json::Value;
use tower::ServiceExt;
use url::form_urlencoded;

use super::catalogue::{BODY, Entry, Place, WORKSPACE};

/// Maximum bytes of an answer: an assistant reads no more.
const MOST_BYTES: usize = 1 << 20;
const WORKSPACE_HEADER: HeaderName = HeaderName::from_static("x-workspace-id");

/// Builds the call of a tool with these arguments, in the name of the assistant's request.
///
/// # Errors
/// Returns a sentence that names the argument that is missing, unknown or of the wrong type.
pub(super) fn request(
    entry: &Entry, arguments: Option<&JsonObject>, from: Option<&Parts>,
) -> Result<Request<Body>, String> {
    let empty = JsonObject::new();
    let arguments = arguments.unwrap_or(&empty);
    check_names(entry, arguments)?;
    let uri = uri(entry, arguments)?;
    let body = arguments.get(BODY).filter(|body| !body.is_null());
    let mut request =
        Request::builder().method(entry.method.clone()).uri(uri).header(header::ACCEPT, "application/json");
    if body.is_some() {
        request = request.header(header::CONTENT_TYPE, "application/json");
    }
    if let Some(id) = arguments.get(WORKSPACE).and_then(Value::as_str) {
        let value = HeaderValue::from_str(id).map_err(|_| format!("`{WORKSPACE}` must be the id of a workspace"))?;
        request = request.header(WORKSPACE_HEADER, value);
    }
    let body = body.map_or_else(Body::empty, |body| Body::from(body.to_string()));
    let mut request = request.body(body).map_err(|error| format!("the arguments make no request: {error}"))?;
    if let Some(parts) = from {
        // Who calls, from which address, and under which request id.
        request.extensions_mut().extend(parts.extensions.clone());
        if let Some(key) = parts.headers.get(header::AUTHORIZATION) {
            request.headers_mut().insert(header::AUTHORIZATION, key.clone());
        }
    }
    Ok(request)
}

fn check_names(entry: &Entry, arguments: &JsonObject) -> Result<(), String> {
    let is_known = |name: &str| {
        name == WORKSPACE || name == BODY && entry.has_body || entry.parameters.iter().any(|known| known.name == name)
    };
    match arguments.keys().find(|name| !is_known(name)) {
        Some(name) => Err(format!("`{name}` is no argument of {}", entry.tool.name)),
        None => Ok(()),
    }
}

/// Returns path and query.
fn uri(entry: &Entry, arguments: &JsonObject) -> Result<String, String> {
    let mut path = entry.path.to_owned();
    let mut query = form_urlencoded::Serializer::new(String::new());
    for parameter in &entry.parameters {
        let name = parameter.name.as_str();
        let value = arguments.get(name).filter(|value| !value.is_null());
        match (parameter.place, value) {
            (Place::Path, Some(value)) => {
                let text = utf8_percent_encode(&text(name, value)?, NON_ALPHANUMERIC).to_string();
                path = path.replace(&format!("{{{name}}}"), &text);
            }
            (Place::Path, None) => return Err(format!("`{name}` is missing")),
            (Place::Query, Some(Value::Array(values))) => {
                for value in values {
                    query.append_pair(name, &text(name, value)?);
                }
            }
            (Place::Query, Some(value)) => {
                query.append_pair(name, &text(name, value)?);
            }
            (Place::Query, None) => {}
        }
    }
    let query = query.finish();
    Ok(if query.is_empty() { path } else { format!("{path}?{query}") })
}

fn text(name: &str, value: &Value) -> Result<String, String> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Number(_) | Value::Bool(_) => Ok(value.to_string()),
        _ => Err(format!("`{name}` must be a text, a number or true or false")),
    }
}

/// Sends a call through the router. A problem of the API is an answer that the assistant can read.
pub(super) async fn answer(calls: &Router, request: Request<Body>) -> CallToolResult {
    let method = request.method().clone();
    let Ok(response) = calls.clone().oneshot(request).await;
    let status = response.status();
    let Ok(bytes) = to_bytes(response.into_body(), MOST_BYTES).await else {
        return failure("The answer has more than 1 MiB. Ask for fewer rows, or filter them.".to_owned());
    };
    let text = String::from_utf8_lossy(&bytes).into_owned();
    if status.is_client_error() || status.is_server_error() {
        return failure(if text.is_empty() { status.to_string() } else { text });
    }
    success(&method, status, text)
}

fn success(method: &Method, status: StatusCode, text: String) -> CallToolResult {
    let text = if text.is_empty() { format!("{method}: {status}") } else { text };
    // As text only: assistants would read the same answer twice.
    CallToolResult::success(vec![ContentBlock::text(text)])
}

fn failure(text: String) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(text)])
}
