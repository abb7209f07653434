//! Domains of workspaces under which their shared reports are read.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::super::{Db, Executor, Result, Tx, macros::*, site};
use crate::domain::{new_id, report::ReportDomain, site::DomainProof};

macro_rules! select {
    () => {
        "SELECT workspace_id, host, name, token, verified_at, proof, checked_at, problem FROM report_domains "
    };
}

/// Returns the domain of the workspace.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn domain(executor: impl Into<Executor<'_>>, workspace_id: Uuid) -> Result<Option<ReportDomain>> {
    query_opt!(executor.into(), ReportDomain, concat!(select!(), "WHERE workspace_id = $1"), workspace_id)
}

/// Returns the host name of the workspace's domain if a DNS record has proved it.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn verified_host(executor: impl Into<Executor<'_>>, workspace_id: Uuid) -> Result<Option<String>> {
    let sql = "SELECT host FROM report_domains WHERE workspace_id = $1 AND verified_at IS NOT NULL";
    Ok(query_opt!(executor.into(), (String,), sql, workspace_id)?.map(|(host,)| host))
}

/// Returns the domain of whatever workspace with this host name, in lower case, which a DNS record has proved.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn domain_by_host(executor: impl Into<Executor<'_>>, host: &str) -> Result<Option<ReportDomain>> {
    let sql = concat!(select!(), "WHERE host = $1 AND verified_at IS NOT NULL");
    query_opt!(executor.into(), ReportDomain, sql, host)
}

/// Sets the domain of the workspace, and the name of its agency. Another host name is not proved. Returns false if another
/// workspace or a site has the host name: then the transaction must be rolled back. A claim that was not proved within a week
/// does not count.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn set_domain(tx: &mut Tx, workspace_id: Uuid, host: &str, name: &str, now: DateTime<Utc>) -> Result<bool> {
    site::lock_hosts(tx).await?;
    let before = now - site::CLAIM;
    let sql = "DELETE FROM site_domains WHERE host = $1 AND verified_at IS NULL AND added_at < $2";
    execute!(&mut *tx, sql, host, before)?;
    let sql = "DELETE FROM report_domains
                WHERE host = $1 AND workspace_id <> $2 AND verified_at IS NULL AND added_at < $3";
    execute!(&mut *tx, sql, host, workspace_id, before)?;
    let sql = "SELECT host FROM site_domains WHERE host = $1
               UNION ALL SELECT host FROM report_domains WHERE host = $1 AND workspace_id <> $2";
    if query_opt!(&mut *tx, (String,), sql, host, workspace_id)?.is_some() {
        return Ok(false);
    }
    let sql = "DELETE FROM report_domains WHERE workspace_id = $1 AND host <> $2";
    execute!(&mut *tx, sql, workspace_id, host)?;
    execute!(
        tx,
        "INSERT INTO report_domains (workspace_id, host, name, token, added_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (workspace_id) DO UPDATE SET name = excluded.name",
        workspace_id,
        host,
        name,
        new_id().simple().to_string(),
        now
    )?;
    Ok(true)
}

/// Removes the domain of the workspace, and returns it.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn remove_domain(tx: &mut Tx, workspace_id: Uuid) -> Result<Option<ReportDomain>> {
    let found = domain(&mut *tx, workspace_id).await?;
    execute!(tx, "DELETE FROM report_domains WHERE workspace_id = $1", workspace_id)?;
    Ok(found)
}

/// Returns the domain of whatever workspace that is to be checked now: it is not proved, and nobody checked it since
/// `before`. Of several callers at the same time, one gets it.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn due_domain(
    db: &Db, host: &str, before: DateTime<Utc>, now: DateTime<Utc>,
) -> Result<Option<ReportDomain>> {
    // Most requests for unknown hosts concern no domain: they must not write.
    let sql = concat!(select!(), "WHERE host = $1 AND verified_at IS NULL AND (checked_at IS NULL OR checked_at < $2)");
    let Some(found) = query_opt!(db, ReportDomain, sql, host, before)? else { return Ok(None) };
    let sql = "UPDATE report_domains SET checked_at = $3 WHERE host = $1 AND verified_at IS NULL
                  AND (checked_at IS NULL OR checked_at < $2)";
    Ok((execute!(db, sql, host, before, now)? == 1).then_some(found))
}

/// Records the result of a check: the record that proves the domain, or what was not found. Returns false if the claim has ended,
/// or was proved before.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn record_domain(
    executor: impl Into<Executor<'_>>, claim: &ReportDomain, found: std::result::Result<DomainProof, &str>,
    now: DateTime<Utc>,
) -> Result<bool> {
    let changed = execute!(
        executor.into(),
        "UPDATE report_domains SET checked_at = $3, proof = $4, problem = $5,
           verified_at = CASE WHEN $6 THEN $3 ELSE NULL END
          WHERE host = $1 AND token = $2 AND verified_at IS NULL",
        &claim.host,
        &claim.token,
        now,
        found.ok(),
        found.err(),
        found.is_ok()
    )?;
    Ok(changed == 1)
}
