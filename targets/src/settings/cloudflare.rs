//! Settings of Cloudflare Pages.

use serde::{Deserialize, Serialize};

use super::{Problems, SITE, fill};

/// Settings of Cloudflare Pages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CloudflareSettings {
    /// Id of the account.
    pub account_id: String,
    /// Name of the project; it is created if the account has none of this name.
    #[serde(default = "project")]
    pub project: String,
    /// Production branch of the project.
    #[serde(default = "branch")]
    pub branch: String,
    /// Public address of the site; `None` for the address that the service gives it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub public_url: Option<String>,
    /// Address of the service.
    #[serde(default = "api")]
    pub api_url: String,
}

fn project() -> String {
    SITE.to_owned()
}

fn branch() -> String {
    "main".to_owned()
}

fn api() -> String {
    "https://api.cloudflare.com".to_owned()
}

impl CloudflareSettings {
    pub(super) fn checked(self, problems: &mut Problems) -> Self {
        if problems.text("accountId", &self.account_id) && !self.account_id.bytes().all(|b| b.is_ascii_alphanumeric()) {
            problems.add("accountId", "Enter the account id: letters and digits.");
        }
        let name = fill(&self.project, "site");
        let is_plain = name.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-'));
        if problems.text("project", &self.project) && !is_plain {
            problems.add("project", "Enter a name of lower-case letters, digits and hyphens.");
        }
        let is_branch = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'/' | b'.');
        if problems.text("branch", &self.branch) && !self.branch.bytes().all(is_branch) {
            problems.add("branch", "Enter the name of a branch, such as main.");
        }
        problems.url("apiUrl", &self.api_url);
        if let Some(url) = &self.public_url {
            problems.url("publicUrl", url);
        }
        self
    }
}
