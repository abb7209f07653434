//! Erases personal data of leads. Status, history, price and ledger stay.

use chrono::{DateTime, Duration, Utc};
use uuid::Uuid;

use super::{
    super::{
        Db, Result, Tx,
        event::{self, StoredEvent},
        lead_settings,
        macros::*,
        mail, workspace,
    },
    find, record,
    route::ASSIGNED,
};
use crate::domain::{lead::LeadStatus, webhook::DeliveryStatus};

/// Time after which the personal data of spam are erased.
const SPAM: Duration = Duration::days(30);
/// Note in the history of leads.
const NOTE: &str = "Personal data erased.";
/// Maximum number of leads of one person.
const MOST_OF_PERSON: i64 = 1_000;

type Row = (Uuid, LeadStatus, Option<Uuid>);

/// Erases personal data that were kept long enough: spam after 30 days, other leads after the days that
/// their workspace sets. At most `limit` leads of each workspace, and of spam; returns their number.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn erase_due(db: &Db, now: DateTime<Utc>, limit: i64) -> Result<usize> {
    let sql = "SELECT id, status, buyer_id FROM received_leads WHERE status = 'spam' AND received_at < $1
                  AND erased_at IS NULL ORDER BY received_at LIMIT $2";
    let mut count = erase_rows(db, query_all!(db, Row, sql, now - SPAM, limit)?, now).await?;
    for (workspace_id, days) in lead_settings::erasing(db).await? {
        let before = now - Duration::days(i64::from(days));
        let sql = "SELECT id, status, buyer_id FROM received_leads WHERE workspace_id = $1 AND received_at < $2
                      AND erased_at IS NULL ORDER BY received_at LIMIT $3";
        count += erase_rows(db, query_all!(db, Row, sql, workspace_id, before, limit)?, now).await?;
    }
    Ok(count)
}

async fn erase_rows(db: &Db, rows: Vec<Row>, now: DateTime<Utc>) -> Result<usize> {
    if rows.is_empty() {
        return Ok(0);
    }
    let mut tx = db.begin().await?;
    let mut count = 0;
    for row in rows {
        count += usize::from(erase_one(&mut tx, row, None, now).await?);
    }
    tx.commit().await?;
    Ok(count)
}

/// Erases the personal data of a lead of the workspace, and of the other leads there with the same email address or phone
/// number. Returns the number of leads and the events to publish; `None` if the workspace has no such lead.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn erase(
    tx: &mut Tx, (workspace_id, id): (Uuid, Uuid), user_id: Option<Uuid>, now: DateTime<Utc>,
) -> Result<Option<(usize, Vec<StoredEvent>)>> {
    // No buyer gets the lead meanwhile.
    workspace::lock(&mut *tx, workspace_id).await?;
    let Some(lead) = find(&mut *tx, workspace_id, id).await? else { return Ok(None) };
    let rows = query_all!(
        &mut *tx,
        Row,
        "SELECT r.id, r.status, r.buyer_id FROM received_leads r
           JOIN received_leads one ON one.id = $2 AND one.workspace_id = r.workspace_id
          WHERE r.workspace_id = $1 AND r.erased_at IS NULL
            AND (r.id = one.id OR r.email_key = one.email_key OR r.phone_key = one.phone_key) ORDER BY r.id LIMIT $3",
        workspace_id,
        id,
        MOST_OF_PERSON
    )?;
    let mut count = 0;
    for row in rows {
        count += usize::from(erase_one(&mut *tx, row, user_id, now).await?);
    }
    let events = event::append(tx, &[super::event("lead:updated", workspace_id, &lead, lead.status)], now).await?;
    Ok(Some((count, events)))
}

/// Erases the personal data of a lead, once. Nobody is looked for who would buy it.
async fn erase_one(
    tx: &mut Tx, (id, status, buyer_id): Row, user_id: Option<Uuid>, now: DateTime<Utc>,
) -> Result<bool> {
    let sql = "UPDATE received_leads SET name = '', email = NULL, phone = NULL, email_key = NULL, phone_key = NULL,
                      message = '', fields = '{}', address_hash = NULL, route_at = NULL, delivery_id = NULL, erased_at = $2
                WHERE id = $1 AND erased_at IS NULL";
    if execute!(&mut *tx, sql, id, now)? == 0 {
        return Ok(false);
    }
    erase_deliveries(&mut *tx, id, now).await?;
    mail::erase_of_lead(&mut *tx, id, NOTE).await?;
    record(tx, (id, status), buyer_id, (user_id, NOTE), now).await?;
    Ok(true)
}

/// Erases what was sent or is to be sent of a lead to webhooks of buyers, also to one that it was taken back from. A delivery that
/// waits fails.
async fn erase_deliveries(tx: &mut Tx, id: Uuid, now: DateTime<Utc>) -> Result<()> {
    let sql = "UPDATE webhook_deliveries SET body = '{}', next_at = NULL, finished_at = COALESCE(finished_at, $3),
                      error = CASE WHEN next_at IS NULL THEN error ELSE $4 END,
                      status = CASE WHEN next_at IS NULL THEN status ELSE $5 END
                WHERE event = $1 AND body LIKE $2 AND webhook_id IN (SELECT h.id FROM webhooks h
                  JOIN received_leads l ON l.workspace_id = h.workspace_id WHERE l.id = $6)";
    let naming = format!("%\"leadId\":\"{id}\"%");
    execute!(tx, sql, ASSIGNED, naming, now, NOTE, DeliveryStatus::Failed, id).map(|_| ())
}
