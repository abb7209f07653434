//! Changes the record and the terms of a rental.

use chrono::{DateTime, NaiveDate, Utc};
use uuid::Uuid;

use super::{
    super::{
        Db, Result, Tx,
        event::{self, StoredEvent},
        lead_settings,
        macros::*,
        workspace,
    },
    find, mark_site,
    settle::{settle, shorten},
};
use crate::domain::rental::{Rental, RentalMove, RentalStatus, Tenant};

/// Record and terms of a rental.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RentalBody {
    /// Business that rents the website.
    pub tenant: Tenant,
    /// Rent of a month, in cents.
    pub price_cents: i64,
    /// ISO 4217 code.
    pub currency: String,
    /// First day of the rent.
    pub starts_on: NaiveDate,
    /// Last day of the rent.
    pub ends_on: Option<NaiveDate>,
    /// Day of the month on which its rent is invoiced.
    pub billing_day: i32,
}

impl RentalBody {
    /// Returns the record and the terms of a rental.
    #[must_use]
    pub fn of(rental: &Rental) -> Self {
        Self {
            tenant: rental.tenant.clone(),
            price_cents: rental.price_cents,
            currency: rental.currency.clone(),
            starts_on: rental.starts_on,
            ends_on: rental.ends_on,
            billing_day: rental.billing_day,
        }
    }
}

/// Result of a change.
#[derive(Debug)]
pub enum Updated {
    /// It was made; the events are to be published.
    Done(Vec<StoredEvent>),
    /// The workspace has no such rental.
    NotFound,
    /// The rental ended.
    Ended,
    /// This field of an active rental does not change.
    Fixed(&'static str),
    /// The record of an active tenant lacks these fields.
    Incomplete(Vec<&'static str>),
    /// The last day of an active rental is before this day, which is today: end the rental instead.
    TooEarly(NaiveDate),
}

/// Changes a rental of the workspace. A changed record of a verified tenant must be verified again; that of an active tenant
/// counts as verified by the user who changes it. The next invoice has a changed price; issued ones stay, except open ones
/// of days after a new last day. Paid days after it are credited.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn update(
    db: &Db, (workspace_id, id): (Uuid, Uuid), user_id: Uuid, body: &RentalBody, now: DateTime<Utc>,
) -> Result<Updated> {
    let mut tx = db.begin().await?;
    workspace::lock(&mut tx, workspace_id).await?;
    let Some(before) = find(&mut tx, workspace_id, id).await? else { return Ok(Updated::NotFound) };
    let settings = lead_settings::find(&mut tx, workspace_id).await?;
    if let Some(refusal) = refusal(&before, body, settings.day(now)) {
        return Ok(refusal);
    }
    write(&mut tx, id, body).await?;
    let Some(mut rental) = find(&mut tx, workspace_id, id).await? else { return Ok(Updated::NotFound) };
    let is_active = rental.status == RentalStatus::Active;
    if before.tenant != rental.tenant {
        reverify(&mut rental, user_id, now);
        if is_active {
            mark_site(&mut tx, rental.website_id, Some(&rental), now).await?;
        }
    }
    let mut events = Vec::new();
    if is_active {
        events = shorten(&mut tx, workspace_id, &mut rental, &settings, now).await?;
    } else {
        rental.next_period_on = rental.starts_on;
    }
    events.extend(settle(&mut tx, workspace_id, rental, &settings, now).await?);
    let stored = event::append(&mut tx, &events, now).await?;
    tx.commit().await?;
    Ok(Updated::Done(stored))
}

fn refusal(before: &Rental, body: &RentalBody, today: NaiveDate) -> Option<Updated> {
    match before.status {
        RentalStatus::Ended => return Some(Updated::Ended),
        RentalStatus::Offered | RentalStatus::Verified => return None,
        RentalStatus::Active => {}
    }
    if before.starts_on != body.starts_on {
        return Some(Updated::Fixed("startsOn"));
    }
    if before.currency != body.currency {
        return Some(Updated::Fixed("currency"));
    }
    if before.ends_on != body.ends_on && body.ends_on.is_some_and(|day| day < today) {
        return Some(Updated::TooEarly(today));
    }
    let missing = body.tenant.missing();
    (!missing.is_empty()).then_some(Updated::Incomplete(missing))
}

fn reverify(rental: &mut Rental, user_id: Uuid, now: DateTime<Utc>) {
    if rental.status == RentalStatus::Active {
        (rental.verified_at, rental.verified_by) = (Some(now), Some(user_id));
    } else if let Some(status) = rental.status.after(RentalMove::Revise) {
        rental.status = status;
        (rental.verified_at, rental.verified_by) = (None, None);
    }
}

async fn write(tx: &mut Tx, id: Uuid, body: &RentalBody) -> Result<()> {
    execute!(
        tx,
        "UPDATE rentals SET tenant_name = $2, street = $3, city = $4, state = $5, postal_code = $6, phone = $7, email = $8,
           url = $9, licence = $10, price_cents = $11, currency = $12, starts_on = $13, ends_on = $14, billing_day = $15
          WHERE id = $1",
        id,
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
        body.billing_day
    )
    .map(|_| ())
}
