//! Changes of a workspace's own values.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::MOST_VALUES;
use crate::{
    domain::{
        Page, fetched,
        market::{MarketChange, MarketKind, MarketRow, MarketSource, OwnValue},
    },
    store::{Executor, Result, StoreError, Tx, macros::*},
};

macro_rules! columns {
    () => {
        "c.id, c.user_id, (SELECT name FROM users WHERE users.id = c.user_id) AS user_name, c.source, c.title, c.row_count,
         c.created_at, c.undone_at, c.undone_by"
    };
}

/// Stores a change with its values; returns its id.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn insert(
    tx: &mut Tx, workspace_id: Uuid, user_id: Uuid, (source, title): (MarketSource, &str), rows: &[MarketRow],
    now: DateTime<Utc>,
) -> Result<Uuid> {
    let id = crate::domain::new_id();
    execute!(
        tx,
        "INSERT INTO market_changes (id, workspace_id, user_id, source, title, row_count, created_at, revision)
         VALUES ($1, $2, $3, $4, $5, $6, $7, 1)",
        id,
        workspace_id,
        user_id,
        source,
        title,
        i64::try_from(rows.len()).unwrap_or(i64::MAX),
        now
    )?;
    let lines: Vec<_> = rows.iter().map(|row| (row.kind, &row.key, &row.body)).collect();
    let text = serde_json::to_string(&lines).map_err(|error| StoreError::corrupt("market_rows", "body", id, error))?;
    let mut executor = Executor::from(tx);
    let sql = executor.dialect(
        "INSERT INTO market_rows (change_id, no, kind, key, body)
         SELECT $1, ordinality - 1, value ->> 0, value ->> 1, value -> 2
           FROM jsonb_array_elements(CAST($2 AS jsonb)) WITH ORDINALITY AS v(value, ordinality)",
        "INSERT INTO market_rows (change_id, no, kind, key, body)
         SELECT $1, key, value ->> 0, value ->> 1, value -> 2 FROM json_each($2)",
    );
    execute!(executor, sql, id, text)?;
    Ok(id)
}

/// Returns the values that count, by kind and key.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn values(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, kind: Option<MarketKind>,
) -> Result<Vec<OwnValue>> {
    query_all!(
        executor.into(),
        OwnValue,
        "SELECT kind, key, body, change_id, user_id, (SELECT name FROM users WHERE users.id = ranked.user_id) AS user_name, source,
                created_at FROM (
           SELECT r.kind, r.key, r.body, r.change_id, c.user_id, c.source, c.created_at,
                  ROW_NUMBER() OVER (PARTITION BY r.kind, r.key ORDER BY r.change_id DESC, r.no DESC) AS place
             FROM market_changes c JOIN market_rows r ON r.change_id = c.id
            WHERE c.workspace_id = $1 AND c.undone_at IS NULL AND ($2 IS NULL OR r.kind = $2)) AS ranked
          WHERE place = 1 AND CAST(body AS TEXT) <> 'null' ORDER BY kind, key LIMIT $3",
        workspace_id,
        kind,
        MOST_VALUES
    )
}

/// Lists changes, the latest first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn changes(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, before: Option<Uuid>, limit: usize,
) -> Result<Page<MarketChange>> {
    let sql = concat!(
        "SELECT ",
        columns!(),
        " FROM market_changes c WHERE c.workspace_id = $1 AND ($2 IS NULL OR c.id < $2) ORDER BY c.id DESC LIMIT $3"
    );
    let rows = query_all!(executor.into(), MarketChange, sql, workspace_id, before, fetched(limit))?;
    Ok(Page::from_rows(rows, limit, |row| row.id.to_string()))
}

/// Returns a change of the workspace.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn change(executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid) -> Result<Option<MarketChange>> {
    let sql = concat!("SELECT ", columns!(), " FROM market_changes c WHERE c.workspace_id = $1 AND c.id = $2");
    query_opt!(executor.into(), MarketChange, sql, workspace_id, id)
}

/// Undoes a change, or redoes it if `undone` is `None`; returns false if it is so already, or does not exist.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn set_undone(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid, undone: Option<(Uuid, DateTime<Utc>)>,
) -> Result<bool> {
    let (user_id, at) = undone.unzip();
    let changed = execute!(
        executor.into(),
        "UPDATE market_changes SET undone_at = $3, undone_by = $4, revision = revision + 1
          WHERE workspace_id = $1 AND id = $2 AND (undone_at IS NULL) = ($3 IS NOT NULL)",
        workspace_id,
        id,
        at,
        user_id
    )?;
    Ok(changed > 0)
}
