//! A site and a workspace, as far as actions change them.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::action::Action;

/// A site.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Site {
    /// Pages and other text files by path.
    pub files: BTreeMap<String, String>,
    /// Redirects by old address.
    pub redirects: BTreeMap<String, String>,
    /// Live release; `None` before the first deployment.
    pub release: Option<String>,
    /// Sitemaps submitted to search engines.
    pub sitemaps: BTreeSet<String>,
    /// True while the site is offline.
    pub is_paused: bool,
    /// Records of the workspace by key: a text of JSON lines each.
    pub records: BTreeMap<String, String>,
    /// Address of the site, such as `https://example.com`, used in checks.
    pub base_url: Option<String>,
}

impl Site {
    /// Returns the text that an action changes, of a page or of a record.
    pub(super) fn text(&self, action: &Action) -> Option<&String> {
        match action.record() {
            Some(record) => self.records.get(&record),
            None => self.files.get(action.path()?),
        }
    }
}

/// Sites by id.
pub type Sites = BTreeMap<String, Site>;
