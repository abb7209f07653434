//! The records that are stored in the bucket beside the files.

use std::collections::{BTreeMap, BTreeSet};

use bytes::Bytes;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::client::{Bucket, Served};
use crate::{Release, SiteKey, TargetError, owner};

/// How records are served.
const RECORD: Served<'static> = Served { content_type: "application/json", cache: "no-store" };
/// Key of the mark of the site.
pub(super) const SITE: &str = "site.json";
/// Key of what is visible.
pub(super) const LIVE: &str = "live.json";

/// What the visible keys hold.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Live {
    /// Release, if the switch to it was completed.
    pub(super) release: Option<String>,
    /// Digest and content type by path; `None` while a key changes.
    pub(super) files: BTreeMap<String, Option<(String, String)>>,
}

/// The digests of a release.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Kept {
    pub(super) digests: BTreeSet<String>,
}

impl Bucket<'_> {
    /// Reads a record; `None` if there is none. A damaged one is an error.
    pub(super) async fn record<T: DeserializeOwned>(&self, name: &str) -> Result<Option<T>, TargetError> {
        let Some(bytes) = self.get(&self.own(name)).await? else { return Ok(None) };
        let read = serde_json::from_slice(&bytes);
        read.map(Some).map_err(|_| TargetError::InTheWay(format!("A damaged record at {}", self.own(name))))
    }

    pub(super) async fn store(&self, name: &str, record: &impl Serialize) -> Result<(), TargetError> {
        let bytes = serde_json::to_vec(record).unwrap_or_default();
        self.put(&self.own(name), Bytes::from(bytes), &RECORD).await
    }

    /// Stores which digests a release needs, so that they are kept.
    pub(super) async fn store_kept(&self, release: &Release) -> Result<(), TargetError> {
        let digests = release.files.iter().map(|file| file.sha256.clone()).collect();
        self.store(&kept(&release.id), &Kept { digests }).await
    }

    /// Checks that the place belongs to a site; returns false if it belongs to none.
    pub(super) async fn is_claimed(&self, site: &SiteKey) -> Result<bool, TargetError> {
        let Some(mark) = self.get(&self.own(SITE)).await? else { return Ok(false) };
        owner::check(&mark, site, &self.place())?;
        Ok(true)
    }

    /// Marks the place as the site's.
    pub(super) async fn claim(&self, site: &SiteKey) -> Result<(), TargetError> {
        self.put(&self.own(SITE), Bytes::from(owner::mark(site)), &RECORD).await
    }
}

/// Returns the key of the digests of a release.
pub(super) fn kept(release: &str) -> String {
    format!("releases/{release}.json")
}
