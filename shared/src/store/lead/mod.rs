//! Leads that the server receives: sources, intake, routing to buyers, and moves. Imported leads are in
//! [`super::imported`].

mod consent;
mod erase;
mod list;
mod moves;
mod receive;
mod route;
mod source;
mod undelivered;
mod waiting;

use chrono::{DateTime, Utc};
use serde_json::json;
use uuid::Uuid;

pub use consent::{earlier as earlier_consent, keep as keep_consent};
pub use erase::{erase, erase_due};
pub use list::{LeadFilter, changes, count, find, list};
pub use moves::{Deed, Moved, apply, next_buyer};
pub use receive::{NewLead, Received, receive};
pub use route::{due, route, wake};
pub use source::{
    MOST_SOURCES, delete as delete_source, fallback_email, find as find_source, find_by_key, insert as insert_source,
    list as list_sources, update as update_source,
};
pub use undelivered::take_back;
pub use waiting::waits_because;

use super::{Result, Tx, event::NewEvent, macros::*};
use crate::domain::{
    event::Audience,
    lead::{LeadStatus, ReceivedLead},
};

/// Adds an entry to the history of a lead.
async fn record(
    tx: &mut Tx, (lead_id, status): (Uuid, LeadStatus), buyer_id: Option<Uuid>, (user_id, note): (Option<Uuid>, &str),
    now: DateTime<Utc>,
) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO lead_history (id, lead_id, status, buyer_id, user_id, note, at) VALUES ($1, $2, $3, $4, $5, $6, $7)",
        crate::domain::new_id(),
        lead_id,
        status,
        buyer_id,
        user_id,
        note,
        now
    )
    .map(|_| ())
}

/// Live event of a lead. It contains no personal data.
fn event(r#type: &'static str, workspace_id: Uuid, lead: &ReceivedLead, status: LeadStatus) -> NewEvent {
    let payload = json!({
        "leadId": lead.id, "websiteId": lead.website_id, "status": status, "kind": lead.kind, "vertical": lead.vertical,
        "place": lead.place,
    });
    NewEvent { audience: Audience::Workspace(workspace_id), r#type, payload }
}
