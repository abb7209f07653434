//! Hosts of requests: hosts of the server, and hosts that may belong to a site.

use std::net::IpAddr;

use axum::{
    extract::Request,
    http::{Uri, header},
};
use shared::config::ApiSettings;

use crate::layer::host::{self, OwnHosts};

/// Hosts of the server, as opposed to hosts of sites.
#[derive(Debug)]
pub(crate) struct Hosts {
    own: OwnHosts,
    /// Values of `Host` in most requests of the app, which are recognised without parsing.
    usual: Vec<String>,
    /// Domain of built-in hosting, with a dot in front.
    suffix: String,
}

impl Hosts {
    pub(super) fn new(settings: &ApiSettings) -> Self {
        let public = settings.public_url.parse::<Uri>().ok();
        let public = public.and_then(|url| Some(url.authority()?.as_str().to_ascii_lowercase()));
        let local = ["localhost", "127.0.0.1"].map(|name| format!("{name}:{}", settings.port));
        Self {
            own: OwnHosts::new(settings),
            usual: public.into_iter().chain(local).collect(),
            suffix: format!(".{}", settings.sites.sites_domain),
        }
    }

    /// Returns the host of a request in lower case if it may belong to a site.
    pub(super) fn of_site(&self, request: &Request) -> Option<String> {
        let given = request.headers().get(header::HOST)?.as_bytes();
        if self.usual.iter().any(|own| own.as_bytes().eq_ignore_ascii_case(given)) {
            return None;
        }
        host::of(request).filter(|host| self.is_of_site(host))
    }

    /// Returns true if a host in lower case may belong to a site: a name with a dot that is not the server's own.
    pub(crate) fn is_of_site(&self, host: &str) -> bool {
        host.contains('.') && host.parse::<IpAddr>().is_err() && !self.own.has_name(host)
    }

    /// Returns the slug in a host of built-in hosting.
    pub(super) fn slug<'a>(&self, host: &'a str) -> Option<&'a str> {
        host.strip_suffix(&self.suffix).filter(|slug| !slug.is_empty() && !slug.contains('.'))
    }

    /// Returns true if a host is the domain of built-in hosting or below it, so that no site can have it as its own.
    pub(crate) fn is_of_hosting(&self, host: &str) -> bool {
        host.ends_with(&self.suffix) || self.suffix.strip_prefix('.') == Some(host)
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use axum::body::Body;
    use shared::config::{ClientLimits, OutsideSettings, Registration, Secret, SiteSettings, WorkspaceLimits};

    use super::*;

    fn hosts() -> Hosts {
        Hosts::new(&ApiSettings {
            listen: Ipv4Addr::LOCALHOST.into(),
            port: 3000,
            live_port: None,
            public_url: "https://app.lode.example".to_owned(),
            hosts: vec!["lode.lan".to_owned()],
            ws_url: None,
            secret: Secret::new("a secret for tests alone".to_owned()),
            trusted_proxies: Vec::new(),
            metrics_token: None,
            upload_dir: None,
            web_dir: None,
            sends_mail: false,
            issuer: None,
            google: None,
            outside: OutsideSettings::default(),
            registration: Registration::Open,
            limits: ClientLimits::default(),
            workspace: WorkspaceLimits::default(),
            sites: SiteSettings { sites_domain: "lode.example".to_owned(), ..SiteSettings::default() },
        })
    }

    fn of_site(uri: &str, lines: &[&str]) -> Option<String> {
        let request = lines.iter().fold(Request::builder().uri(uri), |request, line| request.header("host", *line));
        hosts().of_site(&request.body(Body::empty()).expect("a request"))
    }

    #[test]
    fn names_of_others_may_belong_to_sites() {
        for (line, host) in [
            ("tulsa-roofing.lode.example", "tulsa-roofing.lode.example"),
            ("Tulsa-Roofing.LODE.example.:8443", "tulsa-roofing.lode.example"),
            ("xn--mller-kva.example", "xn--mller-kva.example"),
        ] {
            assert_eq!(of_site("/", &[line]).as_deref(), Some(host), "{line}");
        }
    }

    #[test]
    fn own_hosts_addresses_and_doubts_are_no_sites() {
        for line in [
            "app.lode.example",
            "APP.lode.example:443",
            "lode.lan:3000",
            "localhost:3000",
            "127.0.0.1",
            "10.0.0.5",
            "[fd00::5]:3000",
            "host",
            "",
            "a b.example",
            "x@site.example",
            "ü.example",
        ] {
            assert_eq!(of_site("/", &[line]), None, "{line}");
        }
        assert_eq!(of_site("/", &[]), None);
        assert_eq!(of_site("/", &["a.example", "b.example"]), None);
        assert_eq!(of_site("http://b.example/", &["a.example"]), None);
        assert_eq!(of_site("http://a.example/", &["a.example"]).as_deref(), Some("a.example"));
    }

    #[test]
    fn slug_is_one_label_below_the_domain() {
        let hosts = hosts();
        assert_eq!(hosts.slug("a.lode.example"), Some("a"));
        for host in ["lode.example", "a.b.lode.example", ".lode.example", "a.other.example", "alode.example"] {
            assert_eq!(hosts.slug(host), None, "{host}");
        }
        assert!(hosts.is_of_hosting("lode.example") && hosts.is_of_hosting("a.b.lode.example"));
        assert!(!hosts.is_of_hosting("alode.example") && !hosts.is_of_hosting("example"));
    }
}
