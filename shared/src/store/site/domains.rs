//! Custom host names of sites.

use chrono::{DateTime, Duration, Utc};
use sqlx::types::Json;
use uuid::Uuid;

use crate::{
    domain::{
        new_id,
        site::{DomainClaim, DomainProof, SiteDomain},
    },
    store::{Db, Executor, Result, Tx, batch::Ids, macros::*},
};

/// Time in which a host name must be proved: then another site may claim it.
pub(in crate::store) const CLAIM: Duration = Duration::days(7);

/// Result of setting the host names of a site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Claimed {
    /// The site has exactly these host names.
    All,
    /// Another site or the reports of a workspace have this host name: the transaction must be rolled back.
    Taken(String),
    /// The workspace has no such site.
    NotFound,
}

/// Returns the host names of sites of the workspace, ordered by site and name.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn domains(executor: impl Into<Executor<'_>>, workspace_id: Uuid, ids: &[Uuid]) -> Result<Vec<SiteDomain>> {
    let mut executor = executor.into();
    let sql = executor.dialect(
        "SELECT host, website_id, token, verified_at, proof, checked_at, problem FROM site_domains WHERE workspace_id = $1 AND website_id = ANY($2)
          ORDER BY website_id, host",
        "SELECT host, website_id, token, verified_at, proof, checked_at, problem FROM site_domains WHERE workspace_id = $1
            AND website_id IN (SELECT unhex(value) FROM json_each($2)) ORDER BY website_id, host",
    );
    query_all!(executor, SiteDomain, sql, workspace_id, Ids::of(ids))
}

/// Gives a site of the workspace exactly these host names, in lower case. A host name of another site is refused, unless it
/// was claimed a week ago and never proved; so is the domain of reports.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn set_domains(
    tx: &mut Tx, workspace_id: Uuid, id: Uuid, hosts: &[String], now: DateTime<Utc>,
) -> Result<Claimed> {
    let sql = "UPDATE sites SET updated_at = $3 WHERE website_id = $1 AND workspace_id = $2";
    if execute!(&mut *tx, sql, id, workspace_id, now)? == 0 {
        return Ok(Claimed::NotFound);
    }
    let sql = tx.dialect(
        "DELETE FROM site_domains WHERE website_id = $1 AND host NOT IN (SELECT jsonb_array_elements_text($2))",
        "DELETE FROM site_domains WHERE website_id = $1 AND host NOT IN (SELECT value FROM json_each($2))",
    );
    execute!(&mut *tx, sql, id, Json(hosts))?;
    lock_hosts(tx).await?;
    for host in hosts {
        if is_of_reports(tx, host, now).await? {
            return Ok(Claimed::Taken(host.clone()));
        }
        let changed = execute!(
            &mut *tx,
            "INSERT INTO site_domains (host, website_id, workspace_id, added_at, token) VALUES ($1, $2, $3, $4, $6)
             ON CONFLICT (host) DO UPDATE SET website_id = excluded.website_id, workspace_id = excluded.workspace_id,
               added_at = CASE WHEN site_domains.website_id = excluded.website_id THEN site_domains.added_at
                               ELSE excluded.added_at END,
               token = CASE WHEN site_domains.website_id = excluded.website_id THEN site_domains.token
                            ELSE excluded.token END,
               checked_at = CASE WHEN site_domains.website_id = excluded.website_id THEN site_domains.checked_at END,
               problem = CASE WHEN site_domains.website_id = excluded.website_id THEN site_domains.problem END
               WHERE site_domains.website_id = excluded.website_id
                  OR (site_domains.verified_at IS NULL AND site_domains.added_at < $5)",
            host,
            id,
            workspace_id,
            now,
            now - CLAIM,
            new_id().simple().to_string()
        )?;
        if changed == 0 {
            return Ok(Claimed::Taken(host.clone()));
        }
    }
    Ok(Claimed::All)
}

/// Lets one transaction at a time give host names to sites and to reports, which are in two tables.
pub(in crate::store) async fn lock_hosts(tx: &mut Tx) -> Result<()> {
    // SQLite has one writer.
    let sql = tx.dialect("LOCK TABLE report_domains IN SHARE ROW EXCLUSIVE MODE", "SELECT 1");
    execute!(tx, sql).map(|_| ())
}

/// Returns true if a workspace has the host name for its reports. A claim that was not proved within a week ends.
async fn is_of_reports(tx: &mut Tx, host: &str, now: DateTime<Utc>) -> Result<bool> {
    let sql = "DELETE FROM report_domains WHERE host = $1 AND verified_at IS NULL AND added_at < $2";
    execute!(&mut *tx, sql, host, now - CLAIM)?;
    let sql = "SELECT host FROM report_domains WHERE host = $1";
    Ok(query_opt!(tx, (String,), sql, host)?.is_some())
}

/// Returns the host names of a site of the workspace that are not proved.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn unproved_domains(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid,
) -> Result<Vec<DomainClaim>> {
    query_all!(
        executor.into(),
        DomainClaim,
        "SELECT d.host, d.website_id, s.slug, d.token FROM site_domains d JOIN sites s ON s.website_id = d.website_id
          WHERE d.workspace_id = $1 AND d.website_id = $2 AND d.verified_at IS NULL ORDER BY d.host",
        workspace_id,
        id
    )
}

/// Returns the claim of a host name of whatever workspace that is to be checked now: it is not proved, and nobody checked it
/// since `before`. Of several callers at the same time, one gets it.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn due_domain(db: &Db, host: &str, before: DateTime<Utc>, now: DateTime<Utc>) -> Result<Option<DomainClaim>> {
    // Most requests for unknown hosts are of nobody's site: they must not write.
    let found = query_opt!(
        db,
        DomainClaim,
        "SELECT d.host, d.website_id, s.slug, d.token FROM site_domains d JOIN sites s ON s.website_id = d.website_id
          WHERE d.host = $1 AND d.verified_at IS NULL AND (d.checked_at IS NULL OR d.checked_at < $2)",
        host,
        before
    )?;
    let Some(claim) = found else { return Ok(None) };
    let sql = "UPDATE site_domains SET checked_at = $3 WHERE host = $1 AND verified_at IS NULL
                  AND (checked_at IS NULL OR checked_at < $2)";
    Ok((execute!(db, sql, host, before, now)? == 1).then_some(claim))
}

/// Records the result of a check of a claim: the record that proves it, or what was not found. Returns false if the host name has
/// another site by now, or was proved before.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn record_domain(
    executor: impl Into<Executor<'_>>, claim: &DomainClaim, found: std::result::Result<DomainProof, &str>,
    now: DateTime<Utc>,
) -> Result<bool> {
    let changed = execute!(
        executor.into(),
        "UPDATE site_domains SET checked_at = $4, proof = $5, problem = $6,
           verified_at = CASE WHEN $7 THEN $4 ELSE NULL END
          WHERE host = $1 AND website_id = $2 AND token = $3 AND verified_at IS NULL",
        &claim.host,
        claim.website_id,
        &claim.token,
        now,
        found.ok(),
        found.err(),
        found.is_ok()
    )?;
    Ok(changed == 1)
}
