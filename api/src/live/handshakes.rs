//! Connections before authentication. They are limited apart from the authenticated ones, so that clients without a token
//! neither fill the memory nor shut out users.

use std::{
    net::IpAddr,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use axum::{
    extract::{OriginalUri, Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, Method, Uri, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use shared::config::ApiSettings;

use super::{
    limits::{IN_ALL, PER_ADDRESS},
    slots::{Slot, Slots},
};
use crate::{error::ApiError, layer::context::RequestContext};

/// Time limit for the body of a polling request.
const BODY_WITHIN: Duration = Duration::from_secs(20);
/// Headers of a handshake that the Socket.IO library uses.
const USED: [HeaderName; 6] = [
    header::CONNECTION,
    header::UPGRADE,
    header::SEC_WEBSOCKET_KEY,
    header::SEC_WEBSOCKET_VERSION,
    header::SEC_WEBSOCKET_PROTOCOL,
    header::CONTENT_TYPE,
];

/// Limits of connections before authentication, and of Socket.IO sessions at all.
#[derive(Debug, Clone)]
pub(super) struct Handshakes {
    unauthenticated: Slots,
    sessions: Slots,
    /// Time to authenticate.
    pub(super) within: Duration,
}

/// A Socket.IO session. The library stores it with the handshake, so it is dropped with the session.
#[derive(Debug)]
pub(super) struct SocketSession {
    _session: Slot,
    unauthenticated: Mutex<Option<Slot>>,
}

impl Handshakes {
    pub(super) fn new(settings: &ApiSettings) -> Self {
        let (limits, proxies) = (&settings.limits, &settings.trusted_proxies);
        Self {
            unauthenticated: Slots::new(limits.unauthenticated, limits.unauthenticated_per_address, proxies.clone()),
            sessions: Slots::new(IN_ALL, PER_ADDRESS, proxies.clone()),
            within: limits.authenticate,
        }
    }

    /// Takes a slot until the client has authenticated.
    pub(super) fn enter(&self, address: IpAddr) -> Result<Slot, ApiError> {
        self.unauthenticated.take(address).ok_or_else(|| {
            metrics::counter!("motherlode_live_refused_total").increment(1);
            ApiError::RateLimited(self.within)
        })
    }

    fn session(&self, address: IpAddr) -> Result<SocketSession, ApiError> {
        let unauthenticated = Mutex::new(Some(self.enter(address)?));
        let session = self.sessions.take(address).ok_or(ApiError::RateLimited(self.within))?;
        Ok(SocketSession { _session: session, unauthenticated })
    }
}

impl SocketSession {
    /// Releases the slot among the unauthenticated connections.
    pub(super) fn authenticated(&self) {
        self.unauthenticated.lock().unwrap_or_else(PoisonError::into_inner).take();
    }
}

/// Layer of the Socket.IO routes: limits handshakes, and the time of polling requests with a body.
pub(super) async fn receive(
    State(handshakes): State<Handshakes>, context: RequestContext, request: Request, next: Next,
) -> Response {
    if is_handshake(&request) {
        let session = match handshakes.session(context.address) {
            Ok(session) => Arc::new(session),
            Err(error) => return error.into_response(),
        };
        let mut request = without_rest(request);
        request.extensions_mut().insert(session);
        return next.run(request).await;
    }
    if request.method() != Method::POST {
        return next.run(request).await;
    }
    match tokio::time::timeout(BODY_WITHIN, next.run(request)).await {
        Ok(response) => response,
        Err(_) => ApiError::BodyTimedOut.into_response(),
    }
}

fn is_handshake(request: &Request) -> bool {
    let query = request.uri().query().unwrap_or_default();
    !query.split('&').any(|pair| pair.starts_with("sid="))
}

/// Returns the request with copies of only the used headers. The library stores the request with the session, and each
/// part of it would keep the buffer of the whole head in memory.
fn without_rest(request: Request) -> Request {
    let (mut parts, body) = request.into_parts();
    let copied =
        |name: &HeaderName| Some((name.clone(), HeaderValue::from_bytes(parts.headers.get(name)?.as_bytes()).ok()?));
    parts.headers = USED.iter().filter_map(copied).collect::<HeaderMap>();
    parts.uri = parts.uri.to_string().parse().unwrap_or(Uri::from_static("/"));
    parts.extensions.remove::<OriginalUri>();
    Request::from_parts(parts, body)
}
