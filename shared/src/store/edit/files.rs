//! Files that edits change, and how far that is. Each write of a run is accepted only while it holds its attempt.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::{
    domain::{
        edit::{EditFile, EditFileStage},
        release::Blob,
        run::Run,
    },
    store::{Db, Executor, Result, kill_switch, macros::*},
};

/// Whether a run may write the next file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MayWrite {
    /// It may.
    Yes,
    /// The kill switch is on.
    Stopped,
    /// What was written is to be restored, for this reason.
    Restore(String),
    /// The run is no longer this attempt's, or the edit is gone.
    Lost,
}

/// Returns the files of an edit of the workspace, in the order in which they are written.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn files(executor: impl Into<Executor<'_>>, workspace_id: Uuid, edit_id: Uuid) -> Result<Vec<EditFile>> {
    let sql = "SELECT f.path, f.url, f.before_sha256, f.after_sha256, f.is_canary, f.stage FROM edit_files f
                 JOIN edits e ON e.id = f.edit_id WHERE f.edit_id = $1 AND e.workspace_id = $2 ORDER BY f.position";
    query_all!(executor.into(), EditFile, sql, edit_id, workspace_id)
}

/// Returns the content of a file of an edit of the workspace by its SHA-256.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn blob(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, edit_id: Uuid, sha256: &str,
) -> Result<Option<Blob>> {
    query_opt!(
        executor.into(),
        Blob,
        "SELECT b.sha256, b.bytes, b.size FROM edit_blobs b WHERE b.sha256 = $1 AND EXISTS
           (SELECT 1 FROM edit_files f JOIN edits e ON e.id = f.edit_id WHERE f.edit_id = $2 AND e.workspace_id = $3
              AND (f.before_sha256 = $1 OR f.after_sha256 = $1))",
        sha256,
        edit_id,
        workspace_id
    )
}

/// Returns whether a run may write the next file of an edit.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn may_write(db: &Db, run: &Run, edit_id: Uuid, now: DateTime<Utc>) -> Result<MayWrite> {
    let mut tx = db.begin().await?;
    let is_stopped = kill_switch::is_stopped(&mut tx, run.workspace_id, now).await?;
    let sql = "SELECT e.failure FROM edits e JOIN runs r ON r.id = e.run_id
                WHERE e.id = $1 AND r.id = $2 AND r.attempt = $3 AND r.status = 'running'";
    let found = query_opt!(&mut tx, (Option<String>,), sql, edit_id, run.id, run.attempt)?;
    tx.commit().await?;
    Ok(match found {
        None => MayWrite::Lost,
        Some(_) if is_stopped => MayWrite::Stopped,
        Some((Some(failure),)) => MayWrite::Restore(failure),
        Some((None,)) => MayWrite::Yes,
    })
}

/// Stores how far the change of a file is. Returns false if the attempt no longer holds its run.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn advance(db: &Db, run: &Run, edit_id: Uuid, path: &str, stage: EditFileStage) -> Result<bool> {
    let changed = execute!(
        db,
        "UPDATE edit_files SET stage = $3 WHERE edit_id = $1 AND path = $2 AND EXISTS
           (SELECT 1 FROM runs WHERE runs.id = $4 AND runs.attempt = $5 AND runs.status = 'running')",
        edit_id,
        path,
        stage,
        run.id,
        run.attempt
    )?;
    Ok(changed > 0)
}

/// Stores why the files of an edit are being restored, before the first one is: another attempt goes on with it. The first
/// reason is kept. Returns false if the attempt no longer holds its run.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn keep_failure(db: &Db, run: &Run, edit_id: Uuid, failure: &str) -> Result<bool> {
    let changed = execute!(
        db,
        "UPDATE edits SET failure = COALESCE(failure, $2) WHERE id = $1 AND EXISTS
           (SELECT 1 FROM runs WHERE runs.id = $3 AND runs.attempt = $4 AND runs.status = 'running')",
        edit_id,
        failure,
        run.id,
        run.attempt
    )?;
    Ok(changed > 0)
}
