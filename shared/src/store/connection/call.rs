//! Calls of providers: the ledger of what they cost.

use chrono::{DateTime, NaiveDate, Utc};
use uuid::Uuid;

use super::budget::adjust;
use crate::{
    domain::{
        Page,
        connection::{Call, CallStats, CallStatus, Settlement, SpendRow},
        fetched,
    },
    store::{Executor, Result, Tx, macros::*},
};

macro_rules! call_columns {
    () => {
        "id, connection_id, provider, operation, run_id, status, reserved_micros, cost_micros, at, latency_ms, error,
         evidence_id"
    };
}

/// Conditions of a list of calls; `None` is any.
#[derive(Debug, Clone, Default)]
pub struct CallFilter {
    /// Connection.
    pub connection_id: Option<Uuid>,
    /// Key of the operation.
    pub operation: Option<String>,
    /// Run.
    pub run_id: Option<Uuid>,
    /// Status.
    pub status: Option<CallStatus>,
    /// First day.
    pub from: Option<NaiveDate>,
    /// Last day.
    pub to: Option<NaiveDate>,
}

/// Grouping of spending.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SpendBy {
    /// Per day.
    Day,
    /// Per provider and operation, as `provider/operation`.
    Operation,
    /// Per connection.
    Connection,
    /// Per run.
    Run,
}

/// Stores the result of a call and releases the difference between its estimate and its cost. A call that counts as lost
/// is settled too, because its cost is known now. Returns false if it is already settled.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn settle(
    tx: &mut Tx, workspace_id: Uuid, id: Uuid, settled: &Settlement, now: DateTime<Utc>,
) -> Result<bool> {
    let status = if settled.is_success { CallStatus::Succeeded } else { CallStatus::Failed };
    let row = write_opt!(
        tx,
        (Uuid, i64, DateTime<Utc>),
        "UPDATE provider_calls SET status = $3, cost_micros = $4, latency_ms = $5, error = $6,
           expires_at = NULL
          WHERE id = $1 AND workspace_id = $2 AND status IN ('reserved', 'lost')
          RETURNING connection_id, reserved_micros, at",
        id,
        workspace_id,
        status,
        settled.cost_micros,
        settled.latency_ms,
        &settled.error
    )?;
    let Some((connection_id, reserved, at)) = row else { return Ok(false) };
    if settled.cost_micros != reserved {
        adjust(tx, workspace_id, connection_id, at, settled.cost_micros - reserved).await?;
    }
    let sql = "UPDATE connections SET used_at = $3 WHERE id = $1 AND workspace_id = $2";
    execute!(tx, sql, connection_id, workspace_id, now)?;
    Ok(true)
}

/// Ends reservations that nobody will settle: after their time, and when their run has ended or is held by another
/// attempt. The provider may have charged these calls, so they keep counting with their estimates and no budget is
/// exceeded. Returns how many.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn lose_abandoned(executor: impl Into<Executor<'_>>, now: DateTime<Utc>) -> Result<u64> {
    execute!(
        executor.into(),
        "UPDATE provider_calls SET status = 'lost', cost_micros = reserved_micros, expires_at = NULL,
           error = 'The worker stopped before the result was stored. The call counts with its estimate.'
          WHERE expires_at IS NOT NULL AND (expires_at <= $1 OR (run_id IS NOT NULL AND NOT EXISTS (
            SELECT 1 FROM runs WHERE runs.id = provider_calls.run_id AND runs.attempt = provider_calls.attempt
               AND runs.status = 'running')))",
        now
    )
}

/// Returns the workspace's calls, newest first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn calls(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, filter: &CallFilter, before: Option<Uuid>, limit: usize,
) -> Result<Page<Call>> {
    let rows = query_all!(
        executor.into(),
        Call,
        concat!(
            "SELECT ",
            call_columns!(),
            " FROM provider_calls WHERE workspace_id = $1 AND ($2 IS NULL OR id < $2)
               AND ($3 IS NULL OR connection_id = $3) AND ($4 IS NULL OR operation = $4)
               AND ($5 IS NULL OR run_id = $5) AND ($6 IS NULL OR status = $6)
               AND ($7 IS NULL OR day >= $7) AND ($8 IS NULL OR day <= $8) ORDER BY id DESC LIMIT $9"
        ),
        workspace_id,
        before,
        filter.connection_id,
        &filter.operation,
        filter.run_id,
        filter.status,
        filter.from,
        filter.to,
        fetched(limit)
    )?;
    Ok(Page::from_rows(rows, limit, |row| row.id.to_string()))
}

/// Returns what a run has spent at providers, with the estimates of calls whose cost is not known.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn spent_by_run(executor: impl Into<Executor<'_>>, workspace_id: Uuid, run_id: Uuid) -> Result<i64> {
    let sql = "SELECT CAST(COALESCE(SUM(COALESCE(cost_micros, reserved_micros)), 0) AS BIGINT) FROM provider_calls
                WHERE workspace_id = $1 AND run_id = $2";
    query_value!(executor.into(), i64, sql, workspace_id, run_id)
}

/// Returns the spending of the workspace from `from` to `to`: days in their order, otherwise the highest first, at most
/// 500 groups.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn spend(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, by: SpendBy, connection_id: Option<Uuid>, from: NaiveDate,
    to: NaiveDate,
) -> Result<Vec<SpendRow>> {
    macro_rules! grouped {
        ($key:literal, $order:literal) => {
            concat!(
                "SELECT ",
                $key,
                " AS \"group\", COUNT(*) AS calls,
                 CAST(SUM(CASE WHEN status IN ('failed', 'lost') THEN 1 ELSE 0 END) AS BIGINT) AS failed,
                 CAST(SUM(COALESCE(cost_micros, reserved_micros)) AS BIGINT) AS micros
                FROM provider_calls WHERE workspace_id = $1 AND day >= $2 AND day <= $3
                  AND ($4 IS NULL OR connection_id = $4) GROUP BY 1 ORDER BY ",
                $order,
                " LIMIT 500"
            )
        };
    }
    let mut executor = executor.into();
    let sql = match by {
        SpendBy::Day => grouped!("CAST(day AS TEXT)", "1"),
        SpendBy::Operation => grouped!("provider || '/' || operation", "4 DESC, 1"),
        SpendBy::Connection => executor.dialect(
            grouped!("CAST(connection_id AS TEXT)", "4 DESC, 1"),
            grouped!("lower(hex(connection_id))", "4 DESC, 1"),
        ),
        SpendBy::Run => executor.dialect(
            grouped!("COALESCE(CAST(run_id AS TEXT), '')", "4 DESC, 1"),
            grouped!("COALESCE(lower(hex(run_id)), '')", "4 DESC, 1"),
        ),
    };
    query_all!(executor.executor(), SpendRow, sql, workspace_id, from, to, connection_id)
}

/// Returns figures over the workspace's settled calls from a day on.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn stats(executor: impl Into<Executor<'_>>, workspace_id: Uuid, from: NaiveDate) -> Result<CallStats> {
    let sql = "SELECT COUNT(*) AS calls,
          CAST(COALESCE(SUM(CASE WHEN status = 'succeeded' THEN 1 ELSE 0 END), 0) AS BIGINT) AS succeeded,
          CAST(COALESCE(SUM(cost_micros), 0) AS BIGINT) AS micros,
          CAST(AVG(latency_ms) AS DOUBLE PRECISION) AS mean_latency_ms, MAX(at) AS last_at
         FROM provider_calls WHERE workspace_id = $1 AND day >= $2 AND status <> 'reserved'";
    Ok(query_opt!(executor.into(), CallStats, sql, workspace_id, from)?.unwrap_or_default())
}

/// Deletes settled calls before `before`; returns how many.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn delete_calls_older(executor: impl Into<Executor<'_>>, before: DateTime<Utc>) -> Result<u64> {
    execute!(executor.into(), "DELETE FROM provider_calls WHERE at < $1 AND expires_at IS NULL", before)
}
