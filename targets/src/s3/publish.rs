//! Uploads the bytes that a bucket lacks. Visitors see none of them.

use std::collections::{BTreeMap, BTreeSet};

use bytes::Bytes;
use futures::FutureExt as _;

use super::client::{Bucket, Served};
use crate::{
    Blobs, Phase, Progress, Published, Release, Remote, TargetError,
    blobs::read,
    progress::Meter,
    release::{HOME, ReleaseFile},
    work::all,
};

pub(super) async fn publish(
    bucket: &Bucket<'_>, release: &Release, remote: Remote, blobs: &dyn Blobs, progress: &dyn Progress,
) -> Result<Published, TargetError> {
    claim(bucket, release).await?;
    // First, so that no clean-up deletes what is uploaded next.
    bucket.store_kept(release).await?;
    let missing = missing(bucket, &release.files).await?;
    let meter = Meter::start(progress, Phase::Upload, missing.iter().map(|file| file.size));
    let uploads = missing.into_iter().map(|file| upload(bucket, file, blobs, &meter).boxed()).collect();
    all(bucket.limits().parallel, uploads).await?;
    let (uploaded, bytes) = meter.done();
    let skipped = release.files.len() as u64 - uploaded;
    Ok(Published { remote, is_live: false, uploaded, skipped, bytes })
}

async fn upload(
    bucket: &Bucket<'_>, file: &ReleaseFile, blobs: &dyn Blobs, meter: &Meter<'_>,
) -> Result<(), TargetError> {
    let bytes = read(blobs, file).await?;
    let served = Served { content_type: &file.content_type, cache: "no-store" };
    bucket.put(&bucket.blob(&file.sha256), Bytes::from(bytes), &served).await?;
    meter.add(file.size);
    Ok(())
}

/// Marks the place as the site's; refuses a place where somebody else's site is.
async fn claim(bucket: &Bucket<'_>, release: &Release) -> Result<(), TargetError> {
    if bucket.is_claimed(&release.site).await? {
        return Ok(());
    }
    if bucket.get(&bucket.visible(HOME)).await?.is_some() {
        return Err(TargetError::InTheWay(format!("{}{HOME}", bucket.place())));
    }
    bucket.claim(&release.site).await
}

/// Returns one file for each digest that the bucket lacks.
async fn missing<'a>(bucket: &Bucket<'_>, files: &'a [ReleaseFile]) -> Result<Vec<&'a ReleaseFile>, TargetError> {
    let there = stored(bucket).await?;
    let (mut taken, mut missing) = (BTreeSet::new(), Vec::new());
    for file in files {
        if there.get(&file.sha256) != Some(&file.size) && taken.insert(&file.sha256) {
            missing.push(file);
        }
    }
    Ok(missing)
}

/// Returns the sizes of the stored bytes by digest.
pub(super) async fn stored(bucket: &Bucket<'_>) -> Result<BTreeMap<String, u64>, TargetError> {
    let prefix = bucket.blob("");
    let listed = bucket.list(&prefix).await?;
    let digest = |key: &str| key.strip_prefix(&prefix).map(str::to_owned);
    Ok(listed.into_iter().filter_map(|object| Some((digest(&object.key)?, object.size))).collect())
}
