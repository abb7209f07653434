//! Custom host names of sites.

use chrono::{DateTime, Duration, Utc};
use sqlx::types::Json;
use uuid::Uuid;

use crate::{
    domain::site::SiteDomain,
    store::{Executor, Result, Tx, batch::Ids, macros::*},
};

/// Time in which a host name must lead here: then another site may claim it.
const CLAIM: Duration = Duration::days(7);

/// Result of setting the host names of a site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Claimed {
    /// The site has exactly these host names.
    All,
    /// Another site has this host name: the transaction must be rolled back.
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
        "SELECT host, website_id, verified_at FROM site_domains WHERE workspace_id = $1 AND website_id = ANY($2)
          ORDER BY website_id, host",
        "SELECT host, website_id, verified_at FROM site_domains WHERE workspace_id = $1
            AND website_id IN (SELECT unhex(value) FROM json_each($2)) ORDER BY website_id, host",
    );
    query_all!(executor, SiteDomain, sql, workspace_id, Ids::of(ids))
}

/// Gives a site of the workspace exactly these host names, in lower case. A host name of another site is refused, unless it
/// was claimed a week ago and never led here.
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
    for host in hosts {
        let changed = execute!(
            &mut *tx,
            "INSERT INTO site_domains (host, website_id, workspace_id, added_at) VALUES ($1, $2, $3, $4)
             ON CONFLICT (host) DO UPDATE SET website_id = excluded.website_id, workspace_id = excluded.workspace_id,
               added_at = CASE WHEN site_domains.website_id = excluded.website_id THEN site_domains.added_at
                               ELSE excluded.added_at END
               WHERE site_domains.website_id = excluded.website_id
                  OR (site_domains.verified_at IS NULL AND site_domains.added_at < $5)",
            host,
            id,
            workspace_id,
            now,
            now - CLAIM
        )?;
        if changed == 0 {
            return Ok(Claimed::Taken(host.clone()));
        }
    }
    Ok(Claimed::All)
}

/// Records that a host name leads here; returns false if no site has it, or if it was recorded before.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn verify_domain(executor: impl Into<Executor<'_>>, host: &str, now: DateTime<Utc>) -> Result<bool> {
    let sql = "UPDATE site_domains SET verified_at = $2 WHERE host = $1 AND verified_at IS NULL";
    Ok(execute!(executor.into(), sql, host, now)? == 1)
}
