//! Settings of the sites that are built and deployed.

use std::{net::SocketAddr, path::PathBuf};

/// Settings of the sites that are built and deployed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SiteSettings {
    /// Domain below which built-in hosting serves each site as `{slug}.{domain}`: lower case, without a dot at its end.
    pub sites_domain: String,
    /// Public URL of this server without a slash at its end, to which the forms of sites are sent; `None` if there is none
    /// that visitors of sites can reach, so that sites have no form.
    pub public_url: Option<String>,
    /// Maximum number of new sites of a workspace that go live on a day (UTC).
    pub new_sites_per_day: u32,
    /// Maximum number of pages of a site at its first deploy.
    pub pages_at_launch: u32,
    /// Maximum number of pages that a live site gains on a day (UTC).
    pub new_pages_per_day: u32,
    /// Folders below which deploy targets of the kind `folder` may write; absolute paths.
    pub deploy_folders: Vec<PathBuf>,
    /// DNS server that is asked about own host names of sites; `None` for those of the system.
    pub dns_server: Option<SocketAddr>,
}

impl SiteSettings {
    /// Domain of an installation without one of its own. Browsers resolve names below `localhost` to their own machine.
    pub const LOCAL_DOMAIN: &str = "sites.localhost";

    /// Returns the host of a site at built-in hosting.
    #[must_use]
    pub fn host(&self, slug: &str) -> String {
        format!("{slug}.{}", self.sites_domain)
    }

    /// Returns the origin of a host at built-in hosting, with the scheme and port of the public URL; `https` without one.
    #[must_use]
    pub fn origin(&self, host: &str) -> String {
        let public = self.public_url.as_deref().and_then(|url| url.split_once("://"));
        let (scheme, rest) = public.unwrap_or(("https", ""));
        let authority = rest.split('/').next().unwrap_or_default();
        let after_address = authority.rsplit(']').next().unwrap_or_default();
        let port = after_address.rsplit_once(':').map(|(_, port)| format!(":{port}")).unwrap_or_default();
        format!("{scheme}://{host}{port}")
    }

    /// Returns the host of the public URL in lower case, without its port.
    #[must_use]
    pub fn public_host(&self) -> Option<String> {
        let (_, rest) = self.public_url.as_deref()?.split_once("://")?;
        let authority = rest.split('/').next().unwrap_or_default();
        let (host, port) = authority.rsplit_once(':').unwrap_or((authority, ""));
        let host = if port.bytes().all(|byte| byte.is_ascii_digit()) { host } else { authority };
        Some(host.to_ascii_lowercase())
    }

    /// Returns the address to which the form with this key is sent; `None` without a public URL.
    #[must_use]
    pub fn form_action(&self, key: &str) -> Option<String> {
        self.public_url.as_deref().map(|url| format!("{}/f/{key}", url.trim_end_matches('/')))
    }
}

impl Default for SiteSettings {
    fn default() -> Self {
        Self {
            sites_domain: Self::LOCAL_DOMAIN.to_owned(),
            public_url: None,
            new_sites_per_day: 3,
            pages_at_launch: 45,
            new_pages_per_day: 10,
            deploy_folders: Vec::new(),
            dns_server: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(public_url: Option<&str>) -> SiteSettings {
        SiteSettings { public_url: public_url.map(str::to_owned), ..SiteSettings::default() }
    }

    #[test]
    fn origin_has_scheme_and_port_of_the_public_url() {
        for (url, origin) in [
            (Some("http://127.0.0.1:3000"), "http://a.example:3000"),
            (Some("https://lode.example"), "https://a.example"),
            (Some("https://lode.example:8443/app"), "https://a.example:8443"),
            (Some("http://[::1]:3000"), "http://a.example:3000"),
            (Some("http://[::1]"), "http://a.example"),
            (None, "https://a.example"),
        ] {
            assert_eq!(with(url).origin("a.example"), origin, "{url:?}");
        }
    }

    #[test]
    fn forms_need_a_public_url() {
        assert_eq!(with(None).form_action("k"), None);
        assert_eq!(with(Some("https://lode.example/")).form_action("k").as_deref(), Some("https://lode.example/f/k"));
    }
}
