//! What the checks of a site need to know of the other sites of its workspace.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use sqlx::types::Json;
use uuid::Uuid;

use crate::{
    domain::site::SitePlace,
    store::{Executor, Result, Tx, macros::*},
};

/// Another site with its market.
#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct OtherSite {
    /// Id of its website.
    pub id: Uuid,
    /// Display name.
    pub name: String,
    /// Host of its website.
    pub host: String,
    /// Slug of the vertical.
    pub vertical: String,
    /// Places.
    pub places: Json<Vec<SitePlace>>,
    /// Whether its markets are taken: it was added earlier, or has a release that may be deployed.
    pub is_first: bool,
}

/// The sketch of a page of another site.
#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct StoredSketch {
    /// Id of the site's website.
    pub website_id: Uuid,
    /// Path of the page.
    pub path: String,
    /// MinHash.
    pub sketch: Vec<u8>,
}

/// What a page says, for comparisons.
#[derive(Debug, Clone, PartialEq, Eq, sqlx_macros::FromRow)]
pub struct PageSketch {
    /// Path of the page.
    pub path: String,
    /// MinHash.
    pub sketch: Vec<u8>,
    /// Sorted hashes of its shingles.
    pub shingles: Vec<u8>,
}

/// Returns the other sites of the workspace that are neither deleted nor taken offline, oldest first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn others(executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid) -> Result<Vec<OtherSite>> {
    query_all!(
        executor.into(),
        OtherSite,
        "SELECT s.website_id AS id, (SELECT w.name FROM websites w WHERE w.id = s.website_id) AS name,
                (SELECT w.host FROM websites w WHERE w.id = s.website_id) AS host, s.vertical, s.places,
                (s.website_id < $2 OR EXISTS (SELECT 1 FROM releases r WHERE r.website_id = s.website_id AND NOT r.is_blocked))
                  AS is_first
           FROM sites s
          WHERE s.workspace_id = $1 AND s.website_id <> $2 AND s.status <> 'offline'
            AND (SELECT w.archived_at FROM websites w WHERE w.id = s.website_id) IS NULL
          ORDER BY s.website_id",
        workspace_id,
        id
    )
}

/// Returns the sketches of the pages of those sites as of their latest build that may be deployed, and those that a build under
/// way has claimed; at most `limit`, ordered by site and path.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn sketches(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid, limit: i64,
) -> Result<Vec<StoredSketch>> {
    query_all!(
        executor.into(),
        StoredSketch,
        "SELECT k.website_id, k.path, k.sketch FROM page_sketches k JOIN sites s ON s.website_id = k.website_id
          WHERE s.workspace_id = $1 AND s.website_id <> $2 AND s.status <> 'offline'
            AND (SELECT w.archived_at FROM websites w WHERE w.id = s.website_id) IS NULL
            AND NOT EXISTS (SELECT 1 FROM sketch_claims c WHERE c.website_id = k.website_id AND c.path = k.path)
         UNION ALL
         SELECT c.website_id, c.path, c.sketch FROM sketch_claims c
          WHERE c.workspace_id = $1 AND c.website_id <> $2
          ORDER BY 1, 2 LIMIT $3",
        workspace_id,
        id,
        limit
    )
}

/// Returns the sketches of the pages of the other sites of the workspace that are live, at most `limit`, ordered by site and
/// path.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn live_sketches(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid, limit: i64,
) -> Result<Vec<StoredSketch>> {
    query_all!(
        executor.into(),
        StoredSketch,
        "SELECT k.website_id, k.path, k.sketch FROM page_sketches k JOIN sites s ON s.website_id = k.website_id
          WHERE s.workspace_id = $1 AND s.website_id <> $2 AND s.live_release_id IS NOT NULL
          ORDER BY k.website_id, k.path LIMIT $3",
        workspace_id,
        id,
        limit
    )
}

/// Returns the sketches of the pages of a site of the workspace, with their shingles, as of its latest build.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn own_sketches(executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid) -> Result<Vec<PageSketch>> {
    query_all!(
        executor.into(),
        PageSketch,
        "SELECT k.path, k.sketch, k.shingles FROM page_sketches k JOIN sites s ON s.website_id = k.website_id
          WHERE s.workspace_id = $1 AND s.website_id = $2 ORDER BY k.path",
        workspace_id,
        id
    )
}

/// Returns the shingles of these pages of sites of the workspace, with site and path.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn shingles(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, pages: &[(Uuid, String)],
) -> Result<Vec<(Uuid, String, Vec<u8>)>> {
    let mut executor = executor.into();
    let wanted: Vec<Value> =
        pages.iter().map(|(site, path)| json!({"w": site.simple().to_string(), "p": path})).collect();
    let sql = executor.dialect(
        "SELECT k.website_id, k.path, COALESCE(c.shingles, k.shingles) FROM page_sketches k
           JOIN sites s ON s.website_id = k.website_id
           JOIN jsonb_to_recordset($2) AS v(w uuid, p text) ON v.w = k.website_id AND v.p = k.path
           LEFT JOIN sketch_claims c ON c.website_id = k.website_id AND c.path = k.path
          WHERE s.workspace_id = $1
         UNION
         SELECT c.website_id, c.path, c.shingles FROM sketch_claims c
           JOIN jsonb_to_recordset($2) AS v(w uuid, p text) ON v.w = c.website_id AND v.p = c.path
          WHERE c.workspace_id = $1 ORDER BY 1, 2",
        "SELECT k.website_id, k.path, COALESCE(c.shingles, k.shingles) AS shingles FROM page_sketches k
           JOIN sites s ON s.website_id = k.website_id
           LEFT JOIN sketch_claims c ON c.website_id = k.website_id AND c.path = k.path
          WHERE s.workspace_id = $1 AND (k.website_id, k.path) IN
            (SELECT unhex(value ->> 'w'), value ->> 'p' FROM json_each($2))
         UNION
         SELECT c.website_id, c.path, c.shingles FROM sketch_claims c
          WHERE c.workspace_id = $1 AND (c.website_id, c.path) IN
            (SELECT unhex(value ->> 'w'), value ->> 'p' FROM json_each($2)) ORDER BY 1, 2",
    );
    query_all!(executor, (Uuid, String, Vec<u8>), sql, workspace_id, Json(&wanted))
}

/// Replaces the sketches of a site.
pub(super) async fn put_sketches(tx: &mut Tx, id: Uuid, sketches: &[PageSketch], seq: i64) -> Result<()> {
    execute!(&mut *tx, "DELETE FROM page_sketches WHERE website_id = $1", id)?;
    for page in sketches {
        let sql = "INSERT INTO page_sketches (website_id, path, sketch, shingles, seq) VALUES ($1, $2, $3, $4, $5)";
        execute!(&mut *tx, sql, id, &page.path, &page.sketch, &page.shingles, seq)?;
    }
    Ok(())
}

/// Counts the other sites of the workspace that went live for the first time since a moment.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn launched_since(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid, since: DateTime<Utc>,
) -> Result<i64> {
    query_value!(
        executor.into(),
        i64,
        "SELECT COUNT(*) FROM (SELECT website_id FROM releases WHERE workspace_id = $1 AND website_id <> $2
           AND first_deployed_at IS NOT NULL GROUP BY website_id HAVING MIN(first_deployed_at) >= $3) AS launched",
        workspace_id,
        id,
        since
    )
}

/// Returns true if a site of the workspace was live before.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn was_launched(executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid) -> Result<bool> {
    let sql = "SELECT id FROM releases WHERE workspace_id = $1 AND website_id = $2 AND first_deployed_at IS NOT NULL
                ORDER BY number LIMIT 1";
    Ok(query_opt!(executor.into(), (Uuid,), sql, workspace_id, id)?.is_some())
}

/// Counts the new pages of releases of a site of the workspace that went live for the first time since a moment.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn pages_since(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid, since: DateTime<Utc>,
) -> Result<i64> {
    query_value!(
        executor.into(),
        i64,
        "SELECT CAST(COALESCE(SUM(new_pages), 0) AS BIGINT) FROM releases
          WHERE workspace_id = $1 AND website_id = $2 AND first_deployed_at >= $3",
        workspace_id,
        id,
        since
    )
}

/// Returns the paths of the files of a site's live release; empty without one.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn live_paths(executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid) -> Result<Vec<String>> {
    let found = query_opt!(
        executor.into(),
        (Json<Vec<crate::domain::release::ReleaseFile>>,),
        "SELECT r.manifest FROM sites s JOIN releases r ON r.id = s.live_release_id
          WHERE s.workspace_id = $1 AND s.website_id = $2",
        workspace_id,
        id
    )?;
    let files = found.map(|(manifest,)| manifest.0).unwrap_or_default();
    Ok(files.into_iter().map(|file| file.path).collect())
}
