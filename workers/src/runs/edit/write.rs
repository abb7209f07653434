//! Writes files through an access, and compares the pages with the changes.

use std::time::Duration;

use edits::Change;
use serde_json::Value;
use shared::{
    domain::{
        edit::{EditFile, EditFileStage},
        now,
    },
    store::edit::{self, MayWrite},
};
use targets::{
    Retry, TargetError,
    access::{Access, FileChange},
};
use url::Url;

use super::{
    Job,
    access::access_error,
    address, blobs,
    preview::{check, is_applied, unseen},
    public::Public,
};
use crate::{context::RunContext, error::JobError};

/// Looks at a page before it counts as unchanged, and the pause between them: caches answer with old pages for a moment.
const LOOKS: u32 = 4;
const PAUSE: Duration = Duration::from_millis(1_500);
/// Text of the kill switch.
const STOPPED: &str = "The kill switch is on: nothing is written or restored until someone turns it off.";

/// Why the next file is not written.
#[derive(Debug)]
pub(super) enum Trouble {
    /// What was written is to be restored, for this reason.
    Restore(String),
    /// The attempt ends; nothing is restored.
    Stop(JobError),
}

impl From<JobError> for Trouble {
    fn from(error: JobError) -> Self {
        Self::Stop(error)
    }
}

impl From<shared::store::StoreError> for Trouble {
    fn from(error: shared::store::StoreError) -> Self {
        Self::Stop(error.into())
    }
}

impl Job<'_> {
    /// Checks that the next file may be written.
    pub(super) async fn may_write(&self) -> Result<(), Trouble> {
        if self.context.is_cancelled() {
            return Err(Trouble::Stop(JobError::Cancelled));
        }
        match edit::may_write(&self.context.db, &self.context.run, self.edit.id, now()).await? {
            MayWrite::Yes => Ok(()),
            MayWrite::Stopped => Err(Trouble::Stop(JobError::permanent("stopped", STOPPED))),
            MayWrite::Restore(failure) => Err(Trouble::Restore(failure)),
            MayWrite::Lost => Err(Trouble::Stop(JobError::Cancelled)),
        }
    }

    /// Stores how far a file is. An attempt that lost its run stops here.
    pub(super) async fn advance(&self, file: &EditFile, stage: EditFileStage) -> Result<(), JobError> {
        if edit::advance(&self.context.db, &self.context.run, self.edit.id, &file.path, stage).await? {
            return Ok(());
        }
        Err(JobError::Cancelled)
    }

    /// Writes a file. One that has the new content already is not written again.
    pub(super) async fn write(&self, access: &Access, file: &EditFile, stage: EditFileStage) -> Result<(), Trouble> {
        self.may_write().await?;
        let after = blobs::content(self.context, self.edit.id, &file.after_sha256).await?;
        let stop = self.context.stop();
        let written = match &file.before_sha256 {
            Some(before) => access.replace(&file.path, &after, before, &stop).await,
            None => access.create(&file.path, &after, &stop).await,
        };
        written.map_err(|error| self.trouble(error))?;
        Ok(self.advance(file, stage).await?)
    }

    /// Writes files as one commit; returns its id.
    pub(super) async fn commit(&self, access: &Access, message: &str, files: &[&EditFile]) -> Result<String, Trouble> {
        self.may_write().await?;
        let mut changes = Vec::with_capacity(files.len());
        for file in files {
            let bytes = blobs::content(self.context, self.edit.id, &file.after_sha256).await?;
            changes.push(FileChange {
                path: file.path.clone(),
                bytes: Some(bytes),
                expected: file.before_sha256.clone(),
            });
        }
        access.commit(message, &changes, &self.context.stop()).await.map_err(|error| self.trouble(error))
    }

    /// Decides on an error: it is tried again while there are attempts, and what was written is restored otherwise.
    pub(super) fn trouble(&self, error: TargetError) -> Trouble {
        if matches!(error, TargetError::Cancelled) {
            return Trouble::Stop(JobError::Cancelled);
        }
        let may_retry = self.context.run.attempt < self.context.run.max_attempts;
        match error.retry() {
            Retry::After(_) if may_retry => Trouble::Stop(access_error(error)),
            _ => Trouble::Restore(error.to_string()),
        }
    }

    /// Checks that visitors get the changes of a page.
    pub(super) async fn verify(&self, public: &Public, base: &str, url: &str) -> Result<(), Trouble> {
        let wanted = self.at(base, url);
        let mut seen = Vec::new();
        for look in 0..LOOKS {
            if look > 0 {
                self.pause().await?;
            }
            seen = self.look(public, base, &wanted).await?;
            if seen.iter().all(is_applied) {
                return Ok(());
            }
        }
        let missed = wanted.iter().zip(&seen).find(|(_, checked)| !is_applied(checked));
        let nothing = Value::Null;
        let (at, checked) = missed.unwrap_or((&0, &nothing));
        let shows = checked.get("problem").or_else(|| checked.get("found")).and_then(Value::as_str);
        let shows = shows.map(|text| format!(" It shows: {text}")).unwrap_or_default();
        Err(Trouble::Restore(format!("The website does not show change {} of {url}.{shows}", at + 1)))
    }

    /// Returns the positions of the changes of an address.
    pub(super) fn at(&self, base: &str, url: &str) -> Vec<usize> {
        let all = self.changes.iter().enumerate();
        let of_url = all.filter(|(_, change)| address(base, change.path()).is_some_and(|page| page.as_str() == url));
        of_url.map(|(at, _)| at).collect()
    }

    async fn pause(&self) -> Result<(), JobError> {
        let stop = self.context.stop();
        tokio::select! {
            () = stop.cancelled() => Err(JobError::Cancelled),
            () = tokio::time::sleep(PAUSE) => Ok(()),
        }
    }

    /// Returns what visitors get of changes of one address.
    pub(super) async fn look(&self, public: &Public, base: &str, wanted: &[usize]) -> Result<Vec<Value>, JobError> {
        let first = wanted.first().and_then(|at| self.changes.get(*at));
        let Some(url) = first.and_then(|change| address(base, change.path())) else { return Ok(Vec::new()) };
        if first.is_some_and(|change| !change.is_on_page()) {
            return Ok(self.redirected(public, &url, wanted).await);
        }
        let page = match public.page(&url).await {
            Ok(page) => page,
            Err(error) => return Ok(vec![unseen(&error.to_string()); wanted.len()]),
        };
        let changes: Vec<Change> = wanted.iter().filter_map(|at| self.changes.get(*at)).cloned().collect();
        let compare = move |context: RunContext| -> Result<Vec<Value>, JobError> {
            changes.iter().map(|change| check(&page.bytes, change, &|| context.is_cancelled())).collect()
        };
        self.context.compute(compare).await
    }

    /// Returns what visitors get of redirects of one address.
    async fn redirected(&self, public: &Public, url: &Url, wanted: &[usize]) -> Vec<Value> {
        let first = public.first(url).await;
        let compare = |change: &Change| match &first {
            Ok((status, location)) => {
                let checked = edits::check_redirect(change, *status, location.as_deref(), url);
                serde_json::json!({ "isApplied": checked.is_applied, "found": checked.found })
            }
            Err(error) => unseen(&error.to_string()),
        };
        wanted.iter().filter_map(|at| self.changes.get(*at)).map(compare).collect()
    }
}
