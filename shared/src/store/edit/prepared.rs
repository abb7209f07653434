//! What a run that prepares an edit leaves behind.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use futures::FutureExt;
use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

use super::{lock, set_status};
use crate::{
    domain::{
        edit::{EditStatus, EditWay},
        event::NewEvent,
        release::Blob,
        run::Run,
    },
    store::{
        Result, Tx,
        effect::{Applied, Apply, NewFindings},
        macros::*,
    },
};

/// A file that an edit changes through an access.
#[derive(Debug, Clone)]
pub struct NewEditFile {
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
}

/// Effect: an edit is prepared. It waits for approval, or is a draft with a problem.
#[derive(Debug)]
pub struct EditPrepared {
    /// Id of the edit.
    pub id: Uuid,
    /// How its changes reach the website.
    pub way: EditWay,
    /// Differences and facts of each page.
    pub preview: Value,
    /// What the website shows of each change.
    pub checked: Vec<Value>,
    /// Why it cannot be applied, with the remedy.
    pub problem: Option<String>,
    /// Files in the order in which they are written; none without an access.
    pub files: Vec<NewEditFile>,
    /// Their contents; those that are stored already are skipped.
    pub blobs: Vec<Blob>,
}

impl Apply for EditPrepared {
    fn apply<'a>(&'a self, tx: &'a mut Tx, run: &'a Run, _: &'a mut NewFindings, now: DateTime<Utc>) -> Applied<'a> {
        prepared(tx, run, self, now).boxed()
    }
}

async fn prepared(tx: &mut Tx, run: &Run, end: &EditPrepared, now: DateTime<Utc>) -> Result<Vec<NewEvent>> {
    let found = lock(tx, run.workspace_id, end.id).await?;
    // An edit that was changed or deleted meanwhile needs no preview.
    let Some(edit) = found.filter(|edit| edit.run_id == Some(run.id) && edit.status == EditStatus::Preparing) else {
        return Ok(Vec::new());
    };
    execute!(&mut *tx, "DELETE FROM edit_files WHERE edit_id = $1", end.id)?;
    let added = put_blobs(tx, &end.blobs, now).await?;
    for (position, file) in (0_i32..).zip(&end.files) {
        put_file(tx, end.id, position, file).await?;
    }
    execute!(
        &mut *tx,
        "UPDATE edits SET way = $2, preview = $3, checked = $4, stored_bytes = $5, release_id = NULL WHERE id = $1",
        end.id,
        end.way,
        Json(&end.preview),
        Json(&end.checked),
        added
    )?;
    let (status, detail) = match &end.problem {
        Some(problem) => (EditStatus::Draft, problem.as_str()),
        None => (EditStatus::Ready, ""),
    };
    let edit = super::find(&mut *tx, run.workspace_id, end.id).await?.unwrap_or(edit);
    Ok(vec![set_status(tx, &edit, status, detail, now).await?])
}

async fn put_file(tx: &mut Tx, edit_id: Uuid, position: i32, file: &NewEditFile) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO edit_files (edit_id, path, position, url, before_sha256, after_sha256, is_canary, stage)
         VALUES ($1, $2, $3, $4, $5, $6, $7, 'planned')",
        edit_id,
        &file.path,
        position,
        file.url.as_deref(),
        file.before_sha256.as_deref(),
        &file.after_sha256,
        file.is_canary
    )
    .map(|_| ())
}

/// Stores contents; returns the compressed bytes of those that are new. They are written in the order of their keys, so
/// that runs with the same contents wait for each other and do not deadlock.
async fn put_blobs(tx: &mut Tx, blobs: &[Blob], now: DateTime<Utc>) -> Result<i64> {
    let ordered: BTreeMap<&str, &Blob> = blobs.iter().map(|blob| (blob.sha256.as_str(), blob)).collect();
    let mut added = 0;
    for blob in ordered.into_values() {
        let sql = "UPDATE edit_blobs SET used_at = $2 WHERE sha256 = $1";
        if execute!(&mut *tx, sql, &blob.sha256, now)? > 0 {
            continue;
        }
        let sql = "INSERT INTO edit_blobs (sha256, bytes, size, used_at) VALUES ($1, $2, $3, $4)
                   ON CONFLICT (sha256) DO UPDATE SET used_at = excluded.used_at";
        execute!(&mut *tx, sql, &blob.sha256, &blob.bytes, blob.size, now)?;
        added += i64::try_from(blob.bytes.len()).unwrap_or(i64::MAX);
    }
    Ok(added)
}
