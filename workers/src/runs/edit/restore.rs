//! Restores files that an edit has written.

use shared::{
    domain::edit::{EditFile, EditFileStage},
    store::edit,
};
use targets::{
    TargetError,
    access::{Access, AccessKind, FileChange},
};

use super::{Job, access::access_error, blobs, write::Trouble};
use crate::error::JobError;

/// What was restored.
#[derive(Debug, Default)]
pub(super) struct Restored {
    pub(super) files: usize,
    /// Files that keep the content of the edit or of somebody else, with the reason.
    pub(super) stuck: Vec<String>,
}

impl Job<'_> {
    /// Restores all written files, last one first. A file that somebody else has changed since stays as it is.
    ///
    /// A file that is planned may have been written by an attempt that died before it was recorded: the first one is restored
    /// too.
    pub(super) async fn restore(&self, access: &Access) -> Result<Restored, JobError> {
        let files = edit::files(&self.context.db, self.context.run.workspace_id, self.edit.id).await?;
        if access.kind() == AccessKind::Git {
            return self.revert(access, &self.pushed(access, files).await?).await;
        }
        let is_next = files.iter().find(|file| file.stage == EditFileStage::Planned).map(|file| file.path.clone());
        let is_due = |file: &&EditFile| file.stage.is_written() || is_next.as_ref() == Some(&file.path);
        let due: Vec<&EditFile> = files.iter().rev().filter(is_due).collect();
        let mut restored = Restored::default();
        for (done, file) in due.iter().enumerate() {
            let percent = i32::try_from(100 * done / due.len().max(1)).unwrap_or(100);
            self.context.progress(percent, "restoring", &file.path);
            match self.may_write().await {
                Ok(()) | Err(Trouble::Restore(_)) => {}
                Err(Trouble::Stop(error)) => return Err(error),
            }
            match self.restore_file(access, file).await {
                Ok(()) => {
                    restored.files += usize::from(file.stage.is_written());
                    self.advance(file, EditFileStage::Restored).await?;
                }
                // Nothing of the edit is in it.
                Err(Trouble::Restore(_)) if file.stage == EditFileStage::Planned => {}
                Err(Trouble::Restore(reason)) => restored.stuck.push(format!("{}: {reason}", file.path)),
                Err(Trouble::Stop(error)) => return Err(error),
            }
        }
        Ok(restored)
    }

    async fn restore_file(&self, access: &Access, file: &EditFile) -> Result<(), Trouble> {
        let stop = self.context.stop();
        let done = match &file.before_sha256 {
            Some(before) => {
                let bytes = blobs::content(self.context, self.edit.id, before).await?;
                access.replace(&file.path, &bytes, &file.after_sha256, &stop).await.map(|_| ())
            }
            None => access.remove(&file.path, &file.after_sha256, &stop).await,
        };
        done.map_err(|error| self.trouble(error))
    }

    /// Returns the files of a branch that have the content of the edit, or had it when that was recorded.
    async fn pushed(&self, access: &Access, files: Vec<EditFile>) -> Result<Vec<EditFile>, JobError> {
        let mut pushed = Vec::with_capacity(files.len());
        for file in files {
            let is_pushed = match file.stage {
                EditFileStage::Restored => false,
                // An attempt may have died before it recorded its commit.
                EditFileStage::Planned => {
                    let found = access.read(&file.path, &self.context.stop()).await.map_err(access_error)?;
                    found.is_some_and(|found| blobs::sha256(&found.bytes) == file.after_sha256)
                }
                EditFileStage::Canary | EditFileStage::Written | EditFileStage::Verified => true,
            };
            if is_pushed {
                pushed.push(file);
            }
        }
        Ok(pushed)
    }

    /// Restores files of a branch as one commit.
    async fn revert(&self, access: &Access, files: &[EditFile]) -> Result<Restored, JobError> {
        if files.is_empty() {
            return Ok(Restored::default());
        }
        let mut changes = Vec::with_capacity(files.len());
        for file in files {
            let bytes = match &file.before_sha256 {
                Some(before) => Some(blobs::content(self.context, self.edit.id, before).await?),
                None => None,
            };
            changes.push(FileChange { path: file.path.clone(), bytes, expected: Some(file.after_sha256.clone()) });
        }
        match self.may_write().await {
            Ok(()) | Err(Trouble::Restore(_)) => {}
            Err(Trouble::Stop(error)) => return Err(error),
        }
        let message = format!("Undo: {}", self.edit.title);
        match access.commit(&message, &changes, &self.context.stop()).await {
            Ok(_) => {
                for file in files {
                    self.advance(file, EditFileStage::Restored).await?;
                }
                Ok(Restored { files: files.len(), stuck: Vec::new() })
            }
            Err(TargetError::Cancelled) => Err(JobError::Cancelled),
            Err(error) => match self.trouble(error) {
                Trouble::Stop(error) => Err(error),
                Trouble::Restore(reason) => Ok(Restored { files: 0, stuck: vec![reason] }),
            },
        }
    }
}
