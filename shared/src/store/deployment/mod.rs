//! Deployments: batches of sites. One parent run has a child for each build and each deployment of a site.
//!
//! A deployment is locked before its sites.

mod actions;
mod cancelling;
mod days;
mod insert;
mod planned;
mod refresh;
mod request;
mod reviews;
mod starting;
mod waiting;

use uuid::Uuid;

pub use actions::{Acted, Batched, pause, resume};
pub use cancelling::{CANCELLED_AT_ONCE, CancelPiece, being_cancelled, cancel, cancel_piece, cancel_within};
pub use insert::{NewBatch, NewDeployment, insert, insert_batch};
pub use planned::{CREATED_AT_ONCE, Created, create_planned, with_planned};
pub(super) use refresh::{DeploymentBatch, refresh};
pub use request::{FoundRequest, Requested, remember_request, requested};
pub use reviews::{Reviews, needed_reviews};
pub use starting::{STARTED_AT_ONCE, approve, retry};
pub use waiting::waiting_version;

use super::{Executor, Result, Tx, macros::*};
use crate::domain::{
    Page,
    deployment::{Deployment, DeploymentError, DeploymentStatus},
    fetched,
};

/// Maximum number of sites of a deployment.
pub const MOST_PLANNED: usize = 5_000;

/// Number of sites of a deployment `d` that do not exist yet.
macro_rules! planned {
    () => {
        "(SELECT COUNT(*) FROM planned_sites p WHERE p.deployment_id = d.id)"
    };
}

/// Status of a deployment `d` with its parent run `r`.
macro_rules! status {
    () => {
        "CASE WHEN d.status = 'cancelled' AND d.finished_at IS NULL THEN 'cancelling' WHEN d.status IN ('building', 'waiting', 'deploying') AND r.status = 'paused' THEN 'paused' ELSE d.status END"
    };
}

/// Columns of [`Deployment`] without the source of the numbers. `$1` is the workspace.
macro_rules! select {
    () => {
        concat!(
            "SELECT d.id, d.name, d.kind, d.plan, ",
            status!(),
            " AS status,
                d.sites_planned, d.run_id, d.approved_by, d.approved_at, d.created_by, d.created_at, d.finished_at,
                COALESCE(c.built, 0) AS built, COALESCE(c.deployed, 0) AS deployed,
                CASE WHEN d.status = 'cancelled' THEN 0 ELSE COALESCE(c.waiting, 0) END AS waiting,
                CASE WHEN d.status = 'cancelled' THEN 0 ELSE COALESCE(c.building, 0) + ",
            planned!(),
            " END AS building,
                CASE WHEN d.status = 'cancelled' THEN 0 ELSE COALESCE(c.deploying, 0) END AS deploying,
                d.sites_planned - COALESCE(c.deployed, 0) - CASE WHEN d.status = 'cancelled' THEN 0
                  ELSE COALESCE(c.waiting + c.building + c.deploying, 0) + ",
            planned!(),
            " END AS errors
           FROM deployments d LEFT JOIN runs r ON r.id = d.run_id LEFT JOIN "
        )
    };
}

/// Numbers of the sites of deployments, by the status of each site. A live site is deployed whatever is done with it later.
///
/// Websites are looked up one at a time: as long as PostgreSQL has no statistics of a table that grows by thousands of rows, it would
/// join them by reading all of them for each site.
macro_rules! counted {
    ($condition:literal) => {
        concat!(
            "(SELECT s.deployment_id,
               CAST(SUM(CASE WHEN EXISTS (SELECT 1 FROM releases l WHERE l.website_id = s.website_id) THEN 1 ELSE 0 END)
                 AS BIGINT) AS built,
               CAST(SUM(CASE WHEN s.live_release_id IS NOT NULL THEN 1 ELSE 0 END) AS BIGINT) AS deployed,
               CAST(SUM(CASE WHEN s.live_release_id IS NULL AND s.status IN ('waiting', 'approved') THEN 1 ELSE 0 END)
                 AS BIGINT) AS waiting,
               CAST(SUM(CASE WHEN s.live_release_id IS NULL AND s.status = 'building' THEN 1 ELSE 0 END) AS BIGINT)
                 AS building,
               CAST(SUM(CASE WHEN s.live_release_id IS NULL AND s.status = 'deploying' THEN 1 ELSE 0 END) AS BIGINT)
                 AS deploying
              FROM sites s
             WHERE (SELECT w.archived_at FROM websites w WHERE w.id = s.website_id) IS NULL AND ",
            $condition,
            " GROUP BY s.deployment_id) c ON c.deployment_id = d.id "
        )
    };
}

/// Returns a deployment of the workspace.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn find(executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid) -> Result<Option<Deployment>> {
    let sql = concat!(select!(), counted!("s.deployment_id = $2"), "WHERE d.workspace_id = $1 AND d.id = $2");
    query_opt!(executor.into(), Deployment, sql, workspace_id, id)
}

/// Conditions of a list of deployments; `None` is any.
#[derive(Debug, Clone, Copy, Default)]
pub struct DeploymentFilter {
    /// Only deployments that have not ended.
    pub is_active: bool,
    /// Only with this status.
    pub status: Option<DeploymentStatus>,
    /// Only deployments older than this one.
    pub before: Option<Uuid>,
}

/// Lists the deployments of the workspace, newest first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn list(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, filter: DeploymentFilter, limit: usize,
) -> Result<Page<Deployment>> {
    let sql = concat!(
        select!(),
        counted!("s.workspace_id = $1 AND s.deployment_id IS NOT NULL"),
        "WHERE d.workspace_id = $1 AND (NOT $2 OR d.finished_at IS NULL) AND ($3 IS NULL OR d.id < $3)
            AND ($5 IS NULL OR ",
        status!(),
        " = $5) ORDER BY d.id DESC LIMIT $4"
    );
    let rows = query_all!(
        executor.into(),
        Deployment,
        sql,
        workspace_id,
        filter.is_active,
        filter.before,
        fetched(limit),
        filter.status
    )?;
    Ok(Page::from_rows(rows, limit, |row| row.id.to_string()))
}

/// Returns the sites of a deployment of the workspace that are not live and that nothing is being done for, at most `limit`.
/// Deleted sites are counted and not listed.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn errors(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid, limit: i64,
) -> Result<Vec<DeploymentError>> {
    query_all!(
        executor.into(),
        DeploymentError,
        "SELECT s.website_id AS site_id, (SELECT w.name FROM websites w WHERE w.id = s.website_id) AS name,
                COALESCE(s.last_error, CASE s.status
             WHEN 'blocked' THEN 'The checks forbid its deployment.' WHEN 'offline' THEN 'It was taken offline.'
             WHEN 'failed' THEN 'It failed.' ELSE 'It was cancelled. Start it again.' END) AS detail
           FROM sites s JOIN deployments d ON d.id = s.deployment_id
          WHERE s.workspace_id = $1 AND s.deployment_id = $2 AND s.live_release_id IS NULL
            AND (SELECT w.archived_at FROM websites w WHERE w.id = s.website_id) IS NULL
            AND (d.status = 'cancelled' OR s.status NOT IN ('building', 'waiting', 'approved', 'deploying'))
          ORDER BY s.website_id LIMIT $3",
        workspace_id,
        id,
        limit
    )
}

/// Locks a deployment of the workspace until the end of the transaction; returns its stored status, which is never
/// [`DeploymentStatus::Paused`] or [`DeploymentStatus::Cancelling`].
///
/// # Errors
/// Returns an error if the query fails.
pub async fn lock(tx: &mut Tx, workspace_id: Uuid, id: Uuid) -> Result<Option<DeploymentStatus>> {
    let sql = tx.dialect(
        "SELECT status FROM deployments WHERE id = $1 AND workspace_id = $2 FOR NO KEY UPDATE",
        "SELECT status FROM deployments WHERE id = $1 AND workspace_id = $2",
    );
    Ok(query_opt!(tx, (DeploymentStatus,), sql, id, workspace_id)?.map(|(status,)| status))
}
