//! Lists received leads.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::super::{Executor, Result, imported::pattern, macros::*};
use crate::domain::{
    Page, fetched,
    lead::{LeadChange, LeadStatus, ReceivedLead},
};

macro_rules! columns {
    () => {
        "SELECT r.id, r.website_id, r.source_id, r.kind, r.status, r.name, r.email, r.phone, r.message, r.fields, r.page,
                r.keyword, r.vertical, r.place, r.call_seconds, r.consent_text, r.consented_at, r.duplicate_of, r.buyer_id,
                (SELECT name FROM buyers WHERE buyers.id = r.buyer_id) AS buyer_name, r.price_cents, r.currency,
                r.delivery_id,
                (SELECT status FROM webhook_deliveries d WHERE d.id = r.delivery_id) AS delivery_status, r.route_at,
                r.received_at, r.sent_at, r.rental_id,
                (SELECT tenant_name FROM rentals WHERE rentals.id = r.rental_id) AS tenant_name, r.erased_at
           FROM received_leads r WHERE r.workspace_id = $1 "
    };
}

/// Filter of leads.
#[derive(Debug, Clone, Default)]
pub struct LeadFilter {
    /// Text in name, email, phone, message, page or keyword; ignores case.
    pub contains: Option<String>,
    /// Website.
    pub website_id: Option<Uuid>,
    /// Buyer.
    pub buyer_id: Option<Uuid>,
    /// Status.
    pub status: Option<LeadStatus>,
    /// First time.
    pub from: Option<DateTime<Utc>>,
    /// Time before which they were received.
    pub until: Option<DateTime<Utc>>,
}

/// Lists leads, newest first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn list(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, filter: &LeadFilter, before: Option<Uuid>, limit: usize,
) -> Result<Page<ReceivedLead>> {
    let contains = pattern(filter.contains.as_deref());
    let rows = query_all!(
        executor.into(),
        ReceivedLead,
        concat!(
            columns!(),
            "AND ($2 IS NULL OR r.website_id = $2) AND ($3 IS NULL OR r.buyer_id = $3) AND ($4 IS NULL OR r.status = $4)
             AND ($5 IS NULL OR r.received_at >= $5) AND ($6 IS NULL OR r.received_at < $6)
             AND ($7 IS NULL OR LOWER(r.name || ' ' || COALESCE(r.email, '') || ' ' || COALESCE(r.phone, '') || ' ' ||
               r.message || ' ' || COALESCE(r.page, '') || ' ' || COALESCE(r.keyword, '')) LIKE $7 ESCAPE '!')
             AND ($8 IS NULL OR r.id < $8) ORDER BY r.id DESC LIMIT $9"
        ),
        workspace_id,
        filter.website_id,
        filter.buyer_id,
        filter.status,
        filter.from,
        filter.until,
        contains.as_deref(),
        before,
        fetched(limit)
    )?;
    Ok(Page::from_rows(rows, limit, |row| row.id.to_string()))
}

/// Returns a lead of the workspace.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn find(executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid) -> Result<Option<ReceivedLead>> {
    query_opt!(executor.into(), ReceivedLead, concat!(columns!(), "AND r.id = $2"), workspace_id, id)
}

/// Returns the history of a lead of the workspace, oldest first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn changes(executor: impl Into<Executor<'_>>, workspace_id: Uuid, lead_id: Uuid) -> Result<Vec<LeadChange>> {
    query_all!(
        executor.into(),
        LeadChange,
        "SELECT h.status, (SELECT name FROM buyers WHERE buyers.id = h.buyer_id) AS buyer_name,
                (SELECT name FROM users WHERE users.id = h.user_id) AS user_name, h.note, h.at
           FROM lead_history h JOIN received_leads r ON r.id = h.lead_id
          WHERE r.workspace_id = $1 AND h.lead_id = $2 ORDER BY h.id",
        workspace_id,
        lead_id
    )
}

/// Returns the number of leads of a website from a time to another, without spam and duplicates.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn count(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid,
    (from, until): (DateTime<Utc>, DateTime<Utc>),
) -> Result<i64> {
    let sql = "SELECT COUNT(*) FROM received_leads WHERE workspace_id = $1 AND website_id = $2 AND received_at >= $3
                 AND received_at < $4 AND status NOT IN ('spam', 'duplicate')";
    query_value!(executor.into(), i64, sql, workspace_id, website_id, from, until)
}
