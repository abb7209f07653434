//! Targets other than built-in hosting.

use futures::{FutureExt, future::BoxFuture};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use shared::{
    domain::{deploy_target::DeployTarget, release::FullRelease, site::Site},
    store::{Db, deploy_target, release, site},
};
use targets::{
    BlobError, Blobs, Environment, Phase, Release, ReleaseFile, Remote, Retry, SEALED_FIELD, Secrets, Settings,
    SiteKey, Stage, Step, Target, TargetError, TargetKind,
};
use uuid::Uuid;

use super::hosting::unpacked;
use crate::{context::RunContext, error::JobError};

/// What is stored of a deployed release: where it is.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Stored {
    target_id: Uuid,
    remote: Remote,
}

/// A release that visitors get.
#[derive(Debug)]
pub(super) struct Live {
    pub(super) remote: Value,
    pub(super) url: Option<String>,
}

/// Publishes a release at a target: uploads it, checks it, switches visitors to it and checks what they get. If that fails,
/// visitors get the previous release again.
pub(super) async fn publish(
    context: &RunContext, site: &Site, target_id: Uuid, release: &FullRelease,
) -> Result<Live, JobError> {
    let found = deploy_target::find(&context.db, context.run.workspace_id, target_id).await?;
    let row =
        found.ok_or_else(|| JobError::permanent("target-gone", "The target no longer exists. Choose another one."))?;
    let target = open(context, &row)?;
    let job = Job { context, target: &target, target_id, release };
    let previous = job.previous(site).await?;
    let wanted = wanted(site, release);
    let blobs = StoredBlobs { db: context.db.clone(), release_id: release.release.id };
    let stop = context.stop();
    let report = |step: &Step| tell(context, step);
    // An attempt that ended in between left its record with the release.
    let earlier = job.own().or_else(|| previous.clone());
    let published = target.publish(&wanted, earlier.as_ref(), &blobs, &report, &stop).await.map_err(target_error)?;
    job.keep(&published.remote).await?;
    if !published.is_live {
        target.verify(&published.remote, Stage::Uploaded, &report, &stop).await.map_err(target_error)?;
        // The upload may have taken long.
        super::check_kill_switch(context).await?;
    }
    let activated = target.activate(&published.remote, &report, &stop).await.map_err(target_error)?;
    job.keep(&activated.remote).await?;
    if let Err(error) = target.verify(&activated.remote, Stage::Live, &report, &stop).await {
        // A release that was live before this deployment serves again; what went wrong with it is not the news.
        if let Some(previous) = previous.filter(|previous| previous.release != wanted.id)
            && let Err(again) = target.activate(&previous, &report, &stop).await
        {
            tracing::warn!(error = %again, site.id = %site.id, "the previous release could not be switched back");
        }
        return Err(target_error(error));
    }
    let remote = job.stored(&activated.remote)?;
    Ok(Live { remote, url: activated.url.or(activated.remote.url) })
}

/// Removes a site from the target where it is live.
pub(super) async fn remove(context: &RunContext, stored: Value) -> Result<(), JobError> {
    let stored: Stored = serde_json::from_value(stored).map_err(|error| JobError::defect(&error))?;
    let found = deploy_target::find(&context.db, context.run.workspace_id, stored.target_id).await?;
    let detail = "The target was deleted, so that the files cannot be removed from it. Remove them there.";
    let row = found.ok_or_else(|| JobError::permanent("target-gone", detail))?;
    open(context, &row)?.remove(&stored.remote, &context.stop()).await.map_err(target_error)
}

struct Job<'a> {
    context: &'a RunContext,
    target: &'a Target,
    target_id: Uuid,
    release: &'a FullRelease,
}

impl Job<'_> {
    /// Returns the record of an earlier attempt or deployment of this release at this target.
    fn own(&self) -> Option<Remote> {
        self.read(self.release.remote.as_ref()?.0.clone())
    }

    /// Returns the record of the live release, if that is at this target.
    async fn previous(&self, site: &Site) -> Result<Option<Remote>, JobError> {
        let Some(live) = site.live_release_id else { return Ok(None) };
        let found = release::find_full(&self.context.db, site.workspace_id, live).await?;
        Ok(found.and_then(|full| full.remote).and_then(|remote| self.read(remote.0)))
    }

    fn read(&self, value: Value) -> Option<Remote> {
        let stored: Stored = serde_json::from_value(value).ok()?;
        (stored.target_id == self.target_id && stored.remote.kind == self.target.kind()).then_some(stored.remote)
    }

    fn stored(&self, remote: &Remote) -> Result<Value, JobError> {
        let stored = Stored { target_id: self.target_id, remote: remote.clone() };
        serde_json::to_value(stored).map_err(|error| JobError::defect(&error))
    }

    /// Stores the record at once, so that another attempt uploads nothing again. An attempt that lost its run stops here, so
    /// that it switches nothing.
    async fn keep(&self, remote: &Remote) -> Result<(), JobError> {
        let stored = self.stored(remote)?;
        if site::set_remote(&self.context.db, &self.context.run, self.release.release.id, &stored).await? {
            return Ok(());
        }
        Err(JobError::Cancelled)
    }
}

fn open(context: &RunContext, row: &DeployTarget) -> Result<Target, JobError> {
    let fields = |error: targets::FieldErrors| JobError::permanent("invalid-target", format!("{error}"));
    let kind: TargetKind = row.kind.as_str().parse().map_err(|_| {
        JobError::permanent("invalid-target", "Built-in hosting needs no target. Choose none for the site.")
    })?;
    let settings = Settings::parse(kind, &row.settings.0).map_err(fields)?;
    let secrets = Secrets::parse(kind, &secrets(context, row)?).map_err(fields)?;
    let environment = Environment::new(context.outside.guard.clone(), context.sites.deploy_folders.clone());
    Target::new(settings, secrets, environment).map_err(target_error)
}

fn secrets(context: &RunContext, row: &DeployTarget) -> Result<Value, JobError> {
    let Some(sealed) = &row.sealed_secret else { return Ok(Value::Object(Map::new())) };
    let Some(vault) = &context.vault else {
        let detail = "This worker was not given the installation's secret (MOTHERLODE_SECRET), so it cannot use keys.";
        return Err(JobError::permanent("no-secret", detail));
    };
    let locked = "The stored credentials of the target cannot be decrypted, because the installation's secret has changed. \
                  Enter them again.";
    let opened = vault.open(row.workspace_id, row.id, sealed);
    let opened = opened.map_err(|_| JobError::permanent("locked", locked))?;
    let text = opened.get(SEALED_FIELD).ok_or_else(|| JobError::permanent("locked", locked))?;
    serde_json::from_str(text.reveal()).map_err(|error| JobError::defect(&error))
}

fn wanted(site: &Site, release: &FullRelease) -> Release {
    let file = |file: &shared::domain::release::ReleaseFile| ReleaseFile {
        path: file.path.clone(),
        sha256: file.sha256.clone(),
        size: u64::try_from(file.size).unwrap_or_default(),
        content_type: file.content_type.clone(),
    };
    Release {
        id: release.release.id.to_string(),
        site: SiteKey { id: site.id.to_string(), slug: site.slug.clone() },
        files: release.manifest.0.iter().map(file).collect(),
    }
}

/// Files of a release in the database.
struct StoredBlobs {
    db: Db,
    release_id: Uuid,
}

impl Blobs for StoredBlobs {
    fn read<'a>(&'a self, sha256: &'a str) -> BoxFuture<'a, Result<Vec<u8>, BlobError>> {
        async move {
            let found = release::blob(&self.db, self.release_id, sha256).await;
            let blob = found.map_err(|error| BlobError::new(error.to_string()))?;
            let blob = blob.ok_or_else(|| BlobError::new("its content is not stored"))?;
            let unpacked = tokio::task::spawn_blocking(move || unpacked(&blob)).await;
            unpacked.ok().flatten().ok_or_else(|| BlobError::new("its content is damaged"))
        }
        .boxed()
    }
}

/// Reports the progress of a step: uploads are most of the work.
fn tell(context: &RunContext, step: &Step) {
    let (from, to, stage) = match step.phase {
        Phase::Upload => (0, 80, "uploading"),
        Phase::Verify => (80, 95, "verifying"),
        Phase::Switch => (95, 99, "switching"),
    };
    let share = (100 * step.files_done.min(step.files_total)).checked_div(step.files_total);
    // A step without files is complete.
    let share = i32::try_from(share.unwrap_or(100)).unwrap_or(100);
    let message = format!("{} of {} files", step.files_done, step.files_total);
    context.progress(from + (to - from) * share / 100, stage, &message);
}

fn target_error(error: TargetError) -> JobError {
    if matches!(error, TargetError::Cancelled) {
        return JobError::Cancelled;
    }
    match error.retry() {
        Retry::No => JobError::permanent(error.kind(), error.to_string()),
        // The pause before the next attempt grows anyway; a server that asks for more time is asked again later.
        Retry::After(_) => JobError::transient(error.kind(), error.to_string()),
    }
}
