//! Copies a release to the visible keys: assets, pages, the home page, and then deletes what it no longer has.

use std::collections::BTreeSet;

use futures::FutureExt as _;

use super::{
    client::{Bucket, Served},
    publish::stored,
    records::{Kept, LIVE, Live, kept},
};
use crate::{
    Phase, Progress, Release, TargetError,
    progress::Meter,
    release::{HOME, ReleaseFile},
    work::all,
};

pub(super) async fn activate(
    bucket: &Bucket<'_>, release: &Release, keep: u32, progress: &dyn Progress,
) -> Result<(), TargetError> {
    check_complete(bucket, release).await?;
    let mut live: Live = bucket.record(LIVE).await?.unwrap_or_default();
    // A repeated switch to the same release repairs what others changed.
    let is_repair = live.release.as_deref() == Some(release.id.as_str());
    let changed: Vec<&ReleaseFile> = release.files.iter().filter(|file| is_repair || !shows(&live, file)).collect();
    let stale = stale(&live, release);
    live.release = None;
    live.files.extend(changed.iter().map(|file| (file.path.clone(), None)));
    bucket.store(LIVE, &live).await?;
    copy_all(bucket, release, &changed, progress).await?;
    delete_all(bucket, stale.iter().map(|path| bucket.visible(path)).collect()).await?;
    let files = release.files.iter().map(|file| (file.path.clone(), Some(mark(file)))).collect();
    bucket.store(LIVE, &Live { release: Some(release.id.clone()), files }).await?;
    // The newest record is the live release.
    bucket.store_kept(release).await?;
    prune(bucket, release, keep).await
}

/// Checks, before anything visible changes, that all bytes of the release are stored.
async fn check_complete(bucket: &Bucket<'_>, release: &Release) -> Result<(), TargetError> {
    let gone = || TargetError::Gone { release: release.id.clone(), place: bucket.place() };
    if !bucket.is_claimed(&release.site).await? {
        return Err(gone());
    }
    let there = stored(bucket).await?;
    let is_complete = release.files.iter().all(|file| there.get(&file.sha256) == Some(&file.size));
    if is_complete { Ok(()) } else { Err(gone()) }
}

fn mark(file: &ReleaseFile) -> (String, String) {
    (file.sha256.clone(), file.content_type.clone())
}

fn shows(live: &Live, file: &ReleaseFile) -> bool {
    live.files.get(&file.path).is_some_and(|found| found.as_ref() == Some(&mark(file)))
}

/// Returns the visible paths that the release does not have.
fn stale(live: &Live, release: &Release) -> Vec<String> {
    let wanted: BTreeSet<&str> = release.files.iter().map(|file| file.path.as_str()).collect();
    live.files.keys().filter(|path| !wanted.contains(path.as_str())).cloned().collect()
}

async fn copy_all(
    bucket: &Bucket<'_>, release: &Release, changed: &[&ReleaseFile], progress: &dyn Progress,
) -> Result<(), TargetError> {
    let meter = Meter::start(progress, Phase::Switch, changed.iter().map(|file| file.size));
    for rank in 0..=2 {
        let files = changed.iter().copied().filter(|file| order(file) == rank);
        let copies = files.map(|file| copy(bucket, release, file, &meter).boxed()).collect();
        all(bucket.limits().parallel, copies).await?;
    }
    Ok(())
}

async fn copy(
    bucket: &Bucket<'_>, release: &Release, file: &ReleaseFile, meter: &Meter<'_>,
) -> Result<(), TargetError> {
    let served = Served { content_type: &file.content_type, cache: cache(file) };
    if !bucket.copy(&bucket.blob(&file.sha256), &bucket.visible(&file.path), &served).await? {
        return Err(TargetError::Gone { release: release.id.clone(), place: bucket.place() });
    }
    meter.add(file.size);
    Ok(())
}

/// Assets, then pages, then the home page.
fn order(file: &ReleaseFile) -> u8 {
    if file.path == HOME { 2 } else { u8::from(file.is_page()) }
}

/// Returns how long browsers and caches may keep a file: for ever if its name contains its digest.
fn cache(file: &ReleaseFile) -> &'static str {
    let name = file.path.rsplit('/').next().unwrap_or_default();
    let is_changing = ["text/html", "application/xml", "text/xml", "text/plain", "application/json", "application/rss"];
    match () {
        () if file.sha256.get(..8).is_some_and(|start| name.contains(start)) => "public, max-age=31536000, immutable",
        () if is_changing.iter().any(|kind| file.content_type.starts_with(kind)) => "public, max-age=60",
        () => "public, max-age=3600",
    }
}

pub(super) async fn delete_all(bucket: &Bucket<'_>, keys: Vec<String>) -> Result<(), TargetError> {
    let deletions = keys.into_iter().map(|key| async move { bucket.delete(&key).await }.boxed()).collect();
    all(bucket.limits().parallel, deletions).await.map(drop)
}

/// Deletes the bytes that none of the newest releases needs.
async fn prune(bucket: &Bucket<'_>, release: &Release, keep: u32) -> Result<(), TargetError> {
    let mut records = bucket.list(&bucket.own("releases/")).await?;
    let live = bucket.own(&kept(&release.id));
    records.retain(|record| record.key != live);
    records.sort_by(|a, b| b.modified.cmp(&a.modified).then_with(|| b.key.cmp(&a.key)));
    let old = records.split_off(records.len().min(keep.saturating_sub(1) as usize));
    if old.is_empty() {
        return Ok(());
    }
    let mut needed: BTreeSet<String> = release.files.iter().map(|file| file.sha256.clone()).collect();
    for record in &records {
        let name = record.key.strip_prefix(&bucket.own("")).unwrap_or(&record.key);
        let kept: Option<Kept> = bucket.record(name).await?;
        needed.extend(kept.into_iter().flat_map(|kept| kept.digests));
    }
    delete_all(bucket, old.into_iter().map(|record| record.key).collect()).await?;
    let there = stored(bucket).await?;
    let useless = there.keys().filter(|digest| !needed.contains(*digest)).map(|digest| bucket.blob(digest));
    delete_all(bucket, useless.collect()).await
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, content_type: &str) -> ReleaseFile {
        let sha256 = format!("0123abcd{}", "e".repeat(56));
        ReleaseFile { path: path.to_owned(), sha256, size: 1, content_type: content_type.to_owned() }
    }

    #[test]
    fn only_a_name_with_the_digest_is_cached_for_ever() {
        assert_eq!(cache(&file("a/style.0123abcd.css", "text/css")), "public, max-age=31536000, immutable");
        assert_eq!(cache(&file("0123abcd/style.css", "text/css")), "public, max-age=3600");
        assert_eq!(cache(&file("a/index.html", "text/html; charset=utf-8")), "public, max-age=60");
        assert_eq!(cache(&file("sitemap.xml", "application/xml")), "public, max-age=60");
    }

    #[test]
    fn home_page_is_copied_last() {
        let files = [file("index.html", "text/html"), file("a/index.html", "text/html"), file("a.css", "text/css")];
        assert_eq!(files.map(|file| order(&file)), [2, 1, 0]);
    }
}
