//! Assigns each request an id and determines the client's address.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use axum::{
    extract::{ConnectInfo, FromRequestParts, Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, header, request::Parts},
    middleware::Next,
    response::Response,
};

use net::addresses;

use super::host;
use crate::{error::ApiError, state::AppState};

/// Stored characters of a user agent.
const USER_AGENT_CHARS: usize = 300;
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
/// Headers that show that a proxy sent the request.
const OF_PROXIES: [HeaderName; 6] = [
    FORWARDED_FOR,
    header::FORWARDED,
    header::VIA,
    HeaderName::from_static("x-real-ip"),
    HeaderName::from_static("x-forwarded-host"),
    HeaderName::from_static("x-forwarded-proto"),
];

/// Address of this server at which a connection arrived.
#[derive(Debug, Clone, Copy)]
pub struct LocalAddress(pub IpAddr);

/// Id and origin of a request.
#[derive(Debug, Clone)]
pub struct RequestContext {
    /// Request id in responses and logs.
    pub request_id: String,
    /// Client address: the peer, or the address forwarded by a trusted proxy.
    pub address: IpAddr,
    /// Whether the request came from this machine without a proxy, and asks for this machine: a page of another website
    /// whose name resolves to this machine has its own `Host`.
    pub is_local: bool,
    /// User agent, shortened.
    pub user_agent: String,
}

impl RequestContext {
    /// Returns the client's network, by which limits count: its IPv4 address, or the /64 of its IPv6 address.
    #[must_use]
    pub fn network(&self) -> String {
        addresses::network(self.address).to_string()
    }
}

/// The layer. It generates the request id and ignores one from the client.
pub(crate) async fn provide(State(state): State<AppState>, mut request: Request, next: Next) -> Response {
    let context = of(&request, &state.settings.trusted_proxies);
    let name = HeaderValue::from_str(&context.request_id);
    request.extensions_mut().insert(context);
    let mut response = next.run(request).await;
    if let Ok(name) = name {
        response.headers_mut().insert(REQUEST_ID, name);
    }
    response
}

fn of(request: &Request, trusted: &[IpAddr]) -> RequestContext {
    let peer = request
        .extensions()
        .get::<ConnectInfo<SocketAddr>>()
        .map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |ConnectInfo(address)| address.ip().to_canonical());
    let headers = request.headers();
    let is_forwarded = OF_PROXIES.iter().any(|name| headers.contains_key(name));
    let is_for_loopback = host::of(request).is_some_and(|host| host::is_loopback(&host));
    let user_agent = headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    RequestContext {
        request_id: uuid::Uuid::now_v7().to_string(),
        address: client_address(peer, headers, trusted),
        is_local: peer.is_loopback() && !is_forwarded && is_for_loopback,
        user_agent: user_agent.chars().take(USER_AGENT_CHARS).collect(),
    }
}

/// Returns the peer; for a trusted proxy, the nearest forwarded address that is not a trusted proxy.
fn client_address(peer: IpAddr, headers: &HeaderMap, trusted: &[IpAddr]) -> IpAddr {
    if !trusted.contains(&peer) {
        return peer;
    }
    let mut client = peer;
    let lines: Vec<&str> = headers.get_all(FORWARDED_FOR).iter().filter_map(|line| line.to_str().ok()).collect();
    for hop in lines.iter().rev().flat_map(|line| line.rsplit(',')) {
        let Ok(address) = hop.trim().parse::<IpAddr>() else { return client };
        client = address.to_canonical();
        if !trusted.contains(&client) {
            return client;
        }
    }
    client
}

impl<S: Sync> FromRequestParts<S> for RequestContext {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let missing = || ApiError::unexpected("the context layer is missing");
        parts.extensions.get::<Self>().cloned().ok_or_else(missing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forwarded(value: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(FORWARDED_FOR, HeaderValue::from_static(value))])
    }

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn believes_nobody_unless_told_to() {
        let peer = address("203.0.113.9");
        assert_eq!(client_address(peer, &forwarded("198.51.100.1"), &[]), peer);
    }

    #[test]
    fn takes_the_nearest_address_that_is_no_trusted_proxy() {
        let proxies = [address("10.0.0.1"), address("10.0.0.2")];
        let headers = forwarded("1.1.1.1, 198.51.100.7, 10.0.0.2");
        assert_eq!(client_address(proxies[0], &headers, &proxies), address("198.51.100.7"));
    }

    #[test]
    fn stops_at_what_is_no_address() {
        let proxies = [address("10.0.0.1")];
        assert_eq!(client_address(proxies[0], &forwarded("1.1.1.1, junk"), &proxies), proxies[0]);
    }
}
