//! Responses with files of a site.

use axum::{
    body::Body,
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header},
    response::Response,
};
use bytes::Bytes;

use super::{
    Hosting, path,
    redirects::Moved,
    release::{File, Found, Release},
    rooted::rooted,
    scriptless::scriptless,
};
use crate::web::{accepts, has_tag};

/// How files are served.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// On a host of the site.
    Host,
    /// Under a path of the app, whose origin the pages must not get.
    Sandbox,
}

/// A request for a file of a site.
#[derive(Debug)]
pub(super) struct Asked<'a> {
    pub(super) method: &'a Method,
    pub(super) headers: &'a HeaderMap,
    /// Path in the site, as sent; begins with a slash.
    pub(super) path: &'a str,
    /// Path and query of the request, as sent.
    pub(super) whole: (&'a str, Option<&'a str>),
    pub(super) place: Place,
}

impl Asked<'_> {
    /// Returns the path of the app at which the site begins, without a slash at its end; `None` on a host of the site.
    fn root(&self) -> Option<&str> {
        match self.place {
            Place::Host => None,
            Place::Sandbox => self.whole.0.strip_suffix(self.path),
        }
    }
}

/// Headers under a path of the app: without scripts and without the app's origin, not for search engines, and readable by
/// the page itself, which has an origin of its own.
const SANDBOX: [(HeaderName, HeaderValue); 5] = [
    (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static("sandbox allow-forms allow-popups")),
    (HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex")),
    (header::X_FRAME_OPTIONS, HeaderValue::from_static("SAMEORIGIN")),
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("cross-origin")),
    (header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*")),
];

/// Headers of a site that have no effect in the app, or would weaken it there.
const NOT_IN_SANDBOX: [HeaderName; 6] = [
    header::CONTENT_SECURITY_POLICY,
    header::X_FRAME_OPTIONS,
    header::STRICT_TRANSPORT_SECURITY,
    HeaderName::from_static("x-robots-tag"),
    HeaderName::from_static("cross-origin-resource-policy"),
    header::ACCESS_CONTROL_ALLOW_ORIGIN,
];

/// Serves a file of a release.
pub(super) async fn respond(hosting: &Hosting, release: &Release, asked: &Asked<'_>) -> Response {
    if !matches!(*asked.method, Method::GET | Method::HEAD) {
        let mut response = text(asked, StatusCode::METHOD_NOT_ALLOWED, "This page can only be read.");
        response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
        return response;
    }
    if asked.path.is_empty() {
        return redirect(asked);
    }
    let decoded = path::decode(asked.path);
    let found = decoded.as_deref().map_or_else(|| release.missing(), |path| release.find(path));
    if let (Found::Missing(_), Some(to)) = (&found, decoded.as_deref().and_then(|path| release.moved(path))) {
        return moved(asked, to);
    }
    match found {
        Found::File(file) => whole((hosting, release), file, asked, StatusCode::OK).await,
        Found::Folder => redirect(asked),
        Found::Missing(Some(page)) => whole((hosting, release), page, asked, StatusCode::NOT_FOUND).await,
        Found::Missing(None) => text(asked, StatusCode::NOT_FOUND, "There is no such page."),
    }
}

/// Responds that the files cannot be read at present.
pub(super) fn unavailable(asked: &Asked<'_>) -> Response {
    let mut response = text(asked, StatusCode::SERVICE_UNAVAILABLE, "This page is not available now. Try again soon.");
    response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("2"));
    response
}

async fn whole(
    (hosting, release): (&Hosting, &Release), file: &File, asked: &Asked<'_>, status: StatusCode,
) -> Response {
    let is_known = asked.headers.get(header::IF_NONE_MATCH).is_some_and(|value| has_tag(value, &file.tag));
    if is_known && status == StatusCode::OK {
        return described(file, asked, StatusCode::NOT_MODIFIED);
    }
    let root = asked.root().filter(|_| status == StatusCode::NOT_FOUND && file.is_html());
    let is_framed = asked.place == Place::Sandbox && file.is_html();
    let is_packed = !is_framed && accepts(asked.headers, "gzip");
    let bytes = match hosting.content(release, file, is_packed).await {
        Ok(bytes) => bytes,
        Err(error) => {
            tracing::error!(%error, site.file = %file.sha256, "a file of a site cannot be read");
            return unavailable(asked);
        }
    };
    let bytes = if is_framed { scriptless(&bytes) } else { bytes };
    let bytes = root.map_or_else(|| bytes.clone(), |root| rooted(&bytes, root));
    let mut response = described(file, asked, status);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, file.content_type.clone());
    headers.insert(header::CONTENT_LENGTH, HeaderValue::from(bytes.len()));
    if is_packed {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    *response.body_mut() = body(asked, bytes);
    response
}

/// Returns a response with the headers of a file and without its content.
fn described(file: &File, asked: &Asked<'_>, status: StatusCode) -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.reserve(16);
    for (name, value) in file.headers.iter() {
        if asked.place == Place::Host || !NOT_IN_SANDBOX.contains(name) {
            headers.insert(name.clone(), value.clone());
        }
    }
    if status == StatusCode::NOT_FOUND {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    } else {
        headers.insert(header::CACHE_CONTROL, file.caching());
        headers.insert(header::ETAG, file.tag.clone());
    }
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    protect(headers, asked.place);
    response
}

fn protect(headers: &mut HeaderMap, place: Place) {
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    match place {
        Place::Host => {
            let policy = HeaderValue::from_static("strict-origin-when-cross-origin");
            headers.entry(header::REFERRER_POLICY).or_insert(policy);
        }
        Place::Sandbox => {
            for (name, value) in SANDBOX {
                headers.insert(name, value);
            }
            // Another version of the site can be behind the same address soon.
            headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        }
    }
}

/// Redirects an old address.
fn moved(asked: &Asked<'_>, to: &Moved) -> Response {
    let root = asked.root().filter(|_| to.location.starts_with('/')).unwrap_or_default();
    let mut response = text(asked, to.status, "This page has moved.");
    if let Ok(target) = HeaderValue::from_str(&format!("{root}{}", to.location)) {
        response.headers_mut().insert(header::LOCATION, target);
    }
    response
}

/// Redirects to the path with a slash at its end, so that relative links on the page are right.
fn redirect(asked: &Asked<'_>) -> Response {
    let (path, query) = asked.whole;
    let query = query.map(|query| format!("?{query}")).unwrap_or_default();
    let mut response = text(asked, StatusCode::MOVED_PERMANENTLY, "This page has moved.");
    if let Ok(target) = HeaderValue::from_str(&format!("{path}/{query}")) {
        response.headers_mut().insert(header::LOCATION, target);
    }
    response
}

fn text(asked: &Asked<'_>, status: StatusCode, message: &'static str) -> Response {
    let mut response = Response::new(body(asked, Bytes::from_static(message.as_bytes())));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    headers.insert(header::CONTENT_LENGTH, HeaderValue::from(message.len()));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    protect(headers, asked.place);
    response
}

fn body(asked: &Asked<'_>, bytes: Bytes) -> Body {
    if *asked.method == Method::HEAD { Body::empty() } else { Body::from(bytes) }
}
