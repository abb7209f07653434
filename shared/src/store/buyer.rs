//! Buyers of leads.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{Executor, Result, Tx, macros::*};
use crate::domain::buyer::{Buyer, Candidate};

/// Maximum number of buyers of a workspace.
pub const MOST_BUYERS: usize = 200;

macro_rules! columns {
    () => {
        "SELECT id, name, email, webhook_id, price_cents, currency, verticals, places, daily_cap, monthly_cap, opens_minute,
                closes_minute, weekdays, time_zone, is_exclusive, priority, is_paused, created_at, updated_at FROM buyers "
    };
}

/// Adds a buyer to the workspace.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn insert(executor: impl Into<Executor<'_>>, workspace_id: Uuid, new: &Buyer) -> Result<()> {
    execute!(
        executor.into(),
        "INSERT INTO buyers (id, workspace_id, name, email, webhook_id, price_cents, currency, verticals, places, daily_cap,
           monthly_cap, opens_minute, closes_minute, weekdays, time_zone, is_exclusive, priority, is_paused, created_at,
           updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)",
        new.id,
        workspace_id,
        &new.name,
        new.email.as_deref(),
        new.webhook_id,
        new.price_cents,
        &new.currency,
        &new.verticals,
        &new.places,
        new.daily_cap,
        new.monthly_cap,
        new.opens_minute,
        new.closes_minute,
        &new.weekdays,
        &new.time_zone,
        new.is_exclusive,
        new.priority,
        new.is_paused,
        new.created_at,
        new.updated_at
    )
    .map(|_| ())
}

/// Changes a buyer of the workspace; returns false if there is none.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn update(executor: impl Into<Executor<'_>>, workspace_id: Uuid, changed: &Buyer) -> Result<bool> {
    let updated = execute!(
        executor.into(),
        "UPDATE buyers SET name = $3, email = $4, webhook_id = $5, price_cents = $6, currency = $7, verticals = $8,
           places = $9, daily_cap = $10, monthly_cap = $11, opens_minute = $12, closes_minute = $13, weekdays = $14,
           time_zone = $15, is_exclusive = $16, priority = $17, is_paused = $18, updated_at = $19
          WHERE id = $1 AND workspace_id = $2",
        changed.id,
        workspace_id,
        &changed.name,
        changed.email.as_deref(),
        changed.webhook_id,
        changed.price_cents,
        &changed.currency,
        &changed.verticals,
        &changed.places,
        changed.daily_cap,
        changed.monthly_cap,
        changed.opens_minute,
        changed.closes_minute,
        &changed.weekdays,
        &changed.time_zone,
        changed.is_exclusive,
        changed.priority,
        changed.is_paused,
        changed.updated_at
    )?;
    Ok(updated == 1)
}

/// Lists the workspace's buyers in the order in which they are asked.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn list(executor: impl Into<Executor<'_>>, workspace_id: Uuid) -> Result<Vec<Buyer>> {
    let sql = concat!(columns!(), "WHERE workspace_id = $1 ORDER BY priority, price_cents DESC, id");
    query_all!(executor.into(), Buyer, sql, workspace_id)
}

/// Returns a buyer of the workspace.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn find(executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid) -> Result<Option<Buyer>> {
    query_opt!(executor.into(), Buyer, concat!(columns!(), "WHERE workspace_id = $1 AND id = $2"), workspace_id, id)
}

/// Deletes a buyer of the workspace; returns false if there is none. Leads and the ledger keep what was sold.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn delete(executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid) -> Result<bool> {
    let sql = "DELETE FROM buyers WHERE workspace_id = $1 AND id = $2";
    Ok(execute!(executor.into(), sql, workspace_id, id)? == 1)
}

/// Returns the buyers who take a lead of a vertical and place, with what they got. The workspace must be locked.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn candidates(
    tx: &mut Tx, workspace_id: Uuid, lead_id: Uuid, (vertical, place): (Option<&str>, Option<&str>), now: DateTime<Utc>,
) -> Result<Vec<Candidate>> {
    // A qualified lead has no buyer, except the one whose webhook did not receive it.
    let sql =
        "SELECT buyer_id, COUNT(CASE status WHEN 'sent' THEN 1 END), COUNT(CASE status WHEN 'qualified' THEN 1 END)
                 FROM lead_history WHERE lead_id = $1 AND buyer_id IS NOT NULL GROUP BY buyer_id";
    let history = query_all!(&mut *tx, (Uuid, i64, i64), sql, lead_id)?;
    let history: HashMap<_, _> = history.into_iter().map(|(id, sent, missed)| (id, (sent, missed))).collect();
    let mut all = Vec::new();
    for buyer in list(&mut *tx, workspace_id).await?.into_iter().filter(|buyer| buyer.takes(vertical, place)) {
        let (day, month) = buyer.periods(now);
        let (this_month, today, last_sent_at) = query_opt!(
            &mut *tx,
            (i64, i64, Option<DateTime<Utc>>),
            "SELECT COUNT(*), CAST(COALESCE(SUM(CASE WHEN sent_at >= $3 THEN 1 ELSE 0 END), 0) AS BIGINT), MAX(sent_at)
               FROM received_leads WHERE buyer_id = $1 AND sent_at >= $2 AND status <> 'rejected'",
            buyer.id,
            month,
            day
        )?
        .unwrap_or_default();
        let webhook = match buyer.webhook_id {
            Some(id) => is_enabled(&mut *tx, workspace_id, id).await?,
            None => false,
        };
        let has_destination = webhook || buyer.email.is_some();
        let (sent, missed) = history.get(&buyer.id).copied().unwrap_or_default();
        let (had_it, missed_it) = (sent > missed, missed > 0);
        all.push(Candidate { buyer, has_destination, today, this_month, last_sent_at, had_it, missed_it });
    }
    Ok(all)
}

/// Returns true if the workspace has this webhook, and it is enabled.
pub(super) async fn is_enabled(tx: &mut Tx, workspace_id: Uuid, webhook_id: Uuid) -> Result<bool> {
    let sql = "SELECT id FROM webhooks WHERE workspace_id = $1 AND id = $2 AND enabled";
    Ok(query_opt!(tx, (Uuid,), sql, workspace_id, webhook_id)?.is_some())
}
