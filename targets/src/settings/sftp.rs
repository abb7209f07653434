//! Settings of an SFTP server.

use serde::{Deserialize, Serialize};

use super::{Problems, keep};

/// Settings of an SFTP server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SftpSettings {
    /// Host name or address.
    pub host: String,
    /// Port.
    #[serde(default = "port")]
    pub port: u16,
    /// User name.
    pub user: String,
    /// Folder, absolute or below the user's home folder; a web server serves `current` in it.
    pub path: String,
    /// Public address of the site.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub public_url: Option<String>,
    /// Releases to keep, 1 to 100.
    #[serde(default = "keep")]
    pub keep: u32,
    /// Fingerprint of the server's key, such as `SHA256:…`. The first test finds it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host_key: Option<String>,
}

const fn port() -> u16 {
    22
}

impl SftpSettings {
    pub(super) fn checked(self, problems: &mut Problems) -> Self {
        let is_host = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b':');
        if problems.text("host", &self.host) && !self.host.bytes().all(is_host) {
            problems.add("host", "Enter a host name or an address, without a scheme and a path.");
        }
        if self.port == 0 {
            problems.add("port", "Enter a port from 1 to 65535.");
        }
        problems.text("user", &self.user);
        problems.path("path", &self.path);
        if let Some(url) = &self.public_url {
            problems.url("publicUrl", url);
        }
        problems.keep(self.keep);
        if self.host_key.as_ref().is_some_and(|key| !key.starts_with("SHA256:")) {
            problems.add("hostKey", "Enter a fingerprint that starts with SHA256:, or leave it empty and test.");
        }
        self
    }
}
