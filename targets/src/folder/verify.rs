//! Compares the files of a release with its manifest.

use std::{fs, path::Path};

use super::{
    place::{CURRENT, RELEASES, check_links},
    publish::has,
};
use crate::{Release, Remote, Stage, TargetError};

/// Returns how many files were compared: all of them.
pub(super) fn verify(base: &Path, release: &Release, remote: &Remote, stage: Stage) -> Result<u64, TargetError> {
    let inside = Path::new(RELEASES).join(&release.id);
    check_links(base, &inside)?;
    let mismatch = |path: &str, reason: &str| TargetError::Mismatch {
        place: base.display().to_string(),
        path: path.to_owned(),
        reason: reason.to_owned(),
    };
    if stage == Stage::Live && !fs::read_link(base.join(CURRENT)).is_ok_and(|target| target == inside) {
        return Err(mismatch(CURRENT, "it points at another release"));
    }
    let folder = base.join(inside);
    if let Some(wrong) = remote.files().find(|file| !has(&folder, file)) {
        return Err(mismatch(&wrong.path, "its content differs or it is missing"));
    }
    Ok(remote.files.len() as u64)
}
