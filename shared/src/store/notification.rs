//! Notifications.

use chrono::{DateTime, Utc};
use serde_json::json;
use uuid::Uuid;

use super::{
    Executor, Result, Tx,
    event::{Audience, NewEvent},
    macros::*,
};
use crate::domain::{
    Page, fetched,
    notification::{NewNotification, Notification},
};

/// Keeps a notification; answers the event that tells of it.
///
/// # Errors
/// Those of the database.
pub async fn insert(tx: &mut Tx, user_id: Uuid, new: &NewNotification, now: DateTime<Utc>) -> Result<NewEvent> {
    let id = crate::domain::new_id();
    execute!(
        tx,
        "INSERT INTO notifications (id, user_id, type, title, message, created_at) VALUES ($1, $2, $3, $4, $5, $6)",
        id,
        user_id,
        new.r#type,
        &new.title,
        &new.message,
        now
    )?;
    let payload = json!({"id": id, "type": new.r#type, "title": new.title, "message": new.message, "createdAt": now});
    Ok(NewEvent { audience: Audience::User(user_id), r#type: "user:notification", payload })
}

/// The user's notifications, newest first.
///
/// # Errors
/// Those of the database.
pub async fn list(
    executor: impl Into<Executor<'_>>, user_id: Uuid, before: Option<Uuid>, limit: usize,
) -> Result<Page<Notification>> {
    let rows = query_all!(
        executor.into(),
        Notification,
        "SELECT id, type, title, message, read_at, created_at FROM notifications
          WHERE user_id = $1 AND ($2 IS NULL OR id < $2) ORDER BY id DESC LIMIT $3",
        user_id,
        before,
        fetched(limit)
    )?;
    Ok(Page::from_rows(rows, limit, |row| row.id.to_string()))
}

/// How many the user has not read.
///
/// # Errors
/// Those of the database.
pub async fn unread(executor: impl Into<Executor<'_>>, user_id: Uuid) -> Result<i64> {
    query_value!(
        executor.into(),
        i64,
        "SELECT COUNT(*) FROM notifications WHERE user_id = $1 AND read_at IS NULL",
        user_id
    )
}

/// Marks one of the user's notifications, or all, as read.
///
/// # Errors
/// Those of the database.
pub async fn mark_read(
    executor: impl Into<Executor<'_>>, user_id: Uuid, id: Option<Uuid>, now: DateTime<Utc>,
) -> Result<u64> {
    execute!(
        executor.into(),
        "UPDATE notifications SET read_at = $3 WHERE user_id = $1 AND ($2 IS NULL OR id = $2) AND read_at IS NULL",
        user_id,
        id,
        now
    )
}
