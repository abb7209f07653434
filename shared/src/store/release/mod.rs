//! Releases: immutable versions of a site's files, which are stored once by their content.

mod approve;
mod files;
mod of_edit;
mod of_growth;
mod retention;
mod store;

use chrono::{DateTime, Utc};
use uuid::Uuid;

pub use approve::{Approval, approve};
pub use files::{blob, blob_bytes, manifest, missing_blobs};
pub(super) use of_edit::{approve_for_edit, withdraw};
pub(super) use of_growth::approve_like;
pub use retention::{delete_old, delete_unused_blobs};
pub use store::NewRelease;
pub(super) use store::{mark_deployed, put};

use super::{Executor, Result, macros::*};
use crate::domain::{
    Page, fetched,
    release::{FullRelease, Release, Review},
};

/// Columns of [`Release`].
macro_rules! release_columns {
    () => {
        "releases.id, releases.website_id, releases.number, releases.digest, releases.is_blocked, releases.preview_key,
         releases.pages, releases.approved_by, releases.approved_at, releases.needs_review,
         releases.reviewer_name, releases.reviewer_credentials, releases.reviewed_at, releases.deployed_at, releases.url,
         releases.created_at"
    };
}

/// Returns a release of the workspace.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn find(executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid) -> Result<Option<Release>> {
    let sql = concat!("SELECT ", release_columns!(), " FROM releases WHERE id = $1 AND workspace_id = $2");
    query_opt!(executor.into(), Release, sql, id, workspace_id)
}

/// Returns a release of the workspace with its files and its report.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn find_full(executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid) -> Result<Option<FullRelease>> {
    let sql = concat!(
        "SELECT ",
        release_columns!(),
        ", manifest, gate, remote FROM releases WHERE id = $1 AND workspace_id = $2"
    );
    query_opt!(executor.into(), FullRelease, sql, id, workspace_id)
}

/// Lists the releases of a site of the workspace, newest first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn list(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid, before: Option<i32>, limit: usize,
) -> Result<Page<Release>> {
    let sql = concat!(
        "SELECT ",
        release_columns!(),
        " FROM releases WHERE website_id = $1 AND workspace_id = $2 AND ($3 IS NULL OR number < $3)
          ORDER BY number DESC LIMIT $4"
    );
    let rows = query_all!(executor.into(), Release, sql, website_id, workspace_id, before, fetched(limit))?;
    Ok(Page::from_rows(rows, limit, |row| row.number.to_string()))
}

/// Returns the latest release of a site of the workspace.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn latest(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid,
) -> Result<Option<Release>> {
    let page = list(executor, workspace_id, website_id, None, 1).await?;
    Ok(page.items.into_iter().next())
}

/// Returns the latest review of a release of a site of the workspace, with its time.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn latest_review(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid,
) -> Result<Option<(Review, DateTime<Utc>)>> {
    let sql = "SELECT reviewer_name, reviewer_credentials, reviewed_at FROM releases
                WHERE website_id = $1 AND workspace_id = $2 AND reviewed_at IS NOT NULL
                ORDER BY reviewed_at DESC, number DESC LIMIT 1";
    let found = query_opt!(executor.into(), (String, String, DateTime<Utc>), sql, website_id, workspace_id)?;
    Ok(found.map(|(name, credentials, at)| (Review { name, credentials }, at)))
}

/// Returns a release of whatever workspace by its preview key, unless its site was deleted: for readers, who need no
/// account.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn find_by_preview_key(executor: impl Into<Executor<'_>>, key: &str) -> Result<Option<Release>> {
    let sql = concat!(
        "SELECT ",
        release_columns!(),
        " FROM releases WHERE preview_key = $1 AND EXISTS (SELECT 1 FROM websites
           WHERE websites.id = releases.website_id AND websites.archived_at IS NULL)"
    );
    query_opt!(executor.into(), Release, sql, key)
}
