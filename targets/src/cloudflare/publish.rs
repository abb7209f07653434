//! Uploads the bytes that Cloudflare lacks, and creates the deployment.

use std::collections::BTreeMap;

use super::{
    api::{Api, Deployment, Project},
    assets::{Assets, ByHash},
    hash::hash,
    multipart::Part,
};
use crate::{
    Blobs, Phase, Progress, Published, Release, Remote, TargetError, blobs::read, owner, progress::Meter,
    release::ReleaseFile,
};

/// Files that configure the service: they are sent apart, and visitors cannot fetch them.
const SPECIAL: [&str; 2] = ["_headers", "_redirects"];

pub(super) async fn publish(
    api: &Api<'_>, release: &Release, mut remote: Remote, blobs: &dyn Blobs, progress: &dyn Progress,
) -> Result<Published, TargetError> {
    let project = match api.find().await? {
        Some(project) => project,
        None => api.create().await?,
    };
    api.check_owner(&project, &release.site)?;
    let (deployment, uploaded, bytes) = deploy(api, &project, release, blobs, progress).await?;
    remote.url = remote.url.or_else(|| project.subdomain.as_ref().map(|name| format!("https://{name}")));
    remote.preview_url = deployment.url.filter(|url| !url.is_empty());
    (remote.project, remote.deploy) = (Some(api.project.clone()), Some(deployment.id.clone()));
    let live = api.find().await?.and_then(|project| project.canonical_deployment);
    let is_live = live.is_some_and(|live| live.id == deployment.id);
    let skipped = release.files.len() as u64 - uploaded;
    Ok(Published { remote, is_live, uploaded, skipped, bytes })
}

/// Finds or creates the deployment of a release; returns it with the number of files and bytes sent.
async fn deploy(
    api: &Api<'_>, project: &Project, release: &Release, blobs: &dyn Blobs, progress: &dyn Progress,
) -> Result<(Deployment, u64, u64), TargetError> {
    let title = owner::title(&release.site, &release.id);
    let earlier = api.deployments().await?;
    if let Some(found) = earlier.into_iter().find(|found| found.title() == Some(&title) && !is_failed(found)) {
        Meter::start(progress, Phase::Upload, std::iter::empty());
        return Ok((wait(api, found).await?, 0, 0));
    }
    let (manifest, files) = hashes(release, blobs).await?;
    let assets = Assets::start(api).await?;
    let missing = assets.missing(&files).await?;
    let meter = Meter::start(progress, Phase::Upload, missing.iter().map(|(_, file)| file.size));
    assets.upload(&missing, blobs, &meter).await?;
    assets.renew(&files).await?;
    let (uploaded, bytes) = meter.done();
    let parts = parts(project, release, &title, &manifest, blobs).await?;
    let deployment = api.deploy(&parts).await?;
    Ok((wait(api, deployment).await?, uploaded, bytes))
}

fn is_special(file: &ReleaseFile) -> bool {
    SPECIAL.contains(&file.path.as_str())
}

/// Returns the hash of each path, and a file for each hash.
async fn hashes<'a>(
    release: &'a Release, blobs: &dyn Blobs,
) -> Result<(BTreeMap<String, String>, ByHash<'a>), TargetError> {
    let (mut manifest, mut files) = (BTreeMap::new(), BTreeMap::new());
    for file in release.files.iter().filter(|file| !is_special(file)) {
        let hash = hash(&file.path, &read(blobs, file).await?);
        manifest.insert(format!("/{}", file.path), hash.clone());
        files.insert(hash, file);
    }
    Ok((manifest, files))
}

async fn parts(
    project: &Project, release: &Release, title: &str, manifest: &BTreeMap<String, String>, blobs: &dyn Blobs,
) -> Result<Vec<Part>, TargetError> {
    let text = |name, text: &str| Part { name, is_file: false, bytes: text.as_bytes().to_vec() };
    let branch = project.production_branch.as_deref().unwrap_or("main");
    let manifest = serde_json::to_string(manifest).unwrap_or_default();
    let mut parts = vec![text("manifest", &manifest), text("branch", branch), text("commit_message", title)];
    for name in SPECIAL {
        if let Some(file) = release.files.iter().find(|file| file.path == name) {
            parts.push(Part { name, is_file: true, bytes: read(blobs, file).await? });
        }
    }
    Ok(parts)
}

fn is_failed(deployment: &Deployment) -> bool {
    deployment.latest_stage.as_ref().is_some_and(|stage| matches!(stage.status.as_str(), "failure" | "canceled"))
}

/// Waits until visitors can see a deployment. The time limit of the operation ends it.
async fn wait(api: &Api<'_>, mut deployment: Deployment) -> Result<Deployment, TargetError> {
    let mut pause = api.limits.pause;
    loop {
        if deployment.is_ready() {
            return Ok(deployment);
        }
        if is_failed(&deployment) {
            let stage = deployment.latest_stage.map(|stage| format!("the stage {} failed", stage.name));
            let (host, message) = ("Cloudflare Pages".to_owned(), stage.unwrap_or_default());
            return Err(TargetError::Failed { host, message });
        }
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(api.limits.longest_pause);
        deployment = api.deployment(&deployment.id).await?;
    }
}
