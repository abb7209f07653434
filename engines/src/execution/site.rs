//! A site and a workspace, as far as actions change them.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::action::Action;

/// A site.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Site {
    /// Its pages and other text files by path.
    pub files: BTreeMap<String, String>,
    /// Redirects by old address.
    pub redirects: BTreeMap<String, String>,
    /// The release that serves; `None` before the first deploy.
    pub release: Option<String>,
    /// Sitemaps told to search engines.
    pub sitemaps: BTreeSet<String>,
    /// True while the site is off the net.
    pub is_paused: bool,
    /// What a workspace owns beside its sites, by key: a text of JSON lines each.
    pub records: BTreeMap<String, String>,
    /// Address of the site, such as `https://example.com`, for the checks.
    pub base_url: Option<String>,
}

impl Site {
    /// The text that an action changes, of a page or of a record.
    pub(super) fn text(&self, action: &Action) -> Option<&String> {
        match action.record() {
            Some(record) => self.records.get(&record),
            None => self.files.get(action.path()?),
        }
    }
}

/// Sites by id.
pub type Sites = BTreeMap<String, Site>;
