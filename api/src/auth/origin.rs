//! Origin check of requests that are authenticated by the cookie only.

use axum::http::{HeaderMap, HeaderName, header};
use url::Url;

const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Origin of a request as stated by the browser.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// The server's own pages.
    Own,
    /// Another website.
    Foreign,
    /// Unknown.
    Unknown,
}

/// Determines the origin: by `Sec-Fetch-Site`, which pages cannot forge, otherwise by `Origin`, which must match the
/// public URL or the requested host.
#[must_use]
pub fn of(headers: &HeaderMap, public_url: &str) -> Origin {
    match text(headers, FETCH_SITE) {
        Some("same-origin") => return Origin::Own,
        Some("cross-site" | "same-site") => return Origin::Foreign,
        _ => {}
    }
    let Some(origin) = text(headers, header::ORIGIN) else { return Origin::Unknown };
    let Ok(origin) = Url::parse(origin) else { return Origin::Foreign };
    let is_public = Url::parse(public_url).is_ok_and(|public| public.origin() == origin.origin());
    let is_host = text(headers, header::HOST).is_some_and(|host| authority(&origin).as_deref() == Some(host));
    if is_public || is_host { Origin::Own } else { Origin::Foreign }
}

/// Returns the origin that the browser requested: its host, with the scheme of the public URL if that has this host. A proxy
/// may have removed `https`, so a plain `http` request with the host of the page is accepted.
#[must_use]
pub fn own(headers: &HeaderMap, public_url: &str) -> String {
    let public = Url::parse(public_url).ok();
    let host = text(headers, header::HOST).and_then(|host| Url::parse(&format!("http://{host}")).ok());
    let own = match (host, public) {
        (Some(host), Some(public)) if authority(&host) == authority(&public) => public,
        (Some(host), _) => host,
        (None, Some(public)) => public,
        (None, None) => return public_url.to_owned(),
    };
    own.origin().ascii_serialization()
}

fn text(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

fn authority(url: &Url) -> Option<String> {
    let host = url.host_str()?;
    Some(url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}")))
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        pairs.iter().map(|(k, v)| (HeaderName::from_static(k), HeaderValue::from_static(v))).collect()
    }

    #[test]
    fn knows_its_own_pages() {
        let public = "https://lode.example";
        let own = [("sec-fetch-site", "same-origin")];
        assert_eq!(of(&headers(&own), public), Origin::Own);
        assert_eq!(of(&headers(&[("origin", "https://lode.example")]), public), Origin::Own);
        let by_host = [("origin", "http://localhost:3000"), ("host", "localhost:3000")];
        assert_eq!(of(&headers(&by_host), public), Origin::Own);
    }

    #[test]
    fn knows_under_which_address_it_was_asked() {
        let public = "https://lode.example/";
        for (host, expected) in [
            (Some("lode.example"), "https://lode.example"),
            (Some("localhost:3000"), "http://localhost:3000"),
            (Some("[::1]:3000"), "http://[::1]:3000"),
            (Some("not a host"), "https://lode.example"),
            (None, "https://lode.example"),
        ] {
            let headers = host.map(|host| headers(&[("host", host)])).unwrap_or_default();
            assert_eq!(own(&headers, public), expected, "{host:?}");
        }
    }

    #[test]
    fn knows_other_websites() {
        let public = "https://lode.example";
        for pairs in [
            vec![("sec-fetch-site", "cross-site"), ("origin", "https://lode.example")],
            vec![("sec-fetch-site", "same-site")],
            vec![("origin", "https://evil.example"), ("host", "lode.example")],
            vec![("origin", "http://lode.example"), ("host", "other.example")],
            vec![("origin", "null")],
        ] {
            assert_eq!(of(&headers(&pairs), public), Origin::Foreign, "{pairs:?}");
        }
        assert_eq!(of(&headers(&[]), public), Origin::Unknown);
    }
}
