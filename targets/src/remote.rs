//! What is stored about a release after its upload, and what the operations return.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{
    TargetError,
    release::{Release, ReleaseFile, SiteKey, check_id, is_safe, is_sha256},
    settings::{Settings, TargetKind},
};

/// What was uploaded where. The caller stores it with the release.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Remote {
    /// Kind of target.
    pub kind: TargetKind,
    /// Place, such as `https://s3.us-east-1.amazonaws.com/bucket/tulsa/`.
    pub place: String,
    /// Site.
    pub site: SiteKey,
    /// Id of the release.
    pub release: String,
    /// Files by path.
    pub files: BTreeMap<String, RemoteFile>,
    /// Public address of the site, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Address that shows this release even when another one is live, where the service has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preview_url: Option<String>,
    /// Site or project at the service.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub project: Option<String>,
    /// Deploy at the service.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deploy: Option<String>,
}

/// A file of an uploaded release.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RemoteFile {
    /// SHA-256 of its bytes, in lower-case hexadecimal.
    pub sha256: String,
    /// Bytes.
    pub size: u64,
    /// Content type.
    pub content_type: String,
}

impl Remote {
    /// Describes a release at a place.
    pub(crate) fn new(settings: &Settings, place: String, release: &Release) -> Self {
        let mark = |file: &ReleaseFile| {
            let content_type = file.content_type.clone();
            (file.path.clone(), RemoteFile { sha256: file.sha256.clone(), size: file.size, content_type })
        };
        Self {
            kind: settings.kind(),
            place,
            site: release.site.clone(),
            release: release.id.clone(),
            files: release.files.iter().map(mark).collect(),
            url: settings.public_url(&release.site.slug),
            preview_url: None,
            project: None,
            deploy: None,
        }
    }

    /// Returns the release again, checked as if it were new: a stored record can be damaged.
    pub(crate) fn to_release(&self) -> Result<Release, TargetError> {
        let release = Release { id: self.release.clone(), site: self.site.clone(), files: self.files().collect() };
        release.check()?;
        Ok(release)
    }

    /// Iterates over the files in the order of their paths.
    pub(crate) fn files(&self) -> impl Iterator<Item = ReleaseFile> + '_ {
        self.files.iter().map(|(path, file)| ReleaseFile {
            path: path.clone(),
            sha256: file.sha256.clone(),
            size: file.size,
            content_type: file.content_type.clone(),
        })
    }

    /// Checks that this record describes a release at a place.
    ///
    /// # Errors
    /// Returns [`TargetError::Moved`] if the settings point to another place since.
    pub(crate) fn check_place(&self, kind: TargetKind, place: &str) -> Result<(), TargetError> {
        if self.kind == kind && self.place == place {
            return Ok(());
        }
        Err(TargetError::Moved { release: self.release.clone(), from: self.place.clone(), to: place.to_owned() })
    }

    /// Returns true if a file of this record has the same bytes, so that it need not be uploaded again.
    pub(crate) fn has(&self, file: &ReleaseFile) -> bool {
        self.files.get(&file.path).is_some_and(|found| found.sha256 == file.sha256 && found.size == file.size)
    }

    /// Returns true if the paths and ids of this record may be used in paths.
    pub(crate) fn is_safe(&self) -> bool {
        check_id("release id", &self.release).is_ok()
            && self.files.iter().all(|(path, file)| is_safe(path) && is_sha256(&file.sha256))
    }
}

/// Result of a test.
#[derive(Debug, Clone)]
pub struct Tested {
    /// What was found, in one sentence.
    pub detail: String,
    /// Settings to store, if the test completed them: the host key of an SFTP server.
    pub settings: Option<Settings>,
}

/// Result of an upload.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Published {
    /// What was uploaded where.
    pub remote: Remote,
    /// True if visitors see it already.
    pub is_live: bool,
    /// Files that were sent.
    pub uploaded: u64,
    /// Files that were there.
    pub skipped: u64,
    /// Bytes that were sent.
    pub bytes: u64,
}

/// Result of a switch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Activated {
    /// Record to store in place of the previous one.
    pub remote: Remote,
    /// Public address, where it is known.
    pub url: Option<String>,
}

/// When a release is verified.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// After the upload, before the switch.
    Uploaded,
    /// After the switch.
    Live,
}

/// Result of a verification.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verified {
    /// Files that were compared.
    pub checked: u64,
    /// True if they were read as a visitor reads them; false if through the target's own protocol.
    pub is_public: bool,
}
