//! Stored responses of providers, and the cache over them.

use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use uuid::Uuid;

use crate::{
    domain::{
        Page,
        connection::{EvidenceInfo, EvidenceRow},
        fetched, new_id,
    },
    store::{Executor, Result, macros::*},
};

/// A response to store.
#[derive(Debug, Clone)]
pub struct NewEvidence<'a> {
    /// Workspace.
    pub workspace_id: Uuid,
    /// Key of the provider.
    pub provider: &'a str,
    /// Key of the operation.
    pub operation: &'a str,
    /// SHA-256 of the response as it was received.
    pub sha256: &'a [u8],
    /// Bytes as they were received.
    pub size_bytes: i64,
    /// Response, compressed with gzip.
    pub body: &'a [u8],
    /// Time of the response.
    pub fetched_at: DateTime<Utc>,
    /// Time after which it is deleted.
    pub expires_at: DateTime<Utc>,
}

/// Stores a response; returns its id.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn insert_evidence(executor: impl Into<Executor<'_>>, new: &NewEvidence<'_>) -> Result<Uuid> {
    let id = new_id();
    execute!(
        executor.into(),
        "INSERT INTO evidence (id, workspace_id, provider, operation, sha256, size_bytes, body, fetched_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        id,
        new.workspace_id,
        new.provider,
        new.operation,
        new.sha256,
        new.size_bytes,
        new.body,
        new.fetched_at,
        new.expires_at
    )?;
    Ok(id)
}

/// Returns a stored response of the workspace without its body.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn evidence_info(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid,
) -> Result<Option<EvidenceInfo>> {
    let sql = "SELECT id, provider, operation, sha256, size_bytes, fetched_at, expires_at FROM evidence
                WHERE id = $1 AND workspace_id = $2";
    query_opt!(executor.into(), EvidenceInfo, sql, id, workspace_id)
}

/// Conditions of a list of stored responses; `None` is any.
#[derive(Debug, Clone, Default)]
pub struct EvidenceFilter {
    /// Key of the provider.
    pub provider: Option<String>,
    /// First day (UTC).
    pub from: Option<NaiveDate>,
    /// Last day (UTC).
    pub to: Option<NaiveDate>,
}

/// Returns the stored responses of the workspace, newest first, with their calls.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn evidence(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, filter: &EvidenceFilter, before: Option<Uuid>, limit: usize,
    now: DateTime<Utc>,
) -> Result<Page<EvidenceRow>> {
    let begin = |day: NaiveDate| day.and_time(NaiveTime::MIN).and_utc();
    let after = filter.to.and_then(|day| day.succ_opt()).map(begin);
    let rows = query_all!(
        executor.into(),
        EvidenceRow,
        "SELECT e.id, e.provider, e.operation, e.size_bytes, e.fetched_at, e.expires_at, c.connection_id, c.run_id,
           c.status, c.cost_micros, c.error,
           (SELECT MAX(p.expires_at) FROM provider_cache p
             WHERE p.evidence_id = e.id AND p.workspace_id = $1 AND p.expires_at > $6) AS cached_until
          FROM evidence e LEFT JOIN provider_calls c ON c.evidence_id = e.id AND c.workspace_id = $1
          WHERE e.workspace_id = $1 AND e.expires_at > $6 AND ($2 IS NULL OR e.id < $2)
            AND ($3 IS NULL OR e.provider = $3) AND ($4 IS NULL OR e.fetched_at >= $4)
            AND ($5 IS NULL OR e.fetched_at < $5) ORDER BY e.id DESC LIMIT $7",
        workspace_id,
        before,
        &filter.provider,
        filter.from.map(begin),
        after,
        now,
        fetched(limit)
    )?;
    Ok(Page::from_rows(rows, limit, |row| row.id.to_string()))
}

/// Returns the compressed body of a stored response of the workspace.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn evidence_body(executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid) -> Result<Option<Vec<u8>>> {
    let sql = "SELECT body FROM evidence WHERE id = $1 AND workspace_id = $2";
    Ok(query_opt!(executor.into(), (Vec<u8>,), sql, id, workspace_id)?.map(|(body,)| body))
}

/// Returns the response that answers a request of a connection, with its time, if it has not expired.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn cached(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, connection_id: Uuid, fingerprint: &str, now: DateTime<Utc>,
) -> Result<Option<(Uuid, DateTime<Utc>, Vec<u8>)>> {
    let sql = "SELECT e.id, e.fetched_at, e.body FROM provider_cache c JOIN evidence e ON e.id = c.evidence_id
                WHERE c.workspace_id = $1 AND e.workspace_id = $1 AND c.connection_id = $2 AND c.fingerprint = $3
                  AND c.expires_at > $4";
    query_opt!(executor.into(), (Uuid, DateTime<Utc>, Vec<u8>), sql, workspace_id, connection_id, fingerprint, now)
}

/// Makes a stored response answer the same request until `expires_at`.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn remember(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, connection_id: Uuid, fingerprint: &str, evidence_id: Uuid,
    expires_at: DateTime<Utc>,
) -> Result<()> {
    execute!(
        executor.into(),
        "INSERT INTO provider_cache (workspace_id, connection_id, fingerprint, evidence_id, expires_at)
         SELECT $1, id, $3, $4, $5 FROM connections WHERE id = $2 AND workspace_id = $1
         ON CONFLICT (connection_id, fingerprint) DO UPDATE SET evidence_id = excluded.evidence_id,
           expires_at = excluded.expires_at",
        workspace_id,
        connection_id,
        fingerprint,
        evidence_id,
        expires_at
    )
    .map(|_| ())
}

/// Makes a connection forget its cached responses, because it has other credentials now.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn forget(executor: impl Into<Executor<'_>>, workspace_id: Uuid, connection_id: Uuid) -> Result<()> {
    let sql = "DELETE FROM provider_cache WHERE connection_id = $1 AND workspace_id = $2";
    execute!(executor.into(), sql, connection_id, workspace_id).map(|_| ())
}

/// Links a settled call to its stored response, and to its error.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn attach_evidence(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, call_id: Uuid, evidence_id: Option<Uuid>,
    error: Option<&str>,
) -> Result<()> {
    let sql = "UPDATE provider_calls SET evidence_id = $3, error = $4 WHERE id = $1 AND workspace_id = $2";
    execute!(executor.into(), sql, call_id, workspace_id, evidence_id, error).map(|_| ())
}

/// Deletes stored responses and cache entries that have expired; returns how many responses.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn delete_expired_evidence(executor: impl Into<Executor<'_>>, now: DateTime<Utc>) -> Result<u64> {
    let mut executor = executor.into();
    execute!(&mut executor, "DELETE FROM provider_cache WHERE expires_at <= $1", now)?;
    execute!(&mut executor, "DELETE FROM evidence WHERE expires_at <= $1", now)
}
