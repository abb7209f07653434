//! Checks the host that a request asks for. A page of another website can make its own name resolve to this server (DNS
//! rebinding); the browser then sends that name.

use std::{net::IpAddr, sync::Arc};

use axum::{
    extract::{Request, State},
    http::{header, uri::Authority},
    middleware::Next,
    response::{IntoResponse, Response},
};
use shared::config::ApiSettings;
use url::Url;

use super::context::LocalAddress;
use crate::{error::ApiError, hosting::ReportHost};

/// Characters of a refused host in the answer.
const SHOWN_CHARS: usize = 100;

/// Host names of the server: those of its URLs, and the configured ones. Loopback and the address of the connection are
/// always allowed.
#[derive(Debug, Clone)]
pub(crate) struct OwnHosts(Arc<[String]>);

impl OwnHosts {
    pub(crate) fn new(settings: &ApiSettings) -> Self {
        let urls = [Some(settings.public_url.clone()), settings.ws_url.clone()].into_iter().flatten();
        let listen = (!settings.listen.is_unspecified()).then(|| settings.listen.to_string());
        let named = settings.hosts.iter().map(|host| if is_bare_v6(host) { format!("[{host}]") } else { host.clone() });
        let urls = urls.chain(named.map(|host| format!("http://{host}")));
        let hosts = urls.filter_map(|url| plain(Url::parse(&url).ok()?.host_str()?)).chain(listen);
        Self(hosts.collect())
    }

    /// Returns true for a name of the server.
    pub(crate) fn has_name(&self, host: &str) -> bool {
        is_loopback(host) || self.0.iter().any(|own| own == host)
    }

    fn has(&self, host: &str, local: Option<&LocalAddress>) -> bool {
        let is_local = |LocalAddress(local): &LocalAddress| host.parse() == Ok(local.to_canonical());
        self.has_name(host) || local.is_some_and(is_local)
    }
}

fn is_bare_v6(host: &str) -> bool {
    host.parse::<IpAddr>().is_ok_and(|address| address.is_ipv6())
}

/// The layer. Health checks and questions of the proxy are exempt, because load balancers and proxies send any host, and
/// requests for metrics that carry a token. The host of a report domain was recognised before.
pub(crate) async fn check(State(hosts): State<OwnHosts>, request: Request, next: Next) -> Response {
    let is_exempt = match request.uri().path() {
        "/healthz" | "/readyz" | "/internal/tls-ask" => true,
        "/metrics" => request.headers().contains_key(header::AUTHORIZATION),
        _ => false,
    };
    let host = of(&request);
    let local = request.extensions().get::<LocalAddress>();
    let is_of_reports = request.extensions().get::<ReportHost>().is_some();
    if is_exempt || is_of_reports || host.as_ref().is_some_and(|host| hosts.has(host, local)) {
        return next.run(request).await;
    }
    let shown = host.unwrap_or_default().chars().take(SHOWN_CHARS).collect();
    ApiError::UnknownHost(shown).into_response()
}

/// Returns the requested host in lower case, without port and brackets; `None` if it is missing, malformed or ambiguous.
pub(crate) fn of(request: &Request) -> Option<String> {
    let mut lines = request.headers().get_all(header::HOST).iter();
    let host = lines.next()?.to_str().ok().and_then(plain)?;
    let target = request.uri().authority().map(|target| plain(target.as_str()));
    let is_same = target.is_none_or(|target| target.as_ref() == Some(&host));
    (lines.next().is_none() && is_same).then_some(host)
}

fn plain(host: &str) -> Option<String> {
    let authority: Authority = host.parse().ok().filter(|_| !host.contains('@'))?;
    let name = authority.host().trim_matches(['[', ']']).trim_end_matches('.').to_ascii_lowercase();
    let address = name.parse::<IpAddr>().map(|address| address.to_canonical().to_string());
    Some(address.unwrap_or(name)).filter(|name| !name.is_empty())
}

/// Returns true for a name or address of this machine.
pub(crate) fn is_loopback(host: &str) -> bool {
    let address = host.trim_matches(['[', ']']).parse::<IpAddr>();
    host == "localhost" || address.is_ok_and(|address| address.to_canonical().is_loopback())
}

#[cfg(test)]
mod tests {
    use axum::body::Body;

    use super::*;

    fn asked(uri: &str, hosts: &[&str]) -> Option<String> {
        let request = hosts.iter().fold(Request::builder().uri(uri), |request, host| request.header("host", *host));
        of(&request.body(Body::empty()).unwrap())
    }

    #[test]
    fn one_plain_host_is_read_and_doubts_are_refused() {
        for (host, expected) in [
            ("lode.example", "lode.example"),
            ("LODE.example.:3000", "lode.example"),
            ("127.0.0.1:3000", "127.0.0.1"),
            ("[::1]:3000", "::1"),
            ("[::ffff:10.0.0.5]", "10.0.0.5"),
        ] {
            assert_eq!(asked("/", &[host]).as_deref(), Some(expected), "{host}");
        }
        for hosts in [&[][..], &[""], &["a b"], &["x@127.0.0.1"], &["127.0.0.1", "evil.example"], &[":80"]] {
            assert_eq!(asked("/", hosts), None, "{hosts:?}");
        }
        assert_eq!(asked("http://evil.example/", &["127.0.0.1"]), None);
        assert_eq!(asked("http://127.0.0.1:3000/", &["127.0.0.1"]).as_deref(), Some("127.0.0.1"));
    }

    #[test]
    fn only_this_machine_is_loopback() {
        assert!(["localhost", "127.0.0.1", "127.9.9.9", "::1", "[::1]"].into_iter().all(is_loopback));
        assert!(
            !["localhost.evil.example", "127.0.0.1.evil.example", "10.0.0.1", "0.0.0.0"].into_iter().any(is_loopback)
        );
    }
}
