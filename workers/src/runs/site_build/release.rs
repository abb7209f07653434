//! The release of a build: its files, their digests and their compressed contents.

use std::io::Write;

use engines::common::Control;
use flate2::{Compression, GzBuilder};
use gate::Report;
use rand::{TryRngCore, rngs::OsRng};
use sha2::{Digest, Sha256};
use shared::store::release::NewRelease;
use shared::{
    domain::{
        new_id,
        release::{Blob, ReleaseFile},
    },
    store::site::PageSketch,
};
use sites::File;

use crate::error::JobError;

/// Bytes of a preview key.
const KEY_BYTES: usize = 24;

/// Returns the files of a release, ordered by path.
pub(super) fn manifest(files: &[File]) -> Vec<ReleaseFile> {
    let mut manifest: Vec<ReleaseFile> = files
        .iter()
        .map(|file| ReleaseFile {
            path: file.path.clone(),
            sha256: sha256(&file.bytes),
            size: i64::try_from(file.bytes.len()).unwrap_or(i64::MAX),
            content_type: file.content_type.to_owned(),
        })
        .collect();
    manifest.sort_by(|one, other| one.path.cmp(&other.path));
    manifest
}

/// Returns the digest of a manifest.
pub(super) fn digest(manifest: &[ReleaseFile]) -> Result<String, JobError> {
    let text = serde_json::to_vec(manifest).map_err(|error| JobError::defect(&error))?;
    Ok(sha256(&text))
}

/// Returns the release of a build.
pub(super) fn release(
    files: &[File], manifest: Vec<ReleaseFile>, digest: String, report: &Report, pages: (usize, usize),
    control: &dyn Control,
) -> Result<NewRelease, JobError> {
    let count = |number: usize| i32::try_from(number).unwrap_or(i32::MAX);
    Ok(NewRelease {
        id: new_id(),
        digest,
        files: manifest,
        gate: serde_json::to_value(report).map_err(|error| JobError::defect(&error))?,
        is_blocked: report.is_blocked(),
        needs_review: report.review.is_some(),
        rental_id: None,
        preview_key: preview_key()?,
        pages: (count(pages.0), count(pages.1)),
        blobs: blobs(files, control)?,
    })
}

fn blobs(files: &[File], control: &dyn Control) -> Result<Vec<Blob>, JobError> {
    let mut blobs = Vec::with_capacity(files.len());
    for file in files {
        if control.is_cancelled() {
            return Err(JobError::Cancelled);
        }
        let size = i64::try_from(file.bytes.len()).unwrap_or(i64::MAX);
        blobs.push(Blob { sha256: sha256(&file.bytes), bytes: gzip(&file.bytes)?, size });
    }
    Ok(blobs)
}

/// Compresses bytes; the same bytes give the same result.
fn gzip(bytes: &[u8]) -> Result<Vec<u8>, JobError> {
    let mut writer = GzBuilder::new().mtime(0).write(Vec::new(), Compression::new(9));
    writer.write_all(bytes).map_err(|error| JobError::defect(&error))?;
    writer.finish().map_err(|error| JobError::defect(&error))
}

fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes)[..])
}

/// Returns an unguessable key.
fn preview_key() -> Result<String, JobError> {
    let mut bytes = [0; KEY_BYTES];
    OsRng.try_fill_bytes(&mut bytes).map_err(|error| JobError::defect(&error))?;
    Ok(hex(&bytes))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns what the pages say.
pub(super) fn sketches(pages: &[gate::SketchedPage]) -> Vec<PageSketch> {
    let stored = |page: &gate::SketchedPage| PageSketch {
        path: page.path.clone(),
        sketch: page.sketch.to_bytes(),
        shingles: page.shingles.to_bytes(),
    };
    pages.iter().map(stored).collect()
}
