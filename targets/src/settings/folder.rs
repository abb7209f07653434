//! Settings of a folder.

use serde::{Deserialize, Serialize};

use super::{Problems, keep};

/// Settings of a folder of this machine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FolderSettings {
    /// Absolute path inside a folder that the operator allows; a web server serves `current` in it.
    pub path: String,
    /// Public address of the site.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub public_url: Option<String>,
    /// Releases to keep, 1 to 100.
    #[serde(default = "keep")]
    pub keep: u32,
}

impl FolderSettings {
    pub(super) fn checked(self, problems: &mut Problems) -> Self {
        if self.path.starts_with('/') {
            problems.path("path", &self.path);
        } else {
            problems.add("path", "Enter an absolute path, such as /srv/www/{site}.");
        }
        if let Some(url) = &self.public_url {
            problems.url("publicUrl", url);
        }
        problems.keep(self.keep);
        self
    }
}
