//! Settings of Netlify.

use serde::{Deserialize, Serialize};

use super::{Problems, SITE, fill};

/// Settings of Netlify.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NetlifySettings {
    /// Name or id of the site; it is created if the account has none of this name.
    #[serde(default = "site")]
    pub site: String,
    /// Public address of the site; `None` for the address that the service gives it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub public_url: Option<String>,
    /// Address of the service.
    #[serde(default = "api")]
    pub api_url: String,
}

fn site() -> String {
    SITE.to_owned()
}

fn api() -> String {
    "https://api.netlify.com".to_owned()
}

impl NetlifySettings {
    pub(super) fn checked(self, problems: &mut Problems) -> Self {
        let name = fill(&self.site, "site");
        let is_plain = name.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-'));
        if problems.text("site", &self.site) && !is_plain {
            problems.add("site", "Enter a name of lower-case letters, digits and hyphens, or the id of a site.");
        }
        problems.url("apiUrl", &self.api_url);
        if let Some(url) = &self.public_url {
            problems.url("publicUrl", url);
        }
        self
    }
}
