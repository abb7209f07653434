//! Edits: changes of existing pages of a website, made for one reason.

use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

use super::{run::RunStatus, text_enum};
use crate::vault::Sealed;

text_enum! {
    /// Status of an edit.
    EditStatus {
        /// Its changes are entered; it was not prepared, or cannot be.
        Draft = "draft",
        /// A run reads the pages and computes the differences.
        Preparing = "preparing",
        /// It waits for approval.
        Ready = "ready",
        /// Its changes are being made or undone.
        Applying = "applying",
        /// Its changes were made, and the website shows them.
        Applied = "applied",
        /// The pages are being compared with the changes.
        Checking = "checking",
        /// A person makes its changes.
        Waiting = "waiting",
        /// Its changes failed, and everything written was restored.
        RolledBack = "rolled_back",
        /// Its changes failed.
        Failed = "failed",
        /// Its changes were undone on request.
        Undone = "undone",
        /// It was cancelled before its changes were made.
        Cancelled = "cancelled",
    }
}

text_enum! {
    /// How the changes of an edit reach a website.
    EditWay {
        /// A release of a site that is built here.
        Release = "release",
        /// The live files, through the access to the website.
        Access = "access",
        /// A person, with a patch and instructions.
        Person = "person",
    }
}

text_enum! {
    /// Step of an edit that a run takes.
    EditStep {
        /// Reads the pages and computes the differences.
        Prepare = "prepare",
        /// Makes the changes.
        Apply = "apply",
        /// Compares the pages with the changes.
        Check = "check",
        /// Undoes the changes.
        Undo = "undo",
    }
}

text_enum! {
    /// How far the change of a file is.
    EditFileStage {
        /// It is not written.
        Planned = "planned",
        /// It is written as one of the first, on trial.
        Canary = "canary",
        /// It is written.
        Written = "written",
        /// It is written, and the website shows its changes.
        Verified = "verified",
        /// It has its previous content again.
        Restored = "restored",
    }
}

impl EditFileStage {
    /// Returns true if the file has the content of the edit.
    #[must_use]
    pub const fn is_written(self) -> bool {
        matches!(self, Self::Canary | Self::Written | Self::Verified)
    }
}

text_enum! {
    /// Kind of the access to a website's live files.
    AccessKind {
        /// A server with SFTP.
        Sftp = "sftp",
        /// Storage with the interface of Amazon S3.
        S3 = "s3",
        /// A folder of the server.
        Folder = "folder",
        /// A Git repository from which the website is published.
        Git = "git",
    }
}

/// An edit with its website.
#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct Edit {
    /// Time-ordered.
    pub id: Uuid,
    /// Workspace.
    pub workspace_id: Uuid,
    /// Website.
    pub website_id: Uuid,
    /// Name of the website.
    pub website_name: String,
    /// URL of its home page.
    pub website_url: String,
    /// Opportunity that it implements.
    pub opportunity_id: Option<Uuid>,
    /// Edit that it undoes.
    pub undoes_id: Option<Uuid>,
    /// Latest edit that undoes it and was not cancelled.
    pub undo_edit_id: Option<Uuid>,
    /// Title, one line.
    pub title: String,
    /// Reason; may be empty.
    pub reason: String,
    /// Changes; their type belongs to the crate `edits`.
    pub changes: Json<Vec<Value>>,
    /// What the website showed of each change when it was last read: `isApplied` and `found`; empty before it.
    pub checked: Json<Vec<Value>>,
    /// Status.
    pub status: EditStatus,
    /// How its changes reach the website; `None` before it is prepared.
    pub way: Option<EditWay>,
    /// Step of its latest run.
    pub step: Option<EditStep>,
    /// Reason of the status, with the remedy; may be empty.
    pub detail: String,
    /// Why its files are being restored; `None` while they are not.
    pub failure: Option<String>,
    /// Differences and facts of each page.
    pub preview: Json<Value>,
    /// Whether an experiment measures it.
    pub is_measured: bool,
    /// Experiment that measures it.
    pub experiment_id: Option<Uuid>,
    /// Change log entry about it.
    pub annotation_id: Option<Uuid>,
    /// Release that carries its changes.
    pub release_id: Option<Uuid>,
    /// Latest run.
    pub run_id: Option<Uuid>,
    /// Its status; `None` if the run was deleted.
    pub run_status: Option<RunStatus>,
    /// Latest run that builds or deploys its site.
    pub site_run_id: Option<Uuid>,
    /// Its status; `None` if the run was deleted.
    pub site_run_status: Option<RunStatus>,
    /// Number of files on trial, and of all files; 0 without an access.
    pub canary_files: i64,
    /// Number of files that an access changes.
    pub files: i64,
    /// Number of files that have the content of the edit.
    pub written_files: i64,
    /// User who created it.
    pub created_by: Uuid,
    /// User who approved it.
    pub approved_by: Option<Uuid>,
    /// Name of that user.
    pub approved_by_name: Option<String>,
    /// Time of the approval.
    pub approved_at: Option<DateTime<Utc>>,
    /// Time at which the website showed all changes.
    pub applied_at: Option<DateTime<Utc>>,
    /// Time at which they were undone.
    pub undone_at: Option<DateTime<Utc>>,
    /// Time of creation.
    pub created_at: DateTime<Utc>,
    /// Time of the last change.
    pub updated_at: DateTime<Utc>,
}

impl Edit {
    /// Returns the run at work, if there is one: its own, or that of its site.
    #[must_use]
    pub fn run_at_work(&self) -> Option<Uuid> {
        let at_work = |id: Option<Uuid>, status: Option<RunStatus>| {
            id.filter(|_| status.is_some_and(|status| !status.is_final()))
        };
        at_work(self.run_id, self.run_status).or_else(|| at_work(self.site_run_id, self.site_run_status))
    }

    /// Returns true if its changes may be on the website. Those that a person made are undone by another edit, once.
    #[must_use]
    pub fn can_be_undone(&self) -> bool {
        let is_partly = self.status == EditStatus::Failed && self.written_files > 0;
        if self.way == Some(EditWay::Person) {
            return self.status == EditStatus::Applied && self.undoes_id.is_none() && self.undo_edit_id.is_none();
        }
        let is_applied = matches!(self.status, EditStatus::Applied | EditStatus::Checking);
        // Undoing an edit that undoes another one would leave that one as undone: it is made again instead.
        is_partly || (is_applied && self.undoes_id.is_none())
    }
}

/// A file that an edit changes through an access.
#[derive(Debug, Clone, PartialEq, Eq, sqlx_macros::FromRow)]
pub struct EditFile {
    /// Path of the file at the access.
    pub path: String,
    /// Public address of its page; `None` for a file that is no page.
    pub url: Option<String>,
    /// SHA-256 of the content before, hexadecimal; `None` for a file that the edit creates.
    pub before_sha256: Option<String>,
    /// SHA-256 of the content after, hexadecimal.
    pub after_sha256: String,
    /// Whether it is one of the first, on trial.
    pub is_canary: bool,
    /// How far its change is.
    pub stage: EditFileStage,
}

/// Access to the live files of a website.
#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct WebsiteAccess {
    /// Website.
    pub website_id: Uuid,
    /// Workspace.
    pub workspace_id: Uuid,
    /// Kind.
    pub kind: AccessKind,
    /// Choices that are not secret; their type belongs to the crate `targets`.
    pub settings: Json<Value>,
    /// Encrypted credentials, sealed for the workspace and the website.
    pub sealed_secret: Option<Sealed>,
    /// Public address of its pages.
    pub base_url: String,
    /// When a test last succeeded with these settings.
    pub tested_at: Option<DateTime<Utc>>,
    /// Time of creation.
    pub created_at: DateTime<Utc>,
    /// Time of the last change.
    pub updated_at: DateTime<Utc>,
}

/// A change that a site keeps over its rendered pages.
#[derive(Debug, Clone, PartialEq, sqlx_macros::FromRow)]
pub struct PageChange {
    /// Edit that made it.
    pub edit_id: Uuid,
    /// Path of the page, or the old address of a redirect.
    pub path: String,
    /// The change; its type belongs to the crate `edits`.
    pub change: Json<Value>,
}
