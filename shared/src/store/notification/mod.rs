//! Notifications.

mod raise;

pub(crate) use raise::{raise, route};

use chrono::{DateTime, Utc};
use futures::{FutureExt, TryFutureExt};
use serde_json::json;
use uuid::Uuid;

use super::{
    Db, Executor, Result, Tx, batch,
    effect::{Applied, Apply, NewFindings},
    macros::*,
};
use crate::domain::{
    Page,
    event::{Audience, NewEvent},
    notification::{NewNotification, Notification, NotificationKind},
    run::Run,
};

/// Effect that notifies the run's user.
impl Apply for NewNotification {
    fn apply<'a>(
        &'a self, tx: &'a mut Tx, run: &'a Run, _found: &'a mut NewFindings, now: DateTime<Utc>,
    ) -> Applied<'a> {
        insert(tx, run.user_id, self, now).map_ok(|event| vec![event]).boxed()
    }
}

/// Stores a notification for a user; returns its live event. Unread ones of its group are replaced.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn insert(tx: &mut Tx, user_id: Uuid, new: &NewNotification, now: DateTime<Utc>) -> Result<NewEvent> {
    let id = crate::domain::new_id();
    let replaced = match &new.group {
        Some(key) => take_group(tx, user_id, key).await?,
        None => Vec::new(),
    };
    let count = new.count + replaced.iter().map(|(_, count)| count).sum::<i64>();
    let link = new.link.as_ref();
    let (route, object_type) = (link.map(|link| link.route.as_str()), link.map(|link| link.object_type));
    let object_id = link.map(|link| link.object_id.as_str());
    execute!(
        tx,
        "INSERT INTO notifications (id, user_id, kind, type, title, message, count, route, object_type, object_id,
           workspace_id, group_key, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
        id,
        user_id,
        new.kind,
        new.r#type,
        &new.title,
        &new.message,
        count,
        route,
        object_type,
        object_id,
        new.workspace_id,
        &new.group,
        now
    )?;
    let replaces: Vec<Uuid> = replaced.into_iter().map(|(id, _)| id).collect();
    let payload = json!({
        "id": id, "kind": new.kind, "type": new.r#type, "title": new.title, "message": new.message, "count": count,
        "route": route, "objectType": object_type, "objectId": object_id, "workspaceId": new.workspace_id,
        "readAt": null, "createdAt": now, "replaces": replaces,
    });
    Ok(NewEvent { audience: Audience::User(user_id), r#type: "user:notification", payload })
}

/// Deletes the unread notifications of a group; returns their ids and counts. Rows locked by another transaction are
/// skipped, so that two batches of outcomes never wait for each other.
async fn take_group(tx: &mut Tx, user_id: Uuid, key: &str) -> Result<Vec<(Uuid, i64)>> {
    let sql = tx.dialect(
        "DELETE FROM notifications WHERE id IN (SELECT id FROM notifications WHERE user_id = $1 AND group_key = $2
            AND read_at IS NULL FOR UPDATE SKIP LOCKED) RETURNING id, count",
        "DELETE FROM notifications WHERE user_id = $1 AND group_key = $2 AND read_at IS NULL RETURNING id, count",
    );
    query_all!(tx, (Uuid, i64), sql, user_id, key)
}

/// Filter of notifications.
#[derive(Debug, Clone, Copy, Default)]
pub struct Filter {
    /// Only unread notifications.
    pub unread: bool,
    /// Only notifications of this kind.
    pub kind: Option<NotificationKind>,
}

/// Returns the user's notifications, newest first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn list(
    db: &Db, user_id: Uuid, filter: Filter, before: Option<Uuid>, limit: usize,
) -> Result<Page<Notification>> {
    let rows = query_all!(
        db,
        Notification,
        "SELECT id, kind, type, title, message, count, route, object_type, object_id, workspace_id, read_at, created_at
           FROM notifications
          WHERE user_id = $1 AND ($2 IS NULL OR id < $2) AND ($4 IS NULL OR kind = $4)
            AND ($5 = 0 OR read_at IS NULL) ORDER BY id DESC LIMIT $3",
        user_id,
        before,
        i64::try_from(limit).unwrap_or(i64::MAX - 1) + 1,
        filter.kind,
        i64::from(filter.unread)
    )?;
    Ok(Page::from_rows(rows, limit, |row| row.id.to_string()))
}

/// Returns the number of the user's unread notifications.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn unread(executor: impl Into<Executor<'_>>, user_id: Uuid) -> Result<i64> {
    query_value!(
        executor.into(),
        i64,
        "SELECT COUNT(*) FROM notifications WHERE user_id = $1 AND read_at IS NULL",
        user_id
    )
}

/// Marks the given notifications of the user as read, or all for `None`; returns the number of changed rows.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn mark_read(
    executor: impl Into<Executor<'_>>, user_id: Uuid, ids: Option<&[Uuid]>, now: DateTime<Utc>,
) -> Result<u64> {
    let mut executor = executor.into();
    let Some(ids) = ids else {
        let sql = "UPDATE notifications SET read_at = $2 WHERE user_id = $1 AND read_at IS NULL";
        return execute!(executor, sql, user_id, now);
    };
    let sql = executor.dialect(
        "UPDATE notifications SET read_at = $2 WHERE user_id = $1 AND read_at IS NULL AND id = ANY($3)",
        "UPDATE notifications SET read_at = $2 WHERE user_id = $1 AND read_at IS NULL
            AND id IN (SELECT unhex(value) FROM json_each($3))",
    );
    execute!(executor, sql, user_id, now, batch::Ids::of(ids))
}

/// Deletes read notifications raised before `before`; returns their number.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn delete_older(executor: impl Into<Executor<'_>>, before: DateTime<Utc>) -> Result<u64> {
    execute!(executor.into(), "DELETE FROM notifications WHERE created_at < $1 AND read_at IS NOT NULL", before)
}
