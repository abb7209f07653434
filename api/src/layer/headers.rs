//! Security headers of our pages.

use axum::{
    extract::{Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, Method, header, request::Parts},
    middleware::Next,
    response::Response,
};
use shared::config::ApiSettings;
use tower_http::cors::{AllowCredentials, AllowOrigin, CorsLayer};
use url::Url;

use crate::{assistants::oauth::is_open, state::AppState};

const FIXED: [(HeaderName, &str); 6] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=(), payment=()"),
];

/// Schemes of live connections: sockets, and polling as a fallback.
const ALL_SCHEMES: [&str; 4] = ["ws", "wss", "http", "https"];

/// Layer that adds them to responses without their own.
pub(crate) async fn secure(
    State((state, policy)): State<(AppState, HeaderValue)>, request: Request, next: Next,
) -> Response {
    let is_api = request.uri().path().starts_with("/api/");
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in FIXED {
        default(headers, name, HeaderValue::from_static(value));
    }
    default(headers, header::CONTENT_SECURITY_POLICY, policy);
    if is_api {
        default(headers, header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    if state.is_secure() {
        default(headers, header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static("max-age=31536000"));
    }
    response
}

fn default(headers: &mut HeaderMap, name: HeaderName, value: HeaderValue) {
    headers.entry(name).or_insert(value);
}

/// Content security policy of our pages: they may connect only to our own host, including the live port.
#[must_use]
pub fn content_security_policy(settings: &ApiSettings) -> HeaderValue {
    let mut connect = vec!["'self'".to_owned()];
    for host in hosts(settings) {
        connect.extend(["ws", "wss"].map(|scheme| format!("{scheme}://{}", host.at(host.port))));
        let live = settings.live_port.into_iter();
        connect.extend(live.flat_map(|port| ALL_SCHEMES.map(|scheme| format!("{scheme}://{}", host.at(Some(port))))));
    }
    connect.extend(settings.ws_url.clone().filter(|url| Url::parse(url).is_ok()));
    let policy = format!(
        "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; connect-src {}; \
         object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'",
        connect.join(" ")
    );
    HeaderValue::from_str(&policy).unwrap_or(HeaderValue::from_static("default-src 'self'"))
}

struct OwnHost {
    name: String,
    port: Option<u16>,
}

impl OwnHost {
    fn at(&self, port: Option<u16>) -> String {
        port.map_or_else(|| self.name.clone(), |port| format!("{}:{port}", self.name))
    }
}

/// The public host; for a local host all its names.
fn hosts(settings: &ApiSettings) -> Vec<OwnHost> {
    let Ok(url) = Url::parse(&settings.public_url) else { return Vec::new() };
    let Some(host) = url.host_str() else { return Vec::new() };
    let names = match host {
        "localhost" | "127.0.0.1" => vec!["localhost", "127.0.0.1"],
        other => vec![other],
    };
    names.into_iter().map(|name| OwnHost { name: name.to_owned(), port: url.port() }).collect()
}

/// CORS: allows only our own pages to use the API with credentials from another port; any page may use what assistants
/// call, which needs a token and takes no cookie.
///
/// The allowed origin is that of the public URL.
pub fn cors(settings: &ApiSettings) -> CorsLayer {
    let own = Url::parse(&settings.public_url).ok().map(|url| url.origin().ascii_serialization());
    let own = own.and_then(|origin| HeaderValue::from_str(&origin).ok());
    let (first, second) = (own.clone(), own);
    let is_allowed =
        move |origin: &HeaderValue, parts: &Parts| first.as_ref() == Some(origin) || is_open(parts.uri.path());
    let has_credentials = move |origin: &HeaderValue, _: &Parts| second.as_ref() == Some(origin);
    CorsLayer::new()
        .allow_origin(AllowOrigin::predicate(is_allowed))
        .allow_credentials(AllowCredentials::predicate(has_credentials))
        .allow_methods([Method::GET, Method::POST, Method::PUT, Method::PATCH, Method::DELETE])
        .allow_headers([
            header::AUTHORIZATION,
            header::CONTENT_TYPE,
            HeaderName::from_static("idempotency-key"),
            HeaderName::from_static("mcp-protocol-version"),
            HeaderName::from_static("prefer"),
            HeaderName::from_static("x-workspace-id"),
        ])
        .expose_headers([header::RETRY_AFTER, header::WWW_AUTHENTICATE, HeaderName::from_static("x-request-id")])
        .max_age(std::time::Duration::from_mins(10))
}
