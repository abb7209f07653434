//! Stores releases and the outcome of storing them.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

use crate::{
    domain::release::{Blob, ReleaseFile},
    store::{Result, Tx, macros::*},
};

/// A release to store.
#[derive(Debug, Clone)]
pub struct NewRelease {
    /// Id.
    pub id: Uuid,
    /// SHA-256 of the manifest, hexadecimal.
    pub digest: String,
    /// Its files, ordered by path.
    pub files: Vec<ReleaseFile>,
    /// Report of the checks.
    pub gate: Value,
    /// Whether they forbid its deployment.
    pub is_blocked: bool,
    /// Whether a named person must review it before it is deployed.
    pub needs_review: bool,
    /// Rental whose tenant its pages state.
    pub rental_id: Option<Uuid>,
    /// Secret part of the address of the preview, from a secure random source.
    pub preview_key: String,
    /// Number of pages, and of those that the live release does not have.
    pub pages: (i32, i32),
    /// Contents of the files; those that are stored already are skipped.
    pub blobs: Vec<Blob>,
}

/// Outcome of storing a release.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::store) enum Stored {
    /// It has this number.
    New(i32),
    /// The latest release has the same files and the same verdict.
    Same,
}

/// Stores a release of a site, which must be locked, unless the latest one has the same files and the same verdict.
pub(in crate::store) async fn put(
    tx: &mut Tx, (workspace_id, website_id): (Uuid, Uuid), run_id: Uuid, new: &NewRelease, now: DateTime<Utc>,
) -> Result<Stored> {
    let sql = "SELECT number, digest, is_blocked, needs_review FROM releases WHERE website_id = $1 ORDER BY number DESC LIMIT 1";
    let latest = query_opt!(&mut *tx, (i32, String, bool, bool), sql, website_id)?;
    let is_same = |(_, digest, blocked, review): &(i32, String, bool, bool)| {
        *digest == new.digest && *blocked == new.is_blocked && *review == new.needs_review
    };
    if latest.as_ref().is_some_and(is_same) {
        return Ok(Stored::Same);
    }
    let number = latest.map_or(0, |(number, ..)| number) + 1;
    let added = put_blobs(tx, &new.blobs, now).await?;
    execute!(
        &mut *tx,
        "INSERT INTO releases (id, workspace_id, website_id, number, digest, manifest, gate, is_blocked, preview_key,
           stored_bytes, pages, new_pages, run_id, created_at, needs_review, rental_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)",
        new.id,
        workspace_id,
        website_id,
        number,
        &new.digest,
        Json(&new.files),
        Json(&new.gate),
        new.is_blocked,
        &new.preview_key,
        added,
        new.pages.0,
        new.pages.1,
        run_id,
        now,
        new.needs_review,
        new.rental_id
    )?;
    refer(tx, new).await?;
    Ok(Stored::New(number))
}

/// Stores contents; returns the compressed bytes of those that are new. They are written in the order of their keys, so
/// that builds with the same contents wait for each other and do not deadlock.
async fn put_blobs(tx: &mut Tx, blobs: &[Blob], now: DateTime<Utc>) -> Result<i64> {
    let ordered: BTreeMap<&str, &Blob> = blobs.iter().map(|blob| (blob.sha256.as_str(), blob)).collect();
    let mut added = 0;
    for blob in ordered.into_values() {
        let sql = "UPDATE site_blobs SET used_at = $2 WHERE sha256 = $1";
        if execute!(&mut *tx, sql, &blob.sha256, now)? > 0 {
            continue;
        }
        // Another build may store it at the same time.
        let sql = "INSERT INTO site_blobs (sha256, bytes, size, used_at) VALUES ($1, $2, $3, $4)
                   ON CONFLICT (sha256) DO UPDATE SET used_at = excluded.used_at";
        execute!(&mut *tx, sql, &blob.sha256, &blob.bytes, blob.size, now)?;
        added += i64::try_from(blob.bytes.len()).unwrap_or(i64::MAX);
    }
    Ok(added)
}

async fn refer(tx: &mut Tx, new: &NewRelease) -> Result<()> {
    let mut used: Vec<&str> = new.files.iter().map(|file| file.sha256.as_str()).collect();
    used.sort_unstable();
    used.dedup();
    let sql = tx.dialect(
        "INSERT INTO release_blobs (release_id, sha256) SELECT $1, value FROM jsonb_array_elements_text($2) AS v(value)",
        "INSERT INTO release_blobs (release_id, sha256) SELECT $1, value FROM json_each($2)",
    );
    execute!(tx, sql, new.id, Json(&used)).map(|_| ())
}

/// Records the deployment of a release.
pub(in crate::store) async fn mark_deployed(
    tx: &mut Tx, id: Uuid, remote: Option<&Value>, url: Option<&str>, now: DateTime<Utc>,
) -> Result<()> {
    execute!(
        tx,
        "UPDATE releases SET deployed_at = $2, first_deployed_at = COALESCE(first_deployed_at, $2), remote = $3, url = $4
          WHERE id = $1",
        id,
        now,
        remote.map(Json),
        url
    )
    .map(|_| ())
}
