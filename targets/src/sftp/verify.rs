//! Reads a sample back.

use super::{connect::Connection, paths::Paths};
use crate::{Phase, Progress, Remote, Stage, TargetError, Verified, blobs::sha256, progress::Meter, verify::sample};

pub(super) async fn verify(
    connection: &Connection, paths: &Paths, remote: &Remote, stage: Stage, most: usize, progress: &dyn Progress,
) -> Result<Verified, TargetError> {
    let mismatch = |path: &str, reason: &str| TargetError::Mismatch {
        place: format!("{} on {}", paths.base(), connection.host),
        path: path.to_owned(),
        reason: reason.to_owned(),
    };
    let is_live = stage == Stage::Live;
    if is_live && connection.read_link(&paths.current()).await?.as_deref() != Some(paths.link().as_str()) {
        return Err(mismatch("current", "it points at another release"));
    }
    let folder = if is_live { paths.current() } else { paths.complete() };
    let files = sample(remote, most);
    let meter = Meter::start(progress, Phase::Verify, files.iter().map(|file| file.size));
    for file in &files {
        let found = connection.read(&format!("{folder}/{}", file.path), file.size).await?;
        if found.is_none_or(|bytes| sha256(&bytes) != file.sha256) {
            return Err(mismatch(&file.path, "its content differs or it is missing"));
        }
        meter.add(file.size);
    }
    Ok(Verified { checked: files.len() as u64, is_public: false })
}
