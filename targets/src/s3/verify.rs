//! Reads a sample back through the API of the bucket.

use super::client::Bucket;
use crate::{Phase, Progress, Remote, Stage, TargetError, Verified, blobs::sha256, progress::Meter, verify::sample};

pub(super) async fn verify(
    bucket: &Bucket<'_>, remote: &Remote, stage: Stage, progress: &dyn Progress,
) -> Result<Verified, TargetError> {
    let files = sample(remote, bucket.limits().sample);
    let meter = Meter::start(progress, Phase::Verify, files.iter().map(|file| file.size));
    for file in &files {
        let key = match stage {
            Stage::Uploaded => bucket.blob(&file.sha256),
            Stage::Live => bucket.visible(&file.path),
        };
        let found = bucket.get(&key).await?;
        let reason = match found {
            Some(bytes) if sha256(&bytes) == file.sha256 => None,
            Some(_) => Some("its content differs"),
            None => Some("it is missing"),
        };
        if let Some(reason) = reason {
            let (place, path) = (bucket.place(), file.path.clone());
            return Err(TargetError::Mismatch { place, path, reason: reason.to_owned() });
        }
        meter.add(file.size);
    }
    Ok(Verified { checked: files.len() as u64, is_public: false })
}
