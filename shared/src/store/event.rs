//! Stored live events: per user, with gapless increasing ids.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::{Value, json};
use sqlx::types::Json;
use uuid::Uuid;

use super::{Executor, Result, Tx, batch, macros::*, notification, webhook};
pub use crate::domain::event::{Audience, NewEvent};

/// A live event stored for a user.
#[derive(Debug, Clone, Serialize, sqlx_macros::FromRow)]
pub struct StoredEvent {
    /// User.
    #[serde(skip)]
    pub user_id: Uuid,
    /// Increases by one with each event of the user.
    pub id: i64,
    /// Type of the event in messages.
    #[sqlx(rename = "type")]
    pub r#type: String,
    /// Payload.
    pub payload: Json<Value>,
    /// Time of the event.
    #[serde(rename = "timestamp")]
    pub created_at: DateTime<Utc>,
}

/// Stores `events` for their recipients in the transaction that causes them, with their notifications and webhook
/// deliveries.
///
/// The rows of the counters are locked until the commit, so a reader who has seen id n can rely on 1 to n.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn append(tx: &mut Tx, events: &[NewEvent], now: DateTime<Utc>) -> Result<Vec<StoredEvent>> {
    if events.is_empty() {
        return Ok(Vec::new());
    }
    let members = members_of(tx, events).await?;
    webhook::enqueue(tx, events, now).await?;
    let raised = notification::raise(tx, events, &members, now).await?;
    let mut by_user: BTreeMap<Uuid, Vec<&NewEvent>> = BTreeMap::new();
    for event in events.iter().chain(&raised) {
        match event.audience {
            Audience::User(user) => by_user.entry(user).or_default().push(event),
            Audience::Workspace(workspace) => {
                for (_, user) in members.iter().filter(|(id, _)| *id == workspace) {
                    by_user.entry(*user).or_default().push(event);
                }
            }
        }
    }
    let last_ids = advance_counters(tx, &by_user).await?;
    let stored = number(&by_user, &last_ids, now);
    insert(tx, &stored).await?;
    Ok(stored)
}

async fn members_of(tx: &mut Tx, events: &[NewEvent]) -> Result<Vec<(Uuid, Uuid)>> {
    let mut workspaces: Vec<Uuid> = events
        .iter()
        .filter_map(|event| match event.audience {
            Audience::Workspace(id) => Some(id),
            Audience::User(_) => None,
        })
        .collect();
    workspaces.sort_unstable();
    workspaces.dedup();
    if workspaces.is_empty() {
        return Ok(Vec::new());
    }
    let sql = tx.dialect(
        "SELECT workspace_id, user_id FROM members WHERE workspace_id = ANY($1)",
        "SELECT workspace_id, user_id FROM members WHERE workspace_id IN (SELECT unhex(value) FROM json_each($1))",
    );
    query_all!(tx, (Uuid, Uuid), sql, batch::Ids::of(&workspaces))
}

async fn advance_counters(tx: &mut Tx, by_user: &BTreeMap<Uuid, Vec<&NewEvent>>) -> Result<Vec<(Uuid, i64)>> {
    let steps: Vec<Value> =
        by_user.iter().map(|(user, events)| json!({"u": user.simple().to_string(), "n": events.len()})).collect();
    let sql = tx.dialect(
        "INSERT INTO event_counters (user_id, last_id)
         SELECT CAST(value ->> 'u' AS uuid), CAST(value ->> 'n' AS bigint)
           FROM jsonb_array_elements($1) WHERE true
         ON CONFLICT (user_id) DO UPDATE SET last_id = event_counters.last_id + excluded.last_id
         RETURNING user_id, last_id",
        "INSERT INTO event_counters (user_id, last_id)
         SELECT unhex(value ->> 'u'), value ->> 'n' FROM json_each($1) WHERE true
         ON CONFLICT (user_id) DO UPDATE SET last_id = event_counters.last_id + excluded.last_id
         RETURNING user_id, last_id",
    );
    write_all!(tx, (Uuid, i64), sql, Json(&steps))
}

fn number(by_user: &BTreeMap<Uuid, Vec<&NewEvent>>, last_ids: &[(Uuid, i64)], now: DateTime<Utc>) -> Vec<StoredEvent> {
    let mut stored = Vec::new();
    for (user, last_id) in last_ids {
        let Some(events) = by_user.get(user) else { continue };
        let first = last_id - i64::try_from(events.len()).unwrap_or(0) + 1;
        stored.extend(events.iter().zip(first..).map(|(event, id)| StoredEvent {
            user_id: *user,
            id,
            r#type: event.r#type.to_owned(),
            payload: Json(event.payload.clone()),
            created_at: now,
        }));
    }
    stored
}

async fn insert(tx: &mut Tx, stored: &[StoredEvent]) -> Result<()> {
    let rows: Vec<Value> = stored
        .iter()
        .map(|event| {
            json!({
                "u": event.user_id.simple().to_string(), "i": event.id, "t": event.r#type,
                "p": event.payload, "c": batch::sql_time(event.created_at),
            })
        })
        .collect();
    let sql = tx.dialect(
        "INSERT INTO events (user_id, id, type, payload, created_at)
         SELECT CAST(value ->> 'u' AS uuid), CAST(value ->> 'i' AS bigint), value ->> 't', value -> 'p',
                CAST(value ->> 'c' AS timestamptz)
           FROM jsonb_array_elements($1)",
        "INSERT INTO events (user_id, id, type, payload, created_at)
         SELECT unhex(value ->> 'u'), value ->> 'i', value ->> 't', value -> 'p', value ->> 'c' FROM json_each($1)",
    );
    execute!(tx, sql, Json(&rows))?;
    Ok(())
}

/// Returns the user's events after `since`, oldest first: the last `limit` of them.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn since(
    executor: impl Into<Executor<'_>>, user_id: Uuid, since: i64, limit: i64,
) -> Result<Vec<StoredEvent>> {
    let mut events = query_all!(
        executor.into(),
        StoredEvent,
        "SELECT user_id, id, type, payload, created_at FROM events
          WHERE user_id = $1 AND id > $2 ORDER BY id DESC LIMIT $3",
        user_id,
        since,
        limit
    )?;
    events.reverse();
    Ok(events)
}

/// Returns the id of the user's latest event; 0 before the first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn last_id(executor: impl Into<Executor<'_>>, user_id: Uuid) -> Result<i64> {
    let row = query_opt!(executor.into(), (i64,), "SELECT last_id FROM event_counters WHERE user_id = $1", user_id)?;
    Ok(row.map_or(0, |(id,)| id))
}

/// Deletes events created before `before`, at most `limit`; returns their number.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn delete_older(executor: impl Into<Executor<'_>>, before: DateTime<Utc>) -> Result<u64> {
    execute!(executor.into(), "DELETE FROM events WHERE created_at < $1", before)
}
