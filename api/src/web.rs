//! The web app: embedded in the binary, or served from a folder.

use std::path::{Component, Path, PathBuf};

use axum::{
    body::Body,
    extract::{Request, State},
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    response::{Html, IntoResponse, Response},
};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use rust_embed::RustEmbed;
use sha2::{Digest, Sha256};
use shared::{domain::report::SHARED_REPORTS, store::report};

use crate::{
    auth::key::hash_token, error::ApiError, extract::RequestContext, hosting::ReportHost, layer::guard, state::AppState,
};

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../web/dist"]
struct BuiltIn;

const INDEX: &str = "index.html";
/// Page of shared reports, built by itself.
const SHARED_PAGE: &str = "shared.html";
const FOREVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
const REVALIDATE: HeaderValue = HeaderValue::from_static("no-cache");

struct File {
    bytes: std::borrow::Cow<'static, [u8]>,
    hash: [u8; 32],
    /// Value of `Content-Encoding`.
    packed: Option<&'static str>,
}

/// Encodings produced by the build, smallest first: the HTTP name and the file extension.
const PACKINGS: [(&str, &str); 2] = [("br", "br"), ("gzip", "gz")];

/// Serves all paths without an API operation: a file of the app, or the app's page for a client-side route.
pub(crate) async fn handler(State(state): State<AppState>, request: Request) -> Response {
    let path = request.uri().path().trim_start_matches('/').to_owned();
    if is_api(&path) {
        return ApiError::UnknownPath.into_response();
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return ApiError::MethodNotAllowed.into_response();
    }
    let folder = state.settings.web_dir.as_deref();
    if let Some(token) = path.strip_prefix(SHARED_REPORTS.trim_start_matches('/'))
        && !token.is_empty()
        && !token.contains('/')
    {
        let host = request.extensions().get::<ReportHost>().cloned();
        let network = request.extensions().get::<RequestContext>().map(RequestContext::network);
        let found = shared_report(&state, token, (host, network), request.headers()).await;
        return found.unwrap_or_else(IntoResponse::into_response);
    }
    let name = if path.is_empty() { INDEX } else { path.as_str() };
    match find(folder, name, request.headers()).await {
        Some(file) => answer(name, file, request.headers()),
        None if is_file_name(&path) => ApiError::UnknownPath.into_response(),
        None => page(folder, request.headers()).await,
    }
}

/// Returns the page of a shared report, which has nothing of the app. On a report domain it exists for the links of its
/// workspace only.
async fn shared_report(
    state: &AppState, token: &str, (host, network): (Option<ReportHost>, Option<String>), headers: &HeaderMap,
) -> Result<Response, ApiError> {
    let folder = state.settings.web_dir.as_deref();
    let file = find(folder, SHARED_PAGE, headers).await;
    if let Some(host) = host {
        guard::count(state, guard::LINK, &network.unwrap_or_default()).await?;
        let is_shared = report::is_shared(&state.db, &hash_token(token), host.workspace_id()).await?;
        if !is_shared || file.is_none() {
            return Err(ApiError::NotFound("report"));
        }
    }
    let Some(file) = file else { return Ok(page(folder, headers).await) };
    let mut response = answer(SHARED_PAGE, file, headers);
    response.headers_mut().insert("x-robots-tag", HeaderValue::from_static("noindex"));
    Ok(response)
}

/// Returns true for paths outside the app, where unknown paths are errors.
fn is_api(path: &str) -> bool {
    ["api", "ws", "socket.io"].iter().any(|first| path == *first || path.starts_with(&format!("{first}/")))
}

/// Returns true if the path names a file; a missing file is not found.
fn is_file_name(path: &str) -> bool {
    path.starts_with("assets/") || path.rsplit('/').next().is_some_and(|last| last.contains('.'))
}

async fn page(folder: Option<&Path>, headers: &HeaderMap) -> Response {
    match find(folder, INDEX, headers).await {
        Some(file) => answer(INDEX, file, headers),
        None => (StatusCode::OK, [(header::CACHE_CONTROL, REVALIDATE)], Html(NOT_BUILT)).into_response(),
    }
}

/// Returns the file in the best available encoding that the client accepts.
async fn find(folder: Option<&Path>, name: &str, headers: &HeaderMap) -> Option<File> {
    for (packing, ending) in PACKINGS {
        if accepts(headers, packing)
            && let Some(file) = load(folder, &format!("{name}.{ending}")).await
        {
            return Some(File { packed: Some(packing), ..file });
        }
    }
    load(folder, name).await
}

async fn load(folder: Option<&Path>, name: &str) -> Option<File> {
    let Some(folder) = folder else {
        let file = BuiltIn::get(name)?;
        return Some(File { hash: file.metadata.sha256_hash(), bytes: file.data, packed: None });
    };
    let bytes = tokio::fs::read(inside(folder, name)?).await.ok()?;
    Some(File { hash: Sha256::digest(&bytes).into(), bytes: bytes.into(), packed: None })
}

/// Returns true if the client accepts the encoding (`q=0` refuses it).
pub(crate) fn accepts(headers: &HeaderMap, packing: &str) -> bool {
    let values = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).any(|offer| {
        let (name, weight) = offer.split_once(';').unwrap_or((offer, ""));
        let weight = weight.trim().strip_prefix("q=").and_then(|weight| weight.parse::<f32>().ok());
        name.trim().eq_ignore_ascii_case(packing) && weight.is_none_or(|weight| weight > 0.0)
    })
}

/// Returns the path in the folder; `None` for a name that leaves it.
fn inside(folder: &Path, name: &str) -> Option<PathBuf> {
    let name = percent_encoding::percent_decode_str(name).decode_utf8().ok()?;
    let is_plain = Path::new(name.as_ref()).components().all(|part| matches!(part, Component::Normal(_)));
    (is_plain && !name.contains('\\')).then(|| folder.join(name.as_ref()))
}

fn answer(name: &str, file: File, headers: &HeaderMap) -> Response {
    let tag = etag(&file.hash);
    // Asset names contain a hash of their content.
    let caching = if name.starts_with("assets/") { FOREVER } else { REVALIDATE };
    let known = headers.get(header::IF_NONE_MATCH).is_some_and(|value| has_tag(value, &tag));
    let mut response = if known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let mime = mime_guess::from_path(name).first_or_octet_stream();
        let mut response = Body::from(file.bytes).into_response();
        if let Ok(kind) = HeaderValue::from_str(&content_type(&mime)) {
            response.headers_mut().insert(header::CONTENT_TYPE, kind);
        }
        if let Some(packing) = file.packed {
            response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static(packing));
        }
        response
    };
    if file.packed.is_some() {
        response.headers_mut().insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    }
    response.headers_mut().insert(header::CACHE_CONTROL, caching);
    response.headers_mut().insert(header::ETAG, tag);
    response
}

fn content_type(mime: &mime_guess::Mime) -> String {
    let is_text = mime.type_() == mime_guess::mime::TEXT || mime.subtype() == mime_guess::mime::JAVASCRIPT;
    if is_text { format!("{mime}; charset=utf-8") } else { mime.to_string() }
}

/// A weak tag, because compression changes the bytes.
fn etag(hash: &[u8; 32]) -> HeaderValue {
    let text = BASE64_URL_SAFE_NO_PAD.encode(hash);
    HeaderValue::from_str(&format!("W/\"{text}\"")).unwrap_or(HeaderValue::from_static("W/\"\""))
}

/// Returns true if a value of `If-None-Match` has the tag.
pub(crate) fn has_tag(value: &HeaderValue, tag: &HeaderValue) -> bool {
    let Ok(value) = value.to_str() else { return false };
    let tag = tag.to_str().unwrap_or_default().trim_start_matches("W/");
    value.split(',').any(|given| given.trim().trim_start_matches("W/") == tag || given.trim() == "*")
}

const NOT_BUILT: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Motherlode</title>
<h1>The server runs, but it has no web app inside</h1>
<p>Build the app with <code>make build</code> (or <code>npm run build</code> in <code>web/</code>) and build the
server again, or point <code>MOTHERLODE_WEB_DIR</code> at a folder that holds the app.</p>
<p>The API is there: <a href=\"/api/docs\">/api/docs</a>.</p></html>";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn never_leaves_the_folder() {
        let folder = Path::new("/srv/app");
        assert_eq!(inside(folder, "assets/a.js"), Some(PathBuf::from("/srv/app/assets/a.js")));
        for name in ["../secret", "a/../../secret", "%2e%2e/secret", "/etc/passwd", "%2fetc/passwd", "..\\secret"] {
            assert_eq!(inside(folder, name), None, "{name}");
        }
    }

    #[test]
    fn a_packing_is_accepted_by_name_and_not_at_no_weight() {
        let headers = |value: &'static str| HeaderMap::from_iter([(header::ACCEPT_ENCODING, value.parse().unwrap())]);
        for value in ["br", "gzip, deflate, br", "gzip;q=1.0, BR;q=0.5", "br; q=0.001"] {
            assert!(accepts(&headers(value), "br"), "{value}");
        }
        for value in ["", "gzip", "br;q=0", "gzip, br; q=0.000", "brotli"] {
            assert!(!accepts(&headers(value), "br"), "{value}");
        }
    }

    #[test]
    fn tells_pages_from_files_and_calls() {
        assert!(is_api("api") && is_api("api/x") && is_api("socket.io/") && is_api("ws"));
        assert!(!is_api("apiary") && !is_api("wsx"));
        assert!(is_file_name("favicon.svg") && is_file_name("assets/none") && !is_file_name("projects/7"));
    }
}
