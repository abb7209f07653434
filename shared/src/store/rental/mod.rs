//! Rentals of websites. Changes of a workspace's rentals happen one after another: its row is locked.

mod moves;
mod settle;
mod update;

use chrono::{DateTime, NaiveDate, Utc};
use serde_json::json;
use sqlx::types::Json;
use uuid::Uuid;

pub use moves::{RentalDeed, RentalMoved, apply};
pub use settle::{advance, due};
pub use update::{RentalBody, Updated, update};

use super::{Executor, Result, Tx, macros::*};
use crate::domain::{
    Page, fetched,
    lead_settings::LeadSettings,
    rental::{Rental, RentalStatus, Tenant},
};

/// Maximum number of rentals of a workspace that did not end.
pub const MOST_RENTALS: i64 = 2_000;

macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT r.id, r.website_id, w.name AS website_name, r.status, r.tenant_name, r.street, r.city, r.state,
                    r.postal_code, r.phone, r.email, r.url, r.licence, r.verified_at, r.verified_by,
                    (SELECT name FROM users WHERE users.id = r.verified_by) AS verified_by_name, r.price_cents, r.currency,
                    r.starts_on, r.ends_on, r.billing_day, r.next_period_on, r.activated_at, r.created_at, r.updated_at,
                    CASE WHEN live.id IS NULL THEN NULL
                         WHEN r.status = 'ended' THEN CASE WHEN live.rental_id = r.id THEN 'ending' END
                         WHEN r.status <> 'active' THEN NULL
                         WHEN live.rental_id IS NULL OR live.rental_id <> r.id THEN 'pending'
                         WHEN s.build_wanted_at IS NOT NULL OR s.status <> 'live' THEN 'changing'
                         ELSE 'stated' END AS disclosure,
                    CAST(COALESCE((SELECT SUM(e.debit_cents) FROM credit_notes n
                        JOIN ledger_entries e ON e.transaction_id = n.transaction_id AND e.line = 1
                       WHERE n.rental_id = r.id), 0)
                      - COALESCE((SELECT SUM(u.cents) FROM credit_notes n JOIN credit_uses u ON u.credit_note_id = n.id
                       WHERE n.rental_id = r.id), 0) AS BIGINT) AS credit_cents
               FROM rentals r JOIN websites w ON w.id = r.website_id
               LEFT JOIN sites s ON s.website_id = r.website_id
               LEFT JOIN releases live ON live.id = s.live_release_id WHERE r.workspace_id = $1 ",
            $rest
        )
    };
}

/// Filter of rentals.
#[derive(Debug, Clone, Default)]
pub struct RentalFilter {
    /// Only with this status.
    pub status: Option<RentalStatus>,
    /// Only of this website.
    pub website_id: Option<Uuid>,
}

/// Lists the workspace's rentals, newest first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn list(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, filter: &RentalFilter, before: Option<Uuid>, limit: usize,
) -> Result<Page<Rental>> {
    let sql = select!(
        "AND ($2 IS NULL OR r.status = $2) AND ($3 IS NULL OR r.website_id = $3) AND ($4 IS NULL OR r.id < $4)
         ORDER BY r.id DESC LIMIT $5"
    );
    let rows = query_all!(
        executor.into(),
        Rental,
        sql,
        workspace_id,
        filter.status,
        filter.website_id,
        before,
        fetched(limit)
    )?;
    Ok(Page::from_rows(rows, limit, |row| row.id.to_string()))
}

/// Returns a rental of the workspace.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn find(executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid) -> Result<Option<Rental>> {
    query_opt!(executor.into(), Rental, select!("AND r.id = $2"), workspace_id, id)
}

/// Counts the workspace's rentals that did not end.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn count(executor: impl Into<Executor<'_>>, workspace_id: Uuid) -> Result<i64> {
    let sql = "SELECT COUNT(*) FROM rentals WHERE workspace_id = $1 AND status <> 'ended'";
    query_value!(executor.into(), i64, sql, workspace_id)
}

/// Adds an offered rental of a website of the workspace.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn insert(
    tx: &mut Tx, (workspace_id, user_id): (Uuid, Uuid), (id, website_id): (Uuid, Uuid), body: &RentalBody,
    now: DateTime<Utc>,
) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO rentals (id, workspace_id, website_id, status, tenant_name, street, city, state, postal_code, phone,
           email, url, licence, price_cents, currency, starts_on, ends_on, billing_day, next_period_on, created_by,
           created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $16, $19, $20, $20)",
        id,
        workspace_id,
        website_id,
        RentalStatus::Offered,
        &body.tenant.name,
        &body.tenant.street,
        &body.tenant.city,
        &body.tenant.state,
        &body.tenant.postal_code,
        &body.tenant.phone,
        &body.tenant.email,
        body.tenant.url.as_deref(),
        body.tenant.licence.as_deref(),
        body.price_cents,
        &body.currency,
        body.starts_on,
        body.ends_on,
        body.billing_day,
        user_id,
        now
    )
    .map(|_| ())
}

/// Returns the rental under which a website of the workspace is rented now.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn active(executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid) -> Result<Option<Rental>> {
    query_opt!(
        executor.into(),
        Rental,
        select!("AND r.website_id = $2 AND r.status = 'active'"),
        workspace_id,
        website_id
    )
}

/// Returns the business that rents a website of the workspace now, with the day on which its record was verified: what the
/// website's disclosure and mark-up state.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn active_tenant(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid,
) -> Result<Option<(Tenant, Option<NaiveDate>)>> {
    let rental = active(executor, workspace_id, website_id).await?;
    Ok(rental.map(|rental| (rental.tenant, rental.verified_at.map(|at| at.date_naive()))))
}

/// Returns the rental whose tenant gets the leads of a website of the workspace now: of a live site the one that its live release
/// states, so that leads go to whom visitors read about; of another website the active one.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn receiver(tx: &mut Tx, workspace_id: Uuid, website_id: Uuid) -> Result<Option<Rental>> {
    let sql = "SELECT l.rental_id FROM sites s JOIN releases l ON l.id = s.live_release_id
                WHERE s.website_id = $1 AND s.workspace_id = $2";
    match query_opt!(&mut *tx, (Option<Uuid>,), sql, website_id, workspace_id)? {
        Some((Some(rental_id),)) => find(tx, workspace_id, rental_id).await,
        Some((None,)) => Ok(None),
        None => active(tx, workspace_id, website_id).await,
    }
}

/// Returns since when the website of a rental is handed over: its first day of rent, or the local day on which its site first
/// stated the tenant, if that is later. `None` while a live site does not state the tenant, so that its leads go to buyers.
async fn handed_over_on(
    tx: &mut Tx, workspace_id: Uuid, rental: &Rental, settings: &LeadSettings,
) -> Result<Option<NaiveDate>> {
    let sql = "SELECT MIN(l.first_deployed_at) FROM sites s
                 LEFT JOIN releases l ON l.website_id = s.website_id AND l.rental_id = $3
                WHERE s.website_id = $1 AND s.workspace_id = $2 AND s.live_release_id IS NOT NULL GROUP BY s.website_id";
    let site = query_opt!(tx, (Option<DateTime<Utc>>,), sql, rental.website_id, workspace_id, rental.id)?;
    Ok(match site {
        Some((first,)) => first.map(|at| settings.day(at).max(rental.starts_on)),
        None => Some(rental.starts_on),
    })
}

/// Writes the tenant into the website's site, if it is one, and asks for a build that states it. The shape is that of the crate
/// `sites`.
async fn mark_site(tx: &mut Tx, website_id: Uuid, rental: Option<&Rental>, now: DateTime<Utc>) -> Result<()> {
    let tenant = rental.map(|rental| {
        let tenant = &rental.tenant;
        Json(json!({
            "name": tenant.name, "street": tenant.street, "city": tenant.city, "state": tenant.state,
            "postalCode": tenant.postal_code, "phone": tenant.phone, "url": tenant.url, "licence": tenant.licence,
            "rentalId": rental.id, "verifiedOn": rental.verified_at.map(|at| at.date_naive()),
        }))
    });
    let sql = "UPDATE sites SET tenant = $2, updated_at = $3, build_wanted_at = $3 WHERE website_id = $1";
    execute!(tx, sql, website_id, tenant, now).map(|_| ())
}

/// Stores status, verification, days and the time of the next step.
async fn save(tx: &mut Tx, rental: &Rental, settings: &LeadSettings, now: DateTime<Utc>) -> Result<()> {
    execute!(
        tx,
        "UPDATE rentals SET status = $2, verified_at = $3, verified_by = $4, ends_on = $5, next_period_on = $6,
           activated_at = $7, next_at = $8, updated_at = $9 WHERE id = $1",
        rental.id,
        rental.status,
        rental.verified_at,
        rental.verified_by,
        rental.ends_on,
        rental.next_period_on,
        rental.activated_at,
        rental.next_at(settings.zone()),
        now
    )
    .map(|_| ())
}

/// Computes the times of the next steps of all rentals of a workspace again, because its time zone changed.
pub(super) async fn reschedule(tx: &mut Tx, workspace_id: Uuid, settings: &LeadSettings) -> Result<()> {
    let sql = select!("AND r.next_at IS NOT NULL");
    for rental in query_all!(&mut *tx, Rental, sql, workspace_id)? {
        let next_at = rental.next_at(settings.zone());
        execute!(&mut *tx, "UPDATE rentals SET next_at = $2 WHERE id = $1", rental.id, next_at)?;
    }
    Ok(())
}
