//! Stores a lead that arrives.

use std::collections::BTreeMap;

use chrono::{DateTime, Duration, Utc};
use sqlx::types::Json;
use uuid::Uuid;

use super::{
    super::{
        Db, Result, Tx,
        event::{self, StoredEvent},
        macros::*,
        rental, workspace,
    },
    find, record,
};
use crate::domain::{
    lead::{LeadSource, LeadStatus, ReceivedLead, email_key, phone_key},
    new_id,
};

/// Time in which the same person counts as one lead.
const REPEATED_WITHIN: Duration = Duration::days(30);

/// A lead that arrives.
#[derive(Debug, Clone, Default)]
pub struct NewLead {
    /// Id in the system that reports it: a repeated report adds nothing.
    pub external_id: Option<String>,
    /// Name; may be empty.
    pub name: String,
    /// Email address.
    pub email: Option<String>,
    /// Phone number.
    pub phone: Option<String>,
    /// Message; may be empty.
    pub message: String,
    /// Other fields of the form.
    pub fields: BTreeMap<String, String>,
    /// Page.
    pub page: Option<String>,
    /// Keyword.
    pub keyword: Option<String>,
    /// Length of the call, in seconds.
    pub call_seconds: Option<i32>,
    /// What the visitor agreed to, if they did.
    pub consent_text: Option<String>,
    /// Keyed hash of the visitor's address.
    pub address_hash: Option<Vec<u8>>,
    /// Whether a program filled the form.
    pub is_spam: bool,
}

/// Outcome of receiving a lead.
#[derive(Debug)]
pub enum Received {
    /// It was stored. A qualified one is to be routed.
    Stored {
        /// Id.
        id: Uuid,
        /// Status.
        status: LeadStatus,
        /// Events to publish.
        events: Vec<StoredEvent>,
    },
    /// A lead with its external id was already there.
    Repeated,
    /// The source was deleted or disabled meanwhile.
    Closed,
}

/// Stores a lead of a source, with its events. Leads of a workspace arrive one after another, so that of two simultaneous
/// ones of the same person one is the duplicate.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn receive(db: &Db, source: &LeadSource, new: &NewLead, now: DateTime<Utc>) -> Result<Received> {
    let mut tx = db.begin().await?;
    // Websites of a workspace share duplicates.
    workspace::lock(&mut tx, source.workspace_id).await?;
    let sql = "SELECT id FROM lead_sources WHERE id = $1 AND is_enabled";
    if query_opt!(&mut tx, (Uuid,), sql, source.id)?.is_none() {
        return Ok(Received::Closed);
    }
    let keys = (new.email.as_deref().and_then(email_key), new.phone.as_deref().and_then(phone_key));
    let duplicate_of = earlier(&mut tx, source, &keys, is_qualified(source, new), now - REPEATED_WITHIN).await?;
    let status = status(source, new, duplicate_of);
    let place = place(&mut tx, source, new).await?;
    let Some(id) = insert(&mut tx, source, new, (&keys, place), (status, duplicate_of), now).await? else {
        return Ok(Received::Repeated);
    };
    record(&mut tx, (id, status), None, (None, ""), now).await?;
    let lead = find(&mut tx, source.workspace_id, id).await?;
    let events = match lead.filter(|_| status != LeadStatus::Spam) {
        Some(lead) => announce(&mut tx, source.workspace_id, &lead, now).await?,
        None => Vec::new(),
    };
    tx.commit().await?;
    Ok(Received::Stored { id, status, events })
}

async fn announce(
    tx: &mut Tx, workspace_id: Uuid, lead: &ReceivedLead, now: DateTime<Utc>,
) -> Result<Vec<StoredEvent>> {
    event::append(tx, &[super::event("lead:new", workspace_id, lead, lead.status)], now).await
}

/// Returns the place that the page of the lead is about, or else that of the source. A page may be below a folder of its host.
async fn place(tx: &mut Tx, source: &LeadSource, new: &NewLead) -> Result<Option<String>> {
    let page = new.page.as_deref().map(path_of).unwrap_or_default();
    let found = query_opt!(
        tx,
        (String,),
        "SELECT place FROM site_pages WHERE website_id = $1 AND kind = 'area' AND place IS NOT NULL
            AND substr($2, length($2) - length(path) + 1) = path AND length(path) <= length($2)
          ORDER BY length(path) DESC, path LIMIT 1",
        source.website_id,
        page
    )?;
    Ok(found.map(|(place,)| place).or_else(|| source.place.clone()))
}

/// Returns the path of a page's address as sites name their pages: with a slash at its end, without `index.html`.
fn path_of(page: &str) -> String {
    let page = page.split(['?', '#']).next().unwrap_or_default().trim();
    let page = page.strip_suffix("index.html").unwrap_or(page);
    format!("{}/", page.trim_end_matches('/'))
}

/// A form with consent and a call of sufficient length are qualified by themselves.
fn is_qualified(source: &LeadSource, new: &NewLead) -> bool {
    match new.call_seconds {
        Some(seconds) => seconds >= source.min_seconds,
        None => new.consent_text.is_some(),
    }
}

fn status(source: &LeadSource, new: &NewLead, duplicate_of: Option<Uuid>) -> LeadStatus {
    match (new.is_spam, duplicate_of, is_qualified(source, new)) {
        (true, _, _) => LeadStatus::Spam,
        (_, Some(_), _) => LeadStatus::Duplicate,
        (_, _, true) => LeadStatus::Qualified,
        _ => LeadStatus::New,
    }
}

/// Returns an earlier lead of the same person on the website, or on another one of the workspace for the same trade: no buyer pays
/// for a person twice. The leads of a rented website belong to its tenant, so they repeat none of other websites. A lead that nobody
/// qualified, such as a call that broke off, does not keep a qualified one from the buyers.
async fn earlier(
    tx: &mut Tx, source: &LeadSource, (email, phone): &(Option<String>, Option<String>), is_qualified: bool,
    since: DateTime<Utc>,
) -> Result<Option<Uuid>> {
    let is_rented = rental::receiver(&mut *tx, source.workspace_id, source.website_id).await?.is_some();
    let vertical = source.vertical.as_deref().filter(|_| !is_rented);
    let found = query_opt!(
        tx,
        (Uuid,),
        "SELECT id FROM received_leads WHERE workspace_id = $1 AND (email_key = $2 OR phone_key = $3)
            AND (website_id = $4 OR (vertical = $5 AND rental_id IS NULL)) AND received_at > $6
            AND status NOT IN ('spam', 'duplicate') AND (status <> 'new' OR NOT $7) ORDER BY id LIMIT 1",
        source.workspace_id,
        email.as_deref(),
        phone.as_deref(),
        source.website_id,
        vertical,
        since,
        is_qualified
    )?;
    Ok(found.map(|(id,)| id))
}

async fn insert(
    tx: &mut Tx, source: &LeadSource, new: &NewLead,
    ((email_key, phone_key), place): (&(Option<String>, Option<String>), Option<String>),
    (status, duplicate_of): (LeadStatus, Option<Uuid>), now: DateTime<Utc>,
) -> Result<Option<Uuid>> {
    let inserted = write_opt!(
        tx,
        (Uuid,),
        "INSERT INTO received_leads (id, workspace_id, website_id, source_id, kind, external_id, status, name, email, phone,
           email_key, phone_key, message, fields, page, keyword, vertical, place, call_seconds, consent_text, consented_at,
           address_hash, duplicate_of, route_at, received_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23,
           $24, $25) ON CONFLICT DO NOTHING RETURNING id",
        new_id(),
        source.workspace_id,
        source.website_id,
        source.id,
        source.kind,
        new.external_id.as_deref(),
        status,
        &new.name,
        new.email.as_deref(),
        new.phone.as_deref(),
        email_key.as_deref(),
        phone_key.as_deref(),
        &new.message,
        Json(&new.fields),
        new.page.as_deref(),
        new.keyword.as_deref(),
        source.vertical.as_deref(),
        place.as_deref(),
        new.call_seconds,
        new.consent_text.as_deref(),
        new.consent_text.as_ref().map(|_| now),
        new.address_hash.as_deref(),
        duplicate_of,
        (status == LeadStatus::Qualified).then_some(now),
        now
    )?;
    Ok(inserted.map(|(id,)| id))
}
