//! Webhooks and their deliveries.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use sqlx::types::Json;
use uuid::Uuid;

use super::{Executor, Result, Tx, batch, macros::*};
use crate::{
    domain::{
        Page,
        event::{Audience, NewEvent},
        new_id,
        webhook::{Attempt, Delivery, DeliveryStatus, Webhook, WebhookEvent},
    },
    vault::Sealed,
    webhooks::DISABLE_AFTER,
};

macro_rules! columns {
    () => {
        "SELECT id, workspace_id, user_id, url, sealed_url, description, events, nonce, enabled, disabled_reason, failures,
                created_at
           FROM webhooks "
    };
}

macro_rules! delivery_columns {
    () => {
        "id, webhook_id, event, body, status, attempts, response_code, error, duration_ms, next_at, created_at, finished_at"
    };
}

/// Maximum number of concurrent deliveries of one webhook, so that a slow receiver does not delay the others.
const AT_ONCE_EACH: i64 = 4;

/// A new webhook.
#[derive(Debug, Clone)]
pub struct NewWebhook {
    /// Id, with which the URL is encrypted.
    pub id: Uuid,
    /// Workspace of its events.
    pub workspace_id: Uuid,
    /// User who creates it.
    pub user_id: Uuid,
    /// URL that receives the events, or what is shown of it if it is encrypted.
    pub url: String,
    /// The encrypted URL.
    pub sealed_url: Option<Sealed>,
    /// Description; may be empty.
    pub description: String,
    /// Events.
    pub events: Vec<WebhookEvent>,
    /// Nonce; the signing secret is derived from it and the installation's secret.
    pub nonce: Vec<u8>,
}

/// Adds a webhook; returns its id.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn insert(executor: impl Into<Executor<'_>>, new: &NewWebhook, now: DateTime<Utc>) -> Result<Uuid> {
    execute!(
        executor.into(),
        "INSERT INTO webhooks (id, workspace_id, user_id, url, description, events, nonce, enabled, failures, created_at,
           sealed_url) VALUES ($1, $2, $3, $4, $5, $6, $7, TRUE, 0, $8, $9)",
        new.id,
        new.workspace_id,
        new.user_id,
        &new.url,
        &new.description,
        Json(&new.events),
        &new.nonce,
        now,
        &new.sealed_url
    )?;
    Ok(new.id)
}

/// Returns the workspace's webhooks, oldest first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn list(executor: impl Into<Executor<'_>>, workspace_id: Uuid) -> Result<Vec<Webhook>> {
    query_all!(executor.into(), Webhook, concat!(columns!(), "WHERE workspace_id = $1 ORDER BY id"), workspace_id)
}

/// Returns one webhook of the workspace.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn find(executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid) -> Result<Option<Webhook>> {
    query_opt!(executor.into(), Webhook, concat!(columns!(), "WHERE id = $1 AND workspace_id = $2"), id, workspace_id)
}

/// Changes one webhook of the workspace; returns false if there is none. Enabling it resets its failure count.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn update(executor: impl Into<Executor<'_>>, changed: &Webhook) -> Result<bool> {
    let updated = execute!(
        executor.into(),
        "UPDATE webhooks SET url = $3, sealed_url = $7, description = $4, events = $5, enabled = $6,
           failures = CASE WHEN $6 AND NOT enabled THEN 0 ELSE failures END,
           disabled_reason = CASE WHEN $6 THEN NULL ELSE disabled_reason END
          WHERE id = $1 AND workspace_id = $2",
        changed.id,
        changed.workspace_id,
        &changed.url,
        &changed.description,
        &changed.events,
        changed.enabled,
        &changed.sealed_url
    )?;
    Ok(updated == 1)
}

/// Replaces the URL of a webhook of an earlier version by the encrypted one, unless it was changed meanwhile.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn seal(executor: impl Into<Executor<'_>>, of: &Webhook, shown: &str, sealed: &Sealed) -> Result<()> {
    let sql = "UPDATE webhooks SET url = $3, sealed_url = $4 WHERE id = $1 AND url = $2 AND sealed_url IS NULL";
    execute!(executor.into(), sql, of.id, &of.url, shown, sealed).map(|_| ())
}

/// Returns all webhooks of the installation with an encrypted URL, for checks by the operator.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn with_sealed_url(executor: impl Into<Executor<'_>>) -> Result<Vec<Webhook>> {
    let sql = concat!(columns!(), "WHERE sealed_url IS NOT NULL ORDER BY id LIMIT 10000");
    query_all!(executor.into(), Webhook, sql)
}

/// Deletes one webhook of the workspace with its deliveries; returns false if there is none.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn delete(executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid) -> Result<bool> {
    let sql = "DELETE FROM webhooks WHERE id = $1 AND workspace_id = $2";
    Ok(execute!(executor.into(), sql, id, workspace_id)? == 1)
}

/// Writes the deliveries of events, in the transaction that causes the events.
pub(crate) async fn enqueue(tx: &mut Tx, events: &[NewEvent], now: DateTime<Utc>) -> Result<()> {
    let of_workspaces: Vec<(Uuid, WebhookEvent, &Value)> = events.iter().filter_map(sendable).collect();
    if of_workspaces.is_empty() {
        return Ok(());
    }
    let mut workspaces: Vec<Uuid> = of_workspaces.iter().map(|(id, _, _)| *id).collect();
    workspaces.sort_unstable();
    workspaces.dedup();
    let sql = tx.dialect(
        "SELECT id, workspace_id, events FROM webhooks WHERE enabled AND workspace_id = ANY($1)",
        "SELECT id, workspace_id, events FROM webhooks
          WHERE enabled AND workspace_id IN (SELECT unhex(value) FROM json_each($1))",
    );
    let subscribed = query_all!(tx, (Uuid, Uuid, Json<Vec<WebhookEvent>>), sql, batch::Ids::of(&workspaces))?;
    for (webhook_id, workspace_id, wanted) in subscribed {
        let due = of_workspaces.iter().filter(|(of, event, _)| *of == workspace_id && wanted.contains(event));
        for (_, event, data) in due {
            insert_delivery(tx, webhook_id, workspace_id, event.as_str(), data, now).await?;
        }
    }
    Ok(())
}

fn sendable(event: &NewEvent) -> Option<(Uuid, WebhookEvent, &Value)> {
    let Audience::Workspace(workspace_id) = event.audience else { return None };
    Some((workspace_id, event.r#type.parse().ok()?, &event.payload))
}

/// Writes one delivery; returns its id.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn insert_delivery(
    tx: &mut Tx, webhook_id: Uuid, workspace_id: Uuid, event: &str, data: &Value, now: DateTime<Utc>,
) -> Result<Uuid> {
    let id = new_id();
    let body = json!({"id": id, "type": event, "createdAt": now, "workspaceId": workspace_id, "data": data});
    execute!(
        tx,
        "INSERT INTO webhook_deliveries (id, webhook_id, event, body, status, attempts, next_at, created_at)
         VALUES ($1, $2, $3, $4, $5, 0, $6, $6)",
        id,
        webhook_id,
        event,
        body.to_string(),
        DeliveryStatus::Waiting,
        now
    )?;
    Ok(id)
}

/// Returns a webhook's deliveries, newest first. The caller must have checked the workspace of the webhook.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn deliveries(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, webhook_id: Uuid, before: Option<Uuid>, limit: usize,
) -> Result<Page<Delivery>> {
    let rows = query_all!(
        executor.into(),
        Delivery,
        concat!(
            "SELECT ",
            delivery_columns!(),
            " FROM webhook_deliveries WHERE webhook_id = $1 AND ($2 IS NULL OR id < $2)
                AND webhook_id IN (SELECT id FROM webhooks WHERE workspace_id = $3) ORDER BY id DESC LIMIT $4"
        ),
        webhook_id,
        before,
        workspace_id,
        i64::try_from(limit).unwrap_or(i64::MAX - 1) + 1
    )?;
    Ok(Page::from_rows(rows, limit, |row| row.id.to_string()))
}

/// Restarts the attempts of a delivery of the workspace; `None` if there is none, or if its lead was taken back.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn redeliver(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, webhook_id: Uuid, id: Uuid, now: DateTime<Utc>,
) -> Result<Option<Delivery>> {
    let sql = concat!(
        "UPDATE webhook_deliveries SET status = $4, attempts = 0, next_at = $5, finished_at = NULL
          WHERE id = $1 AND webhook_id = $2 AND webhook_id IN (SELECT id FROM webhooks WHERE workspace_id = $3)
            AND (event <> 'lead:assigned'
              OR EXISTS (SELECT 1 FROM received_leads l WHERE l.delivery_id = webhook_deliveries.id))
          RETURNING ",
        delivery_columns!()
    );
    let again = write_all!(executor.into(), Delivery, sql, id, webhook_id, workspace_id, DeliveryStatus::Waiting, now)?;
    Ok(again.into_iter().next())
}

/// Returns true if the workspace has this delivery of a lead, and the lead was taken back from its buyer since.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn is_taken_back(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, webhook_id: Uuid, id: Uuid,
) -> Result<bool> {
    let sql = "SELECT d.id FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id
                WHERE d.id = $1 AND d.webhook_id = $2 AND w.workspace_id = $3 AND d.event = 'lead:assigned'
                  AND NOT EXISTS (SELECT 1 FROM received_leads l WHERE l.delivery_id = d.id)";
    Ok(query_opt!(executor.into(), (Uuid,), sql, id, webhook_id, workspace_id)?.is_some())
}

/// Returns due deliveries, longest waiting first, at most a few of each webhook.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn due(executor: impl Into<Executor<'_>>, now: DateTime<Utc>, limit: i64) -> Result<Vec<Delivery>> {
    let sql = concat!(
        "SELECT ",
        delivery_columns!(),
        " FROM (SELECT d.*, ROW_NUMBER() OVER (PARTITION BY webhook_id ORDER BY next_at, id) AS turn
                  FROM webhook_deliveries d WHERE next_at <= $1) AS waiting
          WHERE turn <= $2 ORDER BY next_at, id LIMIT $3"
    );
    query_all!(executor.into(), Delivery, sql, now, AT_ONCE_EACH, limit)
}

/// Claims a delivery for one attempt, which must end before `until`; `None` if another process has it. Returns its
/// webhook, and the attempt's number.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn claim(
    executor: impl Into<Executor<'_>>, delivery: &Delivery, now: DateTime<Utc>, until: DateTime<Utc>,
) -> Result<Option<(Webhook, i32)>> {
    let mut executor = executor.into();
    let claimed = write_all!(
        executor,
        (i32,),
        "UPDATE webhook_deliveries SET attempts = attempts + 1, next_at = $3 WHERE id = $1 AND next_at <= $2
          RETURNING attempts",
        delivery.id,
        now,
        until
    )?;
    let Some((attempts,)) = claimed.into_iter().next() else { return Ok(None) };
    let webhook = query_opt!(executor, Webhook, concat!(columns!(), "WHERE id = $1"), delivery.webhook_id)?;
    Ok(webhook.map(|webhook| (webhook, attempts)))
}

/// Records a successful delivery.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn mark_delivered(tx: &mut Tx, delivery: &Delivery, attempt: &Attempt, now: DateTime<Utc>) -> Result<()> {
    execute!(
        tx,
        "UPDATE webhook_deliveries SET status = $2, response_code = $3, error = NULL, duration_ms = $4, next_at = NULL,
           finished_at = $5 WHERE id = $1",
        delivery.id,
        DeliveryStatus::Delivered,
        attempt.response_code,
        attempt.duration_ms,
        now
    )?;
    let sql = "UPDATE webhooks SET failures = 0 WHERE id = $1 AND failures > 0";
    execute!(tx, sql, delivery.webhook_id).map(|_| ())
}

/// Records a failed attempt and the time of the next one; without one the delivery has failed. Returns the webhook's
/// failed attempts since its last success.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn mark_failed(
    tx: &mut Tx, delivery: &Delivery, attempt: &Attempt, next_at: Option<DateTime<Utc>>, now: DateTime<Utc>,
) -> Result<i32> {
    let status = if next_at.is_some() { DeliveryStatus::Waiting } else { DeliveryStatus::Failed };
    execute!(
        tx,
        "UPDATE webhook_deliveries SET status = $2, response_code = $3, error = $4, duration_ms = $5, next_at = $6,
           finished_at = $7 WHERE id = $1",
        delivery.id,
        status,
        attempt.response_code,
        &attempt.error,
        attempt.duration_ms,
        next_at,
        next_at.is_none().then_some(now)
    )?;
    let sql = "UPDATE webhooks SET failures = failures + 1 WHERE id = $1 RETURNING failures";
    Ok(query_opt!(tx, (i32,), sql, delivery.webhook_id)?.map_or(0, |(failures,)| failures))
}

/// Disables a webhook that has failed too often, and ends its deliveries; returns false if it is already disabled.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn disable(tx: &mut Tx, id: Uuid, reason: &str, now: DateTime<Utc>) -> Result<bool> {
    let sql = "UPDATE webhooks SET enabled = FALSE, disabled_reason = $2 WHERE id = $1 AND enabled AND failures >= $3";
    if execute!(tx, sql, id, reason, DISABLE_AFTER)? == 0 {
        return Ok(false);
    }
    execute!(
        tx,
        "UPDATE webhook_deliveries SET status = $2, error = $3, next_at = NULL, finished_at = $4
          WHERE webhook_id = $1 AND next_at IS NOT NULL",
        id,
        DeliveryStatus::Failed,
        "The webhook was disabled.",
        now
    )?;
    Ok(true)
}

/// Deletes deliveries of events before `before`; returns how many.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn delete_older(executor: impl Into<Executor<'_>>, before: DateTime<Utc>) -> Result<u64> {
    execute!(executor.into(), "DELETE FROM webhook_deliveries WHERE created_at < $1 AND next_at IS NULL", before)
}
