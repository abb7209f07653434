//! Address of a repository: SSH or HTTP, and nothing that Git would run as a program.

use url::{Host, Url};

/// Address of a repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Address {
    pub(super) way: Way,
    /// User name, if one is given.
    pub(super) user: Option<String>,
    /// Host name or address, without brackets.
    pub(super) host: String,
    pub(super) port: u16,
    /// What Git gets: without a user name and a password.
    pub(super) remote: String,
}

/// How a repository is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    Ssh,
    Https,
    /// Without encryption.
    Http,
}

impl Way {
    /// Returns the name of the protocol.
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Ssh => "ssh",
            Self::Https => "https",
            Self::Http => "http",
        }
    }
}

/// Text for an address of another shape.
const WRONG: &str = "Enter an address such as https://example.com/me/site.git or git@example.com:me/site.git.";

impl Address {
    /// Reads an address.
    ///
    /// # Errors
    /// Returns what to enter instead.
    pub(crate) fn parse(text: &str) -> Result<Self, &'static str> {
        if !text.bytes().all(|byte| byte.is_ascii_graphic()) || text.contains(['\\', '"', '\'', '`', '$']) {
            return Err(WRONG);
        }
        if text.contains("://") { Self::of_url(text) } else { Self::of_scp(text) }
    }

    fn of_url(text: &str) -> Result<Self, &'static str> {
        let mut url: Url = text.parse().map_err(|_| WRONG)?;
        let (way, port) = match url.scheme() {
            "ssh" => (Way::Ssh, 22),
            "https" => (Way::Https, 443),
            "http" => (Way::Http, 80),
            _ => return Err(WRONG),
        };
        if url.password().is_some() {
            return Err("Remove the password from the address and enter it as the token.");
        }
        if url.query().is_some() || url.fragment().is_some() || matches!(url.path(), "" | "/") {
            return Err(WRONG);
        }
        let host = match url.host() {
            Some(Host::Domain(name)) => name.to_owned(),
            Some(Host::Ipv4(address)) => address.to_string(),
            Some(Host::Ipv6(address)) => address.to_string(),
            None => return Err(WRONG),
        };
        let user = Some(url.username().to_owned()).filter(|user| !user.is_empty());
        let port = url.port().unwrap_or(port);
        url.set_username("").map_err(|()| WRONG)?;
        Self { way, user, host, port, remote: url.into() }.checked()
    }

    /// Reads `user@host:path`, as `scp` writes it.
    fn of_scp(text: &str) -> Result<Self, &'static str> {
        let (user, rest) = text.split_once('@').ok_or(WRONG)?;
        let (host, path) = rest.split_once(':').ok_or(WRONG)?;
        if path.is_empty() || path.starts_with(['-', ':']) {
            return Err(WRONG);
        }
        let remote = format!("{host}:{path}");
        Self { way: Way::Ssh, user: Some(user.to_owned()), host: host.to_owned(), port: 22, remote }.checked()
    }

    /// Checks what becomes part of a command or of a configuration.
    fn checked(self) -> Result<Self, &'static str> {
        let is_host = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b':');
        let is_user = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'+');
        let is_plain = |text: &str| !text.is_empty() && !text.starts_with('-');
        let is_right = is_plain(&self.host)
            && self.host.bytes().all(is_host)
            && self.port > 0
            && self.user.as_ref().is_none_or(|user| is_plain(user) && user.bytes().all(is_user));
        match () {
            () if !is_right => Err(WRONG),
            () if self.way == Way::Ssh && self.user.is_none() => {
                Err("Enter the user name before the host, as in git@.")
            }
            () => Ok(self),
        }
    }

    /// Returns host and port, for messages.
    pub(super) fn place(&self) -> String {
        format!("{}:{}", self.host, self.port)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_ssh_and_http_are_read() {
        for (text, way, user, host, port, remote) in [
            ("git@example.com:me/site.git", Way::Ssh, Some("git"), "example.com", 22, "example.com:me/site.git"),
            ("ssh://me@[::1]:2222/srv/a.git", Way::Ssh, Some("me"), "::1", 2222, "ssh://[::1]:2222/srv/a.git"),
            ("https://example.com/a.git", Way::Https, None, "example.com", 443, "https://example.com/a.git"),
            (
                "https://me@example.com:8443/a",
                Way::Https,
                Some("me"),
                "example.com",
                8443,
                "https://example.com:8443/a",
            ),
            ("http://127.0.0.1:80/a", Way::Http, None, "127.0.0.1", 80, "http://127.0.0.1/a"),
        ] {
            let user = user.map(str::to_owned);
            let expected = Address { way, user, host: host.to_owned(), port, remote: remote.to_owned() };
            assert_eq!(Address::parse(text), Ok(expected), "{text}");
        }
    }

    #[test]
    fn addresses_that_git_would_run_or_open_here_are_refused() {
        for text in [
            "",
            "/srv/git/a.git",
            "file:///srv/a.git",
            "ext::sh -c id",
            "ext::id",
            "-oProxyCommand=id@host:path",
            "git@-oProxyCommand=id:path",
            "-u@host:path",
            "git@host:-path",
            "git@host:",
            "git@host::path",
            "ssh://-oProxyCommand=id/a",
            "ssh://u@-oProxyCommand=id/a",
            "ssh://host/a",
            "git://host/a",
            "https://host",
            "https://host/a?b",
            "https://host/a#b",
            "https://u:p@host/a",
            "git@host:a b",
            "git@host:a\nb",
            "git@host:$(id)",
            "git@host:'a'",
        ] {
            assert!(Address::parse(text).is_err(), "{text}");
        }
    }
}
