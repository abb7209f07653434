//! The hosts of a crawl.

use serde::{Deserialize, Serialize};
use url::Url;

/// Which hosts belong to the crawled site.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ScopeKind {
    /// The host of the start URL, with and without `www.`.
    #[default]
    Host,
    /// That host and its subdomains.
    Subdomains,
}

/// The hosts of a crawl, and the ports of each.
#[derive(Debug, Clone)]
pub(crate) struct Scope {
    kind: ScopeKind,
    hosts: Vec<(String, u16)>,
}

impl Scope {
    pub(crate) fn new(kind: ScopeKind, start: &Url) -> Self {
        let mut scope = Self { kind, hosts: Vec::new() };
        scope.adopt(start);
        scope
    }

    /// Adds the host of a URL: the start URL may redirect to another domain.
    pub(crate) fn adopt(&mut self, url: &Url) {
        if let Some(host) = host(url).filter(|host| !self.hosts.contains(host)) {
            self.hosts.push(host);
        }
    }

    /// Returns true if the URL belongs to the crawl. HTTP and HTTPS on their own ports are the same site.
    pub(crate) fn contains(&self, url: &Url) -> bool {
        if !matches!(url.scheme(), "http" | "https") || !url.username().is_empty() || url.password().is_some() {
            return false;
        }
        let (Some(host), Some(port)) = (url.host_str(), url.port_or_known_default()) else { return false };
        let host = host.strip_prefix("www.").unwrap_or(host);
        self.hosts.iter().any(|(base, known)| {
            let is_port = *known == port || is_default(*known) && is_default(port);
            is_port && (base == host || self.kind == ScopeKind::Subdomains && is_below(host, base))
        })
    }
}

fn host(url: &Url) -> Option<(String, u16)> {
    let host = url.host_str()?;
    Some((host.strip_prefix("www.").unwrap_or(host).to_owned(), url.port_or_known_default()?))
}

const fn is_default(port: u16) -> bool {
    matches!(port, 80 | 443)
}

fn is_below(host: &str, base: &str) -> bool {
    host.strip_suffix(base).is_some_and(|head| head.ends_with('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contains_accepts_www_and_both_schemes_of_the_host() {
        let scope = Scope::new(ScopeKind::Host, &Url::parse("https://www.example.com/").unwrap());
        let contains = |text: &str| scope.contains(&Url::parse(text).unwrap());
        assert!(contains("http://example.com/a") && contains("https://www.example.com/"));
        for outside in [
            "https://blog.example.com/",
            "https://example.com:8443/",
            "https://example.org/",
            "https://notexample.com/",
            "https://ada:secret@example.com/",
            "mailto:ada@example.com",
        ] {
            assert!(!contains(outside), "{outside}");
        }
    }

    #[test]
    fn contains_accepts_subdomains_and_adopted_hosts() {
        let mut scope = Scope::new(ScopeKind::Subdomains, &Url::parse("http://example.com:8080/").unwrap());
        scope.adopt(&Url::parse("http://example.org:8080/").unwrap());
        let contains = |text: &str| scope.contains(&Url::parse(text).unwrap());
        assert!(contains("http://a.b.example.com:8080/") && contains("http://example.org:8080/x"));
        assert!(!contains("http://badexample.com:8080/") && !contains("http://example.com/"));
    }
}
