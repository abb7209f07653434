//! Routes qualified leads to buyers: each lead goes to one buyer, once.

use chrono::{DateTime, Duration, Utc};
use serde_json::{Value, json};
use uuid::Uuid;

use super::{
    super::{
        Db, Executor, Result, Tx, buyer,
        event::{self, StoredEvent},
        macros::*,
        mail, rental, usage, webhook, workspace,
    },
    find, record,
};
use crate::{
    config::WorkspaceLimits,
    domain::{
        buyer::{Buyer, choose},
        lead::{LeadStatus, ReceivedLead},
        rental::Rental,
    },
    mail::Letter,
};

/// Pause until a buyer is looked for again.
const AGAIN: Duration = Duration::minutes(1);
/// Time after which no buyer is looked for any more.
const GIVE_UP: Duration = Duration::days(7);
/// Event of the webhook of a buyer.
pub(super) const ASSIGNED: &str = "lead:assigned";

/// Lists leads for which a buyer is to be looked for, longest waiting first, with their workspaces.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn due(executor: impl Into<Executor<'_>>, now: DateTime<Utc>, limit: i64) -> Result<Vec<(Uuid, Uuid)>> {
    let sql = "SELECT workspace_id, id FROM received_leads WHERE route_at <= $1 ORDER BY route_at, id LIMIT $2";
    query_all!(executor.into(), (Uuid, Uuid), sql, now, limit)
}

/// Looks for buyers of all waiting leads of a workspace again, because its buyers changed.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn wake(executor: impl Into<Executor<'_>>, workspace_id: Uuid, now: DateTime<Utc>) -> Result<()> {
    let sql = "UPDATE received_leads SET route_at = $2 WHERE workspace_id = $1 AND status = $3
                  AND erased_at IS NULL";
    execute!(executor.into(), sql, workspace_id, now, LeadStatus::Qualified).map(|_| ())
}

/// Sends a qualified lead to the tenant of its website, or else to a buyer: the change, the email and the webhook's delivery are stored in one transaction, so
/// that no lead is sent twice. Without a free buyer it waits. Returns the events to publish.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn route(
    db: &Db, limits: WorkspaceLimits, (workspace_id, id): (Uuid, Uuid), now: DateTime<Utc>,
) -> Result<Vec<StoredEvent>> {
    let mut tx = db.begin().await?;
    // Holds caps and status until the commit.
    workspace::lock(&mut tx, workspace_id).await?;
    let lead = find(&mut tx, workspace_id, id).await?;
    let is_ready = |lead: &ReceivedLead| lead.status == LeadStatus::Qualified && lead.erased_at.is_none();
    let Some(lead) = lead.filter(is_ready) else { return Ok(Vec::new()) };
    if let Some(rental) = rental::receiver(&mut tx, workspace_id, lead.website_id).await? {
        let events = match usage::grant_emails(&mut tx, limits, workspace_id, 1, now).await? {
            1 => hand_to_tenant(&mut tx, workspace_id, &lead, &rental, now).await?,
            _ => postpone(&mut tx, &lead, now).await?,
        };
        tx.commit().await?;
        return Ok(events);
    }
    let about = (lead.vertical.as_deref(), lead.place.as_deref());
    let candidates = buyer::candidates(&mut tx, workspace_id, lead.id, about, now).await?;
    let chosen = choose(&candidates, about.0, about.1, now).map(|candidate| &candidate.buyer);
    let allowed = match chosen {
        Some(buyer) => may_send(&mut tx, limits, workspace_id, buyer, now).await?,
        None => false,
    };
    let events = match chosen.filter(|_| allowed) {
        Some(buyer) => assign(&mut tx, workspace_id, &lead, buyer, now).await?,
        None => postpone(&mut tx, &lead, now).await?,
    };
    tx.commit().await?;
    Ok(events)
}

/// Counts the email of a buyer who gets leads by email.
async fn may_send(
    tx: &mut Tx, limits: WorkspaceLimits, workspace_id: Uuid, buyer: &Buyer, now: DateTime<Utc>,
) -> Result<bool> {
    Ok(buyer.email.is_none() || usage::grant_emails(tx, limits, workspace_id, 1, now).await? == 1)
}

async fn postpone(tx: &mut Tx, lead: &ReceivedLead, now: DateTime<Utc>) -> Result<Vec<StoredEvent>> {
    let again = (now - lead.received_at < GIVE_UP).then(|| now + AGAIN);
    execute!(tx, "UPDATE received_leads SET route_at = $2 WHERE id = $1", lead.id, again)?;
    Ok(Vec::new())
}

/// Sends a lead to the tenant of its website, without a price.
async fn hand_to_tenant(
    tx: &mut Tx, workspace_id: Uuid, lead: &ReceivedLead, rental: &Rental, now: DateTime<Utc>,
) -> Result<Vec<StoredEvent>> {
    let mut new = letter(lead).to(&rental.tenant.email);
    new.reply_to.clone_from(&lead.email);
    mail::insert_about(&mut *tx, &new, Some(lead.id), now).await?;
    let sql = "UPDATE received_leads SET status = $2, rental_id = $3, sent_at = $4, route_at = NULL WHERE id = $1";
    execute!(&mut *tx, sql, lead.id, LeadStatus::Sent, rental.id, now)?;
    let note = format!("Sent to the tenant, {}.", rental.tenant.name);
    record(&mut *tx, (lead.id, LeadStatus::Sent), None, (None, &note), now).await?;
    event::append(tx, &[super::event("lead:updated", workspace_id, lead, LeadStatus::Sent)], now).await
}

async fn assign(
    tx: &mut Tx, workspace_id: Uuid, lead: &ReceivedLead, buyer: &Buyer, now: DateTime<Utc>,
) -> Result<Vec<StoredEvent>> {
    let delivery_id = match buyer.webhook_id {
        Some(hook) if buyer::is_enabled(&mut *tx, workspace_id, hook).await? => {
            let data = handed_over(lead, buyer);
            Some(webhook::insert_delivery(&mut *tx, hook, workspace_id, ASSIGNED, &data, now).await?)
        }
        _ => None,
    };
    if let Some(recipient) = &buyer.email {
        let mut new = letter(lead).to(recipient);
        new.reply_to.clone_from(&lead.email);
        mail::insert_about(&mut *tx, &new, Some(lead.id), now).await?;
    }
    execute!(
        &mut *tx,
        "UPDATE received_leads SET status = $2, buyer_id = $3, price_cents = $4, currency = $5, delivery_id = $6,
           sent_at = $7, route_at = NULL WHERE id = $1",
        lead.id,
        LeadStatus::Sent,
        buyer.id,
        buyer.price_cents,
        &buyer.currency,
        delivery_id,
        now
    )?;
    record(&mut *tx, (lead.id, LeadStatus::Sent), Some(buyer.id), (None, ""), now).await?;
    event::append(tx, &[super::event("lead:updated", workspace_id, lead, LeadStatus::Sent)], now).await
}

/// What the buyer's webhook receives.
fn handed_over(lead: &ReceivedLead, buyer: &Buyer) -> Value {
    json!({
        "leadId": lead.id, "receivedAt": lead.received_at, "name": lead.name, "email": lead.email, "phone": lead.phone,
        "message": lead.message, "fields": lead.fields, "page": lead.page, "vertical": lead.vertical, "place": lead.place,
        "callSeconds": lead.call_seconds, "consentText": lead.consent_text, "consentedAt": lead.consented_at,
        "priceCents": buyer.price_cents, "currency": buyer.currency,
    })
}

/// Returns a field as lines of an email. Lines after the first are marked, so that none of them passes for another field.
fn field(name: &str, value: &str) -> String {
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let value = value.replace("\r\n", "\n").replace(['\r', '\u{2028}', '\u{2029}'], "\n");
    format!("{name}: {}", value.replace('\n', "\n> "))
}

fn letter(lead: &ReceivedLead) -> Letter {
    let known = |text: &Option<String>| text.clone().unwrap_or_default();
    let who = [lead.name.clone(), known(&lead.phone), known(&lead.email)].into_iter().find(|text| !text.is_empty());
    let subject = format!("New lead: {}", who.unwrap_or_default());
    let fields = lead.fields.0.iter().map(|(name, value)| (name.as_str(), value.clone()));
    let lines = [
        ("Name", lead.name.clone()),
        ("Phone", known(&lead.phone)),
        ("Email", known(&lead.email)),
        ("Place", known(&lead.place)),
        ("Message", lead.message.clone()),
    ];
    let lines = lines.into_iter().chain(fields).filter(|(_, value)| !value.is_empty());
    let text = lines.map(|(name, value)| field(name, &value)).collect::<Vec<_>>().join("\n");
    let letter = Letter::about(subject).say(&text);
    match (&lead.consent_text, lead.consented_at) {
        (Some(consent), Some(at)) => {
            letter.say(&format!("The person agreed at {} UTC: {consent}", at.format("%Y-%m-%d %H:%M")))
        }
        _ => letter,
    }
}
