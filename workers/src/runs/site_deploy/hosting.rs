//! Built-in hosting: the files are stored already, so that a deployment only checks them. The switch is the pointer to the
//! live release.

use std::io::Read;

use flate2::read::GzDecoder;
use sha2::{Digest, Sha256};
use shared::{
    domain::{
        release::{Blob, FullRelease, ReleaseFile},
        site::Site,
    },
    store::{release, site},
};

use crate::{context::RunContext, error::JobError, runs::site_build::hosting_origin};

/// Checks that every file of a release can be served; returns the address of the site.
pub(super) async fn verify(context: &RunContext, site: &Site, release: &FullRelease) -> Result<String, JobError> {
    let files = &release.manifest.0;
    if !files.iter().any(|file| file.path == "index.html") {
        return Err(JobError::permanent("no-home-page", "The release has no home page. Build the site again."));
    }
    for (done, file) in files.iter().enumerate() {
        if context.is_cancelled() {
            return Err(JobError::Cancelled);
        }
        let percent = 100 * done / files.len().max(1);
        context.progress(i32::try_from(percent).unwrap_or(100), "verifying", &file.path);
        let blob = release::blob(&context.db, release.release.id, &file.sha256).await?;
        let blob = blob.ok_or_else(|| damaged(file))?;
        let file = file.clone();
        context.compute(move |_| check(&file, &blob)).await?;
    }
    let domains = site::domains(&context.db, site.workspace_id, &[site.id]).await?;
    let origin = hosting_origin(&context.sites, site, &domains);
    Ok(format!("{origin}/"))
}

fn check(file: &ReleaseFile, blob: &Blob) -> Result<(), JobError> {
    let bytes = unpacked(blob).ok_or_else(|| damaged(file))?;
    let digest: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    if digest == file.sha256 { Ok(()) } else { Err(damaged(file)) }
}

/// Returns the content of a file; `None` if it is damaged.
pub(super) fn unpacked(blob: &Blob) -> Option<Vec<u8>> {
    let size = u64::try_from(blob.size).ok()?;
    let mut bytes = Vec::with_capacity(usize::try_from(size).ok()?.min(16 << 20));
    // One byte more than stated shows that it is too long, whatever follows.
    GzDecoder::new(blob.bytes.as_slice()).take(size.saturating_add(1)).read_to_end(&mut bytes).ok()?;
    (u64::try_from(bytes.len()).ok()? == size).then_some(bytes)
}

fn damaged(file: &ReleaseFile) -> JobError {
    let detail = format!("The file {} of the release is damaged. Build the site again.", file.path);
    JobError::permanent("damaged-release", detail)
}
