//! Settings of S3-compatible storage.

use serde::{Deserialize, Serialize};
use url::Url;

use super::{Problems, SITE, fill, keep};

/// Settings of S3-compatible storage.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct S3Settings {
    /// Address of the service, without bucket and path; `None` for Amazon S3 in the region.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub endpoint: Option<String>,
    /// Region, such as `us-east-1`, or `auto`.
    pub region: String,
    /// Bucket.
    pub bucket: String,
    /// Start of all keys, such as `{site}`; empty for the whole bucket.
    #[serde(default)]
    pub prefix: String,
    /// Puts the bucket into the path, not into the host name.
    #[serde(default)]
    pub path_style: bool,
    /// Public address of the site.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub public_url: Option<String>,
    /// Releases that can be rolled back to, 1 to 100.
    #[serde(default = "keep")]
    pub keep: u32,
}

impl S3Settings {
    pub(super) fn checked(mut self, problems: &mut Problems) -> Self {
        self.prefix = self.prefix.trim_matches('/').to_owned();
        let is_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        if problems.text("region", &self.region) && !self.region.bytes().all(is_name) {
            problems.add("region", "Enter a region such as us-east-1 or auto.");
        }
        let bucket = fill(&self.bucket, "site");
        if problems.text("bucket", &self.bucket) && !bucket.bytes().all(|byte| is_name(byte) || byte == b'.') {
            problems.add("bucket", "Enter the name of a bucket: letters, digits, hyphens and dots.");
        }
        if !self.prefix.is_empty() {
            problems.path("prefix", &self.prefix);
        }
        if let Some(url) = &self.endpoint {
            check_endpoint(problems, url);
        }
        if let Some(url) = &self.public_url {
            problems.url("publicUrl", url);
        }
        problems.keep(self.keep);
        self
    }
}

fn check_endpoint(problems: &mut Problems, endpoint: &str) {
    let before = problems.0.len();
    problems.url("endpoint", endpoint);
    let has_path = Url::parse(endpoint).is_ok_and(|url| url.path() != "/");
    if problems.0.len() == before && (has_path || endpoint.contains(SITE)) {
        problems.add("endpoint", "Enter the address of the service only, such as https://s3.example.com.");
    }
}
