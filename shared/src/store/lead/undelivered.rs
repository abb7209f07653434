//! Leads that the webhook of a buyer never received.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{
    super::{Result, Tx, event::NewEvent, macros::*},
    find,
    moves::set_status,
    record,
};
use crate::domain::lead::LeadStatus;

/// Takes back the leads whose deliveries to a webhook have failed since `since`, so that a buyer is looked for again: another
/// one first. Leads that the buyer got by email stay. Returns an event for each lead. The workspace must be locked.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn take_back(
    tx: &mut Tx, (workspace_id, webhook_id): (Uuid, Uuid), since: DateTime<Utc>, now: DateTime<Utc>,
) -> Result<Vec<NewEvent>> {
    let sql = "SELECT l.id FROM webhook_deliveries d JOIN received_leads l ON l.delivery_id = d.id
                WHERE l.workspace_id = $1 AND l.status = 'sent' AND l.erased_at IS NULL AND d.webhook_id = $2
                  AND d.status = 'failed' AND d.finished_at >= $3
                  AND NOT EXISTS (SELECT 1 FROM buyers b WHERE b.id = l.buyer_id AND b.email IS NOT NULL)
                ORDER BY l.id";
    let leads = query_all!(&mut *tx, (Uuid,), sql, workspace_id, webhook_id, since)?;
    let mut events = Vec::with_capacity(leads.len());
    for (id,) in leads {
        let Some(lead) = find(&mut *tx, workspace_id, id).await? else { continue };
        set_status(&mut *tx, id, LeadStatus::Qualified, now).await?;
        // The buyer in this entry says whose delivery failed: the lead may go there again.
        let note = (None, "The webhook of the buyer did not receive it.");
        record(&mut *tx, (id, LeadStatus::Qualified), lead.buyer_id, note, now).await?;
        events.push(super::event("lead:updated", workspace_id, &lead, LeadStatus::Qualified));
    }
    Ok(events)
}
