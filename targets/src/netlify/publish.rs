//! Creates a deploy, uploads what Netlify lacks, and waits until it is ready.

use std::collections::{BTreeMap, BTreeSet};

use futures::FutureExt as _;
use sha1::{Digest as _, Sha1};

use super::api::{Api, Deploy, Site};
use crate::{
    Blobs, Phase, Progress, Published, Release, Remote, TargetError,
    blobs::{hex, read},
    owner,
    progress::Meter,
    release::ReleaseFile,
    work::all,
};

/// Files by SHA-1, one for each digest.
type ByDigest<'a> = BTreeMap<String, &'a ReleaseFile>;

pub(super) async fn publish(
    api: &Api<'_>, release: &Release, mut remote: Remote, blobs: &dyn Blobs, progress: &dyn Progress,
) -> Result<Published, TargetError> {
    let site = match api.find().await? {
        Some(site) => site,
        None if api.is_id() => return Err(TargetError::Missing(api.place())),
        None => api.create().await?,
    };
    api.check_owner(&site, &release.site)?;
    let (deploy, uploaded, bytes) = deploy(api, &site, release, blobs, progress).await?;
    let site = api.get(&site.id).await?.ok_or_else(|| TargetError::Missing(api.place()))?;
    let is_live = site.published_deploy.as_ref().is_some_and(|live| live.id == deploy.id);
    remote.url = remote.url.or_else(|| site.address());
    remote.preview_url = deploy.deploy_ssl_url;
    (remote.project, remote.deploy) = (Some(site.id), Some(deploy.id));
    let skipped = release.files.len() as u64 - uploaded;
    Ok(Published { remote, is_live, uploaded, skipped, bytes })
}

/// Finds or creates the deploy of a release and completes it; returns it with the number of files and bytes sent.
async fn deploy(
    api: &Api<'_>, site: &Site, release: &Release, blobs: &dyn Blobs, progress: &dyn Progress,
) -> Result<(Deploy, u64, u64), TargetError> {
    let title = owner::title(&release.site, &release.id);
    let earlier = api.deploys(&site.id).await?;
    let earlier = earlier.into_iter().find(|found| {
        found.title.as_deref() == Some(title.as_str()) && matches!(found.state.as_str(), "ready" | "uploading")
    });
    if let Some(ready) = earlier.as_ref().filter(|found| found.state == "ready") {
        Meter::start(progress, Phase::Upload, std::iter::empty());
        return Ok((ready.clone(), 0, 0));
    }
    let (files, digests) = digests(release, blobs).await?;
    let deploy = match earlier {
        Some(unfinished) => api.deploy(&unfinished.id).await?,
        None => api.create_deploy(&site.id, &title, &files).await?,
    };
    let required: BTreeSet<&String> = deploy.required.iter().flatten().collect();
    let missing: Vec<_> = required.iter().filter_map(|digest| digests.get(*digest).copied()).collect();
    let meter = Meter::start(progress, Phase::Upload, missing.iter().map(|file| file.size));
    upload_all(api, &deploy.id, &missing, blobs, &meter).await?;
    let (uploaded, bytes) = meter.done();
    Ok((wait(api, deploy).await?, uploaded, bytes))
}

/// Returns the SHA-1 of each path, and a file for each SHA-1.
async fn digests<'a>(
    release: &'a Release, blobs: &dyn Blobs,
) -> Result<(BTreeMap<String, String>, ByDigest<'a>), TargetError> {
    let (mut files, mut digests) = (BTreeMap::new(), BTreeMap::new());
    for file in &release.files {
        let digest = hex(&Sha1::digest(read(blobs, file).await?));
        files.insert(format!("/{}", file.path), digest.clone());
        digests.insert(digest, file);
    }
    Ok((files, digests))
}

async fn upload_all(
    api: &Api<'_>, deploy: &str, missing: &[&ReleaseFile], blobs: &dyn Blobs, meter: &Meter<'_>,
) -> Result<(), TargetError> {
    let uploads = missing.iter().map(|file| upload(api, deploy, file, blobs, meter).boxed()).collect();
    all(api.limits.parallel, uploads).await.map(drop)
}

async fn upload(
    api: &Api<'_>, deploy: &str, file: &ReleaseFile, blobs: &dyn Blobs, meter: &Meter<'_>,
) -> Result<(), TargetError> {
    api.upload(deploy, &file.path, read(blobs, file).await?).await?;
    meter.add(file.size);
    Ok(())
}

/// Waits until Netlify has processed a deploy. The time limit of the operation ends it.
async fn wait(api: &Api<'_>, mut deploy: Deploy) -> Result<Deploy, TargetError> {
    let mut pause = api.limits.pause;
    loop {
        match deploy.state.as_str() {
            "ready" => return Ok(deploy),
            "error" | "rejected" => return Err(api.failed(&deploy)),
            _ => tokio::time::sleep(pause).await,
        }
        pause = (pause * 2).min(api.limits.longest_pause);
        deploy = api.deploy(&deploy.id).await?;
    }
}
